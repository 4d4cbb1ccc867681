/** Who may call the server of the tests, and with which tokens. */
import { Tokens } from "../src/tokens.ts";

const known = [
  { secret: "all", account: "ana", scopes: ["notes:read", "notes:write"] },
  { secret: "read", account: "bo", scopes: ["notes:read"] },
];

const tokens = new Tokens();
for (const token of known) tokens.add(token);
export const callers = { authenticate: tokens.authenticate };

/** A token for the server at this address with these scopes. */
export async function tokenFor(_server: URL, scopes: readonly string[]): Promise<string> {
  const token = known.find((each) => each.scopes.join() === scopes.join());
  if (!token) throw new Error(`No token has exactly the scopes ${scopes.join(", ")}.`);
  return token.secret;
}
