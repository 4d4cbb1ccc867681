import { type Json, valueAt } from "toolwright/runtime";
import type { Operator, World } from "../fault.ts";
import { authorizationOf, type JsonObject, withError, withResult } from "../messages.ts";
import { onRefusals, withFailure } from "./interceptors.ts";

type Change = Parameters<typeof onRefusals>[2];

/** What refusals say, and what they should not. */
export const refusalOperators: readonly Operator[] = [
  {
    name: "swallow-refusal",
    faults: (world) =>
      refused(world).map(({ tool, code }) => ({
        where: `${tool}/${code}`,
        does: `${tool} hides ${code} in a result that is no error.`,
        place: { of: "answers", tool },
        start: () =>
          onRefusals(tool, code, (passed, { isError: _, _meta: __, ...result }) =>
            withResult(passed, result),
          ),
      })),
  },
  {
    name: "undeclared-code",
    faults: (world) =>
      refused(world).map(({ tool, code }) => ({
        where: `${tool}/${code}`,
        does: `${tool} refuses with a code that it does not declare, instead of ${code}.`,
        place: { of: "answers", tool },
        start: () => onRefusals(tool, code, coded("something_went_wrong")),
      })),
  },
  {
    name: "refusal-as-error",
    faults: (world) =>
      refused(world).map(({ tool, code }) => ({
        where: `${tool}/${code}`,
        does: `${tool} answers with a JSON-RPC error instead of ${code}.`,
        place: { of: "answers", tool },
        start: () => onRefusals(tool, code, (passed) => withError(passed, -32603, "Internal error")),
      })),
  },
  {
    name: "other-declared-code",
    faults: (world) =>
      refused(world)
        .filter(({ code }) => Object.hasOwn(world.cases.failures, code))
        .flatMap(({ tool, code }) => {
          const other = world.cases.tools[tool]!.failures.find((declared) => declared !== code);
          if (other === undefined) return [];
          return {
            where: `${tool}/${code}`,
            does: `${tool} refuses with ${other} where it should be ${code}.`,
            place: { of: "answers", tool } as const,
            start: () => onRefusals(tool, code, coded(other)),
          };
        }),
  },
  {
    name: "failure-part",
    faults: (world) =>
      refused(world).flatMap(({ tool, code }) =>
        Object.entries(parts(world, code)).map(([part, { does, change }]) => ({
          where: `${tool}/${code}/${part}`,
          does: `${tool} refuses with ${code} ${does}.`,
          place: { of: "answers", tool } as const,
          start: () => onRefusals(tool, code, change),
        })),
      ),
  },
  {
    name: "leak",
    faults: (world) =>
      Object.keys(world.cases.tools)
        .filter((tool) => world.seen.refusals.has(tool))
        .flatMap((tool) =>
          Object.entries(leaks).map(([what, text]) => ({
            where: `${tool}/${what}`,
            does: `${tool} tells ${what.replaceAll("-", " ")} in refusals.`,
            place: { of: "answers", tool } as const,
            start: () =>
              onRefusals(tool, undefined, (passed, result, passing) =>
                withResult(passed, saying(result, text(authorizationOf(passing) ?? ""))),
              ),
          })),
        ),
  },
];

function refused({ seen }: World): { tool: string; code: string }[] {
  return [...seen.refusals].flatMap(([tool, codes]) =>
    [...codes].filter((code) => code !== "not_implemented").map((code) => ({ tool, code })),
  );
}

function coded(code: string): Change {
  return (passed, result) =>
    withResult(
      passed,
      withFailure(result, (failure) => ({ ...failure, code })),
    );
}

function parts(
  { cases }: World,
  code: string,
): Record<string, { readonly does: string; readonly change: Change }> {
  const declared = Object.hasOwn(cases.failures, code);
  return {
    "no-code": {
      does: "and names no code",
      change: (passed, { _meta: _, ...result }) => withResult(passed, result),
    },
    "no-text": {
      does: "and says nothing",
      change: (passed, result) => withResult(passed, { ...result, content: [] }),
    },
    structured: {
      does: "and carries a structured result",
      change: (passed, result) => withResult(passed, { ...result, structuredContent: {} }),
    },
    "no-retryable": {
      does: "and leaves open whether a retry can help",
      change: (passed, result) =>
        withResult(
          passed,
          withFailure(result, ({ retryable: _, ...rest }) => rest),
        ),
    },
    ...(declared && {
      "wrong-retryable": {
        does: "and is wrong about whether a retry can help",
        change: (passed: Parameters<Change>[0], result: JsonObject) =>
          withResult(
            passed,
            withFailure(result, (failure) => ({ ...failure, retryable: failure.retryable !== true })),
          ),
      },
    }),
  };
}

function saying(result: JsonObject, more: string): Json {
  const said = valueAt(result, "/content/0/text") ?? "";
  return { ...result, content: [{ type: "text", text: `${said}\n${more}` }] };
}

/** What servers have been seen to tell. */
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
