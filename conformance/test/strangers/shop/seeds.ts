/** Fills a shop with products, customers and orders, as one that has been open for a while. */
import type { Session } from "./tools.ts";

const wares = [
  "Green tea",
  "Black tea",
  "Teapot",
  "Blue mug",
  "Honey",
  "Oat biscuits",
  "Tea towel",
  "Strainer",
];
const people = ["Mary Somerville", "Emmy Noether", "Sofia Kovalevskaya", "Hypatia"];

export function fillShop({ catalogue, seller }: Session): void {
  const products = wares.map((name, index) =>
    catalogue.add({ name, price_cents: 300 + 125 * index, stock: 60 + index }),
  );
  const customers = people.map((name) =>
    seller.addCustomer({ name, email: `${name.split(" ")[0]!.toLowerCase()}@example.org` }),
  );
  catalogue.retire(products.at(-1)!.sku);
  for (let index = 0; index < 9; index += 1) {
    const lines = [0, 1].map((step) => ({
      sku: products[(index + step) % 7]!.sku,
      quantity: 1 + (index % 3),
    }));
    const order = seller.createOrder({ customer_id: customers[index % 4]!.customer_id, lines });
    if (index % 3 > 0) seller.placeOrder(order.order_id);
    if (index % 3 === 2) seller.shipOrder(order.order_id);
  }
  seller.createVoucher(15);
}
