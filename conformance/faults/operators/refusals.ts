import { type Json, type JsonObject, valueAt } from "@toolwright/conformance/cases";
import type { FaultContext, Operator } from "../fault.ts";
import { readAuthorization, withError, withResult } from "../messages.ts";
import { alterRefusals, withFailure } from "./interceptors.ts";

type Change = Parameters<typeof alterRefusals>[2];

/** Faults in refusals: code, metadata, form, and leaks. */
export const refusalOperators: readonly Operator[] = [
  {
    name: "swallow-refusal",
    faults: (context) =>
      refused(context).map(({ tool, code }) => ({
        location: `${tool}/${code}`,
        description: `${tool} hides ${code} in a result that is no error.`,
        scope: { part: "answers", tool },
        start: () =>
          alterRefusals(tool, code, (response, { isError: _, _meta: __, ...result }) =>
            withResult(response, result),
          ),
      })),
  },
  {
    name: "undeclared-code",
    faults: (context) =>
      refused(context).map(({ tool, code }) => ({
        location: `${tool}/${code}`,
        description: `${tool} refuses with a code that it does not declare, instead of ${code}.`,
        scope: { part: "answers", tool },
        start: () => alterRefusals(tool, code, withCode("something_went_wrong")),
      })),
  },
  {
    name: "refusal-as-error",
    faults: (context) =>
      refused(context).map(({ tool, code }) => ({
        location: `${tool}/${code}`,
        description: `${tool} answers with a JSON-RPC error instead of ${code}.`,
        scope: { part: "answers", tool },
        start: () => alterRefusals(tool, code, (response) => withError(response, -32603, "Internal error")),
      })),
  },
  {
    name: "other-declared-code",
    faults: (context) =>
      refused(context)
        .filter(({ code }) => Object.hasOwn(context.cases.failures, code))
        .flatMap(({ tool, code }) => {
          const other = context.cases.tools[tool]!.failures.find((declared) => declared !== code);
          if (other === undefined) return [];
          return {
            location: `${tool}/${code}`,
            description: `${tool} refuses with ${other} where it should be ${code}.`,
            scope: { part: "refusal", tool, code } as const,
            start: () => alterRefusals(tool, code, withCode(other)),
          };
        }),
  },
  {
    name: "failure-part",
    faults: (context) =>
      refused(context).flatMap(({ tool, code }) =>
        Object.entries(parts(context, code)).map(([part, { description, change }]) => ({
          location: `${tool}/${code}/${part}`,
          description: `${tool} refuses with ${code} ${description}.`,
          scope: { part: "answers", tool } as const,
          start: () => alterRefusals(tool, code, change),
        })),
      ),
  },
  {
    name: "leak",
    faults: (context) =>
      Object.keys(context.cases.tools)
        .filter((tool) => context.observed.refusals.has(tool))
        .flatMap((tool) =>
          Object.entries(leaks).map(([what, text]) => ({
            location: `${tool}/${what}`,
            description: `${tool} tells ${what.replaceAll("-", " ")} in refusals.`,
            scope: { part: "answers", tool } as const,
            start: () =>
              alterRefusals(tool, undefined, (response, result, request) =>
                withResult(response, withMoreText(result, text(readAuthorization(request) ?? ""))),
              ),
          })),
        ),
  },
];

function refused({ observed }: FaultContext): { tool: string; code: string }[] {
  return [...observed.refusals].flatMap(([tool, codes]) =>
    [...codes].filter((code) => code !== "not_implemented").map((code) => ({ tool, code })),
  );
}

function withCode(code: string): Change {
  return (response, result) =>
    withResult(
      response,
      withFailure(result, (failure) => ({ ...failure, code })),
    );
}

function parts(
  { cases }: FaultContext,
  code: string,
): Record<string, { readonly description: string; readonly change: Change }> {
  // For other codes a server may say that a single refusal is not worth a retry.
  const isFinal = Object.hasOwn(cases.failures, code) && !cases.failures[code]!.retryable;
  return {
    "no-code": {
      description: "and names no code",
      change: (response, { _meta: _, ...result }) => withResult(response, result),
    },
    "no-text": {
      description: "and says nothing",
      change: (response, result) => withResult(response, { ...result, content: [] }),
    },
    structured: {
      description: "and carries a structured result",
      change: (response, result) => withResult(response, { ...result, structuredContent: {} }),
    },
    "no-retryable": {
      description: "and leaves open whether a retry can help",
      change: (response, result) =>
        withResult(
          response,
          withFailure(result, ({ retryable: _, ...rest }) => rest),
        ),
    },
    ...(isFinal && {
      "wrong-retryable": {
        description: "and claims that a retry can help",
        change: (response: Parameters<Change>[0], result: JsonObject) =>
          withResult(
            response,
            withFailure(result, (failure) => ({ ...failure, retryable: true })),
          ),
      },
    }),
  };
}

function withMoreText(result: JsonObject, more: string): Json {
  const text = valueAt(result, "/content/0/text") ?? "";
  return { ...result, content: [{ type: "text", text: `${text}\n${more}` }] };
}

/** Leaks that real servers have had. */
const leaks: Readonly<Record<string, (authorization: string) => string>> = {
  "a-stack-of-node": () =>
    "TypeError: Cannot read properties of undefined (reading 'id')\n    at FormStore.load (/srv/forms/dist/store/forms.js:118:31)\n    at process.processTicksAndRejections (node:internal/process/task_queues:105:5)",
  "a-stack-of-python": () =>
    "Traceback (most recent call last):\n  File \"/usr/lib/python3.12/site-packages/forms/store.py\", line 88, in load\nKeyError: 'id'",
  "a-stack-of-java": () =>
    "java.lang.NullPointerException\n\tat com.example.forms.FormStore.load(FormStore.java:118)",
  "a-path": () => "Could not open /var/lib/forms/data/service.db",
  "a-statement": () =>
    "SQLITE_CONSTRAINT_UNIQUE: UNIQUE constraint failed: insert into forms (id, title) values (?, ?)",
  "an-address-with-a-password": () => "connect ECONNREFUSED postgres://forms:hunter2@10.0.0.7:5432/forms",
  "a-key-of-a-model": () => "Incorrect API key provided: sk-proj-9fKq2LxZ7aVtB3nWmY5cR8dU1eHs4jPo.",
  "the-callers-token": (authorization) => `No such form for ${authorization.replace("Bearer ", "")}`,
  "the-environment": () => "Bad configuration: DATABASE_URL=postgres://db/forms PASSWORD=hunter2",
};
