import { availableParallelism } from "node:os";
import { extname } from "node:path";
import { setImmediate as turn } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import type { SpecSource } from "../document.ts";
import type { Makers } from "../emit/parts.ts";
import type { Reading } from "../reading.ts";
import { type Round, type Share, takeShare } from "./crew-round.ts";
import type { Found, Given, Kind } from "./crew-tasks.ts";

/** Fewer are done in the time in which threads start. */
const fewest: Readonly<Record<Kind, number>> = { read: 200, build: 200, derive: 100 };

/**
 * The threads of a run, this one among them, which share what is done for each file or tool by itself. It shows nowhere
 * which of them did it, or how many there are. What is thrown in one is thrown here.
 */
export interface Crew extends Makers {
  read(sources: readonly SpecSource[]): Promise<readonly Reading[]>;
  /** Whether there are threads beside this one, which may begin while it goes on. */
  hasOthers(): boolean;
  /** Leaves no thread but this one, and whatever was begun undone. */
  end(): Promise<void>;
}

/**
 * Others start with the first work that is enough for them.
 *
 * @param size how many threads, with this one.
 */
export function crewOf(size = availableParallelism()): Crew {
  const threads: Worker[] = [];
  const open = new Map<number, Open>();
  let rounds = 0;
  let failure: { readonly error: unknown } | undefined;

  function hire(): void {
    while (threads.length < size - 1) threads.push(threadFor(receive, fail));
  }

  function receive({ round, from, found }: Share): void {
    open.get(round)?.receive(from, found);
  }

  function fail(error: unknown): void {
    failure ??= { error };
    for (const { reject } of open.values()) reject(error);
  }

  async function share<K extends Kind>(kind: K, given: Given<K>, count: number): Promise<Found<K>[]> {
    const taken = new Int32Array(new SharedArrayBuffer(4));
    const round: Round = { number: rounds++, kind, given, count, taken };
    const { found, ...rest } = openRound<Found<K>>(count, taken);
    open.set(round.number, rest);
    if (failure) throw failure.error;
    const isShared = count >= fewest[kind] && size > 1;
    if (isShared) {
      hire();
      for (const thread of threads) thread.postMessage(round);
    }
    const own = isShared ? inTurns(round, receive) : takeShare(round, receive);
    const [all] = await Promise.all([found, own]);
    open.delete(round.number);
    return all;
  }

  return {
    read: (sources) => share("read", sources, sources.length),
    build: (plans) => share("build", plans, plans.length),
    derive: (ground, tools) => share("derive", { ground, tools }, tools.length),
    hasOthers: () => threads.length > 0,
    async end() {
      for (const { stop } of open.values()) stop();
      await Promise.all(threads.splice(0).map((thread) => thread.terminate()));
    },
  };
}

/** Does what only this thread can do first, whenever there is any. */
async function inTurns(round: Round, receive: (share: Share) => void): Promise<void> {
  await turn();
  await takeShare(round, (share) => {
    receive(share);
    return turn();
  });
}

/** A round that is not over yet. */
interface Open {
  receive(from: number, found: readonly unknown[]): void;
  reject(error: unknown): void;
  /** Nothing more of it is taken. */
  stop(): unknown;
}

function openRound<T>(count: number, taken: Round["taken"]): Open & { readonly found: Promise<T[]> } {
  const { promise, resolve, reject } = Promise.withResolvers<T[]>();
  const all = new Array<T>(count);
  let left = count;
  const receive = (from: number, found: readonly unknown[]): void => {
    for (const [index, each] of found.entries()) all[from + index] = each as T;
    left -= found.length;
    if (left === 0) resolve(all);
  };
  receive(0, []);
  // It may be rejected before anybody asks for what was found, or when nobody will.
  promise.catch(() => {});
  return { found: promise, receive, reject, stop: () => Atomics.store(taken, 0, count) };
}

/** The code lies beside this one, as TypeScript or compiled. */
function threadFor(receive: (share: Share) => void, fail: (error: unknown) => void): Worker {
  const code = new URL(`crew-thread${extname(import.meta.filename)}`, import.meta.url);
  const thread = new Worker(code);
  thread.on("message", receive).on("error", fail);
  // One that has failed, or is told to end, is known to.
  thread.on("exit", (exitCode) => fail(new Error(`A thread has ended with ${exitCode}.`)));
  return thread;
}
