/** Lines of `output_as`, from the notation of the spec to texts that are written and read. */
import { readLayout, writeLayout } from "@toolwright/runtime/layout";
import { describe, expect, test } from "vitest";
import { compile } from "../compile.ts";
import { resolver } from "../schema/roots.ts";
import { compileLayout } from "./compile-layout.ts";
import { readForm } from "./notation.ts";

test.each([
  ["Task {id}", ["Task ", { path: ["id"], isBlock: false, text: "id" }]],
  ["{owner/name}", [{ path: ["owner", "name"], isBlock: false, text: "owner/name" }]],
  ["{.}", [{ path: [], isBlock: false, text: "." }]],
  ["{*}", [{ path: undefined, isBlock: false, text: "*" }]],
  ["{notes...}", [{ path: ["notes"], isBlock: true, text: "notes..." }]],
  ["{done:x| }", [{ path: ["done"], isBlock: false, words: ["x", " "], text: "done:x| " }]],
  ["{{a}} b", ["{a} b"]],
  ["a{? b?} c", ["a", { optional: [" b"] }, " c"]],
  ["", [""]],
])("the line %s", (line, form) => {
  expect(readForm(line)).toEqual({ form });
});

test.each(["{", "a } b", "{}", "{? a", "a ?}", "{? {? a ?} ?}", "{a}{b}", "{a}{? {b}?}{c}", "{a...} b"])(
  "the line %s is a mistake",
  (line) => {
    expect(readForm(line).mistake).toBeDefined();
  },
);

/** The layout of the one tool of a spec. */
function layoutOf(tool: string) {
  const service = `toolwright: 1
server: { name: tasks, version: 1.0.0 }
endpoint: { transport: stdio }
auth: { scheme: none }
modes: { read: { readOnlyHint: true } }
tools: [get]
`;
  const { model, diagnostics } = compile([
    { path: "service.yaml", text: service },
    { path: "tools/get.yaml", text: `mode: read\ninput: { type: object, properties: {} }\n${tool}` },
  ]);
  expect(diagnostics).toEqual([]);
  return compileLayout(model!.tools[0]!, resolver(model!))!.layout;
}

const task = `output:
  type: object
  properties:
    id: { type: string }
    title: { type: string }
    status: { enum: [open, done] }
    due: { type: string, format: date }
    urgent: { type: boolean }
    labels: { type: array, items: { type: string } }
    steps: { type: array, items: { type: object, properties: { text: { type: string }, done: { type: boolean } }, required: [text, done] } }
    notes: { type: string }
  required: [id, title, status]
output_as:
  - "Task {id} - {title}{? (due {due})?}"
  - "Status: {status}"
  - "Urgent: {urgent:yes|no}"
  - "Labels: {labels}"
  - each: steps
    heading: "Steps:"
    lines: ["- [{done:x| }] {text}"]
    none: No steps.
  - ["Notes:\\n{notes...}", There are no notes.]`;

const taskText = `Task T-1 - Paint the fence (due 2026-12-01)
Status: open
Urgent: yes
Labels: garden, paint
Steps:
- [x] Buy paint
- [ ] Paint
Notes:
Two coats.`;

test("lines of every form write a text, and it is read back", () => {
  const layout = layoutOf(task);
  const output = readLayout(layout, taskText);
  expect(output).toEqual({
    id: "T-1",
    title: "Paint the fence",
    due: "2026-12-01",
    status: "open",
    urgent: true,
    labels: ["garden", "paint"],
    steps: [
      { done: true, text: "Buy paint" },
      { done: false, text: "Paint" },
    ],
    notes: "Two coats.",
  });
  expect(writeLayout(layout, output)).toBe(taskText);
});

describe("the type of a place", () => {
  test.each([
    ["{ type: string }", { type: "string" }],
    ["{ type: [integer, 'null'] }", { type: "integer", isNullable: true }],
    ["{ enum: [a, b] }", { type: "string", words: ["a", "b"] }],
    ["{ enum: [a, b, null] }", { type: "string", words: ["a", "b"], isNullable: true }],
    ["{ anyOf: [{ enum: [a] }, { const: b }] }", { type: "string", words: ["a", "b"] }],
    ["{ anyOf: [{ enum: [a] }, { type: 'null' }] }", { type: "string", words: ["a"], isNullable: true }],
    ["{ anyOf: [{ enum: [a] }, { type: string }] }", { type: "string" }],
    ["{ oneOf: [{ type: integer }, { type: number }] }", { type: "number" }],
    ["{ type: array, items: { enum: [a, b] } }", { type: "string", words: ["a", "b"], isList: true }],
    ["{ type: boolean }", { type: "boolean" }],
    ["{ description: Anything. }", { type: "string" }],
  ])("of %s", (schema, want) => {
    const tool = `output: { type: object, properties: { value: ${schema} } }\noutput_as: ["Value: {value}"]`;
    expect(layoutOf(tool)).toEqual([{ forms: [["Value: ", { path: ["value"], ...want }]] }]);
  });
});
