/** Remembers which case made a call, so that a finding can name the cases that show it again. */
import { AsyncLocalStorage } from "node:async_hooks";
import type { Exchange } from "../wire/client.ts";

const cases = new AsyncLocalStorage<string>();
const origins = new WeakMap<Exchange, string>();

export const runCase = <Result>(id: string, run: () => Promise<Result>) => cases.run(id, run);

export const recordOrigin = (exchange: Exchange) => void origins.set(exchange, cases.getStore() ?? "**");

/** The case that made a call; all of them (`**`) if it was made for none. */
export const originOf = (exchange: Exchange): string | undefined => origins.get(exchange);
