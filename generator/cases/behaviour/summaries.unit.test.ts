/** The cases about sums over the list of another tool. */
import { expect, test } from "vitest";
import { caseFileOf } from "../../test/support/case-file.ts";

const output = (properties: string) => `output: { type: object, properties: { ${properties} } }\n`;
const tool = (mode: string, title: string, rest: string) =>
  `mode: ${mode}\ntitle: ${title}\ndescription: ${title}.\n${rest}`;
const byId =
  "input: { type: object, properties: { lot_id: { $ref: ../types/lot_id.yaml } }, required: [lot_id] }\n";
const id = (name: string) => `type: string\ndescription: Id of a ${name}.\npattern: ^${name}_[a-z]+$\n`;
const lot =
  "lot_id: { $ref: ../types/lot_id.yaml }, seeds: { type: integer }, status: { enum: [stored, discarded] }";

const spec = {
  "service.yaml": `
toolwright: 1
server: { name: seeds, version: 1.0.0, protocolVersions: ["2025-11-25"] }
endpoint: { transport: stdio }
auth: { scheme: none }
modes: { read: { readOnlyHint: true }, write: { readOnlyHint: false } }
entities:
  lot: { id: types/lot_id.yaml, made_by: { tool: add_lot, path: /lot_id }, observed_by: [get_lot] }
  move: { id: types/move_id.yaml, made_by: { tool: count_lot, path: /move_id }, observed_by: [list_moves] }
states:
  lot:
    field: { tool: get_lot, path: /status }
    initial: stored
    transitions: { discard: { from: [stored], to: discarded, by: { tool: discard_lot } } }
tools: [add_lot, get_lot, count_lot, discard_lot, list_moves]
`,
  "types/lot_id.yaml": id("lot"),
  "types/move_id.yaml": id("move"),
  "tools/add_lot.yaml": tool("write", "Add", `input: { type: object }\n${output(lot)}`),
  "tools/get_lot.yaml": tool(
    "read",
    "Get",
    `${byId}${output(lot)}sums: [{ total: /seeds, parts: [/change], list: { tool: list_moves, input: { lot_id: $request.body#/lot_id } } }]\n`,
  ),
  "tools/count_lot.yaml": tool(
    "write",
    "Count",
    `${byId}${output("move_id: { $ref: ../types/move_id.yaml }")}`,
  ),
  "tools/discard_lot.yaml": tool("write", "Discard", `${byId}${output(lot)}`),
  "tools/list_moves.yaml": tool(
    "read",
    "List",
    `input: { type: object, properties: { lot_id: { $ref: ../types/lot_id.yaml }, offset: { type: integer, minimum: 0 } } }
output:
  type: object
  properties:
    total: { type: integer }
    moves: { type: array, items: { type: object, properties: { move_id: { $ref: ../types/move_id.yaml }, change: { type: integer } } } }
pages: { offset: offset, total: /total, items: /moves, id: move_id }
`,
  ),
};

test("a sum is compared in each state of the thing that shows it, also where its items have none", () => {
  const { cases } = caseFileOf(spec);
  const ids = cases.map((each) => each.id).filter((each) => each.includes("/sums/"));
  expect(ids).toEqual([
    "results/get_lot/sums/list_moves/made",
    "results/get_lot/sums/list_moves/lot-discarded",
  ]);
});
