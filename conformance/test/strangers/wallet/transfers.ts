/** Transfers to accounts of other banks, and the standing orders that make them. */
import type { Bank } from "./bank.ts";
import { isBroken } from "./breaks.ts";
import { dayIn, dayOf, startOf } from "./clock.ts";
import { book, requireFunds } from "./customers.ts";
import { checkIban } from "./iban.ts";
import { feeOf, parseAmount } from "./money.ts";
import { makeId, type StandingOrder, type Transfer, type Wallet } from "./records.ts";
import { Refusal } from "./refusal.ts";

const settlement = 2 * 3_600_000;
const ordersOfWallet = 5;

export interface Recipient {
  readonly wallet_id: string;
  readonly recipient_name: string;
  readonly iban: string;
  readonly amount: string;
}

export function createTransfer(
  bank: Bank,
  { wallet_id, recipient_name, iban, amount, reference }: Recipient & { reference: string | null },
): Transfer {
  const wallet = bank.openWallet(wallet_id);
  bank.requireVerified(wallet);
  checkIban(iban);
  const minor = parseAmount(amount, wallet.currency);
  return send(bank, wallet, { recipient: recipient_name, iban, amount: minor, reference }, bank.now, null);
}

type Sent = Pick<Transfer, "recipient" | "iban" | "amount" | "reference">;

function send(bank: Bank, wallet: Wallet, sent: Sent, at: number, standingOrderId: string | null): Transfer {
  const fee = feeOf(sent.amount);
  requireFunds(bank, wallet, sent.amount + fee);
  const transfer: Transfer = {
    id: makeId("trf"),
    walletId: wallet.id,
    ...sent,
    fee,
    standingOrderId,
    status: "pending",
    createdAt: at,
    booksAt: at + settlement,
    bookedAt: null,
    returnedAt: null,
  };
  bank.transfers.set(transfer.id, transfer);
  return transfer;
}

export function returnTransfer(bank: Bank, id: string): Transfer {
  const transfer = bank.transfer(id);
  if (transfer.status === "returned") throw new Refusal(`Transfer ${id} has been returned.`);
  const wallet = bank.wallet(transfer.walletId);
  if (wallet.status === "closed") throw new Refusal(`Wallet ${wallet.id} is closed.`);
  const reference = `return of ${id}`;
  if (transfer.status === "booked")
    book(wallet, { at: bank.now, kind: "return", amount: transfer.amount, reference });
  else if (isBroken("return-keeps-fee"))
    book(wallet, { at: bank.now, kind: "fee", amount: -transfer.fee, reference });
  transfer.status = "returned";
  transfer.returnedAt = bank.now;
  return transfer;
}

export function createOrder(bank: Bank, order: Recipient & { day_of_month: number }): StandingOrder {
  const wallet = bank.openWallet(order.wallet_id);
  bank.requireVerified(wallet);
  checkIban(order.iban);
  const others = [...bank.orders.values()].filter(
    ({ walletId, status }) => walletId === wallet.id && status === "active",
  );
  if (others.length >= ordersOfWallet)
    throw new Refusal(`Wallet ${wallet.id} already has ${ordersOfWallet} standing orders.`);
  const made: StandingOrder = {
    id: makeId("so"),
    walletId: wallet.id,
    recipient: order.recipient_name,
    iban: order.iban,
    amount: parseAmount(order.amount, wallet.currency),
    day: order.day_of_month,
    status: "active",
    nextRun: nextRun(dayOf(bank.now), order.day_of_month),
    runs: 0,
    lastError: null,
    createdAt: bank.now,
  };
  bank.orders.set(made.id, made);
  return made;
}

/** The first day after `today` that is the one of the order. In a short month it is the last one. */
function nextRun(today: string, day: number): string {
  const [year = 0, month = 0] = today.split("-").map(Number);
  for (let later = 0; ; later += 1) {
    const run = dayIn(year, month + later, day);
    const isShort = Number(run.slice(8)) !== day;
    if (run > today && !(isShort && isBroken("month-end-skipped"))) return run;
  }
}

export function cancelOrder(bank: Bank, id: string): StandingOrder {
  const order = bank.order(id);
  if (order.status === "cancelled") throw new Refusal(`Standing order ${id} is already cancelled.`);
  order.status = "cancelled";
  return order;
}

/** Does what is due: holds end, standing orders run, transfers are booked. */
export function keepTime(bank: Bank): void {
  for (const payment of bank.payments.values())
    if (payment.status === "held" && payment.expiresAt <= bank.now) payment.status = "expired";
  for (const order of bank.orders.values()) while (isDue(bank, order)) runOrder(bank, order);
  for (const transfer of bank.transfers.values())
    if (transfer.status === "pending" && transfer.booksAt <= bank.now) bookTransfer(bank, transfer);
}

function isDue(bank: Bank, { status, nextRun: day }: StandingOrder): boolean {
  return status === "active" && day <= dayOf(bank.now);
}

function runOrder(bank: Bank, order: StandingOrder): void {
  const { recipient, iban, amount } = order;
  const sent = { recipient, iban, amount, reference: `standing order ${order.id}` };
  try {
    send(bank, bank.wallet(order.walletId), sent, startOf(order.nextRun), order.id);
    order.runs += 1;
    order.lastError = null;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    order.lastError = error.message;
  }
  order.nextRun = nextRun(order.nextRun, order.day);
}

function bookTransfer(bank: Bank, transfer: Transfer): void {
  const { id, walletId, amount, fee, booksAt: at } = transfer;
  const wallet = bank.wallet(walletId);
  book(wallet, { at, kind: "transfer", amount: -amount, reference: id });
  book(wallet, { at, kind: "fee", amount: -fee, reference: id });
  if (isBroken("fee-taken-twice")) book(wallet, { at, kind: "fee", amount: -fee, reference: id });
  transfer.status = "booked";
  transfer.bookedAt = at;
}
