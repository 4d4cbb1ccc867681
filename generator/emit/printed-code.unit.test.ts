import { describe, expect, test } from "vitest";
import { stringify } from "yaml";
import { compile } from "../compile.ts";
import { validatorModules } from "../schema/validator-modules.ts";
import { printCode } from "../schema/validators.ts";
import { rewritePrintedCode, rewrites } from "./printed-code.ts";

/** A pattern that takes time exponential in the length of a text with `RegExp`. */
const slow = "^(a+)+$";

const code = printedCode({
  name: { type: "string", minLength: 1, pattern: slow },
  tags: { type: "array", items: { type: "string", format: "date-time" }, uniqueItems: true },
  labels: { type: "object", additionalProperties: { type: "string" } },
});

/** String literals are numbers while code is changed. */
const bare = code.replace(/"(?:[^"\\]|\\.)*"/g, '"0"');

describe.each(Object.entries(rewrites))("%s", (_, { prints, change }) => {
  test("Ajv prints the code that the change expects", () => {
    expect(bare).toMatch(prints);
  });

  test("the change applies", () => {
    expect(change(bare, { textOf: () => slow, use: () => {} })).not.toBe(bare);
  });
});

test("printed code can be imported by Node, and compiles no slow pattern as RegExp", () => {
  const imported = new Set<string>();
  const text = rewritePrintedCode(code, (name) => imported.add(name));
  expect(text).not.toMatch(/require\(|use strict|new RegExp/);
  expect([...imported].sort()).toEqual(["allDifferent", "formats", "linearPattern", "problem", "ucs2length"]);
});

test("texts of the spec that look like code do not change", () => {
  const texts = ["for(let i0=0; i0<len0; i0++){", 'require("a").b', "const _errs1 = errors;\n", "__proto__"];
  const text = rewritePrintedCode(printedCode({ kind: { enum: texts }, name: { pattern: slow } }), () => {});
  for (const each of texts) expect(text).toContain(JSON.stringify(each));
});

/** Returns the code that Ajv prints for a tool with these arguments. */
function printedCode(properties: object): string {
  const service = {
    toolwright: 1,
    server: { name: "printed", version: "1" },
    endpoint: { transport: "stdio" },
    auth: { scheme: "none" },
    modes: { read: {} },
    tools: ["ask"],
    accept: { "pattern-terminates": "The test needs one." },
  };
  const { model, diagnostics } = compile([
    { path: "service.yaml", text: stringify(service) },
    { path: "tools/ask.yaml", text: stringify({ mode: "read", input: { type: "object", properties } }) },
  ]);
  if (!model) throw new Error(JSON.stringify(diagnostics));
  return printCode(validatorModules(model).get("validators/ask.ts")!);
}
