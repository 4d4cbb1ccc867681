/** The menu, orders of tables, and their bills. */
import { isBroken } from "./breaks.ts";
import { amountOf, centsOf } from "./money.ts";
import {
  type Bill,
  type Books,
  type Line,
  type MenuItem,
  type Modifier,
  nextId,
  type Order,
  type Payment,
} from "./records.ts";
import { Refusal } from "./refusal.ts";
import { find } from "./reservations.ts";

export function addMenuItem(books: Books, { name, price }: { name: string; price: string }): MenuItem {
  const item = { id: nextId("item"), name, price, available: true };
  books.menu.set(item.id, item);
  return item;
}

export function markMenuItem(books: Books, change: { item_id: number; available: boolean }): MenuItem {
  const item = find(books.menu, change.item_id, "item");
  item.available = change.available;
  return item;
}

export function openOrder(books: Books, table_id: number): Order {
  find(books.tables, table_id, "table");
  for (const order of books.orders.values())
    if (order.table_id === table_id && order.state === "open")
      throw new Refusal("ORDER_OPEN", `Order ${order.id} of table ${table_id} is open.`);
  const order: Order = { id: nextId("order"), table_id, state: "open", lines: [], total: "0.00" };
  books.orders.set(order.id, order);
  return order;
}

function findOpen(books: Books, id: number): Order {
  const order = find(books.orders, id, "order");
  if (order.state !== "open") throw new Refusal("ORDER_BILLED", `Order ${id} has its bill.`);
  return order;
}

interface NewLine {
  readonly order_id: number;
  readonly item_id: number;
  readonly quantity?: number;
  readonly modifiers?: Modifier[];
}

export function addLine(books: Books, { order_id, item_id, quantity = 1, modifiers = [] }: NewLine): Order {
  const order = find(books.orders, order_id, "order");
  const item = find(books.menu, item_id, "item");
  findOpen(books, order_id);
  if (!item.available && !isBroken("unavailable-is-sold"))
    throw new Refusal("ITEM_UNAVAILABLE", `${item.name} is 86'd.`);
  let each = centsOf(item.price);
  for (const modifier of modifiers)
    if (modifier.kind === "extra" && !isBroken("modifiers-are-free")) each += centsOf(modifier.price);
  const price = amountOf(each * quantity);
  order.lines.push({ line: order.lines.length + 1, item_id, quantity, modifiers, price, state: "queued" });
  order.total = amountOf(centsOf(order.total) + centsOf(price));
  return order;
}

const kitchen: readonly Line["state"][] = ["queued", "cooking", "served"];

export function advanceLine(
  books: Books,
  step: { order_id: number; line: number; to: Line["state"] },
): Order {
  const order = findOpen(books, step.order_id);
  const line = order.lines[step.line - 1];
  if (line === undefined)
    throw new Refusal("NO_SUCH_LINE", `Order ${order.id} has ${order.lines.length} lines.`);
  const goesBack = isBroken("served-goes-back") && line.state === "served";
  if (kitchen.indexOf(step.to) !== kitchen.indexOf(line.state) + 1 && !goesBack)
    throw new Refusal("WRONG_STATE", `Line ${line.line} is ${line.state}.`);
  line.state = step.to;
  return order;
}

export function closeOrder(
  books: Books,
  { order_id, tip = "0.00" }: { order_id: number; tip?: string },
): Bill {
  const order = findOpen(books, order_id);
  if (order.lines.length === 0) throw new Refusal("ORDER_EMPTY", `Order ${order_id} has no lines.`);
  order.state = "billed";
  const total = amountOf(centsOf(order.total) + centsOf(tip));
  const bill: Bill = {
    id: nextId("bill"),
    order_id,
    subtotal: order.total,
    tip,
    total,
    paid: "0.00",
    open: total,
    state: total === "0.00" ? "paid" : "unpaid",
    payments: [],
  };
  books.bills.set(bill.id, bill);
  return bill;
}

interface NewPayment {
  readonly bill_id: number;
  readonly amount: string;
  readonly method: Payment["method"];
}

export async function payBill(books: Books, { bill_id, amount, method }: NewPayment): Promise<Bill> {
  const bill = find(books.bills, bill_id, "bill");
  if (bill.state === "paid") throw new Refusal("BILL_PAID", `Bill ${bill_id} is paid.`);
  const open = centsOf(bill.open) - centsOf(amount);
  if (open < 0 && !isBroken("overpaid-bill"))
    throw new Refusal("TOO_MUCH", `${bill.open} of bill ${bill_id} is open.`);
  if (isBroken("two-payments-at-once")) await new Promise((resolve) => setTimeout(resolve, 5));
  bill.payments.push({ payment: bill.payments.length + 1, amount, method });
  bill.open = amountOf(Math.max(0, open));
  bill.paid = amountOf(centsOf(bill.paid) + centsOf(amount));
  if (open <= 0) bill.state = "paid";
  return bill;
}
