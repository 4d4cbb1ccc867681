/** The tokens of a run: the hooks write what changes to a file, the server reads it before each request. */
import { randomBytes } from "node:crypto";
import { appendFileSync, existsSync, readFileSync } from "node:fs";
import { type Token, Tokens } from "../../../src/tokens.ts";

/** Has one change a line: a token that was made, or the secret of one that has ended. */
const changes = process.env.TOKENS ?? "tokens";

export interface Wanted {
  readonly scopes: readonly string[];
  /** Absent: the account that the run works with. */
  readonly account?: string;
}

export function make({ scopes, account = "conformance" }: Wanted): string {
  const token: Token = { secret: randomBytes(24).toString("base64url"), scopes, account };
  appendFileSync(changes, `${JSON.stringify(token)}\n`);
  return token.secret;
}

export function end(secret: string): void {
  appendFileSync(changes, `${JSON.stringify(secret)}\n`);
}

const tokens = new Tokens();
let read = 0;

/** Authenticates as the server does that `npm start` runs. */
export const authenticate: Tokens["authenticate"] = (request) => {
  const text = existsSync(changes) ? readFileSync(changes, "utf8") : "";
  const lines = text.slice(read, text.lastIndexOf("\n") + 1).trim();
  read = text.lastIndexOf("\n") + 1;
  for (const line of lines === "" ? [] : lines.split("\n")) apply(JSON.parse(line) as Token | string);
  return tokens.authenticate(request);
};

function apply(change: Token | string): void {
  if (typeof change === "string") tokens.remove(change);
  else tokens.add(change);
}
