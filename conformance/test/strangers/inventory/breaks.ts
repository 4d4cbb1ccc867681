/** Mistakes of an inventory, each a sentence. `BREAK` names the one that this server makes; without it there is none. */
const sentences = {
  "transfer-keeps-source": "A transfer adds to its target, and takes nothing from its source.",
  "issue-looks-at-all":
    "An issue is refused by the stock of all warehouses together, so one of them goes below zero.",
  "issue-takes-reserved": "An issue takes goods that are reserved.",
  "post-adds-count": "Posting a count adds what was counted to the stock.",
  "release-keeps-reserved": "A released reservation still holds its goods.",
  "low-stock-below": "A product at its minimum is missing in the list of low stock.",
  "export-of-all": "The export has the stock of every account.",
  "link-unsigned": "The link of an export works with any signature.",
  "retry-moves-twice": "A receipt that is sent again with its request_id is booked again.",
  "sku-overwrites": "A new product with a known SKU takes the place of the old one.",
} as const;

type Mistake = keyof typeof sentences;

export const makes = (mistake: Mistake): boolean => mistake === process.env.BREAK;
