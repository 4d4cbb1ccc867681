/** Mistakes that a developer of this shop could have made: BREAK names the one that the server makes. */

const broken = process.env.BREAK;

const breaks = {
  "cancel-keeps-stock": "Cancelling a placed order does not give its products back to stock.",
  "voucher-twice": "A used voucher can be applied to another order.",
  "filter-first-page": "The list of products forgets its price filter behind the first page.",
  "partial-placing": "An order that cannot be placed has already lowered the stock of its first lines.",
  "ship-of-others": "Shipping an order does not look whose order it is.",
  "contact-in-list": "The list of customers shows how to reach them to tokens without the scope.",
  "total-unfiltered": "The total of the list of orders counts the orders that the filters leave out.",
  "price-follows": "A new price of a product changes the orders that hold it.",
  "request-id-shared": "Request ids of one seller stand in the way of another seller.",
  "version-ignored": "A change with an old expected version passes.",
} as const;

/** Whether the server makes this mistake. */
export function isBroken(name: keyof typeof breaks): boolean {
  return broken === name;
}
