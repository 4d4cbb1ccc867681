/** The `requestState` of MCP 2026-07-28: what a call has learned from its client so far, signed, expiring and used once. */
import { createHmac, hash, randomBytes, timingSafeEqual } from "node:crypto";
import { isObject } from "../json/object.ts";
import type { Awaitable } from "../service/awaitable.ts";

/** An answer of the client, and the hash of the request that it answers. */
export interface AnsweredRequest {
  readonly request: string;
  readonly answer: unknown;
}

export interface CallState {
  readonly tool: string;
  readonly account: string;
  /** Of the arguments. */
  readonly input: string;
  /** How many results have asked, the one with this state included. */
  readonly rounds: number;
  /** Answers of earlier rounds, by key. */
  readonly answered: Readonly<Record<string, AnsweredRequest>>;
  /** The requests that are sent with this state, by key: method and hash. */
  readonly pending: Readonly<Record<string, { readonly method: string; readonly request: string }>>;
}

/** A state that came back, with our signature. */
export interface SignedState extends CallState {
  readonly id: string;
  readonly expires: number;
}

/** Records that a state was used. Returns false if it was used before. */
export type ClaimState = (id: string, expiresAt: number) => Awaitable<boolean>;

export interface StateOptions {
  /**
   * Signs states; servers that share the work share it. By default random, so that states end with the process. Of several, the
   * first one signs, and states that the others have signed are still read.
   */
  readonly secret?: string | readonly string[] | undefined;
  /** By default this process remembers the states that were used; servers that share the work need one that they share. */
  readonly claim?: ClaimState | undefined;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

export interface RequestStates {
  /** Signs a state. */
  write(state: CallState): string;
  /** The state; undefined if it is forged, has expired or belongs to another call. */
  read(text: unknown, call: Pick<CallState, "tool" | "account" | "input">): SignedState | undefined;
  /** Whether the state is used for the first time. */
  claim(state: SignedState): Awaitable<boolean>;
}

/** People take their time to answer a question. */
const LIFETIME_MS = 10 * 60_000;
/** How many used states a process remembers; older ones have mostly expired. */
const MAX_REMEMBERED = 100_000;

export function requestStates({ secret, claim, now }: StateOptions): RequestStates {
  const [current, ...former] = stateKeys(secret);
  const claimOnce = claim ?? rememberUsed(now);
  return {
    write(state) {
      const id = randomBytes(16).toString("base64url");
      const body = Buffer.from(JSON.stringify({ ...state, id, expires: now() + LIFETIME_MS })).toString(
        "base64url",
      );
      return `${body}.${sign(current, body).toString("base64url")}`;
    },
    read(text, call) {
      const [body = "", signature = "", ...more] = typeof text === "string" ? text.split(".") : [];
      const given = Buffer.from(signature, "base64url");
      const isSigned = [current, ...former].some((key) => isEqual(given, sign(key, body)));
      if (more.length > 0 || !isSigned) return undefined;
      const state: unknown = JSON.parse(Buffer.from(body, "base64url").toString());
      if (!isState(state) || state.expires <= now()) return undefined;
      const { tool, account, input } = state;
      if (tool !== call.tool || account !== call.account || input !== call.input) return undefined;
      return state;
    },
    claim: ({ id, expires }) => claimOnce(id, expires),
  };
}

function stateKeys(secret: StateOptions["secret"]): readonly [Buffer, ...Buffer[]] {
  const [first, ...former] = typeof secret === "string" ? [secret] : (secret ?? []);
  if (first === undefined) return [randomBytes(32)];
  const keyFrom = (text: string) => createHmac("sha256", text).update("requestState").digest();
  return [keyFrom(first), ...former.map(keyFrom)];
}

function sign(key: Buffer, body: string): Buffer {
  return createHmac("sha256", key).update(body).digest();
}

function isEqual(given: Buffer, expected: Buffer): boolean {
  return given.length === expected.length && timingSafeEqual(given, expected);
}

/** What carries our signature has our shape; this only satisfies the compiler without an assertion. */
function isState(value: unknown): value is SignedState {
  return isObject(value) && typeof value.id === "string" && typeof value.expires === "number";
}

function rememberUsed(now: () => number): ClaimState {
  const used = new Map<string, number>();
  return (id, expiresAt) => {
    if (used.has(id)) return false;
    if (used.size >= MAX_REMEMBERED) makeRoom(used, now());
    used.set(id, expiresAt);
    return true;
  };
}

/** Forgets expired states, and the oldest one if none has expired. */
function makeRoom(used: Map<string, number>, time: number): void {
  for (const [id, end] of used) if (end <= time) used.delete(id);
  for (const oldest of used.keys()) {
    if (used.size < MAX_REMEMBERED) return;
    used.delete(oldest);
  }
}

/** Identifies a request or arguments. */
export function fingerprint(value: unknown): string {
  return hash("sha256", JSON.stringify(value), "base64url").slice(0, 22);
}
