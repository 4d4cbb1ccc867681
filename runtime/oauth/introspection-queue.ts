/** Orders requests to an authorization server, so that clients with invalid tokens delay each other but not valid callers. */
import { Unavailable } from "../service/unavailable.ts";

/** The most requests to the authorization server at once. */
const MAX_RUNNING = 64;
/** The part of these for networks that have not sent a valid token yet. The rest is reserved for the others. */
const MAX_RUNNING_UNPROVEN = 48;
/** The most requests of one network that run or wait. */
const MAX_OF_NETWORK = 512;
/** The most waiting requests of all networks. */
const MAX_WAITING = 4_096;
/** The part of these for networks that have not sent a valid token yet. */
const MAX_WAITING_UNPROVEN = 3_072;
const MAX_WAIT_MS = 10_000;
/** The most remembered networks that have sent a valid token. */
const MAX_PROVEN = 10_000;

interface Request {
  readonly network: string;
  /** Whether its network had sent a valid token before this request. */
  readonly isProven: boolean;
  /** Ends the wait of the request. */
  start(): void;
}

/** Runs requests. Networks take turns, and networks that have sent a valid token come first. */
export class IntrospectionQueue {
  /** The waiting requests of each network that has sent a valid token, the next network first. */
  readonly #waitingProven = new Map<string, readonly Request[]>();
  /** The waiting requests of all other networks. */
  readonly #waitingUnproven = new Map<string, readonly Request[]>();
  /** The number of requests of each network that run or wait. */
  readonly #open = new Map<string, number>();
  readonly #proven = new Set<string>();
  #running = 0;
  #runningUnproven = 0;
  #waitingCount = 0;

  /** Remembers that a token of this network was valid. */
  prove(network: string): void {
    this.#proven.delete(network);
    this.#proven.add(network);
    const [oldest] = this.#proven;
    if (this.#proven.size > MAX_PROVEN && oldest !== undefined) this.#proven.delete(oldest);
  }

  /** @throws Unavailable if too many requests wait, or this one waits too long */
  async run<T>(network: string, ask: () => Promise<T>): Promise<T> {
    const open = this.#open.get(network) ?? 0;
    const isProven = this.#proven.has(network);
    const mostWaiting = isProven ? MAX_WAITING : MAX_WAITING_UNPROVEN;
    if (open >= MAX_OF_NETWORK || this.#waitingCount >= mostWaiting)
      throw new Unavailable("Too many requests wait for the authorization server.");
    this.#open.set(network, open + 1);
    try {
      await this.#takePlace(network, isProven);
      return await ask().finally(() => this.#leavePlace(isProven));
    } finally {
      const left = (this.#open.get(network) ?? 1) - 1;
      if (left > 0) this.#open.set(network, left);
      else this.#open.delete(network);
    }
  }

  async #takePlace(network: string, isProven: boolean): Promise<void> {
    if (!this.#isFree(isProven)) await this.#wait(network, isProven);
    else this.#countRunning(isProven, 1);
  }

  #leavePlace(isProven: boolean): void {
    this.#countRunning(isProven, -1);
    for (let next = this.#next(); next !== undefined; next = this.#next()) {
      this.#countRunning(next.isProven, 1);
      next.start();
    }
  }

  #isFree(isProven: boolean): boolean {
    return this.#running < MAX_RUNNING && (isProven || this.#runningUnproven < MAX_RUNNING_UNPROVEN);
  }

  #countRunning(isProven: boolean, change: 1 | -1): void {
    this.#running += change;
    if (!isProven) this.#runningUnproven += change;
  }

  /** Waits until the request may run. `#leavePlace` counts it as running when it starts it. */
  #wait(network: string, isProven: boolean): Promise<void> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#remove(request);
        reject(new Unavailable("The authorization server takes too long."));
      }, MAX_WAIT_MS);
      const request: Request = {
        network,
        isProven,
        start: () => {
          clearTimeout(timer);
          this.#remove(request);
          resolve();
        },
      };
      const waiting = this.#waitingLike(request);
      waiting.set(network, [...(waiting.get(network) ?? []), request]);
      this.#waitingCount++;
    });
  }

  /** Removes a request from the queue. Its network moves to the end, since it had its turn. */
  #remove(request: Request): void {
    const waiting = this.#waitingLike(request);
    const left = (waiting.get(request.network) ?? []).filter((other) => other !== request);
    waiting.delete(request.network);
    if (left.length > 0) waiting.set(request.network, left);
    this.#waitingCount--;
  }

  #waitingLike({ isProven }: Request): Map<string, readonly Request[]> {
    return isProven ? this.#waitingProven : this.#waitingUnproven;
  }

  /** Returns the next request if it may run now. */
  #next(): Request | undefined {
    const [next] = findFirst(this.#waitingProven) ?? findFirst(this.#waitingUnproven) ?? [];
    return next !== undefined && this.#isFree(next.isProven) ? next : undefined;
  }
}

function findFirst(waiting: ReadonlyMap<string, readonly Request[]>): readonly Request[] | undefined {
  return waiting.values().next().value;
}
