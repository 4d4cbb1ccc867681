/** What clients see of the rows. */
import type { Bank } from "./bank.ts";
import { spentWith } from "./cards.ts";
import { dayOf, isoTime, monthOf, unixTime } from "./clock.ts";
import { balanceOf, heldIn, walletsOf } from "./customers.ts";
import { formatAmount } from "./money.ts";
import type { Card, Customer, Payment, StandingOrder, Transfer, Wallet } from "./records.ts";
import { Refusal } from "./refusal.ts";

const optionalTime = (time: number | null) => (time === null ? null : isoTime(time));

export function showCustomer(bank: Bank, customer: Customer) {
  const { id, name, email, country, status, createdAt } = customer;
  const wallets = walletsOf(bank, id).length;
  return { id, name, email, country, status, wallets, created_at: isoTime(createdAt) };
}

export function showWallet(bank: Bank, wallet: Wallet) {
  const { id, customerId, currency, label, status, openedAt } = wallet;
  const balance = balanceOf(wallet);
  const held = heldIn(bank, wallet);
  return {
    id,
    customer_id: customerId,
    currency,
    label,
    status,
    balance,
    held,
    available: balance - held,
    opened_at: isoTime(openedAt),
  };
}

export function showCard(bank: Bank, card: Card) {
  const { currency } = bank.wallet(card.walletId);
  const spent = spentWith(bank, card);
  return {
    id: card.id,
    wallet_id: card.walletId,
    holder_name: card.holder,
    last4: card.last4,
    status: card.status,
    currency,
    daily_limit: formatAmount(card.dailyLimit, currency),
    monthly_limit: formatAmount(card.monthlyLimit, currency),
    spent_today: formatAmount(spent.day, currency),
    spent_this_month: formatAmount(spent.month, currency),
    ordered_at: unixTime(card.orderedAt),
    activated_at: card.activatedAt === null ? null : unixTime(card.activatedAt),
  };
}

export function showPayment(bank: Bank, payment: Payment) {
  return {
    id: payment.id,
    card_id: payment.cardId,
    wallet_id: payment.walletId,
    amount: payment.amount,
    currency: bank.wallet(payment.walletId).currency,
    merchant: payment.merchant,
    status: payment.status,
    captured_amount: payment.captured,
    authorized_at: unixTime(payment.authorizedAt),
    expires_at: unixTime(payment.expiresAt),
  };
}

export function showTransfer(bank: Bank, transfer: Transfer) {
  const { currency } = bank.wallet(transfer.walletId);
  return {
    id: transfer.id,
    wallet_id: transfer.walletId,
    recipient_name: transfer.recipient,
    iban: transfer.iban,
    amount: formatAmount(transfer.amount, currency),
    fee: formatAmount(transfer.fee, currency),
    total: formatAmount(transfer.amount + transfer.fee, currency),
    currency,
    reference: transfer.reference,
    status: transfer.status,
    standing_order_id: transfer.standingOrderId,
    created_at: isoTime(transfer.createdAt),
    books_at: isoTime(transfer.booksAt),
    booked_at: optionalTime(transfer.bookedAt),
    returned_at: optionalTime(transfer.returnedAt),
  };
}

export function showOrder(bank: Bank, order: StandingOrder) {
  const { currency } = bank.wallet(order.walletId);
  return {
    id: order.id,
    wallet_id: order.walletId,
    recipient_name: order.recipient,
    iban: order.iban,
    amount: formatAmount(order.amount, currency),
    currency,
    day_of_month: order.day,
    status: order.status,
    next_run: order.status === "active" ? order.nextRun : null,
    runs: order.runs,
    last_error: order.lastError,
  };
}

/** The movements of a month in Berlin, the first ones first. */
export function showStatement(bank: Bank, walletId: string, month: string) {
  const { currency, entries } = bank.wallet(walletId);
  if (month > monthOf(bank.now)) throw new Refusal(`${month} has not begun.`);
  const sorted = entries.toSorted((one, other) => one.at - other.at);
  const earlier = sorted.filter(({ at }) => monthOf(at) < month);
  const listed = sorted.filter(({ at }) => monthOf(at) === month);
  const sum = (of: readonly { readonly amount: number }[]) =>
    of.reduce((total, { amount }) => total + amount, 0);
  const format = (minor: number) => formatAmount(minor, currency);
  return {
    wallet_id: walletId,
    month,
    currency,
    opening_balance: format(sum(earlier)),
    closing_balance: format(sum(earlier) + sum(listed)),
    total_in: format(sum(listed.filter(({ amount }) => amount > 0))),
    total_out: format(-sum(listed.filter(({ amount }) => amount < 0))),
    entries: listed.map(({ at, kind, amount, reference }) => ({
      date: dayOf(at),
      kind,
      amount: format(amount),
      reference,
    })),
  };
}
