/** Who may call the server of the tests, and with which tokens. */
import { authenticator } from "../src/tokens.ts";

const tokens = [
  { secret: "all", account: "ana", scopes: ["notes:read", "notes:write"] },
  { secret: "read", account: "bo", scopes: ["notes:read"] },
];

export const callers = { authenticate: authenticator(tokens) };

/** A token for the server at this address with these scopes. */
export async function tokenFor(_server: URL, scopes: readonly string[]): Promise<string> {
  const token = tokens.find((each) => each.scopes.join() === scopes.join());
  if (!token) throw new Error(`No token has exactly the scopes ${scopes.join(", ")}.`);
  return token.secret;
}
