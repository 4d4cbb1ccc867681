import { isSchemaObject } from "../schema/keywords.ts";
import { identityOf } from "./identity.ts";
import { ImportError, type Listing, type OnUnreadable, readTools } from "./listing.ts";

/**
 * Reads a manifest: `{ "tools": [...] }`, the JSON-RPC response to `tools/list`, or the bare list. It may also have the keys
 * `serverInfo` and `instructions` of an `initialize` result.
 *
 * @throws ImportError
 */
export function readManifest(text: string, file: string, onUnreadable?: OnUnreadable): Listing {
  const manifest = unwrapped(parsed(text, file));
  if (typeof manifest.nextCursor === "string")
    throw new ImportError(
      `${file} has only the first of several pages: it says nextCursor. Import from the server itself.`,
    );
  const stem = file.replace(/^.*[\\/]/, "").replace(/\.json$/, "");
  const { server, notes } = identityOf(manifest.serverInfo, stem);
  return {
    server,
    ...(typeof manifest.instructions === "string" &&
      manifest.instructions !== "" && { instructions: manifest.instructions }),
    endpoint: { transport: "streamable-http", path: "/mcp" },
    scheme: "none",
    notes: notes,
    tools: readTools(manifest.tools, onUnreadable),
  };
}

function parsed(text: string, file: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ""));
  } catch (error) {
    throw new ImportError(`${file} is not JSON: ${(error as Error).message}`);
  }
}

function unwrapped(value: unknown): Readonly<Record<string, unknown>> {
  const inner = isSchemaObject(value) && isSchemaObject(value.result) ? value.result : value;
  return Array.isArray(inner) ? { tools: inner } : isSchemaObject(inner) ? inner : {};
}
