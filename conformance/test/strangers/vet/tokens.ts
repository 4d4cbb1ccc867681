/** The tokens of the practices say who may call. Hooks of a test make and end tokens here, and move the clock. */
import { randomBytes } from "node:crypto";
import { type AuthInfo, OAuthError, OAuthErrorCode } from "@modelcontextprotocol/server";

const allScopes = ["records:read", "desk:write", "medical:write", "owners:contact"];

interface Wanted {
  readonly scopes: readonly string[];
  readonly account?: string;
  readonly count?: number;
}

export interface ControlRequest {
  readonly hook: string;
  readonly tokens?: readonly Wanted[];
  readonly token?: { readonly token: string };
  readonly seconds?: number;
  readonly still?: boolean;
}

export class Tokens {
  /** Token -> its practice, as the client id, and its scopes. */
  readonly #tokens = new Map<string, AuthInfo>();
  readonly #mayStand: boolean;
  #aheadMs = 0;
  #standingMs: number | undefined;

  constructor(mayStand: boolean) {
    this.#mayStand = mayStand;
    for (const practice of ["main", "other"]) this.#add(`vet-${practice}`, practice, allScopes);
  }

  readonly now = (): number => this.#standingMs ?? Date.now() + this.#aheadMs;

  async verifyAccessToken(token: string): Promise<AuthInfo> {
    const info = this.#tokens.get(token);
    if (info === undefined)
      throw new OAuthError(OAuthErrorCode.InvalidToken, "The token is unknown or has ended.");
    // The SDK wants to know when a token ends. These end by a hook, so each lasts for another hour.
    return { ...info, expiresAt: Math.floor(Date.now() / 1000) + 3600 };
  }

  answer(request: ControlRequest): object {
    if (request.hook === "mint")
      return { tokens: (request.tokens ?? []).flatMap((wanted) => this.#mint(wanted)) };
    if (request.hook === "clock") return this.#moveClock(request.seconds ?? 0, request.still);
    this.#tokens.delete(request.token?.token ?? "");
    return {};
  }

  #add(token: string, practice: string, scopes: readonly string[]): void {
    this.#tokens.set(token, { token, clientId: practice, scopes: [...scopes] });
  }

  #mint({ scopes, account, count = 1 }: Wanted): object[] {
    return Array.from({ length: count }, () => {
      const token = `vet-${randomBytes(15).toString("base64url")}`;
      this.#add(token, account ?? "main", scopes);
      return { token, scopes, ...(account !== undefined && { account }) };
    });
  }

  #moveClock(seconds: number, still: boolean | undefined): object {
    const now = this.now() + seconds * 1000;
    const stands = this.#mayStand && (still ?? this.#standingMs !== undefined);
    this.#aheadMs = now - Date.now();
    this.#standingMs = stands ? now : undefined;
    return { now: new Date(now).toISOString() };
  }
}
