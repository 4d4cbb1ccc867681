/** The cases about null: it empties the place that repeats an argument, as far as the schemas let both be null. */
import { expect, test } from "vitest";
import { caseFileOf } from "../../../test/support/case-file.ts";

function listCleared(argument: string, place = "{ type: [string, 'null'] }", required = "item_id") {
  const shape = `{ type: object, properties: { id: { $ref: ../types/item_id.yaml }, note: ${place} } }`;
  const output = `output: { type: object, properties: { item: ${shape} } }\n`;
  const { cases } = caseFileOf({
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
tools: [add_item, get_item, update_item]
`,
    "types/item_id.yaml": "type: string\ndescription: Id of an item.\npattern: ^item_[a-z]+$\n",
    "tools/add_item.yaml": `mode: write
title: Add
description: Adds.
input: { type: object, properties: { note: { type: [string, "null"] } } }
repeats: { note: /item/note }
${output}`,
    "tools/get_item.yaml": `mode: read
title: Get
description: Gets.
input: { type: object, properties: { item_id: { $ref: ../types/item_id.yaml } }, required: [item_id] }
${output}`,
    "tools/update_item.yaml": `mode: write
title: Update
description: Updates.
input: { type: object, properties: { item_id: { $ref: ../types/item_id.yaml }, note: ${argument} }, required: [${required}] }
repeats: { note: /item/note }
${output}`,
  });
  return cases.flatMap((each) => ("check" in each && each.check === "clears" ? [[each.id, each.value]] : []));
}

const id = "effects/update_item/item/clears/note";

test.each<[what: string, argument: string, place: string | undefined, cases: unknown[]]>([
  ["a text or null", "{ type: [string, 'null'] }", undefined, [[id, "first"]]],
  [
    "a number or null",
    "{ anyOf: [{ type: integer }, { type: 'null' }] }",
    "{ type: [integer, 'null'] }",
    [[id, 1]],
  ],
  ["no null", "{ type: string }", undefined, []],
  ["a place that is never null", "{ type: [string, 'null'] }", "{ type: string }", []],
  ["null by default", "{ type: [string, 'null'], default: null }", undefined, []],
])("an argument with %s", (_, argument, place, cases) => {
  expect(listCleared(argument, place)).toEqual(cases);
});

test("an argument that cannot be left out", () => {
  expect(listCleared("{ type: [string, 'null'] }", undefined, "item_id, note")).toEqual([]);
});
