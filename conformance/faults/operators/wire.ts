import type { Json, JsonObject } from "@toolwright/conformance/cases";
import type { FaultDraft, Operator } from "../fault.ts";
import {
  type ProxiedRequest,
  readMessage,
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
        draftWrappings(tool, { part: "answers", tool }, (request) => readTool(request) === tool),
      ),
      ...draftWrappings("ping", { part: "server" }, (request) => readMethod(request) === "ping"),
      ...draftWrappings(
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
  [
    "id-as-text",
    "with its id as a text",
    changeMessage((message) => ({ ...message, id: String(message.id) })),
  ],
  ["no-id", "without an id", edit({ remove: "/id" })],
  ["no-version", "without jsonrpc", edit({ remove: "/jsonrpc" })],
  ["old-version", "in JSON-RPC 1.0", edit({ set: "/jsonrpc", to: "1.0" })],
  ["batch", "with a batch", changeMessage((message) => [message])],
  ["bare", "with a bare result", changeMessage(({ result }) => result ?? null)],
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

/** Makes one fault for each wrong wrapping of the results of some requests. */
function draftWrappings(
  location: string,
  scope: FaultScope,
  matches: (request: ProxiedRequest) => boolean,
): FaultDraft[] {
  return draftVariants(
    { location, scope, subject: `The response of ${location} is changed:` },
    wrappings,
    (change) => alterResults(matches, change),
  );
}

function changeMessage(change: (message: JsonObject) => Json): Change {
  return (response) => withMessage(response, change(readMessage(response)!));
}

const openings: readonly Variant<Change>[] = [
  ["nameless", "does not send its name and version", edit({ remove: "/result/serverInfo" })],
  [
    "no-server-version",
    "does not send its own version",
    edit({ set: "/result/serverInfo", to: { name: "x" } }),
  ],
  ["no-capabilities", "declares no capabilities", edit({ remove: "/result/capabilities" })],
  ["no-tools", "does not declare tools", edit({ set: "/result/capabilities", to: {} })],
  [
    "no-protocol-version",
    "does not send the version of the protocol",
    edit({ remove: "/result/protocolVersion" }),
  ],
  [
    "any-version",
    "agrees to every version",
    (response, result, request) => {
      const { protocolVersion } = readMessage(request)!.params as { protocolVersion: string };
      return withResult(response, { ...result, protocolVersion });
    },
  ],
];
