/** Tokens that say themselves what they are good for: for tests, and for nothing else. */
import { appendFileSync, existsSync, readFileSync } from "node:fs";

/** Has a line for every token that is not valid any more. */
const gone = process.env.GONE ?? "gone";

export interface TestCaller {
  readonly scopes: readonly string[];
  /** Absent: the account that the run works with. */
  readonly account?: string;
}

export function mint(number: number, caller: TestCaller): string {
  return Buffer.from(JSON.stringify({ number, ...caller })).toString("base64url");
}

export function withdraw(token: string): void {
  appendFileSync(gone, `${token}\n`);
}

/** The caller of a token; `undefined` for one that was withdrawn or never made. */
export function callerOf(token: string): TestCaller | undefined {
  if (existsSync(gone) && readFileSync(gone, "utf8").split("\n").includes(token)) return undefined;
  try {
    const caller = JSON.parse(Buffer.from(token, "base64url").toString()) as Partial<TestCaller>;
    return Array.isArray(caller.scopes) ? (caller as TestCaller) : undefined;
  } catch {
    return undefined;
  }
}
