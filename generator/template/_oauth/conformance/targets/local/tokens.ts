/** Issues access tokens for the suite, and for nothing else. */
import { createServer } from "node:http";
import { exportJWK, generateKeyPair, SignJWT } from "jose";

export interface Wanted {
  readonly scopes: readonly string[];
  /** Absent: the account that the run works with. */
  readonly account?: string;
}

const { publicKey, privateKey } = await generateKeyPair("ES256");
const keys = [{ ...(await exportJWK(publicKey)), kid: "suite" }];
const withdrawn = new Set<string>();
const audience = { url: "" };

/** The address of the issuer, which serves its metadata and its public key. */
export const issuer = await startIssuer();

async function startIssuer(): Promise<string> {
  const server = createServer((request, response) => {
    const metadata = { issuer, jwks_uri: `${issuer}/jwks` };
    response.setHeader("Content-Type", "application/json");
    response.end(JSON.stringify(request.url === "/jwks" ? { keys } : metadata));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  server.unref();
  const address = server.address();
  return `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`;
}

/** Tokens are for the server at this address from now on. */
export function issueFor(url: string): void {
  audience.url = url;
}

/** The rate counts by client and account, so each token is one of another client. */
export function make({ scopes, account }: Wanted): Promise<string> {
  return sign(scopes, { ...(account !== undefined && { sub: account }), client_id: crypto.randomUUID() });
}

/** A token for the server that is valid for an hour, but for these claims. */
export function sign(scopes: readonly string[], claims: Readonly<Record<string, unknown>>): Promise<string> {
  const caller = { sub: "conformance", client_id: "suite", scope: scopes.join(" ") };
  const valid = { iss: issuer, aud: audience.url, exp: Math.floor(Date.now() / 1000) + 3600, ...caller };
  return new SignJWT({ ...valid, jti: crypto.randomUUID(), ...claims })
    .setProtectedHeader({ alg: "ES256", kid: "suite", typ: "at+jwt" })
    .sign(privateKey);
}

/** A signed token is good until it ends; the server of the suite refuses these earlier, as one that was revoked. */
export function end(token: string): void {
  withdrawn.add(token);
}

export function isWithdrawn(token: string): boolean {
  return withdrawn.has(token);
}
