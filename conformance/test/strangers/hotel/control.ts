/** The door for hooks of a test: makes and ends tokens, and moves the clock. */
import { randomUUID } from "node:crypto";
import type { Caller } from "./tools.ts";

/** The time of the hotel: that of the machine, moved forward, or one that stands. */
export class Clock {
  readonly #mayStand: boolean;
  #offset = 0;
  #standsAt: number | undefined;

  constructor(mayStand: boolean) {
    this.#mayStand = mayStand;
  }

  readonly now = (): number => this.#standsAt ?? Date.now() + this.#offset;

  forward(seconds: number): void {
    this.#offset += seconds * 1000;
    if (this.#standsAt !== undefined) this.#standsAt += seconds * 1000;
  }

  stand(still: boolean): void {
    if (!still) this.#standsAt = undefined;
    else if (this.#mayStand) this.#standsAt ??= this.now();
  }
}

export const everyScope: readonly string[] = ["hotel:read", "hotel:write", "cashier", "guests:private"];

interface Wanted {
  readonly scopes: readonly string[];
  readonly account?: string;
  readonly count?: number;
}

export interface Question {
  readonly hook: "mint" | "revoke" | "expire" | "clock";
  readonly tokens?: readonly Wanted[];
  readonly token?: { readonly token: string };
  readonly seconds?: number;
  readonly still?: boolean;
}

/** `callers`: token -> who it is. */
export function answerHook(question: Question, clock: Clock, callers: Map<string, Caller>): unknown {
  switch (question.hook) {
    case "mint":
      return { tokens: question.tokens?.flatMap((wanted) => mint(wanted, callers)) ?? [] };
    case "clock":
      clock.forward(question.seconds ?? 0);
      if (question.still !== undefined) clock.stand(question.still);
      return { now: new Date(clock.now()).toISOString() };
    default:
      callers.delete(question.token?.token ?? "");
      return {};
  }
}

function mint({ scopes, account, count = 1 }: Wanted, callers: Map<string, Caller>) {
  const names = Array.from({ length: count }, () => `ht-${randomUUID()}`);
  return names.map((token) => {
    callers.set(token, { group: account ?? "lake", token, scopes });
    return { token, scopes, ...(account !== undefined && { account }) };
  });
}
