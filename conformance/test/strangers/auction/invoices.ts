/** Invoices for sold lots: the hammer price and the premium of the buyer, payments in parts, and the pick-up. */
import { breaks } from "./breaks.ts";
import type { House } from "./house.ts";
import { countUp, type Invoice, makeRandomId } from "./records.ts";
import { Refusal } from "./refusal.ts";

export function issueInvoice(house: House, lotId: number): Invoice {
  const lot = house.get(house.lots, lotId, "lot");
  if (lot.state !== "sold")
    throw new Refusal("lot_not_sold", `Lot ${lotId} is ${lot.state}. Only sold lots have an invoice.`);
  const earlier = house.invoices.values().find(({ lot_id }) => lot_id === lotId);
  if (earlier !== undefined)
    throw new Refusal("already_invoiced", `Lot ${lotId} has the invoice ${earlier.id}.`);
  const { amount, bidder_id } = lot.bids.at(-1)!;
  const { premium_percent } = house.sales.get(lot.sale_id!)!;
  const invoice: Invoice = {
    id: `INV-26-${String(countUp("invoice")).padStart(5, "0")}`,
    lot_id: lotId,
    bidder_id,
    hammer: amount * 100,
    premium: amount * premium_percent,
    payments: [],
    state: "open",
    issued_at: house.time(),
  };
  house.invoices.set(invoice.id, invoice);
  return invoice;
}

export function paidOf({ payments }: Invoice): number {
  return payments.reduce((sum, { amount }) => sum + amount, 0);
}

export function balanceOf(invoice: Invoice): number {
  return invoice.hammer + invoice.premium - paidOf(invoice);
}

export interface PaymentOrder {
  readonly invoice_id: string;
  readonly amount: number;
  readonly method: string;
  readonly request_id?: string | undefined;
}

export function recordPayment(house: House, { request_id, ...order }: PaymentOrder): object {
  const invoice = house.get(house.invoices, order.invoice_id, "invoice");
  const requestId = breaks("payment-booked-twice") ? undefined : request_id;
  return house.once("record_payment", requestId, order, () => {
    const cents = Math.round(order.amount * 100);
    const balance = balanceOf(invoice);
    if (cents > balance)
      throw new Refusal(
        "more_than_owed",
        `${invoice.id} has ${balance / 100} left to pay. Record that or less.`,
      );
    const payment_id = makeRandomId("pay");
    invoice.payments.push({ payment_id, amount: cents, method: order.method, received_at: house.time() });
    return {
      payment_id,
      invoice_id: invoice.id,
      amount: order.amount,
      method: order.method,
      balance: balanceOf(invoice) / 100,
    };
  });
}

export function recordPickup(house: House, id: string, collectedBy: string): Invoice {
  const invoice = house.get(house.invoices, id, "invoice");
  if (invoice.state === "collected")
    throw new Refusal("invoice_state", `The lot of ${id} is collected already.`);
  const balance = balanceOf(invoice);
  if (balance > 0)
    throw new Refusal("not_paid", `${id} has ${balance / 100} left to pay before the pick-up.`);
  invoice.state = "collected";
  invoice.collected_at = house.time();
  invoice.collected_by = collectedBy;
  return invoice;
}
