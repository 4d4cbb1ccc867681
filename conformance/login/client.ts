/** The OAuth client of one sign-in: registration (RFC 7591), PKCE (RFC 7636), and the exchange of a code for a token. */
import { createHash, randomBytes } from "node:crypto";
import type { JsonObject } from "../cases/edits.ts";
import { type FetchedDocument, fetchDocument, LoginError } from "./documents.ts";
import type { AuthorizationServer } from "./metadata.ts";

/** A client as the authorization server knows it. */
export interface RegisteredClient {
  readonly id: string;
  /** Left out for a public client. */
  readonly secret?: string;
  /** Whether the secret goes into the header of the request, rather than into its body. */
  readonly usesHeader: boolean;
}

/** @throws LoginError */
export async function registerClient(
  { registrationEndpoint, issuer }: AuthorizationServer,
  redirectUri: string,
  scope: string | undefined,
): Promise<RegisteredClient> {
  if (registrationEndpoint === undefined)
    throw new LoginError(
      `${issuer} registers no clients. Register one there with the redirect address http://127.0.0.1/callback, and name it with --client-id ID`,
    );
  const metadata = {
    client_name: "Toolwright",
    redirect_uris: [redirectUri],
    grant_types: ["authorization_code"],
    response_types: ["code"],
    token_endpoint_auth_method: "none",
    application_type: "native",
    ...(scope !== undefined && { scope }),
  };
  const answer = await fetchDocument(registrationEndpoint, {
    method: "POST",
    headers: { "content-type": "application/json", accept: "application/json" },
    body: JSON.stringify(metadata),
  });
  const { client_id: id, client_secret: secret, token_endpoint_auth_method: method } = bodyOf(answer);
  if (typeof id !== "string") throw new LoginError(`${issuer} registered a client without an id`);
  const isSecret = typeof secret === "string" && method !== "none";
  return { id, ...(isSecret && { secret }), usesHeader: method !== "client_secret_post" };
}

/** The random values of one sign-in. */
export interface SignInSecrets {
  readonly state: string;
  readonly verifier: string;
}

export function makeSecrets(): SignInSecrets {
  return { state: randomBytes(24).toString("base64url"), verifier: randomBytes(48).toString("base64url") };
}

export interface AuthorizationRequest {
  readonly server: AuthorizationServer;
  readonly client: RegisteredClient;
  readonly redirectUri: string;
  readonly resource: string;
  readonly scope: string | undefined;
  readonly secrets: SignInSecrets;
}

/** The page on which the user signs in. */
export function authorizationPage(request: AuthorizationRequest): URL {
  const { server, client, redirectUri, resource, scope, secrets } = request;
  const url = new URL(server.authorizationEndpoint);
  const parameters = {
    response_type: "code",
    client_id: client.id,
    redirect_uri: redirectUri,
    code_challenge: createHash("sha256").update(secrets.verifier).digest("base64url"),
    code_challenge_method: "S256",
    state: secrets.state,
    resource,
    ...(scope !== undefined && { scope }),
  };
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return url;
}

export interface IssuedToken {
  readonly token: string;
  /** The scopes that the user allowed, if the server says. */
  readonly scope: string | undefined;
}

/** Checks the answer of the authorization server, and exchanges its code for a token. @throws LoginError */
export async function redeemAnswer(
  answer: URLSearchParams,
  request: AuthorizationRequest,
): Promise<IssuedToken> {
  const { server, client, redirectUri, resource, secrets } = request;
  checkAnswer(answer, server, secrets.state);
  const form = new URLSearchParams({
    grant_type: "authorization_code",
    code: answer.get("code") ?? "",
    redirect_uri: redirectUri,
    client_id: client.id,
    code_verifier: secrets.verifier,
    resource,
  });
  const headers: Record<string, string> = { accept: "application/json" };
  if (client.secret !== undefined && client.usesHeader)
    headers.authorization = `Basic ${Buffer.from(`${encodeURIComponent(client.id)}:${encodeURIComponent(client.secret)}`).toString("base64")}`;
  else if (client.secret !== undefined) form.set("client_secret", client.secret);
  const issued = bodyOf(await fetchDocument(server.tokenEndpoint, { method: "POST", headers, body: form }));
  const { access_token: token, token_type: type, scope } = issued;
  if (typeof token !== "string" || !/^[\x21-\x7e]+$/.test(token))
    throw new LoginError("the authorization server issued no token");
  if (typeof type !== "string" || type.toLowerCase() !== "bearer")
    throw new LoginError("the authorization server issued a token that is no bearer token");
  return { token, scope: typeof scope === "string" ? scope : undefined };
}

/** RFC 9207: a code of another authorization server is not sent to this one. */
function checkAnswer(answer: URLSearchParams, { issuer, namesIssuer }: AuthorizationServer, state: string) {
  if (answer.get("state") !== state) throw new LoginError("the callback belongs to another sign-in");
  const iss = answer.get("iss");
  if (iss === null ? namesIssuer : iss !== issuer)
    throw new LoginError("the callback comes from another authorization server (RFC 9207)");
  const error = answer.get("error");
  if (error !== null) throw new LoginError(describeError(error, answer.get("error_description")));
  if (!answer.get("code")) throw new LoginError("the callback has no code");
}

function bodyOf({ status, body }: FetchedDocument): JsonObject {
  if (status >= 200 && status < 300 && body) return body;
  if (typeof body?.error === "string")
    throw new LoginError(describeError(body.error, body.error_description));
  throw new LoginError(`the authorization server answered with HTTP ${status}`);
}

function describeError(error: string, description: unknown): string {
  const words = typeof description === "string" && description !== "" ? description : "no reason";
  return `${error.slice(0, 100)}: ${words.slice(0, 300)}`;
}
