/** Who may come in: the tokens of two libraries. Hooks of a test make and end tokens here, and move the clock. */
import { randomBytes } from "node:crypto";
import type { Caller } from "./tools.ts";

const allScopes: readonly string[] = ["catalog", "catalog:edit", "desk", "desk:edit", "members:contact"];

interface Wanted {
  readonly scopes: readonly string[];
  readonly account?: string;
  readonly count?: number;
}

interface Question {
  readonly hook: string;
  readonly tokens?: readonly Wanted[];
  readonly token?: { readonly token: string };
  readonly seconds?: number;
  readonly still?: boolean;
}

export class Door {
  readonly #callers = new Map<string, Caller>([
    ["lib-main-desk", { branch: "main", scopes: allScopes }],
    ["lib-other-desk", { branch: "other", scopes: allScopes }],
  ]);
  readonly #mayStand: boolean;
  #ahead = 0;
  #standing: number | undefined;

  constructor(mayStand: boolean) {
    this.#mayStand = mayStand;
  }

  readonly now = (): number => this.#standing ?? Date.now() + this.#ahead;

  callerOf(authorization: string | null): Caller | undefined {
    const [, token] = /^Bearer +(\S+)$/i.exec(authorization ?? "") ?? [];
    return token === undefined ? undefined : this.#callers.get(token);
  }

  answer(question: Question): object {
    if (question.hook === "mint")
      return { tokens: (question.tokens ?? []).flatMap((wanted) => this.#mint(wanted)) };
    if (question.hook === "clock") return this.#move(question.seconds ?? 0, question.still);
    this.#callers.delete(question.token?.token ?? "");
    return {};
  }

  #mint({ scopes, account, count = 1 }: Wanted): object[] {
    return Array.from({ length: count }, () => {
      const token = `lib-${randomBytes(12).toString("hex")}`;
      this.#callers.set(token, { branch: account ?? "main", scopes });
      return { token, scopes, ...(account !== undefined && { account }) };
    });
  }

  #move(seconds: number, still: boolean | undefined): object {
    const now = this.now() + seconds * 1000;
    const stands = this.#mayStand && (still ?? this.#standing !== undefined);
    this.#ahead = now - Date.now();
    this.#standing = stands ? now : undefined;
    return { now: new Date(now).toISOString() };
  }
}
