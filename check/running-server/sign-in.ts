/** What a host shows to a client without a token: the challenge, the OAuth metadata, and the token of OpenAI's portal. */
import { isSchemaObject, type SchemaObject } from "@toolwright/json-schema";
import { getDocument } from "./public-document.ts";
import { clientInfo } from "./versions.ts";

/** What a server tells clients without a token about signing in. */
export interface SignIn {
  /** The answer to `initialize` without a token. */
  readonly status: number;
  /** `WWW-Authenticate` of it. */
  readonly challenge?: string;
  /** `Location` of it. */
  readonly location?: string;
  /** The protected-resource metadata (RFC 9728). */
  readonly resource?: FoundDocument;
  /** The metadata of the first authorization server that these name (RFC 8414, OpenID Connect Discovery). */
  readonly authorization?: FoundDocument;
  /** Addresses of metadata that answered with something else, as `ADDRESS: HTTP 404`. */
  readonly without?: { readonly resource: readonly string[]; readonly authorization: readonly string[] };
  /** The answer at the address where OpenAI's portal looks for its token; undefined: there is none. */
  readonly appsChallenge?: { readonly contentType: string; readonly text: string };
}

/** A JSON document that a server publishes. */
export interface FoundDocument {
  /** The URL where it was found. */
  readonly at: string;
  /** The document, as it was parsed. */
  readonly document: SchemaObject;
}

/**
 * @param mayAsk whether a host that the server names may be asked: a public server must not send us to a private one
 * @param headers of requests to the endpoint; a token among them is left out
 */
export async function readSignIn(
  endpoint: URL,
  timeoutMs: number,
  mayAsk: (address: URL) => boolean,
  { authorization: _, ...headers }: Readonly<Record<string, string>> = {},
): Promise<SignIn | undefined> {
  const first = await askWithoutToken(endpoint, timeoutMs, headers);
  if (first === undefined) return undefined;
  const { status, headers: answered } = first;
  const challenge = answered.get("www-authenticate") ?? undefined;
  const location = answered.get("location") ?? undefined;
  const read = (addresses: readonly string[]) => readFirst(addresses, timeoutMs, mayAsk);
  const resource = await read(resourceAddresses(endpoint, challenge));
  const authorization = await read(resource.found ? authorizationAddresses(resource.found.document) : []);
  return {
    status,
    ...(challenge !== undefined && { challenge }),
    ...(location !== undefined && { location }),
    ...(resource.found && { resource: resource.found }),
    ...(authorization.found && { authorization: authorization.found }),
    without: { resource: resource.without, authorization: authorization.without },
  };
}

/** What the host answers where OpenAI's portal looks for its token. */
export async function readAppsChallenge(
  endpoint: URL,
  timeoutMs: number,
): Promise<Pick<SignIn, "appsChallenge">> {
  const address = new URL("/.well-known/openai-apps-challenge", endpoint);
  const token = await getDocument(address, timeoutMs, { accept: "text/plain" });
  if (token?.status !== 200) return {};
  return { appsChallenge: { contentType: token.headers.get("content-type") ?? "none", text: token.text } };
}

async function askWithoutToken(endpoint: URL, timeoutMs: number, headers: Readonly<Record<string, string>>) {
  const params = { protocolVersion: "2025-11-25", capabilities: {}, clientInfo };
  return await getDocument(
    endpoint,
    timeoutMs,
    { ...headers, "content-type": "application/json", accept: "application/json, text/event-stream" },
    { method: "POST", body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "initialize", params }) },
  );
}

/** The address in the challenge, else the well-known ones. */
function resourceAddresses({ origin, pathname }: URL, challenge = ""): string[] {
  const named = namedMetadata(challenge);
  const root = `${origin}/.well-known/oauth-protected-resource`;
  return [...(named === undefined ? [] : [named]), root + (pathname === "/" ? "" : pathname), root];
}

/** The address of the metadata in a challenge. */
export function namedMetadata(challenge: string): string | undefined {
  const [, quoted, bare] = /[\s,]resource_metadata=(?:"([^"]*)"|([^\s,"]+))/i.exec(challenge) ?? [];
  return quoted ?? bare;
}

function authorizationAddresses({ authorization_servers: servers }: SchemaObject): string[] {
  const [first]: unknown[] = Array.isArray(servers) ? servers : [];
  const issuer = typeof first === "string" ? URL.parse(first) : null;
  if (issuer === null) return [];
  const path = issuer.pathname.replace(/\/$/, "");
  return [
    `${issuer.origin}/.well-known/oauth-authorization-server${path}`,
    `${issuer.origin}/.well-known/openid-configuration${path}`,
    `${issuer.origin}${path}/.well-known/openid-configuration`,
  ];
}

/** The first of some addresses that has a JSON document, and the answers of those before it. */
interface Search {
  readonly found?: FoundDocument;
  readonly without: readonly string[];
}

async function readFirst(
  addresses: readonly string[],
  timeoutMs: number,
  mayAsk: (address: URL) => boolean,
): Promise<Search> {
  const without: string[] = [];
  for (const at of new Set(addresses)) {
    const url = URL.parse(at);
    if (url === null || !/^https?:$/.test(url.protocol) || !mayAsk(url)) continue;
    const answer = await getDocument(url, timeoutMs, { accept: "application/json" });
    if (answer?.status === 200 && isSchemaObject(answer.document))
      return { found: { at, document: answer.document }, without };
    if (answer) without.push(`${at}: HTTP ${answer.status}${answer.status === 200 ? ", not JSON" : ""}`);
  }
  return { without };
}
