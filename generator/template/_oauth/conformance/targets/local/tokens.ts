/** Issues access tokens for the suite, and for nothing else: the server reads its keys, the hooks sign with them. */
import { appendFileSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { exportJWK, generateKeyPair, importJWK, type JWK, SignJWT } from "jose";

/** The suite sets TARGET_URL: the address of the server, which its tokens are for. */
const { ISSUER_FILE = "issuer.json", GONE = "gone", TARGET_URL = "" } = process.env;

interface Issuer {
  readonly issuer: string;
  readonly privateKey: JWK;
}

/** Serves the metadata and the public key of a new issuer. */
export async function startIssuer(): Promise<string> {
  const { publicKey, privateKey } = await generateKeyPair("ES256", { extractable: true });
  const keys = [{ ...(await exportJWK(publicKey)), kid: "suite" }];
  const server = createServer((request, response) => {
    const metadata = { issuer, jwks_uri: `${issuer}/jwks` };
    response.setHeader("Content-Type", "application/json");
    response.end(JSON.stringify(request.url === "/jwks" ? { keys } : metadata));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  server.unref();
  const address = server.address();
  const issuer = `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`;
  const made: Issuer = { issuer, privateKey: await exportJWK(privateKey) };
  writeFileSync(ISSUER_FILE, JSON.stringify(made), { mode: 0o600 });
  return issuer;
}

export interface Wanted {
  readonly scopes: readonly string[];
  /** Absent: the account that the run works with. */
  readonly account?: string;
}

/** The rate counts by client and account, so each token is one of another client. */
export function make({ scopes, account }: Wanted): Promise<string> {
  return sign(scopes, { ...(account !== undefined && { sub: account }), client_id: crypto.randomUUID() });
}

/** A token for the target that is valid for an hour, but for these claims. */
export async function sign(
  scopes: readonly string[],
  claims: Readonly<Record<string, unknown>>,
): Promise<string> {
  const { issuer, privateKey }: Issuer = JSON.parse(readFileSync(ISSUER_FILE, "utf8"));
  const caller = { sub: "conformance", client_id: "suite", scope: scopes.join(" ") };
  const valid = { iss: issuer, aud: TARGET_URL, exp: Math.floor(Date.now() / 1000) + 3600, ...caller };
  return new SignJWT({ ...valid, jti: crypto.randomUUID(), ...claims })
    .setProtectedHeader({ alg: "ES256", kid: "suite", typ: "at+jwt" })
    .sign(await importJWK(privateKey, "ES256"));
}

/** A signed token is good until it ends; the server of the suite refuses these earlier, as one that was revoked. */
export function end(token: string): void {
  appendFileSync(GONE, `${token}\n`);
}

export function isWithdrawn(token: string): boolean {
  return existsSync(GONE) && readFileSync(GONE, "utf8").split("\n").includes(token);
}
