/** The tokens of the bureau, and what hooks ask about them. */
import { randomUUID } from "node:crypto";
import { moveClock, now, showTime } from "./clock.ts";

const scopes: readonly string[] = [];

export interface Caller {
  readonly account: string;
  readonly scopes: readonly string[];
  readonly endsAt?: number;
}

interface Wish {
  readonly scopes: readonly string[];
  readonly count?: number;
  readonly account?: string;
  readonly expires?: true;
}

export type Question =
  | { readonly hook: "mint"; readonly tokens: readonly Wish[] }
  | { readonly hook: "revoke" | "expire"; readonly token: { readonly token: string } }
  | { readonly hook: "clock"; readonly seconds: number; readonly still?: boolean };

const lifeSeconds = 3_600;

const callers = new Map<string, Caller>([
  ["bu-main", { account: "main", scopes }],
  ["bu-other", { account: "other", scopes }],
]);

export function findCaller(header: string | undefined): Caller | undefined {
  const caller = callers.get(/^Bearer (\S+)$/i.exec(header ?? "")?.[1] ?? "");
  return caller?.endsAt !== undefined && caller.endsAt <= now() ? undefined : caller;
}

export function answerHook(question: Question): object {
  if (question.hook === "mint") return { tokens: question.tokens.flatMap(mint) };
  if (question.hook === "clock") {
    moveClock(question.seconds, question.still);
    return { now: showTime() };
  }
  callers.delete(question.token.token);
  return {};
}

function mint({ scopes, count = 1, account, expires }: Wish): object[] {
  return Array.from({ length: count }, () => {
    const token = randomUUID();
    const end = expires && { endsAt: now() + 1_000 * lifeSeconds };
    callers.set(token, { account: account ?? "main", scopes, ...end });
    return { token, scopes, ...(account && { account }), ...(expires && { expires_in: lifeSeconds }) };
  });
}
