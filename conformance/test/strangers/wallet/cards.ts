/** Cards, and the payments that shops authorize with them. */
import { randomInt } from "node:crypto";
import type { Bank } from "./bank.ts";
import { isBroken } from "./breaks.ts";
import { dayOf, monthOf } from "./clock.ts";
import { book, requireFunds } from "./customers.ts";
import { formatAmount, parseAmount } from "./money.ts";
import { type Card, makeId, type Payment } from "./records.ts";
import { Refusal } from "./refusal.ts";

const daysHeld = 7;
const cardsOfWallet = 3;

export interface CardOrder {
  readonly wallet_id: string;
  readonly holder_name: string;
  readonly daily_limit: string;
  readonly monthly_limit: string;
}

export function orderCard(bank: Bank, order: CardOrder): Card {
  const wallet = bank.openWallet(order.wallet_id);
  bank.requireVerified(wallet);
  const dailyLimit = parseAmount(order.daily_limit, wallet.currency);
  const monthlyLimit = parseAmount(order.monthly_limit, wallet.currency);
  if (dailyLimit > monthlyLimit) throw new Refusal("daily_limit must not exceed monthly_limit.");
  const others = [...bank.cards.values()].filter(
    ({ walletId, status }) => walletId === wallet.id && status !== "closed",
  );
  if (others.length >= cardsOfWallet)
    throw new Refusal(`Wallet ${wallet.id} already has ${cardsOfWallet} cards.`);
  const card: Card = {
    id: makeId("card"),
    walletId: wallet.id,
    holder: order.holder_name,
    last4: String(randomInt(10_000)).padStart(4, "0"),
    dailyLimit,
    monthlyLimit,
    status: "ordered",
    orderedAt: bank.now,
    activatedAt: null,
  };
  bank.cards.set(card.id, card);
  return card;
}

/** The states from which a card can be led to another one. */
const before: Readonly<Record<"active" | "frozen" | "closed", readonly Card["status"][]>> = {
  active: ["ordered", "frozen"],
  frozen: ["active"],
  closed: ["ordered", "active", "frozen"],
};

export function setCardStatus(bank: Bank, id: string, status: "active" | "frozen" | "closed"): Card {
  const card = bank.card(id);
  if (!before[status].includes(card.status))
    throw new Refusal(`Card ${id} is ${card.status} and cannot become ${status}.`);
  if (card.status === "ordered" && status === "active") card.activatedAt = bank.now;
  card.status = status;
  return card;
}

/** What a card has spent today and in this month: held and captured payments. */
export function spentWith(bank: Bank, card: Card): { readonly day: number; readonly month: number } {
  const today = spendingDay(bank.now);
  const month = monthOf(bank.now);
  const spent = { day: 0, month: 0 };
  for (const { cardId, status, amount, captured, authorizedAt } of bank.payments.values()) {
    const isBack = (status === "released" && !isBroken("released-still-spent")) || status === "expired";
    if (cardId !== card.id || isBack) continue;
    if (spendingDay(authorizedAt) === today) spent.day += captured ?? amount;
    if (monthOf(authorizedAt) === month) spent.month += captured ?? amount;
  }
  return spent;
}

function spendingDay(time: number): string {
  return isBroken("day-limit-by-utc") ? new Date(time).toISOString().slice(0, 10) : dayOf(time);
}

export function authorizePayment(bank: Bank, id: string, amount: number, merchant: string): Payment {
  const card = bank.card(id);
  const mayPay = card.status === "active" || (card.status === "frozen" && isBroken("frozen-card-pays"));
  if (!mayPay) throw new Refusal(`Card ${id} is not active, it is ${card.status}.`);
  const wallet = bank.openWallet(card.walletId);
  const spent = spentWith(bank, card);
  const limited = (limit: number) => formatAmount(limit, wallet.currency);
  if (spent.day + amount > card.dailyLimit)
    throw new Refusal(`Card ${id} exceeds its daily limit of ${limited(card.dailyLimit)}.`);
  if (spent.month + amount > card.monthlyLimit)
    throw new Refusal(`Card ${id} exceeds its monthly limit of ${limited(card.monthlyLimit)}.`);
  requireFunds(bank, wallet, amount);
  const payment: Payment = {
    id: makeId("pay"),
    cardId: id,
    walletId: wallet.id,
    amount,
    merchant,
    status: "held",
    captured: null,
    authorizedAt: bank.now,
    expiresAt: bank.now + daysHeld * 86_400_000,
  };
  bank.payments.set(payment.id, payment);
  return payment;
}

export function settlePayment(
  bank: Bank,
  id: string,
  action: "capture" | "release",
  amount?: number,
): Payment {
  const payment = bank.payment(id);
  if (payment.status !== "held") throw new Refusal(`Payment ${id} is already ${payment.status}.`);
  if (action === "release") {
    if (amount !== undefined) throw new Refusal("amount can only be used with action capture.");
    payment.status = "released";
    return payment;
  }
  const captured = amount ?? payment.amount;
  if (captured > payment.amount) throw new Refusal(`Payment ${id} was authorized for ${payment.amount}.`);
  payment.status = "captured";
  payment.captured = captured;
  book(bank.wallet(payment.walletId), {
    at: bank.now,
    kind: "payment",
    amount: -captured,
    reference: payment.merchant,
  });
  return payment;
}
