/** What a host shows to a client without a token: the challenge, the OAuth metadata, and the token of OpenAI's portal. */
import { isSchemaObject, type SchemaObject } from "@toolwright/json-schema";
import { getDocument } from "./public-document.ts";
import { clientInfo } from "./versions.ts";

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
  /** The answer at the address where OpenAI's portal looks for its token; undefined: there is none. */
  readonly appsChallenge?: { readonly contentType: string; readonly text: string };
}

interface FoundDocument {
  readonly at: string;
  readonly document: SchemaObject;
}

/** @param mayAsk whether a host that the server names may be asked: a public server must not send us to a private one */
export async function readSignIn(
  endpoint: URL,
  timeoutMs: number,
  mayAsk: (address: URL) => boolean,
): Promise<SignIn | undefined> {
  const first = await askWithoutToken(endpoint, timeoutMs);
  if (first === undefined) return undefined;
  const { status, headers } = first;
  const challenge = headers.get("www-authenticate") ?? undefined;
  const location = headers.get("location") ?? undefined;
  const read = (addresses: readonly string[]) => readFirst(addresses, timeoutMs, mayAsk);
  const resource = await read(resourceAddresses(endpoint, challenge));
  const authorization = resource && (await read(authorizationAddresses(resource.document)));
  const token = await getDocument(new URL("/.well-known/openai-apps-challenge", endpoint), timeoutMs, {
    accept: "text/plain",
  });
  return {
    status,
    ...(challenge !== undefined && { challenge }),
    ...(location !== undefined && { location }),
    ...(resource && { resource }),
    ...(authorization && { authorization }),
    ...(token?.status === 200 && {
      appsChallenge: { contentType: token.headers.get("content-type") ?? "none", text: token.text },
    }),
  };
}

async function askWithoutToken(endpoint: URL, timeoutMs: number) {
  const params = { protocolVersion: "2025-11-25", capabilities: {}, clientInfo };
  return await getDocument(
    endpoint,
    timeoutMs,
    { "content-type": "application/json", accept: "application/json, text/event-stream" },
    { method: "POST", body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "initialize", params }) },
  );
}

/** The address in the challenge, else the well-known ones. */
function resourceAddresses({ origin, pathname }: URL, challenge = ""): string[] {
  const [, quoted, bare] = /[\s,]resource_metadata=(?:"([^"]*)"|([^\s,"]+))/i.exec(challenge) ?? [];
  const named = quoted ?? bare;
  const root = `${origin}/.well-known/oauth-protected-resource`;
  return [...(named === undefined ? [] : [named]), root + (pathname === "/" ? "" : pathname), root];
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

async function readFirst(
  addresses: readonly string[],
  timeoutMs: number,
  mayAsk: (address: URL) => boolean,
): Promise<FoundDocument | undefined> {
  for (const at of new Set(addresses)) {
    const url = URL.parse(at);
    if (url === null || !/^https?:$/.test(url.protocol) || !mayAsk(url)) continue;
    const answer = await getDocument(url, timeoutMs, { accept: "application/json" });
    if (answer?.status === 200 && isSchemaObject(answer.document)) return { at, document: answer.document };
  }
  return undefined;
}
