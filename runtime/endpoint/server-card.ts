/** The server card of a service and the catalog that lists it (SEP-2127): documents that anyone may read before connecting. */
import { legacyVersions } from "../dispatch/legacy.ts";
import { listModernVersions } from "../dispatch/modern.ts";
import type { ServerCard, Service } from "../service/service.ts";
import type { Exchange, HeaderPairs } from "./exchange.ts";
import * as refusals from "./refusals.ts";

/** The value of `$schema` in every server card. */
const schema = "https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json";
const cardType = "application/mcp-server-card+json";

/** Clients that know only the host look for a catalog at the first address; those of Agentic Resource Discovery at the second. */
const catalogTypes: Readonly<Record<string, string>> = {
  "/.well-known/ai-catalog.json": "application/ai-catalog+json",
  "/.well-known/ard.json": "application/json",
};

/** Pages of every origin may read the documents (SEP-2127, "CORS Requirements"). Nothing in them depends on the caller. */
const sharedHeaders: HeaderPairs = Object.entries({
  "Access-Control-Allow-Origin": "*",
  "Access-Control-Allow-Methods": "GET",
  "Access-Control-Allow-Headers": "Content-Type, If-None-Match",
  "Access-Control-Expose-Headers": "ETag",
  "Cache-Control": "public, max-age=3600",
  "X-Content-Type-Options": "nosniff",
}).flat();

interface PublicDocument {
  readonly body: string;
  readonly etag: string;
}

const utf8 = new TextEncoder();

/** The public documents of a service whose spec does not turn them off. */
export class PublicDocuments {
  readonly #service: Service;
  readonly #card: ServerCard;
  /** Whether the deployment accepts tokens of an authorization server: clients then need not know one. */
  readonly #takesOAuth: boolean;
  readonly #cardPath: string;
  /** The documents for the last public URL: a server has one, but on loopback the port may change. */
  #made:
    | { readonly publicUrl: string; readonly card: PublicDocument; readonly catalog: PublicDocument }
    | undefined;

  constructor(service: Service, card: ServerCard, takesOAuth: boolean) {
    this.#service = service;
    this.#card = card;
    this.#takesOAuth = takesOAuth;
    this.#cardPath = `${service.path.replace(/\/$/, "")}/server-card`;
  }

  /** Whether the server card is at this path. */
  hasCardAt(path: string): boolean {
    return path === this.#cardPath;
  }

  /** Whether the catalog of the host is at this path. */
  hasCatalogAt(path: string): boolean {
    return Object.hasOwn(catalogTypes, path);
  }

  /** Answers a request for one of the documents. */
  answer(exchange: Exchange, path: string, publicUrl: string): void {
    if (exchange.method === "OPTIONS") {
      exchange.sendEmpty(204, [...sharedHeaders, "Access-Control-Max-Age", "7200"]);
      return;
    }
    if (exchange.method !== "GET" && exchange.method !== "HEAD") {
      exchange.refuse(refusals.readOnlyDocument);
      return;
    }
    const { card, catalog } = this.#documentsAt(publicUrl);
    const { body, etag } = this.hasCardAt(path) ? card : catalog;
    const headers = [...sharedHeaders, "ETag", etag];
    if (matches(exchange.header("if-none-match"), etag)) {
      exchange.sendEmpty(304, headers);
      return;
    }
    const length = String(utf8.encode(body).length);
    exchange.openStream([
      ...headers,
      "Content-Type",
      catalogTypes[path] ?? cardType,
      "Content-Length",
      length,
    ]);
    if (exchange.method !== "HEAD") exchange.stream.write(body);
    exchange.stream.end();
  }

  #documentsAt(publicUrl: string) {
    if (this.#made?.publicUrl === publicUrl) return this.#made;
    const card = this.#describeServer(publicUrl);
    this.#made = {
      publicUrl,
      card: toDocument(card),
      catalog: toDocument(listServer(card, publicUrl.replace(/\/$/, "") + this.#cardPath)),
    };
    return this.#made;
  }

  #describeServer(publicUrl: string) {
    const { server, path } = this.#service;
    const { name = nameAt(publicUrl, server.name), headers = [], ...described } = this.#card;
    const versions = [...listModernVersions(this.#service), ...legacyVersions];
    const sent = headers.map((header) => (this.#takesOAuth ? withoutNeed(header) : header));
    return {
      $schema: schema,
      name,
      version: server.version,
      ...described,
      remotes: [
        {
          type: "streamable-http",
          url: publicUrl.replace(/\/$/, "") + path,
          ...(sent.length > 0 && { headers: sent }),
          supportedProtocolVersions: versions.filter((version) => server.protocolVersions.includes(version)),
        },
      ],
    };
  }
}

/** A name in reverse-DNS form, for a spec that names none: the host of the server, and its name there. */
function nameAt(publicUrl: string, name: string): string {
  const { hostname } = new URL(publicUrl);
  const host = hostname.replace(/^\[|\]$/g, "").replaceAll(":", "-");
  return `${reverseLabels(host)}/${name.replace(/[^a-zA-Z0-9._-]+/g, "-")}`;
}

/** `mcp.example.org` from `org.example.mcp`, and the other way round. The numbers of an address keep their order. */
function reverseLabels(host: string): string {
  const labels = host.split(".");
  return labels.every((label) => /^\d+$/.test(label)) ? host : labels.reverse().join(".");
}

/** An AI Catalog with one entry. Its identifier is anchored in the domain of the name: `org.example/notes` is of `example.org`. */
function listServer(
  { name, title }: { readonly name: string; readonly title?: string },
  url: string,
): object {
  const [namespace = "", local = ""] = name.split("/");
  return {
    specVersion: "1.0",
    entries: [
      {
        identifier: `urn:air:${reverseLabels(namespace)}:mcp:${local}`,
        displayName: title ?? local,
        type: cardType,
        url,
      },
    ],
  };
}

/** A client that can sign in need not send a token of the user. */
function withoutNeed(header: Readonly<Record<string, unknown>>): object {
  const isToken = String(header.name).toLowerCase() === "authorization";
  return isToken ? { ...header, isRequired: false } : header;
}

function toDocument(value: object): PublicDocument {
  const body = `${JSON.stringify(value, null, 2)}\n`;
  return { body, etag: `"${hash(body)}"` };
}

/** FNV-1a, 32 bits, and the length: enough to see that a document has changed. */
function hash(text: string): string {
  let value = 0x811c9dc5;
  for (const byte of utf8.encode(text)) value = Math.imul(value ^ byte, 0x01000193);
  return `${(value >>> 0).toString(16)}-${text.length}`;
}

/** Whether an `If-None-Match` names the document (RFC 9110, section 13.1.2). */
function matches(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  return header.trim() === "*" || header.split(",").some((each) => each.trim().replace(/^W\//, "") === etag);
}
