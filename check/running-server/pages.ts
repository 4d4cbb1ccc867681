/** Reads the pages of MCP Apps that a server lists: the `_meta` of their content, which hosts show them by. */
import type { Source } from "@toolwright/conformance/server-options";
import { isSchemaObject, type SchemaObject } from "@toolwright/json-schema";
import { isTooDeep } from "../surface/listing.ts";
import { Session } from "./session.ts";

/** A page of MCP Apps, which hosts show beside a result. */
export interface AppPage {
  /** Its URI, such as `ui://notes/list.html`. */
  readonly uri: string;
  /** `_meta` of its content, and of its entry in the list where the content has none. */
  readonly meta: SchemaObject;
}

/** More pages than servers have. */
const mostPages = 50;
const pageType = "text/html;profile=mcp-app";

/** Returns undefined if the server does not answer as it did when its lists were read. */
export async function readPages(
  source: Source,
  resources: readonly SchemaObject[],
  timeoutMs: number,
): Promise<readonly AppPage[] | undefined> {
  const listed = resources.filter(({ mimeType, uri }) => mimeType === pageType && typeof uri === "string");
  if (listed.length === 0) return [];
  const session = new Session(source, timeoutMs, {});
  try {
    return await session.run(async () => {
      const connection = await session.connect();
      const { meta = {} } = await session.open(connection);
      const pages: AppPage[] = [];
      for (const entry of listed.slice(0, mostPages)) {
        const uri = String(entry.uri);
        const result = await connection.request("resources/read", { ...meta, uri });
        pages.push({ uri, meta: readMeta(isTooDeep(result) ? undefined : result.contents, entry) });
      }
      return pages;
    });
  } catch (error) {
    if (session.isInterrupted || !(error instanceof Error)) throw error;
    return undefined;
  }
}

function readMeta(contents: unknown, entry: SchemaObject): SchemaObject {
  const [content]: unknown[] = Array.isArray(contents) ? contents : [];
  const own = isSchemaObject(content) ? content._meta : undefined;
  if (isSchemaObject(own)) return own;
  return isSchemaObject(entry._meta) ? entry._meta : {};
}
