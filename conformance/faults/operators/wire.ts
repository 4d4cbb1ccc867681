import type { Json, JsonObject } from "@toolwright/conformance/cases";
import type { FaultDraft, Operator } from "../fault.ts";
import {
  messageIn,
  type ProxiedRequest,
  readMethod,
  readTool,
  withHeader,
  withMessage,
  withResult,
} from "../messages.ts";
import type { FaultScope } from "../scope.ts";
import { alterMethod, alterResults, type Change, edit, replace } from "./interceptors.ts";
import { draftForServer, draftVariants, type Variant } from "./variants.ts";

/** Faults in JSON-RPC and HTTP around results. */
export const wireOperators: readonly Operator[] = [
  {
    name: "wrapping",
    faults: ({ cases, observed }) => [
      ...[...observed.successes.keys()].flatMap((tool) =>
        wrong(tool, { part: "answers", tool }, (request) => readTool(request) === tool),
      ),
      ...wrong("ping", { part: "server" }, (request) => readMethod(request) === "ping"),
      ...wrong(
        "tools/list",
        { part: "entry", tool: cases.manifest[0]!.name },
        (request) => readMethod(request) === "tools/list",
      ),
    ],
  },
  {
    name: "opening",
    faults: () => [
      ...draftForServer(openings, (change) => alterMethod("initialize", change)),
      ...draftForServer([["odd-pong", "answers ping with a text", { pong: true }]], (pong) =>
        alterMethod("ping", (response) => withResult(response, pong)),
      ),
    ],
  },
];

/** Ways in which a response is not a valid answer. */
const wrappings: readonly Variant<Change>[] = [
  ["wrong-id", "with the id of another request", edit({ set: "/id", to: 987_654 })],
  ["id-as-text", "with its id as a text", onMessage((message) => ({ ...message, id: String(message.id) }))],
  ["no-id", "without an id", edit({ remove: "/id" })],
  ["no-version", "without jsonrpc", edit({ remove: "/jsonrpc" })],
  ["old-version", "in JSON-RPC 1.0", edit({ set: "/jsonrpc", to: "1.0" })],
  ["batch", "with a batch", onMessage((message) => [message])],
  ["bare", "with a bare result", onMessage(({ result }) => result ?? null)],
  [
    "result-and-error",
    "with a result and an error",
    edit({ set: "/error", to: { code: -32603, message: "Internal error" } }),
  ],
  ["content-type", "as text/html", (response) => withHeader(response, "content-type", "text/html")],
  ["status-500", "with HTTP 500", replace({ status: 500 })],
  ["status-404", "with HTTP 404", replace({ status: 404 })],
  ["no-body", "with an empty body", replace({ body: "" })],
  [
    "clipped",
    "with half a message",
    ({ body, ...response }) => ({ ...response, body: body.slice(0, body.length >> 1) }),
  ],
  [
    "redirected",
    "with a redirect",
    (response) => ({ ...withHeader(response, "location", "/elsewhere"), status: 307, body: "" }),
  ],
];

/** Wraps the results of some requests wrongly, in every way. */
function wrong(
  location: string,
  scope: FaultScope,
  matches: (request: ProxiedRequest) => boolean,
): FaultDraft[] {
  return draftVariants({ location, scope, subject: `${location} is answered` }, wrappings, (change) =>
    alterResults(matches, change),
  );
}

function onMessage(change: (message: JsonObject) => Json): Change {
  return (response) => withMessage(response, change(messageIn(response)!));
}

const openings: readonly Variant<Change>[] = [
  ["nameless", "does not say who it is", edit({ remove: "/result/serverInfo" })],
  [
    "no-server-version",
    "does not say its own version",
    edit({ set: "/result/serverInfo", to: { name: "x" } }),
  ],
  ["no-capabilities", "declares nothing", edit({ remove: "/result/capabilities" })],
  ["no-tools", "does not declare tools", edit({ set: "/result/capabilities", to: {} })],
  [
    "no-protocol-version",
    "does not say which version it speaks",
    edit({ remove: "/result/protocolVersion" }),
  ],
  [
    "any-version",
    "agrees to every version",
    (response, result, request) => {
      const { protocolVersion } = messageIn(request)!.params as { protocolVersion: string };
      return withResult(response, { ...result, protocolVersion });
    },
  ],
];
