/** A lock file as the listing of its server, from which a spec and a typed client are written. */
import { isSchemaObject } from "@toolwright/json-schema";
import type { Listing } from "../surface/listing.ts";
import { readLock } from "./lock-file.ts";
import type { Surface } from "./surface.ts";

/** Whether a text is a lock file, also one that has a merge conflict or was edited. */
export function isLockFile(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return isSchemaObject(value) && "lockVersion" in value;
  } catch {
    return /^ *"lockVersion": /m.test(text);
  }
}

/** The parts that a lock file may leave out, since they may differ at each start. */
interface Identity {
  readonly server: Partial<Surface["server"]>;
  readonly protocolVersions?: readonly string[];
}

/**
 * The listing that the server gave when the lock file was written. A lock file does not say how the server is reached, and leaves out
 * values that differ at each start.
 *
 * @throws LockError
 */
export function listingIn(text: string, file: string): Listing {
  const { surface } = readLock(text, file);
  const { instructions, tools, unreadable = [], resources, resourceTemplates, prompts } = surface;
  const { server, protocolVersions = [] }: Identity = surface;
  return {
    server: {
      name: "server",
      version: "0.0.0",
      ...server,
      ...(protocolVersions.length > 0 && { protocolVersions }),
    },
    ...(instructions !== undefined && { instructions }),
    endpoint: { transport: "streamable-http", path: "/mcp" },
    scheme: "none",
    notes: [],
    tools,
    unreadable,
    offers: { resources, resourceTemplates, prompts },
  };
}
