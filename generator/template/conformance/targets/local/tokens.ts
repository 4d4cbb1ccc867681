/** Tokens that say themselves what they are good for: for tests, and for nothing else. */
import { appendFileSync, existsSync, readFileSync } from "node:fs";

/** Has a line for every token that is not valid any more. */
const gone = process.env.GONE ?? "gone";

export function mint(number: number, scopes: readonly string[]): string {
  return Buffer.from(JSON.stringify({ number, scopes })).toString("base64url");
}

export function withdraw(token: string): void {
  appendFileSync(gone, `${token}\n`);
}

/** The scopes of a token; `undefined` for one that was withdrawn or never made. */
export function scopesOf(token: string): readonly string[] | undefined {
  if (existsSync(gone) && readFileSync(gone, "utf8").split("\n").includes(token)) return undefined;
  try {
    const { scopes } = JSON.parse(Buffer.from(token, "base64url").toString()) as { scopes?: unknown };
    return Array.isArray(scopes) ? scopes : undefined;
  } catch {
    return undefined;
  }
}
