import { valueAt } from "@toolwright/conformance/cases";
import type { FaultContext, FaultDraft, Operator } from "../fault.ts";
import { withResult } from "../messages.ts";
import { alterRefusals, type Change, edit, error, failureIn } from "./interceptors.ts";
import { draftPerTool, draftVariants, type Variant } from "./variants.ts";

/** Faults in refusals: code, metadata, form, and leaks. */
export const refusalOperators: readonly Operator[] = [
  {
    name: "swallow-refusal",
    faults: (context) =>
      draftAtRefusals(context, () => [
        [
          "",
          "in a result that is not an error",
          edit({ remove: "/result/isError" }, { remove: "/result/_meta" }),
        ],
      ]),
  },
  {
    name: "undeclared-code",
    faults: (context) =>
      draftAtRefusals(context, () => [
        ["", "replaced by an undeclared code", setCode("something_went_wrong")],
      ]),
  },
  {
    name: "refusal-as-error",
    faults: (context) =>
      draftAtRefusals(context, () => [["", "as a JSON-RPC error", error(-32603, "Internal error")]]),
  },
  {
    name: "other-declared-code",
    faults: (context) =>
      listRefusals(context).flatMap(({ tool, code }) => {
        const other = context.cases.tools[tool]!.failures.find((declared) => declared !== code);
        if (other === undefined || !Object.hasOwn(context.cases.failures, code)) return [];
        return {
          location: `${tool}/${code}`,
          description: `${tool} refuses with ${other} instead of ${code}.`,
          scope: { part: "refusal", tool, code } as const,
          start: () => alterRefusals(tool, code, setCode(other)),
        };
      }),
  },
  {
    name: "failure-part",
    faults: (context) => draftAtRefusals(context, (code) => listPartChanges(context, code)),
  },
  {
    name: "leak",
    faults: ({ cases, observed }) =>
      draftPerTool(
        Object.keys(cases.tools).filter((tool) => observed.refusals.has(tool)),
        { part: "answers", verb: "shows" },
        Object.entries(leaks).map(([what, text]) => [what, `${what.replaceAll("-", " ")} in refusals`, text]),
        (tool, text) => alterRefusals(tool, undefined, addText(text)),
      ),
  },
];

/** Makes one fault for each variant at each observed refusal. */
function draftAtRefusals(
  context: FaultContext,
  variants: (code: string) => readonly Variant<Change>[],
): FaultDraft[] {
  return listRefusals(context).flatMap(({ tool, code }) =>
    draftVariants(
      {
        location: `${tool}/${code}`,
        scope: { part: "answers", tool },
        subject: `${tool} refuses with ${code}`,
      },
      variants(code),
      (change) => alterRefusals(tool, code, change),
    ),
  );
}

function listRefusals({ observed }: FaultContext): { tool: string; code: string }[] {
  return [...observed.refusals].flatMap(([tool, codes]) =>
    [...codes].filter((code) => code !== "not_implemented").map((code) => ({ tool, code })),
  );
}

function setCode(code: string): Change {
  return edit({ set: `${failureIn}/code`, to: code });
}

function listPartChanges({ cases }: FaultContext, code: string): readonly Variant<Change>[] {
  const retryable = `${failureIn}/retryable`;
  // For other codes a server may say that a single refusal is not worth a retry.
  const isFinal = Object.hasOwn(cases.failures, code) && !cases.failures[code]!.retryable;
  const wrong: Variant<Change> = [
    "wrong-retryable",
    "and claims that a retry can help",
    edit({ set: retryable, to: true }),
  ];
  return [
    ["no-code", "without a code", edit({ remove: "/result/_meta" })],
    ["no-text", "without a text", edit({ set: "/result/content", to: [] })],
    ["structured", "with a structured result", edit({ set: "/result/structuredContent", to: {} })],
    ["no-retryable", "without the field retryable", edit({ remove: retryable })],
    ...(isFinal ? [wrong] : []),
  ];
}

/** Adds a text to refusals, which may contain the caller's authorization. */
function addText(text: (authorization: string) => string): Change {
  return (response, result, { headers }) => {
    const before = valueAt(result, "/content/0/text") ?? "";
    const more = text(headers.authorization ?? "");
    return withResult(response, { ...result, content: [{ type: "text", text: `${before}\n${more}` }] });
  };
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
