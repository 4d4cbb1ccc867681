/** The callers: tokens of two agencies. Hooks of a test make and end tokens here, and move the clock. */
import { randomBytes } from "node:crypto";
import { allScopes } from "./tools/tool.ts";

export interface Caller {
  readonly agency: string;
  readonly scopes: readonly string[];
}

interface HookCall {
  readonly hook: string;
  readonly tokens?: readonly {
    readonly scopes: readonly string[];
    readonly account?: string;
    readonly count?: number;
  }[];
  readonly token?: { readonly token: string };
  readonly seconds?: number;
  readonly still?: boolean;
}

const callers = new Map<string, Caller>([
  ["agency-main", { agency: "main", scopes: allScopes }],
  ["agency-other", { agency: "other", scopes: allScopes }],
]);

/** The clock of the machine, moved ahead; or a time that stands. */
const clock: { ahead: number; standing?: number | undefined } = { ahead: 0 };
const mayStand = process.env.CLOCK !== "moves";

export const now = (): number => clock.standing ?? Date.now() + clock.ahead;

export function callerOf(authorization: string | null): Caller | undefined {
  const token = authorization?.match(/^Bearer +(\S+)$/i)?.[1];
  return token === undefined ? undefined : callers.get(token);
}

export function runHook({ hook, tokens = [], token, seconds = 0, still }: HookCall): object {
  switch (hook) {
    case "mint":
      return { tokens: tokens.flatMap(mint) };
    case "clock":
      return moveClock(seconds, still ?? clock.standing !== undefined);
    default:
      callers.delete(token?.token ?? "");
      return {};
  }
}

function mint({ scopes, account, count = 1 }: NonNullable<HookCall["tokens"]>[number]): object[] {
  return Array.from({ length: count }, () => {
    const token = `agency-${randomBytes(12).toString("hex")}`;
    callers.set(token, { agency: account ?? "main", scopes });
    return { token, scopes, ...(account !== undefined && { account }) };
  });
}

function moveClock(seconds: number, still: boolean): object {
  const time = now() + seconds * 1000;
  clock.ahead = time - Date.now();
  clock.standing = mayStand && still ? time : undefined;
  return { now: new Date(time).toISOString() };
}
