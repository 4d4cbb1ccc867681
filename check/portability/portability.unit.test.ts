/** Tests the findings of the client rules, and the comparison with the libraries that are run. */
import {
  findByRules,
  lostParts,
  makeCalls,
  type Portability,
  portabilityReport,
} from "@toolwright/check/portability";
import type { PublishedTool } from "@toolwright/check/surface";
import { describe, expect, test } from "vitest";

const closed = { type: "object", additionalProperties: false };
const title = { properties: { title: { type: "string" } } };
const tree = { ...closed, properties: { child: { $ref: "#/$defs/tree" } } };

const cases: readonly { name: string; tool: Partial<PublishedTool>; findings: readonly string[] }[] = [
  { name: "a plain object", tool: { inputSchema: { ...closed, ...title } }, findings: [] },
  {
    name: "a name with a dot",
    tool: { name: "book.find" },
    findings: ["claude", "openai", "vscode", "cursor"].map((client) => `refused ${client} /name`),
  },
  {
    name: "a name of 55 characters, behind that of the server",
    tool: { name: "n".repeat(55) },
    findings: ["refused cursor /name"],
  },
  {
    name: "a combinator at the root",
    tool: { inputSchema: { ...closed, ...title, oneOf: [{ required: ["title"] }] } },
    findings: [
      "refused claude /inputSchema/oneOf",
      "refused openai /inputSchema/oneOf",
      "noted strict /inputSchema/oneOf",
      "refused gemini /inputSchema/oneOf",
      "refused cursor /inputSchema/oneOf",
    ],
  },
  {
    name: "a root without properties",
    tool: { inputSchema: closed },
    findings: ["refused openai /inputSchema"],
  },
  {
    name: "a list of types",
    tool: { inputSchema: { ...closed, properties: { tag: { type: ["string", "null"] } } } },
    findings: ["noted gemini /inputSchema/properties/tag/type"],
  },
  {
    name: "an array without items",
    tool: { inputSchema: { ...closed, properties: { tags: { type: "array" } } } },
    findings: ["refused openai /inputSchema/properties/tags", "refused vscode /inputSchema/properties/tags"],
  },
  {
    name: "recursion in a result",
    tool: { outputSchema: { ...closed, properties: { root: { $ref: "#/$defs/tree" } }, $defs: { tree } } },
    findings: ["lost gemini /outputSchema/$defs/tree", "refused inlining /outputSchema/$defs/tree"],
  },
  {
    name: "an open object with a pattern",
    tool: { inputSchema: { type: "object", properties: { id: { type: "string", pattern: "^a" } } } },
    findings: ["noted strict /inputSchema", "noted gemini /inputSchema/properties/id/pattern"],
  },
];

describe("rules", () => {
  test.each(cases)("$name", ({ tool, findings }) => {
    const whole = { name: "find", inputSchema: { ...closed, ...title }, ...tool };
    const found = findByRules([whole], "library").map(
      ({ effect, client, place }) => `${effect} ${client} ${place}`,
    );
    expect(found).toEqual(findings);
  });
});

const union = {
  oneOf: [{ ...closed, properties: { kind: { const: "a" } }, required: ["kind"] }, { type: "string" }],
};

test.each([
  { original: title, shown: title, lost: [] },
  { original: title, shown: { properties: { title: { description: "A title." } } }, lost: ["/title"] },
  { original: { items: title }, shown: { items: {} }, lost: ["/*"] },
  {
    original: { properties: { of: union } },
    shown: { properties: { of: { type: "object" } } },
    lost: ["/of/kind"],
  },
  {
    original: { ...tree, $defs: { tree } },
    shown: { ...closed, properties: { child: { type: "object" } } },
    lost: ["/child/child"],
  },
])("finds that $lost of $original is lost", ({ original, shown, lost }) => {
  expect(lostParts(original, shown).map(({ path }) => path)).toEqual(lost);
});

test("calls take every branch, at any depth", () => {
  const inputSchema = {
    ...closed,
    properties: { list: { type: "array", items: { ...closed, properties: { of: union } } } },
  };
  const calls = makeCalls({ name: "find", inputSchema }).map((call) => JSON.stringify(call));
  expect(calls).toContain('{"list":[{"of":{"kind":"a"}}]}');
  expect(calls.some((call) => /^\{"list":\[\{"of":"\w*"\}\]\}$/.test(call))).toBe(true);
});

test("a report cannot write into the terminal or into a table", () => {
  const hostile = "a\u001b[2J|b";
  const portability: Portability = {
    tools: [hostile],
    offers: [],
    clients: [{ name: "zod", title: "zod", ran: { package: "zod", version: null } }],
    findings: [
      { tool: hostile, client: "zod", effect: "lost", place: "/inputSchema", what: "W.", instead: "I." },
    ],
  };
  expect(portabilityReport(portability, "human", "m.json")).not.toContain("\u001b");
  expect(portabilityReport(portability, "markdown", "m.json")).toContain("\\|b | - |");
});
