/** The cases about changes that take away nothing else: also of a tool that moves an entity where it gets one more argument. */
import { expect, test } from "vitest";
import { caseFileOf } from "../../../test/support/case-file.ts";

const shape =
  "{ type: object, properties: { id: { $ref: ../types/item_id.yaml }, name: { type: string }, notes: { type: string }, status: { enum: [active, retired] } } }";
const output = `output: { type: object, properties: { item: ${shape} } }\n`;
const given = "name: { type: string }, notes: { type: string }";

const spec = {
  "service.yaml": `
toolwright: 1
server: { name: hire, version: 1.0.0, protocolVersions: ["2025-11-25"] }
endpoint: { transport: stdio }
auth: { scheme: none }
modes:
  read: { readOnlyHint: true }
  write: { readOnlyHint: false }
entities:
  item: { id: types/item_id.yaml, made_by: { tool: add_item, path: /item/id }, observed_by: [get_item] }
states:
  item:
    field: { tool: get_item, path: /item/status }
    initial: active
    transitions:
      retire: { from: [active], to: retired, by: { tool: update_item, input: { status: retired } } }
tools: [add_item, get_item, update_item]
`,
  "types/item_id.yaml": "type: string\ndescription: Id of an item.\npattern: ^item_[a-z]+$\n",
  "tools/add_item.yaml": `mode: write
title: Add
description: Adds.
input: { type: object, properties: { ${given} }, required: [name] }
${output}examples:
  one: { input: { name: Drill, notes: New }, output: { item: { id: item_a, name: Drill, notes: New, status: active } } }
`,
  "tools/get_item.yaml": `mode: read
title: Get
description: Gets.
input: { type: object, properties: { item_id: { $ref: ../types/item_id.yaml } }, required: [item_id] }
${output}`,
  "tools/update_item.yaml": `mode: write
title: Update
description: Updates.
input:
  type: object
  properties: { item_id: { $ref: ../types/item_id.yaml }, ${given}, status: { enum: [active, retired] } }
  required: [item_id]
${output}`,
};

function listSets(files: Readonly<Record<string, string>>): unknown[] {
  const { cases } = caseFileOf(files);
  return cases.flatMap((each) => ("check" in each && each.check === "keeps-rest" ? [each.sets] : []));
}

test("an update that moves an entity by another argument keeps the rest", () => {
  expect(listSets(spec)).toEqual([[["name", "notes"], ["name"], ["notes"]]]);
});

test("a tool of which each call moves the entity has no such case", () => {
  const service = spec["service.yaml"].replace(", input: { status: retired }", "");
  expect(listSets({ ...spec, "service.yaml": service })).toEqual([]);
});
