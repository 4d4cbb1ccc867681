/** Names what outputs declare and no result had, once for all tools that share a type. */
import { expect, test } from "vitest";
import type { Json } from "../cases/edits.ts";
import type { CaseFile } from "../cases/format.ts";
import { SeenOutputs } from "./seen-outputs.ts";

const hire = {
  type: "object",
  properties: {
    id: { type: "string" },
    status: { enum: ["reserved", "out", "expired"] },
    note: { type: ["string", "null"] },
    late: { type: "boolean" },
  },
  required: ["id", "status"],
};
const cases = {
  tools: {
    get_hire: { output: "spec:///tools/get_hire.yaml/output" },
    list_hires: { output: "spec:///tools/list_hires.yaml/output" },
    cancel: { output: "spec:///tools/cancel.yaml/output" },
    say: {},
  },
  schemas: {
    "spec:///types/hire.yaml": hire,
    "spec:///tools/get_hire.yaml/output": { $ref: "spec:///types/hire.yaml#" },
    "spec:///tools/list_hires.yaml/output": {
      type: "object",
      properties: { hires: { type: "array", items: { $ref: "spec:///types/hire.yaml#" } } },
      required: ["hires"],
    },
    "spec:///tools/cancel.yaml/output": {
      type: "object",
      properties: { fee: { anyOf: [{ type: "integer" }, { enum: ["none", null] }] } },
    },
  },
} as unknown as CaseFile;

function listUnseen(...results: readonly (readonly [tool: string, result: Json])[]): string[] {
  const outputs = new SeenOutputs(cases);
  for (const [tool, result] of results) outputs.record(tool, result);
  return outputs.listUnseen().map(({ at, what }) => `${what} (${at})`);
}

const type = "types/hire.yaml/properties";

test.each<[what: string, unseen: readonly string[], ...results: (readonly [tool: string, result: Json])[]]>([
  [
    "a type that two tools show is named once",
    [
      `the field note (${type}/note)`,
      `the field late (${type}/late)`,
      `the value "out" (${type}/status)`,
      `the value "expired" (${type}/status)`,
    ],
    ["get_hire", { id: "a", status: "reserved" }],
    ["list_hires", { hires: [] }],
  ],
  [
    "what one tool shows is seen for all, also if it is null",
    [`the value "reserved" (${type}/status)`],
    ["get_hire", { id: "a", status: "out", late: false }],
    ["list_hires", { hires: [{ id: "a", status: "expired", note: null }] }],
  ],
  ["a tool that never succeeded, and one without an output, say nothing", [], ["say", null]],
  [
    "a field with several forms is seen, and each value of a form counts",
    ['the value "none" (tools/cancel.yaml/output/properties/fee/anyOf/1)'],
    ["cancel", { fee: 3 }],
  ],
])("%s", (_, unseen, ...results) => {
  expect([...listUnseen(...results)].sort()).toEqual([...unseen].sort());
});
