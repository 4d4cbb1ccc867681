import type { Credential } from "@toolwright/conformance/cases";
import type { FaultContext, FaultyServer, Operator } from "../fault.ts";
import { type ProxiedResponse, readCode, readResult, withAuthorization, withHeader } from "../messages.ts";
import {
  alterRefusals,
  alterResponse,
  type Change,
  edit,
  error,
  failureIn,
  interceptCalls,
  replace,
} from "./interceptors.ts";
import { draftPerTool, draftVariants, type Variant } from "./variants.ts";

/** Faults in the access to tools, and in the rejection of other callers. */
export const accessOperators: readonly Operator[] = [
  {
    name: "ignore-scope",
    faults: ({ cases }) =>
      scopedTools(cases).flatMap((tool) =>
        draftVariants(
          {
            location: tool,
            scope: { part: "access", tool },
            subject: `${tool} answers calls without the scope`,
          },
          cases.tools[tool]!.scopes.map((scope) => [scope, scope, undefined]),
          () => repeatDenied(tool, (_, answered) => answered),
        ),
      ),
  },
  {
    name: "accept-token",
    faults: ({ cases }) =>
      draftPerTool(toolsWithTokens(cases), access("accepts calls with"), badTokens, (tool, state) =>
        interceptCalls(tool, (request, server) =>
          server.stateOf(request.headers.authorization) === state
            ? server(withAuthorization(request, server.authorization()))
            : server(request),
        ),
      ),
  },
  {
    name: "want-every-scope",
    faults: ({ cases }) => {
      const tools = Object.keys(cases.tools).filter((tool) => {
        const { length } = cases.tools[tool]!.scopes;
        return length > 0 && length < cases.scopes.length;
      });
      return draftPerTool(
        tools,
        access("requires"),
        [["", "every scope, not only its declared ones", undefined]],
        (tool) => {
          const { scopes } = cases.tools[tool]!;
          const others = cases.scopes.filter((scope) => scope !== scopes[0]);
          return interceptCalls(tool, (request, server) => {
            const isExact = request.headers.authorization === server.authorization(scopes);
            return server(isExact ? withAuthorization(request, server.authorization(others)) : request);
          });
        },
      );
    },
  },
  {
    name: "denied-and-done",
    faults: ({ cases, observed }) =>
      draftPerTool(
        scopedTools(cases).filter((tool) => !cases.tools[tool]!.readOnly && observed.successes.has(tool)),
        access("does its work"),
        [["", "before it refuses for a missing scope", undefined]],
        (tool) => repeatDenied(tool, (denied) => denied),
      ),
  },
  {
    name: "denial-form",
    faults: ({ cases }) =>
      draftPerTool(scopedTools(cases), access("refuses for a missing scope"), denials, (tool, change) =>
        alterRefusals(tool, "insufficient_scope", change),
      ),
  },
  {
    name: "unauthorized-form",
    faults: ({ cases }) =>
      draftPerTool(
        toolsWithTokens(cases),
        access("rejects callers without a valid token"),
        challenges,
        (tool, change) =>
          interceptCalls(
            tool,
            alterResponse((response) => (response.status === 401 ? change(response) : undefined)),
          ),
      ),
  },
];

function access(verb: string): Parameters<typeof draftPerTool>[1] {
  return { part: "access", verb };
}

const badTokens: readonly Variant<Credential>[] = [
  ["none", "no token", "none"],
  ["malformed", "a token that is malformed", "malformed"],
  ["unknown", "a token that is unknown", "unknown"],
  ["expired", "a token that is expired", "expired"],
  ["revoked", "a token that is revoked", "revoked"],
];

/** Forms of denial that the spec of our server does not allow. */
const denials: readonly Variant<Change>[] = [
  ["http-403", "by HTTP 403", replace({ status: 403 })],
  ["http-401", "by HTTP 401", replace({ status: 401 })],
  ["rpc-error", "by a JSON-RPC error", error(-32001, "Forbidden")],
  ["no-error", "with a result that is not an error", edit({ remove: "/result/isError" })],
  ["other-code", "with another code", edit({ set: `${failureIn}/code`, to: "invalid_input" })],
  [
    "unnamed-in-text",
    "without naming the scope in the text",
    edit({ set: "/result/content", to: [{ type: "text", text: "You may not." }] }),
  ],
  ["unnamed-in-details", "without naming the scope in the details", edit({ remove: `${failureIn}/details` })],
  [
    "another-scope",
    "naming a scope that would not help",
    ({ body, ...response }) => ({
      ...response,
      body: body.replaceAll(/[a-z]+:[a-z]+(?::[a-z]+)?(?=["\s.,])/g, "admin:all"),
    }),
  ],
];

const challenges: readonly Variant<(response: ProxiedResponse) => ProxiedResponse>[] = [
  ["status-200", "with HTTP 200", replace({ status: 200 })],
  ["status-403", "with HTTP 403", replace({ status: 403 })],
  ["status-400", "with HTTP 400", replace({ status: 400 })],
  ["status-500", "with HTTP 500", replace({ status: 500 })],
  [
    "redirect",
    "to a login page",
    (response) => ({ ...withHeader(response, "location", "/login"), status: 302, body: "" }),
  ],
  [
    "no-challenge",
    "without a challenge",
    ({ headers: { "www-authenticate": _, ...headers }, ...response }) => ({ ...response, headers }),
  ],
  [
    "basic-challenge",
    "with a challenge for a password",
    (response) => withHeader(response, "www-authenticate", 'Basic realm="x"'),
  ],
];

/** Repeats a denied call with every scope; `pick` selects the response for the caller. */
function repeatDenied(
  tool: string,
  pick: (denied: ProxiedResponse, answered: ProxiedResponse) => ProxiedResponse,
): FaultyServer {
  return interceptCalls(tool, async (request, server) => {
    const response = await server(request);
    return readCode(readResult(response) ?? {}) === "insufficient_scope"
      ? pick(response, await server(withAuthorization(request, server.authorization())))
      : response;
  });
}

function toolsWithTokens(cases: FaultContext["cases"]): string[] {
  return cases.auth.scheme === "none" ? [] : Object.keys(cases.tools);
}

function scopedTools(cases: FaultContext["cases"]): string[] {
  return toolsWithTokens(cases).filter((tool) => cases.tools[tool]!.scopes.length > 0);
}
