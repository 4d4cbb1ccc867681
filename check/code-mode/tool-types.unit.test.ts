/** The TypeScript of tools: a table of schemas and their types, shared definitions, and text that compiles. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import manifest from "../../generated/manifest.json" with { type: "json" };
import type { PublishedTool } from "../surface/published-interface.ts";
import { inlineTypes, shareTypes } from "./tool-types.ts";

/** Manifests of servers that others wrote. */
const manifests = join(import.meta.dirname, "../../generator/test/manifests");

const object = (properties: object, more: object = {}) => ({ type: "object", properties, ...more });

function typeOf(schema: object): string {
  const { text } = shareTypes([{ name: "t", inputSchema: object({ value: schema }) }]);
  return /^ {4}value\?: (.*);\n {2}\}\)/ms.exec(text)![1]!;
}

test.each<[schema: object, type: string]>([
  [{}, "unknown"],
  [{ type: "integer" }, "number"],
  [{ type: ["string", "null"] }, "string | null"],
  [{ enum: ["a", 1, null] }, '"a" | 1 | null'],
  [{ const: true }, "true"],
  [{ type: "array", items: { type: "string" } }, "string[]"],
  [{ type: "array", items: { enum: ["a", "b"] } }, '("a" | "b")[]'],
  [{ type: "array", prefixItems: [{ type: "number" }], items: false }, "[number]"],
  [{ type: "array" }, "unknown[]"],
  [{ type: "object" }, "Record<string, unknown>"],
  [{ type: "object", additionalProperties: { type: "number" } }, "Record<string, number>"],
  [{ type: "object", additionalProperties: false }, "{}"],
  [{ anyOf: [{ type: "string" }, { type: "number" }] }, "string | number"],
  [{ oneOf: [{ type: "string" }, {}] }, "unknown"],
  [{ type: "string", anyOf: [{ minLength: 1 }, { pattern: "a" }] }, "string"],
  [{ allOf: [{ type: "string" }, { minLength: 1 }] }, "string"],
  [object({ "x-y": { type: "string" } }), '{\n      "x-y"?: string;\n    }'],
])("%j is %s", (schema, type) => {
  expect(typeOf(schema)).toBe(type);
});

test("a branch says only what the schema around it does not", () => {
  const kinds = object(
    { kind: { type: "string" }, label: { type: "string", maxLength: 9 } },
    {
      required: ["kind"],
      oneOf: [
        object({ kind: { const: "a" }, label: { type: "string" } }, { additionalProperties: false }),
        object({ kind: { const: "b" }, size: { type: "number" } }, { additionalProperties: false }),
      ],
    },
  );
  expect(typeOf(kinds)).toBe(
    '{\n      kind: string;\n      label?: string;\n    } & ({\n      kind: "a";\n    } | {\n      kind: "b";\n      size?: number;\n    })',
  );
});

const tree = {
  type: "object",
  description: "A node */ of a tree.",
  properties: { children: { type: "array", items: { $ref: "#/$defs/tree" } } },
};

test("equal definitions of two tools are one type, and others of the same name are not", () => {
  const tool = (name: string, defs: object): PublishedTool => ({
    name,
    inputSchema: { ...object({ root: { $ref: "#/$defs/tree" } }), $defs: { ...defs } },
  });
  const { text } = shareTypes([
    tool("a", { tree }),
    tool("b", { tree }),
    tool("c", { tree: { type: "string" } }),
  ]);
  expect(text).toBe(`/** A node *\\/ of a tree. */
type Tree = {
  children?: Tree[];
};

type Tree2 = string;

export declare const tools: {
  a(input: {
    root?: Tree;
  }): Promise<unknown>;
  b(input: {
    root?: Tree;
  }): Promise<unknown>;
  c(input: {
    root?: Tree2;
  }): Promise<unknown>;
};
`);
});

test("control characters of a server are escapes in comments, names and values", () => {
  const hostile = "a\u001b[2J\u202eb";
  const input = object({ [hostile]: { const: hostile } }, { description: hostile });
  const { text } = shareTypes([{ name: hostile, description: hostile, inputSchema: input }]);
  expect(text).not.toMatch(/(?!\n)[\p{Cc}\p{Bidi_Control}]/u);
  expect(text).toContain('"a\\u001b[2J\\u202eb"?: "a\\u001b[2J\\u202eb"');
  expect(text).toContain("/** a\\u001b[2J\\u202eb */");
});

test("without shared types, recursion ends, and so does what grows without end", () => {
  const wide = Object.fromEntries(
    Array.from({ length: 30 }, (_, level) => [
      `d${level}`,
      object({ a: { $ref: `#/$defs/d${level + 1}` }, b: { $ref: `#/$defs/d${level + 1}` } }),
    ]),
  );
  const inputSchema = { ...object({ root: { $ref: "#/$defs/d0" } }), $defs: { ...wide, d30: {} } };
  expect(inlineTypes([{ name: "wide", inputSchema }]).isCut).toBe(true);
  expect(shareTypes([{ name: "wide", inputSchema }]).isCut).toBe(false);
  const recursive = { ...object({ root: { $ref: "#/$defs/tree" } }), $defs: { tree } };
  expect(inlineTypes([{ name: "tree", inputSchema: recursive }]).text).toContain("children?: unknown[]");
});

test("the types of our own and of recorded tools compile, ours are less than a third of what inlining makes of them", () => {
  const tools = manifest.tools as readonly PublishedTool[];
  const { text } = shareTypes(tools);
  expect(text.length).toBeLessThan(60_000);
  expect(inlineTypes(tools).text.length).toBeGreaterThan(3 * text.length);
  const folder = mkdtempSync(join(tmpdir(), "tool-types-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, "tools.d.ts"), text);
  const others = readdirSync(manifests).filter((file) => file.endsWith(".json"));
  for (const file of others) {
    const recorded = JSON.parse(readFileSync(join(manifests, file), "utf8")) as typeof manifest;
    const types = shareTypes(recorded.tools as readonly PublishedTool[]).text;
    writeFileSync(join(folder, file.replace(".json", ".d.ts")), types);
  }
  writeFileSync(
    join(folder, "call.ts"),
    `import { tools } from "./tools.js";
export const form = tools.service_get_form({ form_id: "frm_1", include_structure: true });
// @ts-expect-error form_id is required
export const missing = tools.service_get_form({});
`,
  );
  const tsc = join(import.meta.dirname, "../../node_modules/.bin/tsc");
  const options = ["--ignoreConfig", "--noEmit", "--strict", "--target", "esnext"];
  execFileSync(
    process.execPath,
    [tsc, ...options, "call.ts", ...others.map((file) => file.replace(".json", ".d.ts"))],
    { cwd: folder, stdio: "pipe" },
  );
});

test("large lists are printed as a whole, and a mesh of definitions in less than seconds", () => {
  const tools = Array.from({ length: 1_200 }, (_, index) => ({
    name: `tool_${index}`,
    inputSchema: object(Object.fromEntries(Array.from({ length: 20 }, (_each, key) => [`p${key}`, {}]))),
  }));
  expect(shareTypes(tools).isCut).toBe(false);
  const size = 500;
  const mesh = Array.from({ length: size }, (_, index) => [
    `d${index}`,
    object({ a: { $ref: `#/$defs/d${(index + 1) % size}` }, b: { $ref: `#/$defs/d${(index * 2) % size}` } }),
  ]);
  const inputSchema = { ...object({ root: { $ref: "#/$defs/d0" } }), $defs: Object.fromEntries(mesh) };
  const before = performance.now();
  expect(shareTypes([{ name: "mesh", inputSchema }]).text.match(/^type /gm)).toHaveLength(size);
  expect(inlineTypes([{ name: "mesh", inputSchema }]).text.length).toBeLessThan(10_000_000);
  expect(performance.now() - before).toBeLessThan(10_000);
});
