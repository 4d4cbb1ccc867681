/** The tokens of a run, by holder, with the remaining uses of each within the declared rate. */
import type { RateRule } from "@toolwright/runtime";
import { PreconditionError } from "../results/precondition-error.ts";
import type { Authorization } from "../wire/client.ts";
import { tokenKey } from "./minted.ts";

/** Identifies equivalent tokens: their scopes and account. */
export interface Holder {
  readonly scopes: readonly string[];
  readonly account?: string | undefined;
}

/** A token, and the window in which the target counts its requests. */
export interface Token {
  readonly value: string;
  readonly window: RateWindow;
}

/** The current window of the rate, of a token or of all tokens of an account. */
interface RateWindow {
  /** The start of the window, in milliseconds of the store's clock. */
  opensAt: number;
  /** The number of requests in the window; infinite if cases must make none. */
  used: number;
  /** The number of requests that have no answer yet. The target may count them in its next window. */
  underWay: number;
  /** Whether a request of the window was answered: the target's window has opened by then. */
  isAnswered: boolean;
}

/** A margin, because the target counts from the arrival of a request and the suite from its sending. */
const marginMs = 1_000;

/** How long a request without an answer is waited for, before it is looked for again. */
const answerMs = 500;

export class TokenStore {
  /** The tokens that no report may show. */
  readonly secrets = new Set<string>();
  readonly #rate: RateRule | undefined;
  readonly #now: () => number;
  readonly #windowMs: number;
  /** Key of a holder -> its tokens. */
  readonly #pools = new Map<string, Token[]>();
  /** Account -> its window, if the rate counts by account. */
  readonly #ofAccounts = new Map<string | undefined, RateWindow>();
  readonly #byAuthorization = new Map<Authorization, Token>();

  /** Authorization -> whether an authorization server issued its token, where that is known. */
  readonly #origins = new Map<Authorization, boolean>();

  /** @param now the clock, in milliseconds */
  constructor(rate: RateRule | undefined, now: () => number) {
    this.#rate = rate;
    this.#now = now;
    this.#windowMs = (rate?.seconds ?? 0) * 1000 + marginMs;
  }

  /** @param oauth whether an authorization server issued it; undefined if that is not known */
  add(holder: Holder, value: string, oauth: boolean | undefined): void {
    if (oauth !== undefined) this.#origins.set(`Bearer ${value}`, oauth);
    this.findPool(holder).push(this.addReserved(holder, value));
  }

  /** Adds a token that one case uses. */
  addReserved({ account }: Holder, value: string): Token {
    this.secrets.add(value);
    const token = { value, window: this.countsByAccount ? this.#windowOf(account) : newWindow() };
    this.#byAuthorization.set(`Bearer ${value}`, token);
    return token;
  }

  /** Whether all tokens of an account share one window. */
  get countsByAccount(): boolean {
    return this.#rate?.per === "account";
  }

  #windowOf(account: string | undefined): RateWindow {
    const window = this.#ofAccounts.get(account) ?? newWindow();
    this.#ofAccounts.set(account, window);
    return window;
  }

  /** Returns the token of an authorization, if it is one of the run. */
  find(authorization: Authorization): Token | undefined {
    return this.#byAuthorization.get(authorization);
  }

  /** Whether an authorization server issued the token; undefined if that is not known. */
  isFromOauth(authorization: Authorization): boolean | undefined {
    return this.#origins.get(authorization);
  }

  /** Returns the tokens of a holder, as a list that may grow. */
  findPool({ scopes, account }: Holder): Token[] {
    const key = tokenKey(scopes, account);
    const pool = this.#pools.get(key) ?? [];
    this.#pools.set(key, pool);
    return pool;
  }

  /** Whether the rate allows one more request with a token now. */
  isAvailable(token: Token): boolean {
    return this.hasRoom(token, 1) || this.msUntilOpen(token) <= 0;
  }

  /** Whether a token may be used this often within its current window. */
  hasRoom({ window }: Token, calls: number): boolean {
    const { max = Number.MAX_VALUE } = this.#rate ?? {};
    return window.used + calls <= max;
  }

  countUse(token: Token): void {
    const { window } = token;
    if (this.msUntilOpen(token) <= 0) {
      window.opensAt = this.#now();
      window.used = window.underWay;
      window.isAnswered = false;
    }
    window.used++;
  }

  /** Notes that a request is sent. */
  begin(authorization: Authorization): void {
    const window = this.find(authorization)?.window;
    if (window !== undefined) window.underWay++;
  }

  /** Notes that a request has its answer. The window counts from the first one, since a request may arrive long after it was sent. */
  end(authorization: Authorization): void {
    const window = this.find(authorization)?.window;
    if (window === undefined) return;
    window.underWay--;
    if (!window.isAnswered) window.opensAt = this.#now();
    window.isAnswered = true;
  }

  /** Milliseconds until the next window of a token opens. */
  msUntilOpen({ window }: Token): number {
    return window.opensAt + this.#windowMs - this.#now();
  }

  /** Milliseconds until a token may be used that no request of the next window has used: none without an answer is left. */
  msUntilFresh(token: Token): number {
    const ms = this.msUntilOpen(token);
    return token.window.underWay > 0 ? Math.max(ms, answerMs) : ms;
  }

  /** Blocks a token for other cases until its window ends. */
  useUp({ window }: Token): void {
    window.opensAt = this.#now();
    window.used = Number.POSITIVE_INFINITY;
  }

  /** Blocks the token of an authorization for all cases, for this many seconds. */
  pause(authorization: Authorization, seconds: number): void {
    const window = this.find(authorization)?.window;
    if (window === undefined) return;
    window.used = Number.POSITIVE_INFINITY;
    window.opensAt = this.#now() + seconds * 1000 - this.#windowMs;
  }
}

function newWindow(): RateWindow {
  return { opensAt: Number.NEGATIVE_INFINITY, used: 0, underWay: 0, isAnswered: true };
}

/**
 * Returns the error that makes a case unverified because there is no token for it. @param which `another` where the target has one of
 * the account already
 */
export function makeLackingError(
  { account }: Pick<Holder, "account">,
  why: string,
  which: "a" | "another" = "a",
): PreconditionError {
  if (account === undefined) return new PreconditionError("no-hook", why);
  const entry = `add ${which} token with \`account: other\` to the target file`;
  const hook =
    "a hook mint that creates tokens of the account in its input and repeats the account in its output";
  return new PreconditionError("no-account", `${why}: ${entry}, or ${hook}`);
}

export function describeHolder({ scopes, account }: Holder): string {
  const held = scopes.length === 0 ? "with no scope" : `with exactly the scopes ${scopes.join(", ")}`;
  return account === undefined ? held : `of the account ${account} ${held}`;
}
