/**
 * The session id of MCP 2025-11-25. It contains the capabilities that the client declared in `initialize`, so that servers need
 * not store them. It needs no signature: it proves nothing, since a client may declare anything.
 */
import { isObject, type JsonObject } from "../json/object.ts";

/** Capabilities that let a server send requests to a client -> the parts of them that clients declare. */
const askable: ReadonlyMap<string, readonly string[]> = new Map([
  ["elicitation", ["form", "url"]],
  ["sampling", ["tools"]],
  ["roots", []],
]);

/** Returns undefined for a client that declares none of these capabilities: it needs no session. */
export function makeSessionId(capabilities: unknown): string | undefined {
  if (!isObject(capabilities)) return undefined;
  const declared = Array.from(askable, ([name, kinds]) => {
    const capability = capabilities[name];
    return isObject(capability)
      ? [name, ...kinds.filter((kind) => isObject(capability[kind]))].join("+")
      : "";
  }).filter(Boolean);
  return declared.length > 0 ? [...declared, crypto.randomUUID()].join(".") : undefined;
}

/** Reads the capabilities that the client with this session id declared. */
export function capabilitiesIn(sessionId: string): JsonObject {
  const declared = sessionId.split(".", askable.size).map((part) => part.split("+"));
  return Object.fromEntries(
    declared
      .filter(([name = ""]) => askable.has(name))
      .map(([name = "", ...kinds]) => [name, Object.fromEntries(kinds.map((kind) => [kind, {}]))]),
  );
}
