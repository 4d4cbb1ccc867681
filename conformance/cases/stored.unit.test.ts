import { expect, test } from "vitest";
import type { CaseFile } from "./format.ts";
import { expand, type StoredCases } from "./stored.ts";

const head: Omit<CaseFile, "cases" | "unexercised" | "manifest"> = {
  toolwright: 4,
  server: { name: "small", version: "1.0.0", protocolVersions: ["2025-11-25"] },
  endpoint: { transport: "streamable-http", path: "/mcp" },
  auth: { scheme: "none", denial: "tool-error", visibility: "all", realm: "small" },
  scopes: [],
  failures: {},
  tools: {},
  schemas: {},
  bases: {
    add: { tool: "add", input: { texts: ["a"] } },
    "add/texts/0": { tool: "add", on: "add", edits: [{ set: "/texts/0", to: "b" }] },
    "add:two": { tool: "add", input: { texts: ["a", "b"] } },
    other: { tool: "other", input: {} },
  },
};

const stored: StoredCases = {
  ...head,
  places: { "spec:///types/text.yaml#/pattern": "types/text.yaml#/allOf/0/pattern" },
  common: [
    {
      id: "errors/{tool}/clean",
      kind: "errors",
      tool: "{tool}",
      must: "No error of {tool} tells a secret.",
      at: "tools/{tool}.yaml#/input",
      watch: "clean",
    },
  ],
  cases: [
    { tool: "add", common: [0] },
    { tool: "add", bases: "tools/add.yaml#/input" },
    {
      tool: "add",
      argument: "",
      schema: "spec:///tools/add.yaml/input#",
      keywords: { required: { refused: [["texts", "without texts", [{ remove: "/texts" }]]] } },
    },
    {
      tool: "add",
      argument: "/texts/0/text",
      pointer: "/texts/0",
      base: "/texts/0",
      schema: "spec:///types/text.yaml#",
      keywords: {
        pattern: {
          accepted: [["at", "that matches a", [{ to: "a" }]]],
          refused: [["broken", "that does not match a", [{ set: "/more", to: 1 }, { to: "!" }], ["format"]]],
        },
      },
    },
    { tool: "other", common: [0] },
    {
      id: "manifest/names",
      kind: "manifest",
      must: "The names are right.",
      at: "service.yaml#/tools",
      check: "names",
    },
    {
      id: "manifest/names",
      kind: "manifest",
      must: "They stay so.",
      at: "service.yaml#/tools",
      check: "stable",
    },
  ],
  unexercised: [
    {
      tool: "add",
      why: "nothing breaks it alone",
      constraints: { "spec:///types/text.yaml": { "": ["pattern"], "/items": ["type", "enum"] } },
    },
  ],
};

const clean = (tool: string) => ({
  id: `errors/${tool}/clean`,
  kind: "errors",
  tool,
  must: `No error of ${tool} tells a secret.`,
  at: `tools/${tool}.yaml#/input`,
  watch: "clean",
});

test("a stored case file has every case after it is expanded", () => {
  const { cases, unexercised, ...rest } = expand({ ...stored, manifest: [{ name: "add" }] });
  expect(rest).toEqual({ ...head, manifest: [{ name: "add" }] });
  const input = { kind: "input", tool: "add" };
  expect(cases).toEqual([
    clean("add"),
    {
      ...input,
      id: "input/add/required-only",
      must: "Arguments with only what is required are accepted.",
      at: "tools/add.yaml#/input",
      base: "add",
      expect: "accepted",
    },
    {
      ...input,
      id: "input/add/texts/0/given",
      must: "Arguments with texts/0 are accepted.",
      at: "tools/add.yaml#/input",
      base: "add/texts/0",
      expect: "accepted",
    },
    {
      ...input,
      id: "input/add/required/texts",
      must: "An arguments object without texts is refused.",
      at: "tools/add.yaml#/input/required",
      base: "add",
      expect: "refused",
      edits: [{ remove: "/texts" }],
      breaks: { keyword: "required", path: "" },
      constraint: "spec:///tools/add.yaml/input#/required",
    },
    {
      ...input,
      id: "input/add/texts/0/text/pattern/at",
      must: "texts/0/text that matches a is accepted.",
      at: "types/text.yaml#/allOf/0/pattern",
      base: "add/texts/0",
      expect: "accepted",
      edits: [{ set: "/texts/0", to: "a" }],
      constraint: "spec:///types/text.yaml#/pattern",
    },
    {
      ...input,
      id: "input/add/texts/0/text/pattern/broken",
      must: "texts/0/text that does not match a is refused.",
      at: "types/text.yaml#/allOf/0/pattern",
      base: "add/texts/0",
      expect: "refused",
      edits: [
        { set: "/more", to: 1 },
        { set: "/texts/0", to: "!" },
      ],
      breaks: { keyword: "pattern", path: "/texts/0", also: ["format"] },
      constraint: "spec:///types/text.yaml#/pattern",
    },
    clean("other"),
    stored.cases[5],
    { ...stored.cases[6], id: "manifest/names~2" },
  ]);
  const reason = { tool: "add", why: "nothing breaks it alone" };
  expect(unexercised).toEqual([
    {
      ...reason,
      constraint: "spec:///types/text.yaml#/pattern",
      at: "types/text.yaml#/allOf/0/pattern",
    },
    {
      ...reason,
      constraint: "spec:///types/text.yaml#/items/type",
      at: "types/text.yaml#/items/type",
    },
    {
      ...reason,
      constraint: "spec:///types/text.yaml#/items/enum",
      at: "types/text.yaml#/items/enum",
    },
  ]);
});

test("a tool that is named like a member of every object has only what the file says of it", () => {
  const { tools, bases } = expand({ ...stored, bases: {}, manifest: [{ name: "constructor" }] });
  const names = ["constructor", "toString", "__proto__"];
  expect(names.filter((name) => tools[name] ?? bases[name])).toEqual([]);
});
