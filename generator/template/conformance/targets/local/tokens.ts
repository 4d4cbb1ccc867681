/** The tokens of a run. */
import { randomBytes } from "node:crypto";
import { Tokens } from "../../../src/tokens.ts";

export interface Wanted {
  readonly scopes: readonly string[];
  /** Absent: the account that the run works with. */
  readonly account?: string;
}

const tokens = new Tokens();

export const { authenticate } = tokens;

export function make({ scopes, account = "conformance" }: Wanted): string {
  const secret = randomBytes(24).toString("base64url");
  tokens.add({ secret, scopes, account });
  return secret;
}

export function end(secret: string): void {
  tokens.remove(secret);
}
