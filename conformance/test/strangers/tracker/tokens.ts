/** Tokens and the time. Hooks of a test make and end tokens, and move the clock. */
import { randomBytes } from "node:crypto";
import { workspaceOf } from "./workspaces.ts";

const allScopes: readonly string[] = ["issues:read", "issues:write", "projects:manage", "members:email"];

/** Whose token it is, and what it may do. */
export interface Grant {
  readonly workspace: string;
  readonly scopes: readonly string[];
}

interface WantedToken {
  readonly scopes: readonly string[];
  readonly account?: string;
  readonly count?: number;
}

interface HookCall {
  readonly hook: string;
  readonly tokens?: readonly WantedToken[];
  readonly token?: { readonly token: string };
  readonly account?: string;
  readonly state?: string | null;
  readonly seconds?: number;
  readonly still?: boolean;
}

export class Tokens {
  readonly #grants = new Map<string, Grant>([
    ["trk_main", { workspace: "main", scopes: allScopes }],
    ["trk_other", { workspace: "other", scopes: allScopes }],
    ["trk_frozen", { workspace: "frozen", scopes: allScopes }],
  ]);

  grantOf(authorization: string | undefined): Grant | undefined {
    const [, token = ""] = /^Bearer +(\S+)$/i.exec(authorization ?? "") ?? [];
    return this.#grants.get(token);
  }

  mint(wanted: readonly WantedToken[]): object {
    const tokens = wanted.flatMap(({ scopes, account, count = 1 }) =>
      Array.from({ length: count }, () => {
        const token = `trk_${randomBytes(15).toString("base64url")}`;
        this.#grants.set(token, { workspace: account ?? "main", scopes });
        return { token, scopes, ...(account !== undefined && { account }) };
      }),
    );
    return { tokens };
  }

  end(token: string): object {
    this.#grants.delete(token);
    return {};
  }
}

export class Clock {
  readonly #mayStand: boolean;
  #offset = 0;
  #standsAt: number | undefined;

  constructor(mayStand: boolean) {
    this.#mayStand = mayStand;
  }

  readonly now = (): number => this.#standsAt ?? Date.now() + this.#offset;

  move(seconds: number, still = this.#standsAt !== undefined): object {
    const now = this.now() + seconds * 1000;
    this.#offset = now - Date.now();
    this.#standsAt = this.#mayStand && still ? now : undefined;
    return { now: new Date(now).toISOString() };
  }
}

export function answerHook(call: HookCall, tokens: Tokens, clock: Clock): object {
  if (call.hook === "mint") return tokens.mint(call.tokens ?? []);
  if (call.hook === "account") {
    workspaceOf(call.account ?? "main", clock.now).isFrozen = call.state === "frozen";
    return {};
  }
  if (call.hook === "clock") return clock.move(call.seconds ?? 0, call.still);
  return tokens.end(call.token?.token ?? "");
}
