import type { Credential } from "@toolwright/conformance/cases";
import type { FaultContext, Operator } from "../fault.ts";
import {
  readAuthorization,
  readCode,
  readResult,
  withAuthorization,
  withError,
  withResult,
} from "../messages.ts";
import { alterRefusals, alterResponse, interceptCalls, withFailure } from "./interceptors.ts";

const badTokens = [
  "none",
  "malformed",
  "unknown",
  "expired",
  "revoked",
] as const satisfies readonly Credential[];

/** Faults in who may call a tool, and in how others are rejected. */
export const accessOperators: readonly Operator[] = [
  {
    name: "ignore-scope",
    faults: (context) =>
      scoped(context).map(({ tool, scope }) => ({
        location: `${tool}/${scope}`,
        description: `${tool} is answered without the scope ${scope}.`,
        scope: { part: "access", tool },
        start: () =>
          interceptCalls(tool, async (request, server) => {
            const response = await server(request);
            const isDenied = readCode(readResult(response) ?? {}) === "insufficient_scope";
            return isDenied ? server(withAuthorization(request, server.authorization())) : response;
          }),
      })),
  },
  {
    name: "accept-token",
    faults: ({ cases }) =>
      toolsWithTokens(cases).flatMap((tool) =>
        badTokens.map((token) => ({
          location: `${tool}/${token}`,
          description: `${tool} is answered for ${token === "none" ? "no token" : `a token that is ${token}`}.`,
          scope: { part: "access", tool } as const,
          start: () =>
            interceptCalls(tool, async (request, server) => {
              const sent = readAuthorization(request);
              return server.stateOf(sent) === token
                ? server(withAuthorization(request, server.authorization()))
                : server(request);
            }),
        })),
      ),
  },
  {
    name: "want-every-scope",
    faults: ({ cases }) =>
      Object.entries(cases.tools)
        .filter(([, { scopes }]) => scopes.length > 0 && scopes.length < cases.scopes.length)
        .map(([tool, { scopes }]) => ({
          location: tool,
          description: `${tool} wants every scope, not only its own.`,
          scope: { part: "access", tool } as const,
          start: () =>
            interceptCalls(tool, (request, server) => {
              const isExact = readAuthorization(request) === server.authorization(scopes);
              const others = cases.scopes.filter((scope) => scope !== scopes[0]);
              return server(isExact ? withAuthorization(request, server.authorization(others)) : request);
            }),
        })),
  },
  {
    name: "denied-and-done",
    faults: ({ cases, observed }) =>
      scopedTools(cases)
        .filter((tool) => !cases.tools[tool]!.readOnly && observed.successes.has(tool))
        .map((tool) => ({
          location: tool,
          description: `${tool} does its work before it denies it.`,
          scope: { part: "access", tool } as const,
          start: () =>
            interceptCalls(tool, async (request, server) => {
              const response = await server(request);
              const isDenied = readCode(readResult(response) ?? {}) === "insufficient_scope";
              if (isDenied) await server(withAuthorization(request, server.authorization()));
              return isDenied ? { ...response } : response;
            }),
        })),
  },
  {
    name: "denial-form",
    faults: (context) =>
      scopedTools(context.cases).flatMap((tool) =>
        Object.entries(denials).map(([form, { description, change }]) => ({
          location: `${tool}/${form}`,
          description: `${tool} denies ${description}.`,
          scope: { part: "access", tool } as const,
          start: () => alterRefusals(tool, "insufficient_scope", change),
        })),
      ),
  },
  {
    name: "unauthorized-form",
    faults: ({ cases }) =>
      toolsWithTokens(cases).flatMap((tool) =>
        Object.entries(challenges).map(([form, { description, change }]) => ({
          location: `${tool}/${form}`,
          description: `${tool} turns callers without a valid token away ${description}.`,
          scope: { part: "access", tool } as const,
          start: () =>
            interceptCalls(
              tool,
              alterResponse((response) => (response.status === 401 ? change(response) : undefined)),
            ),
        })),
      ),
  },
];

/** Forms of denial that the spec of our server does not allow. */
const denials: Readonly<
  Record<string, { readonly description: string; readonly change: Parameters<typeof alterRefusals>[2] }>
> = {
  "http-403": { description: "by HTTP 403", change: (response) => ({ ...response, status: 403 }) },
  "http-401": { description: "by HTTP 401", change: (response) => ({ ...response, status: 401 }) },
  "rpc-error": {
    description: "by a JSON-RPC error",
    change: (response) => withError(response, -32001, "Forbidden"),
  },
  "no-error": {
    description: "with a result that is no error",
    change: (response, { isError: _, ...result }) => withResult(response, result),
  },
  "other-code": {
    description: "with another code",
    change: (response, result) =>
      withResult(
        response,
        withFailure(result, (failure) => ({ ...failure, code: "invalid_input" })),
      ),
  },
  "unnamed-in-text": {
    description: "without naming the scope in the text",
    change: (response, result) =>
      withResult(response, { ...result, content: [{ type: "text", text: "You may not." }] }),
  },
  "unnamed-in-details": {
    description: "without naming the scope in the details",
    change: (response, result) =>
      withResult(
        response,
        withFailure(result, ({ details: _, ...rest }) => rest),
      ),
  },
  "another-scope": {
    description: "naming a scope that would not help",
    change: (response, result) =>
      withResult(
        response,
        JSON.parse(JSON.stringify(result).replaceAll(/[a-z]+:[a-z]+(?::[a-z]+)?(?=["\s.,])/g, "admin:all")),
      ),
  },
};

const challenges: Readonly<
  Record<
    string,
    {
      readonly description: string;
      readonly change: (response: Parameters<typeof withError>[0]) => typeof response;
    }
  >
> = {
  "status-200": { description: "with HTTP 200", change: (response) => ({ ...response, status: 200 }) },
  "status-403": { description: "with HTTP 403", change: (response) => ({ ...response, status: 403 }) },
  "status-400": { description: "with HTTP 400", change: (response) => ({ ...response, status: 400 }) },
  "status-500": { description: "with HTTP 500", change: (response) => ({ ...response, status: 500 }) },
  redirect: {
    description: "to a login page",
    change: (response) => ({ status: 302, headers: { ...response.headers, location: "/login" }, body: "" }),
  },
  "no-challenge": {
    description: "without a challenge",
    change: ({ headers: { "www-authenticate": _, ...headers }, ...response }) => ({ ...response, headers }),
  },
  "basic-challenge": {
    description: "with a challenge for a password",
    change: (response) => ({
      ...response,
      headers: { ...response.headers, "www-authenticate": 'Basic realm="x"' },
    }),
  },
};

function toolsWithTokens(cases: FaultContext["cases"]): string[] {
  return cases.auth.scheme === "none" ? [] : Object.keys(cases.tools);
}

function scopedTools(cases: FaultContext["cases"]): string[] {
  return toolsWithTokens(cases).filter((tool) => cases.tools[tool]!.scopes.length > 0);
}

function scoped({ cases }: FaultContext): { tool: string; scope: string }[] {
  return scopedTools(cases).flatMap((tool) => cases.tools[tool]!.scopes.map((scope) => ({ tool, scope })));
}
