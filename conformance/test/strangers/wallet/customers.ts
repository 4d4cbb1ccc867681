/** Customers and their wallets. */
import type { Bank } from "./bank.ts";
import { isBroken } from "./breaks.ts";
import type { Currency } from "./money.ts";
import { type Customer, type Entry, makeId, type Payment, type Wallet } from "./records.ts";
import { Refusal } from "./refusal.ts";

export function createCustomer(
  bank: Bank,
  { name, email, country }: { name: string; email: string; country: string },
): Customer {
  const customer: Customer = {
    id: makeId("cus"),
    name,
    email,
    country,
    status: "pending",
    createdAt: bank.now,
  };
  bank.customers.set(customer.id, customer);
  return customer;
}

export function verifyCustomer(bank: Bank, id: string): Customer {
  const customer = bank.customer(id);
  if (customer.status === "verified") throw new Refusal(`Customer ${id} is already verified.`);
  customer.status = "verified";
  return customer;
}

export function openWallet(bank: Bank, customerId: string, currency: Currency, label: string | null): Wallet {
  bank.customer(customerId);
  if (walletsOf(bank, customerId).some((each) => each.currency === currency))
    throw new Refusal(`Customer ${customerId} already has a wallet in ${currency}.`);
  const wallet: Wallet = {
    id: makeId("wal"),
    customerId,
    currency,
    label,
    status: "open",
    openedAt: bank.now,
    entries: [],
  };
  bank.wallets.set(wallet.id, wallet);
  return wallet;
}

/** The wallets of a customer that are not closed. */
export function walletsOf(bank: Bank, customerId: string): readonly Wallet[] {
  return [...bank.wallets.values()].filter(
    (wallet) => wallet.customerId === customerId && wallet.status === "open",
  );
}

export function closeWallet(bank: Bank, id: string): Wallet {
  const wallet = bank.openWallet(id);
  if (balanceOf(wallet) !== 0 || heldIn(bank, wallet) !== 0)
    throw new Refusal(`Wallet ${id} is not empty. Transfer the rest first.`);
  if ([...bank.cards.values()].some(({ walletId, status }) => walletId === id && status !== "closed"))
    throw new Refusal(`Wallet ${id} has cards. Close them first.`);
  if ([...bank.orders.values()].some(({ walletId, status }) => walletId === id && status === "active"))
    throw new Refusal(`Wallet ${id} has standing orders. Cancel them first.`);
  wallet.status = "closed";
  return wallet;
}

export function book(wallet: Wallet, entry: Entry): void {
  wallet.entries.push(entry);
}

export function balanceOf(wallet: Wallet): number {
  return wallet.entries.reduce((sum, { amount }) => sum + amount, 0);
}

/** What payments and transfers have reserved. */
export function heldIn(bank: Bank, { id }: Wallet): number {
  let held = 0;
  for (const payment of bank.payments.values()) if (payment.walletId === id) held += heldBy(payment);
  for (const { walletId, status, amount, fee } of bank.transfers.values())
    if (walletId === id && status === "pending") held += amount + fee;
  return held;
}

function heldBy({ status, amount, captured }: Payment): number {
  if (status === "expired" && isBroken("hold-not-released")) return amount;
  if (status === "captured" && isBroken("capture-holds-rest")) return amount - captured!;
  return status === "held" ? amount : 0;
}

export function requireFunds(bank: Bank, wallet: Wallet, amount: number): void {
  if (balanceOf(wallet) - heldIn(bank, wallet) < amount)
    throw new Refusal(`Wallet ${wallet.id} has insufficient funds.`);
}
