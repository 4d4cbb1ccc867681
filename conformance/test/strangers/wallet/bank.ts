/** The rows of the bank, and what a call that is sent again with the same key was answered. */

import { isBroken } from "./breaks.ts";
import { now } from "./clock.ts";
import type { Card, Customer, Payment, StandingOrder, Transfer, Wallet } from "./records.ts";
import { Refusal } from "./refusal.ts";

interface Answered {
  readonly input: string;
  readonly result: object;
}

export class Bank {
  readonly customers = new Map<string, Customer>();
  readonly wallets = new Map<string, Wallet>();
  readonly cards = new Map<string, Card>();
  readonly payments = new Map<string, Payment>();
  readonly transfers = new Map<string, Transfer>();
  readonly orders = new Map<string, StandingOrder>();
  readonly #answered = new Map<string, Answered>();

  get now(): number {
    return now();
  }

  customer(id: string): Customer {
    return find(this.customers, "Customer", id);
  }

  wallet(id: string): Wallet {
    return find(this.wallets, "Wallet", id);
  }

  card(id: string): Card {
    return find(this.cards, "Card", id);
  }

  payment(id: string): Payment {
    return find(this.payments, "Payment", id);
  }

  transfer(id: string): Transfer {
    return find(this.transfers, "Transfer", id);
  }

  order(id: string): StandingOrder {
    return find(this.orders, "Standing order", id);
  }

  openWallet(id: string): Wallet {
    const wallet = this.wallet(id);
    if (wallet.status === "closed") throw new Refusal(`Wallet ${id} is closed.`);
    return wallet;
  }

  /** The customer of a wallet, whose identity was checked. */
  requireVerified(wallet: Wallet): void {
    const { id, status } = this.customer(wallet.customerId);
    if (status !== "verified") throw new Refusal(`Customer ${id} is not verified.`);
  }

  /** A call that is sent again with the same idempotency key has one effect. */
  once<Result extends object>(
    tool: string,
    { idempotency_key, ...input }: { readonly idempotency_key?: string | undefined },
    run: () => Result,
  ): Result {
    const isIgnored = tool === "create_transfer" && isBroken("retry-sends-twice");
    if (idempotency_key === undefined || isIgnored) return run();
    const sent = JSON.stringify(Object.entries(input).toSorted(([one], [other]) => (one < other ? -1 : 1)));
    const key = `${tool} ${idempotency_key}`;
    const earlier = this.#answered.get(key);
    if (earlier !== undefined && earlier.input !== sent)
      throw new Refusal(`Idempotency key ${idempotency_key} was already used with different parameters.`);
    if (earlier !== undefined) return earlier.result as Result;
    const result = structuredClone(run());
    this.#answered.set(key, { input: sent, result });
    return result;
  }
}

function find<Row>(rows: ReadonlyMap<string, Row>, kind: string, id: string): Row {
  const row = rows.get(id);
  if (row === undefined) throw new Refusal(`${kind} ${id} not found.`);
  return row;
}
