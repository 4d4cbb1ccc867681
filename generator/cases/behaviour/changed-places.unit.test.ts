/** The places that a call changes: other tools may show them elsewhere. */
import { expect, test } from "vitest";
import { caseFileOf } from "../../test/support/case-file.ts";

const item =
  "{ type: object, properties: { id: { $ref: ../types/item_id.yaml }, part_of: { $ref: ../types/item_id.yaml }, free: { type: integer } } }";
const read = "mode: read\ntitle: Read\ndescription: Reads.\n";
const byId =
  "input: { type: object, properties: { item_id: { $ref: ../types/item_id.yaml } }, required: [item_id] }\n";
const output = (properties: string) => `output: { type: object, properties: ${properties} }\n`;

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
  item: { id: types/item_id.yaml, made_by: { tool: add_item, path: /item/id }, observed_by: [get_item, list_items] }
tools: [add_item, get_item, list_items, take_item]
`,
  "types/item_id.yaml": "type: string\ndescription: Id of an item.\npattern: ^item_[a-z]+$\n",
  "tools/add_item.yaml": `mode: write\ntitle: Add\ndescription: Adds.\ninput: { type: object }\n${output(`{ item: ${item} }`)}`,
  "tools/get_item.yaml": `${read}${byId}${output(`{ item: ${item} }`)}`,
  "tools/list_items.yaml": `${read}input: { type: object }\n${output(`{ items: { type: array, items: ${item} } }`)}`,
  "tools/take_item.yaml": `mode: write\ntitle: Take\ndescription: Takes.\n${byId}changes: [{ entity: item, id: /item_id, places: [/item/free], by: -1 }]\n`,
};

test("a place that a call changes may change where a list shows the same value", () => {
  const { behaviour } = caseFileOf(spec);
  expect(behaviour?.changes.take_item).toMatchObject([{ places: ["/item/free", "/free"] }]);
});
