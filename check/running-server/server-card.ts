/** Finds the server card of a server over HTTP (SEP-2127): at its reserved address, or by the AI Catalog of its host. */
import { isSchemaObject } from "@toolwright/json-schema";
import { getDocument, type PublicAnswer } from "./public-document.ts";

/** A server card, and how it was served. */
export interface ServedCard {
  /** Its address, or its file. */
  readonly at: string;
  /** The document; undefined: it is not JSON. */
  readonly document: unknown;
  /** Undefined for a file, and for a card that a catalog contains. */
  readonly answer?: CardAnswer;
}

/** The parts of the answer that criteria are about. */
export interface CardAnswer {
  /** The header `Content-Type`; `none` if there is none. */
  readonly contentType: string;
  /** `Access-Control-Allow-Origin`, as a page of another site gets it. */
  readonly allowedOrigin: string | undefined;
  /** The header `Cache-Control`. */
  readonly cacheControl: string | undefined;
  /** The header `ETag`. */
  readonly etag: string | undefined;
  /** The status of a second request with the ETag; undefined: there is no ETag. */
  readonly revalidated: number | undefined;
  /** Whether the AI Catalog of the host lists the card; undefined: it has no catalog. */
  readonly isListed: boolean | undefined;
}

export interface FoundCard {
  /** Undefined: the server has none. */
  readonly card?: ServedCard;
  /** A sentence on what was not read. */
  readonly note?: string;
}

const mediaType = "application/mcp-server-card+json";

/** Looks for the card of a server. Sends no token: cards are public. Reads no other host. */
export async function findServerCard(endpoint: URL, timeoutMs: number): Promise<FoundCard> {
  const reserved = new URL(`${endpoint.origin}${endpoint.pathname.replace(/\/$/, "")}/server-card`);
  const entries = await readCatalog(endpoint, timeoutMs);
  const card = await readAt(reserved, timeoutMs, entries);
  if (card !== undefined) return { card };
  const listed = await readListed(endpoint, timeoutMs, entries ?? []);
  return listed ?? { note: await describeAbsence(reserved, timeoutMs) };
}

/** Reads the card to which the catalog leads. Undefined: it lists none. */
async function readListed(
  { host }: URL,
  timeoutMs: number,
  entries: readonly CatalogEntry[],
): Promise<FoundCard | undefined> {
  const [inline] = entries.filter(({ data }) => data !== undefined);
  if (inline !== undefined) return { card: { at: "the AI Catalog", document: inline.data } };
  const addresses = entries.flatMap(({ url }) => (URL.canParse(String(url)) ? [new URL(String(url))] : []));
  const own = addresses.find((each) => each.host === host);
  if (own === undefined) {
    const [other] = addresses;
    return (
      other && { note: `Not checked: the server card is on another host. Name it: --card ${other.href}` }
    );
  }
  const card = await readAt(own, timeoutMs, entries);
  return card === undefined ? { note: `Not checked: ${own.href} is no server card.` } : { card };
}

/** The address of the card in earlier drafts. Many servers still use it. */
const formerPath = "/.well-known/mcp/server-card.json";

async function describeAbsence(reserved: URL, timeoutMs: number): Promise<string> {
  const absence = `Not checked: ${reserved.href} has no server card.`;
  const former = new URL(formerPath, reserved);
  const answer = await getDocument(former, timeoutMs, { accept: "application/json" });
  return answer?.status === 200 && isSchemaObject(answer.document)
    ? `${absence} Earlier drafts had it at ${former.href}, where this host has one. Check it with --card ${former.href}`
    : absence;
}

/** Reads a card from its address. Undefined: the answer is no card. */
export async function readServerCard(address: URL, timeoutMs: number): Promise<ServedCard | undefined> {
  return await readAt(address, timeoutMs, await readCatalog(address, timeoutMs));
}

/** @param entries those of the AI Catalog that are server cards; undefined: there is no catalog */
async function readAt(
  address: URL,
  timeoutMs: number,
  entries: readonly CatalogEntry[] | undefined,
): Promise<ServedCard | undefined> {
  const first = await getDocument(address, timeoutMs, { accept: mediaType });
  if (first?.status !== 200 || !isCard(first)) return undefined;
  const { headers, document } = first;
  const etag = headers.get("etag") ?? undefined;
  const [foreign, second] = await Promise.all([
    headers.has("access-control-allow-origin")
      ? first
      : getDocument(address, timeoutMs, { accept: mediaType, origin: "https://client.example" }),
    etag === undefined
      ? undefined
      : getDocument(address, timeoutMs, { accept: mediaType, "if-none-match": etag }),
  ]);
  const isListed = entries?.some(({ url, data }) => url === address.href || isSameServer(data, document));
  return {
    at: address.href,
    document,
    answer: {
      contentType: headers.get("content-type") ?? "none",
      allowedOrigin: foreign?.headers.get("access-control-allow-origin") ?? undefined,
      cacheControl: headers.get("cache-control") ?? undefined,
      etag,
      revalidated: second?.status,
      isListed,
    },
  };
}

/** An entry of an AI Catalog, as far as it leads to a card. */
interface CatalogEntry {
  readonly url?: unknown;
  readonly data?: unknown;
}

async function readCatalog(endpoint: URL, timeoutMs: number): Promise<CatalogEntry[] | undefined> {
  const answer = await getDocument(new URL("/.well-known/ai-catalog.json", endpoint), timeoutMs, {
    accept: "application/ai-catalog+json, application/json",
  });
  const { entries } = isSchemaObject(answer?.document) ? answer.document : {};
  if (answer?.status !== 200 || !Array.isArray(entries)) return undefined;
  return entries.filter(isSchemaObject).filter(({ type }) => type === mediaType);
}

function isSameServer(one: unknown, other: unknown): boolean {
  return (
    isSchemaObject(one) && isSchemaObject(other) && one.name === other.name && one.version === other.version
  );
}

/** Servers that answer every path with a page, or with an error in JSON, have no card. */
function isCard({ headers, document }: PublicAnswer): boolean {
  if (headers.get("content-type")?.toLowerCase().startsWith(mediaType)) return true;
  return (
    isSchemaObject(document) &&
    ((typeof document.$schema === "string" && document.$schema.includes("server-card")) ||
      typeof document.name === "string")
  );
}
