/** Reads manifests from files, and the identity that a server gives of itself. */
import { isSchemaObject, type SchemaObject } from "@toolwright/json-schema";
import { ImportError, type Listing, offerKeys, readTools } from "./listing.ts";

/**
 * Reads a manifest: `{ "tools": [...] }`, the JSON-RPC response to `tools/list`, or the bare list. It may also have the keys
 * `serverInfo` and `instructions` of an `initialize` result.
 *
 * @throws ImportError
 */
export function readManifest(text: string, file: string): Listing {
  const manifest = unwrap(parseManifest(text, file));
  if (typeof manifest.nextCursor === "string" && manifest.nextCursor !== "")
    throw new ImportError(
      `${file} has only the first of several pages: it says nextCursor. Import from the server itself.`,
    );
  const stem = file.replace(/^.*[\\/]/, "").replace(/\.json$/, "");
  const { server, notes } = readIdentity(manifest.serverInfo, stem);
  return {
    server,
    ...(typeof manifest.instructions === "string" &&
      manifest.instructions !== "" && { instructions: manifest.instructions }),
    endpoint: { transport: "streamable-http", path: "/mcp" },
    scheme: "none",
    notes: notes,
    ...readTools(manifest.tools),
    offers: Object.fromEntries(
      offerKeys.flatMap((key) => (Array.isArray(manifest[key]) ? [[key, manifest[key]]] : [])),
    ),
  };
}

function parseManifest(text: string, file: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ""));
  } catch (error) {
    throw new ImportError(`${file} is not JSON: ${(error as Error).message}`);
  }
}

function unwrap(value: unknown): Readonly<Record<string, unknown>> {
  const inner = isSchemaObject(value) && isSchemaObject(value.result) ? value.result : value;
  if (Array.isArray(inner)) return { tools: inner };
  return isSchemaObject(inner) ? inner : {};
}

/** The keys of `serverInfo` that the spec language has, each with a check of its value. */
const serverInfoChecks: Readonly<Record<string, (value: unknown) => boolean>> = {
  name: isFilled,
  version: isFilled,
  title: isFilled,
  description: isFilled,
  websiteUrl: isFilled,
  icons: (value) => Array.isArray(value) && value.every(isSchemaObject),
};

/** The key `server` of the spec, and a note for each key of `serverInfo` that the spec cannot express. */
export interface Identity {
  readonly server: Listing["server"];
  readonly notes: readonly string[];
}

/** @param serverInfo the unchecked value from `initialize` @param name used if the server does not send one */
export function readIdentity(serverInfo: unknown, name: string): Identity {
  const info: SchemaObject = isSchemaObject(serverInfo) ? serverInfo : {};
  const accepted = Object.entries(serverInfoChecks).filter(([key, fits]) => fits(info[key]));
  return {
    server: { name, version: "0.0.0", ...Object.fromEntries(accepted.map(([key]) => [key, info[key]])) },
    notes: Object.keys(info)
      .filter((key) => !accepted.some(([other]) => other === key))
      .map((key) => `serverInfo.${key} is left out: the spec language cannot express it.`),
  };
}

function isFilled(value: unknown): boolean {
  return typeof value === "string" && value !== "";
}
