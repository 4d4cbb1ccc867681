/** A breach of a criterion, and how places in a document are shown. */
import { isSchemaObject, type SchemaObject } from "@toolwright/json-schema";
import { newAjv } from "@toolwright/json-schema/evaluation";
import { escapeText, showName } from "../descriptions/frame.ts";
import { isTooDeep } from "../surface/listing.ts";

/** A place that breaks a criterion, with lines that show it. */
export interface Breach {
  readonly place: string;
  readonly shown?: readonly string[];
}

const mostProblems = 10;

/**
 * Holds a document against its schema. Problems of branches are left out: a branch that was not meant has many.
 *
 * @param name the name of the document, as places begin
 */
export function findSchemaProblems(name: string, document: unknown, schema: SchemaObject): Breach[] {
  const validate = newAjv({}).compile(schema);
  if (validate(document)) return [];
  const problems = (validate.errors ?? []).filter(
    ({ schemaPath }) => !/\/(?:oneOf|anyOf)\/\d/.test(schemaPath),
  );
  return problems.slice(0, mostProblems).map(({ instancePath, message = "" }) => {
    const place = `${name} ${showName(instancePath) || "/"}`;
    return { place, shown: [`${place}: ${escapeText(message)}`] };
  });
}

export function isRange(version: unknown): boolean {
  return (
    typeof version === "string" &&
    /^\s*(?:[\^~<>=*]|latest$)|(?:^|\.)[xX*](?:\.|$)|\|\|| - /.test(version.slice(0, 255))
  );
}

/** A member of a value that may be no object. */
export function readMember(value: unknown, key: string): unknown {
  return isSchemaObject(value) ? value[key] : undefined;
}

/** The objects in a member that should be a list of objects. */
export function readObjects(value: unknown, key: string): SchemaObject[] {
  const entries = readMember(value, key);
  return Array.isArray(entries) ? entries.filter(isSchemaObject) : [];
}

export function showValue(value: unknown): string {
  return showName(toText(value));
}

/** `String` would throw for an object that has a member `toString`, and `JSON.stringify` for one with many levels. */
export function toText(value: unknown): string {
  if (typeof value !== "object" || value === null) return String(value);
  return isTooDeep(value) ? "{...}" : JSON.stringify(value);
}

/** Whether two names of a server may mean the same one: the words that say only that it is a server do not count. */
export function looksLikeSame(name: string, other: string): boolean {
  const [one, two] = [name, other].map((each) =>
    each
      .toLowerCase()
      .split(/[^\p{L}\p{N}]+/u)
      .filter((word) => word !== "mcp" && word !== "server")
      .join(""),
  ) as [string, string];
  return one.includes(two) || two.includes(one);
}

/** Hosts that only this machine reaches. */
export function isLoopbackHost(hostname: string): boolean {
  return /^(?:localhost|.+\.localhost|127(?:\.\d+){3}|\[::1\]|0\.0\.0\.0)$/i.test(hostname);
}

/** Hosts that only a private network reaches (RFC 1918, RFC 4193, RFC 6762), or only this machine. */
export function isPrivateHost(hostname: string): boolean {
  return (
    isLoopbackHost(hostname) ||
    /^(?:10(?:\.\d+){3}|192\.168(?:\.\d+){2}|172\.(?:1[6-9]|2\d|3[01])(?:\.\d+){2}|169\.254(?:\.\d+){2})$/.test(
      hostname,
    ) ||
    /^\[f[cd]|\.(?:local|internal|lan)$/i.test(hostname)
  );
}

/** The addresses of remotes without variables. */
export function listFixedRemotes(document: unknown): { readonly index: number; readonly url: URL }[] {
  return readObjects(document, "remotes").flatMap(({ url }, index) =>
    typeof url === "string" && !url.includes("{") && URL.canParse(url) ? [{ index, url: new URL(url) }] : [],
  );
}

/** Whether a remote may be the address: it is equal, or a template that the address fits. */
export function hasRemote(document: unknown, address: URL): boolean {
  const wanted = (address.origin + address.pathname).replace(/\/$/, "");
  return readObjects(document, "remotes").some(({ url }) => {
    if (typeof url !== "string") return false;
    const parts = url
      .slice(0, 2_000)
      .replace(/\/$/, "")
      .split(/\{[^{}]*\}/);
    return fitsTemplate(wanted, parts);
  });
}

/** Whether the text is the parts in turn, with anything between them. */
function fitsTemplate(text: string, parts: readonly string[]): boolean {
  const [first = "", ...others] = parts;
  if (others.length === 0) return text === first;
  const last = others.at(-1) ?? "";
  if (!text.startsWith(first) || !text.endsWith(last)) return false;
  let at = first.length;
  for (const part of others.slice(0, -1)) {
    const found = text.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return at <= text.length - last.length;
}
