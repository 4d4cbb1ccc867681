/** Mints tokens with the hook `mint`. Concurrent requests share one run of the hook, since starting it takes most time. */
import { setImmediate as nextTurn } from "node:timers/promises";
import type { RunHook } from "./hooks.ts";
import { type MintedToken, parseMintedTokens, tokenKey } from "./minted.ts";
import type { Holder } from "./token-store.ts";

/** Tokens that the hook must create. */
export type Wish = Holder & { readonly count: number };

/** Returns the requested tokens that the hook created. Rejects with a UsageError if the hook fails. */
export type Mint = (wishes: readonly Wish[]) => Promise<MintedToken[]>;

interface Order {
  readonly wishes: readonly Wish[];
  resolve(minted: MintedToken[]): void;
  reject(error: unknown): void;
}

export function makeMinter(runHook: RunHook): Mint {
  let waiting: Order[] = [];
  let isRunning = false;
  return (wishes) =>
    new Promise((resolve, reject) => {
      waiting.push({ wishes, resolve, reject });
      if (!isRunning) void serve();
    });

  /** Runs the hook until no request waits. Requests during a run wait for the next one. */
  async function serve(): Promise<void> {
    isRunning = true;
    await nextTurn();
    while (waiting.length > 0) {
      const orders = waiting;
      waiting = [];
      await serveTogether(orders);
    }
    isRunning = false;
  }

  /** Mints for several requests at once. If the hook fails, runs it for each request alone. */
  async function serveTogether(orders: readonly Order[]): Promise<void> {
    try {
      const minted = await run(orders.flatMap(({ wishes }) => wishes));
      for (const { wishes, resolve } of orders) resolve(wishes.flatMap((wish) => takeFrom(minted, wish)));
    } catch (error) {
      if (orders.length === 1) orders[0]!.reject(error);
      else for (const order of orders) await serveTogether([order]);
    }
  }

  async function run(tokens: readonly Wish[]): Promise<MintedToken[]> {
    return parseMintedTokens(await runHook("mint", { tokens: tokens as never }));
  }
}

function takeFrom(minted: MintedToken[], { scopes, account, count }: Wish): MintedToken[] {
  const key = tokenKey(scopes, account);
  const matching = minted.filter((each) => tokenKey(each.scopes, each.account) === key).slice(0, count);
  for (const each of matching) minted.splice(minted.indexOf(each), 1);
  return matching;
}
