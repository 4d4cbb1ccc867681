/**
 * The session id of MCP 2025-11-25. It repeats what the client declared in `initialize`, so that no server has to remember it. It proves
 * nothing and needs no signature: a client may declare what it likes.
 */
import { isObject, type JsonObject } from "../json/object.ts";

/** What a client can be asked for -> the kinds of it that clients declare. */
const askable: ReadonlyMap<string, readonly string[]> = new Map([
  ["elicitation", ["form", "url"]],
  ["sampling", ["tools"]],
  ["roots", []],
]);

/** Undefined for a client that can be asked nothing, which needs no session. */
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

/** What the client with this session id declared. */
export function capabilitiesIn(sessionId: string): JsonObject {
  const declared = sessionId.split(".", askable.size).map((part) => part.split("+"));
  return Object.fromEntries(
    declared
      .filter(([name = ""]) => askable.has(name))
      .map(([name = "", ...kinds]) => [name, Object.fromEntries(kinds.map((kind) => [kind, {}]))]),
  );
}
