import type { Credential } from "toolwright/runtime";
import type { Operator, World } from "../fault.ts";
import { authorizationOf, codeOf, resultOf, withAuthorization, withError, withResult } from "../messages.ts";
import { afterwards, onCalls, onRefusals, withFailure } from "./interceptors.ts";

const badTokens = [
  "none",
  "malformed",
  "unknown",
  "expired",
  "revoked",
] as const satisfies readonly Credential[];

/** Who may call a tool, and how others are turned away. */
export const accessOperators: readonly Operator[] = [
  {
    name: "ignore-scope",
    faults: (world) =>
      scoped(world).map(({ tool, scope }) => ({
        where: `${tool}/${scope}`,
        does: `${tool} is answered without the scope ${scope}.`,
        place: { of: "access", tool },
        start: () =>
          onCalls(tool, async (passing, healthy) => {
            const passed = await healthy(passing);
            const isDenied = codeOf(resultOf(passed) ?? {}) === "insufficient_scope";
            return isDenied ? healthy(withAuthorization(passing, healthy.authorization())) : passed;
          }),
      })),
  },
  {
    name: "accept-token",
    faults: ({ cases }) =>
      guarded(cases).flatMap((tool) =>
        badTokens.map((token) => ({
          where: `${tool}/${token}`,
          does: `${tool} is answered for ${token === "none" ? "no token" : `a token that is ${token}`}.`,
          place: { of: "access", tool } as const,
          start: () =>
            onCalls(tool, async (passing, healthy) => {
              const sent = authorizationOf(passing);
              return healthy.kindOf(sent) === token
                ? healthy(withAuthorization(passing, healthy.authorization()))
                : healthy(passing);
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
          where: tool,
          does: `${tool} wants every scope, not only its own.`,
          place: { of: "access", tool } as const,
          start: () =>
            onCalls(tool, (passing, healthy) => {
              const isExact = authorizationOf(passing) === healthy.authorization(scopes);
              const others = cases.scopes.filter((scope) => scope !== scopes[0]);
              return healthy(isExact ? withAuthorization(passing, healthy.authorization(others)) : passing);
            }),
        })),
  },
  {
    name: "denied-and-done",
    faults: ({ cases, seen }) =>
      scopedTools(cases)
        .filter((tool) => !cases.tools[tool]!.readOnly && seen.successes.has(tool))
        .map((tool) => ({
          where: tool,
          does: `${tool} does its work before it denies it.`,
          place: { of: "access", tool } as const,
          start: () =>
            onCalls(tool, async (passing, healthy) => {
              const passed = await healthy(passing);
              const isDenied = codeOf(resultOf(passed) ?? {}) === "insufficient_scope";
              if (isDenied) await healthy(withAuthorization(passing, healthy.authorization()));
              return isDenied ? { ...passed } : passed;
            }),
        })),
  },
  {
    name: "denial-form",
    faults: (world) =>
      scopedTools(world.cases).flatMap((tool) =>
        Object.entries(denials).map(([form, { does, change }]) => ({
          where: `${tool}/${form}`,
          does: `${tool} denies ${does}.`,
          place: { of: "access", tool } as const,
          start: () => onRefusals(tool, "insufficient_scope", change),
        })),
      ),
  },
  {
    name: "unauthorized-form",
    faults: ({ cases }) =>
      guarded(cases).flatMap((tool) =>
        Object.entries(challenges).map(([form, { does, change }]) => ({
          where: `${tool}/${form}`,
          does: `${tool} turns callers without a valid token away ${does}.`,
          place: { of: "access", tool } as const,
          start: () =>
            onCalls(
              tool,
              afterwards((passed) => (passed.status === 401 ? change(passed) : undefined)),
            ),
        })),
      ),
  },
];

/** Ways to deny that the spec of our server does not allow. */
const denials: Readonly<
  Record<string, { readonly does: string; readonly change: Parameters<typeof onRefusals>[2] }>
> = {
  "http-403": { does: "by HTTP 403", change: (passed) => ({ ...passed, status: 403 }) },
  "http-401": { does: "by HTTP 401", change: (passed) => ({ ...passed, status: 401 }) },
  "rpc-error": { does: "by a JSON-RPC error", change: (passed) => withError(passed, -32001, "Forbidden") },
  "no-error": {
    does: "with a result that is no error",
    change: (passed, { isError: _, ...result }) => withResult(passed, result),
  },
  "other-code": {
    does: "with another code",
    change: (passed, result) =>
      withResult(
        passed,
        withFailure(result, (failure) => ({ ...failure, code: "invalid_input" })),
      ),
  },
  "unnamed-in-text": {
    does: "without naming the scope in the text",
    change: (passed, result) =>
      withResult(passed, { ...result, content: [{ type: "text", text: "You may not." }] }),
  },
  "unnamed-in-details": {
    does: "without naming the scope in the details",
    change: (passed, result) =>
      withResult(
        passed,
        withFailure(result, ({ details: _, ...rest }) => rest),
      ),
  },
  "another-scope": {
    does: "naming a scope that would not help",
    change: (passed, result) =>
      withResult(
        passed,
        JSON.parse(JSON.stringify(result).replaceAll(/[a-z]+:[a-z]+(?::[a-z]+)?(?=["\s.,])/g, "admin:all")),
      ),
  },
};

const challenges: Readonly<
  Record<
    string,
    { readonly does: string; readonly change: (passed: Parameters<typeof withError>[0]) => typeof passed }
  >
> = {
  "status-200": { does: "with HTTP 200", change: (passed) => ({ ...passed, status: 200 }) },
  "status-403": { does: "with HTTP 403", change: (passed) => ({ ...passed, status: 403 }) },
  "status-400": { does: "with HTTP 400", change: (passed) => ({ ...passed, status: 400 }) },
  "status-500": { does: "with HTTP 500", change: (passed) => ({ ...passed, status: 500 }) },
  redirect: {
    does: "to a login page",
    change: (passed) => ({ status: 302, headers: { ...passed.headers, location: "/login" }, body: "" }),
  },
  "no-challenge": {
    does: "without a challenge",
    change: ({ headers: { "www-authenticate": _, ...headers }, ...passed }) => ({ ...passed, headers }),
  },
  "basic-challenge": {
    does: "with a challenge for a password",
    change: (passed) => ({
      ...passed,
      headers: { ...passed.headers, "www-authenticate": 'Basic realm="x"' },
    }),
  },
};

function guarded(cases: World["cases"]): string[] {
  return cases.auth.scheme === "bearer" ? Object.keys(cases.tools) : [];
}

function scopedTools(cases: World["cases"]): string[] {
  return guarded(cases).filter((tool) => cases.tools[tool]!.scopes.length > 0);
}

function scoped({ cases }: World): { tool: string; scope: string }[] {
  return scopedTools(cases).flatMap((tool) => cases.tools[tool]!.scopes.map((scope) => ({ tool, scope })));
}
