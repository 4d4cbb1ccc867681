/** The `requestState` of MCP 2026-07-28: the client's answers to a call so far, in a signed token that expires and works once. */
import { isObject } from "../json/object.ts";
import type { Awaitable } from "../service/awaitable.ts";
import { setLatest } from "../service/latest.ts";
import { fromBase64Url, toBase64Url } from "./base64.ts";

/** An answer of the client, and the hash of the request that it answers. */
export interface AnsweredRequest {
  /** The hash of the request: an answer counts for no other one. */
  readonly request: string;
  /** The result that the client sent. Check it like any input. */
  readonly answer: unknown;
}

export interface CallState {
  readonly tool: string;
  readonly account: string;
  /** The fingerprint of the arguments. */
  readonly input: string;
  /** The number of results that have requested input, including the result with this state. */
  readonly rounds: number;
  /** Answers of earlier rounds, by key. */
  readonly answered: Readonly<Record<string, AnsweredRequest>>;
  /** The requests that are sent with this state, by key: method and hash. */
  readonly pending: Readonly<Record<string, { readonly method: string; readonly request: string }>>;
}

/** A state that the client sent back, with a valid signature. */
export interface SignedState extends CallState {
  readonly id: string;
  readonly expires: number;
}

/** Records that a state was used. Returns false if it was used before. */
export type ClaimState = (id: string, expiresAt: number) => Awaitable<boolean>;

export interface StateOptions {
  /**
   * Signs states. Servers behind one address need the same secret. The default is random, so states are valid until the process
   * ends. With several secrets, the first one signs, and states that the others have signed are still accepted.
   */
  readonly secret?: string | readonly string[] | undefined;
  /** By default this process remembers the used states. Servers behind one address must share this memory. */
  readonly claim?: ClaimState | undefined;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

export interface RequestStates {
  /** Signs a state. */
  write(state: CallState): Promise<string>;
  /** Returns the state; undefined if it is forged, has expired or belongs to another call. */
  read(text: unknown, call: Pick<CallState, "tool" | "account" | "input">): Promise<SignedState | undefined>;
  /** Whether the state is used for the first time. */
  claim(state: SignedState): Awaitable<boolean>;
}

/** Long enough for a user to answer a question. */
const LIFETIME_MS = 10 * 60_000;
/** The most used states that a process remembers. Older ones have usually expired. */
const MAX_REMEMBERED = 100_000;

export function requestStates({ secret, claim, now }: StateOptions): RequestStates {
  let keys: Promise<StateKeys> | undefined;
  const claimOnce = claim ?? rememberUsed();
  return {
    async write(state) {
      const { signing } = await allKeys();
      const id = toBase64Url(crypto.getRandomValues(new Uint8Array(16)));
      const body = toBase64Url(utf8.encode(JSON.stringify({ ...state, id, expires: now() + LIFETIME_MS })));
      return `${body}.${toBase64Url(new Uint8Array(await crypto.subtle.sign("HMAC", signing, utf8.encode(body))))}`;
    },
    async read(text, call) {
      const [body = "", signature = "", ...more] = typeof text === "string" ? text.split(".") : [];
      const signed = utf8.encode(body);
      const isSigned = await Promise.all(
        (await allKeys()).verifying.map((key) =>
          crypto.subtle.verify("HMAC", key, fromBase64Url(signature), signed),
        ),
      );
      if (more.length > 0 || !isSigned.includes(true)) return undefined;
      const state: unknown = JSON.parse(new TextDecoder().decode(fromBase64Url(body)));
      if (!isState(state) || state.expires <= now()) return undefined;
      const { tool, account, input } = state;
      if (tool !== call.tool || account !== call.account || input !== call.input) return undefined;
      return state;
    },
    claim: ({ id, expires }) => claimOnce(id, expires),
  };

  /** Creates the keys on first use: some platforms provide random values only while they handle a request. */
  function allKeys(): Promise<StateKeys> {
    keys ??= stateKeys(secret);
    return keys;
  }
}

const utf8 = new TextEncoder();
const hmac = { name: "HMAC", hash: "SHA-256" } as const;

interface StateKeys {
  readonly signing: CryptoKey;
  readonly verifying: readonly CryptoKey[];
}

async function stateKeys(secret: StateOptions["secret"]): Promise<StateKeys> {
  const secrets = typeof secret === "string" ? [secret] : (secret ?? []);
  const keys = await Promise.all(
    secrets.map(async (text) =>
      importKey(
        await crypto.subtle.sign("HMAC", await importKey(utf8.encode(text)), utf8.encode("requestState")),
      ),
    ),
  );
  const [signing = await importKey(crypto.getRandomValues(new Uint8Array(32)))] = keys;
  return { signing, verifying: keys.length > 0 ? keys : [signing] };
}

function importKey(bytes: Uint8Array<ArrayBuffer> | ArrayBuffer): Promise<CryptoKey> {
  return crypto.subtle.importKey("raw", bytes, hmac, false, ["sign", "verify"]);
}

/** Narrows the type for the compiler. A state with a valid signature always has this shape. */
function isState(value: unknown): value is SignedState {
  return isObject(value) && typeof value.id === "string" && typeof value.expires === "number";
}

/** Remembers used states in memory. All states have the same lifetime, so the oldest entry expires first. */
function rememberUsed(): ClaimState {
  const used = new Map<string, number>();
  return (id, expiresAt) => {
    if (used.has(id)) return false;
    setLatest(used, id, expiresAt, MAX_REMEMBERED);
    return true;
  };
}

/** Identifies a request or arguments. */
export async function fingerprint(value: unknown): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", utf8.encode(JSON.stringify(value)));
  return toBase64Url(new Uint8Array(digest)).slice(0, 22);
}
