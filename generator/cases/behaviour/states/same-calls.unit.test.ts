/** The calls of transitions: which arguments may have any value, and which calls lead a thing out of what another tool requires. */
import { expect, test } from "vitest";
import { caseFileOf } from "../../../test/support/case-file.ts";

const id = "fine_id: { $ref: ../types/fine_id.yaml }";
const fine = `{ type: object, properties: { ${id}, amount: { type: integer }, notes: { type: integer }, status: { enum: [open, settled] } }, required: [fine_id, amount, notes, status] }`;
const output = `output: { type: object, properties: { fine: ${fine} } }\n`;

const makeSpec = (input: string, amount: number, status: string) => ({
  "service.yaml": `
toolwright: 1
server: { name: fines, version: 1.0.0, protocolVersions: ["2025-11-25"] }
endpoint: { transport: stdio }
auth: { scheme: none }
modes:
  read: { readOnlyHint: true }
  write: { readOnlyHint: false }
failures:
  has_notes: { when: the fine has notes, retryable: false }
entities:
  fine: { id: types/fine_id.yaml, made_by: { tool: issue, path: /fine/fine_id }, observed_by: [show] }
  note: { id: types/note_id.yaml, made_by: { tool: add_note, path: /note_id }, observed_by: [show_note] }
states:
  fine:
    field: { tool: show, path: /fine/status }
    initial: open
    transitions:
      settle: { from: [open], to: settled, by: { tool: decide, input: ${input} } }
tools: [issue, show, decide, add_note, show_note, drop]
`,
  "types/fine_id.yaml": "type: string\npattern: ^fine_[a-z]+$\n",
  "types/note_id.yaml": "type: string\npattern: ^note_[a-z]+$\n",
  "tools/issue.yaml": `mode: write
title: Issue
description: Issues.
input: { type: object, properties: { amount: { type: integer } }, required: [amount] }
${output}`,
  "tools/show.yaml": `mode: read
title: Show
description: Shows.
input: { type: object, properties: { ${id} }, required: [fine_id] }
${output}`,
  "tools/decide.yaml": `mode: write
title: Decide
description: Decides.
input:
  type: object
  properties: { ${id}, decision: { enum: [lower, wait] }, amount: { type: integer } }
  required: [fine_id, decision]
${output}examples:
  lowers:
    input: { fine_id: fine_a, decision: lower, amount: ${amount} }
    output: { fine: { fine_id: fine_a, amount: ${amount}, notes: 0, status: ${status} } }
`,
  "tools/add_note.yaml": `mode: write
title: Note
description: Notes.
input: { type: object, properties: { ${id} }, required: [fine_id] }
output: { type: object, properties: { note_id: { $ref: ../types/note_id.yaml } } }
`,
  "tools/show_note.yaml": `mode: read
title: Show a note
description: Shows a note.
input: { type: object, properties: { note_id: { $ref: ../types/note_id.yaml } }, required: [note_id] }
output: { type: object, properties: { note_id: { $ref: ../types/note_id.yaml } } }
`,
  "tools/drop.yaml": `mode: write
title: Drop
description: Drops.
input: { type: object, properties: { ${id} }, required: [fine_id] }
output: { type: object, properties: { dropped: { const: true } } }
requires: [{ entity: fine, id: fine_id, place: /fine/notes, is: [0], refused: has_notes }]
failures: [has_notes]
`,
});

test.each([
  ["that an example has with another value", "{ decision: lower, amount: 10 }", 15, "settled", ["/amount"]],
  ["that no example has with another value", "{ decision: lower, amount: 15 }", 15, "settled", undefined],
  ["that with another value leaves the state", "{ decision: lower, amount: 10 }", 15, "open", undefined],
])("an argument %s: free are %j", (_, input, amount, status, free) => {
  const { behaviour } = caseFileOf(makeSpec(input, amount, status));
  expect(behaviour?.states.fine?.transitions.settle?.by.free).toEqual(free);
});

test("a call that makes a part of a thing may lead it out of what another one requires, though it does not show that", () => {
  const { cases } = caseFileOf(makeSpec("{ decision: lower }", 15, "settled"));
  const leaders = cases.flatMap((each) => ("leaders" in each ? each.leaders.map(({ out }) => out.tool) : []));
  expect(leaders).toEqual(["add_note", "decide"]);
});
