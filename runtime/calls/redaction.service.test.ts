/** Output fields that need a scope: one tool for each case, whose handler returns frozen data. */
import type { BearerRequest, RedactionNode, Service, Tool } from "@toolwright/runtime";
import { afterAll, beforeAll, expect, test } from "vitest";
import { notes } from "../test/support/wire/notes.ts";
import { callTool } from "../test/support/wire/rpc.ts";
import { type Served, serve } from "../test/support/wire/serving.ts";

interface Case {
  readonly name: string;
  readonly redaction: readonly RedactionNode[];
  readonly output: object;
  /** The output for a token that has `a`, but neither `b` nor `c`. */
  readonly seen: object;
}

const secret: RedactionNode = { remove: { x: ["b"] } };
const tree: RedactionNode = { remove: { x: ["b"] }, properties: { children: 1 } };

const cases: readonly Case[] = [
  { name: "at the root", redaction: [secret], output: { x: 1, y: 2 }, seen: { y: 2 } },
  {
    name: "with a scope that is there",
    redaction: [{ remove: { x: ["a"] } }],
    output: { x: 1 },
    seen: { x: 1 },
  },
  {
    name: "with two scopes, of which one is missing",
    redaction: [{ remove: { x: ["a", "b"] } }],
    output: { x: 1 },
    seen: {},
  },
  { name: "that is null", redaction: [secret], output: { x: null }, seen: {} },
  {
    name: "below a named property",
    redaction: [{ properties: { p: 1 } }, secret],
    output: { p: { x: 1 }, q: { x: 1 } },
    seen: { p: {}, q: { x: 1 } },
  },
  {
    name: "below all other properties",
    redaction: [{ properties: { p: null }, additionalProperties: 1 }, secret],
    output: { p: { x: 1 }, q: { x: 1 }, r: { x: 1, y: 1 } },
    seen: { p: { x: 1 }, q: {}, r: { y: 1 } },
  },
  {
    name: "in every item",
    redaction: [{ properties: { list: 1 } }, { items: 2 }, secret],
    output: { list: [{ x: 1 }, 7, null, { y: 1 }] },
    seen: { list: [{}, 7, null, { y: 1 }] },
  },
  {
    name: "in some of the first items",
    redaction: [{ properties: { list: 1 } }, { prefixItems: [null, 2], items: 2 }, secret],
    output: { list: [{ x: 1 }, { x: 1 }, { x: 1 }] },
    seen: { list: [{ x: 1 }, {}, {}] },
  },
  {
    name: "at every depth of a tree",
    redaction: [tree, { items: 0 }],
    output: { x: 1, children: [{ x: 2, children: [{ x: 3 }] }, { y: 4 }] },
    seen: { children: [{ children: [{}] }, { y: 4 }] },
  },
  {
    name: "with a name that objects inherit",
    redaction: [{ remove: { constructor: ["b"] }, properties: { __proto__: null } }],
    output: JSON.parse('{ "constructor": 1, "toString": 2, "__proto__": { "y": 3 } }'),
    seen: JSON.parse('{ "toString": 2, "__proto__": { "y": 3 } }'),
  },
];

let served: Served;

beforeAll(async () => {
  const service: Service = { ...notes, tools: cases.map(toolOf) };
  const handlers = Object.fromEntries(cases.map(({ output }, at) => [`case${at}`, () => frozen(output)]));
  const authenticate = ({ token }: BearerRequest) => ({
    account: "ana",
    token,
    scopes: new Set(token.split("+")),
  });
  served = await serve({ service, handlers, authenticate, limit: () => ({ allowed: true }) });
});

afterAll(() => served.server.close());

function toolOf({ redaction }: Case, at: number): Tool {
  return {
    name: `case_${at}`,
    method: `case${at}`,
    mode: "read",
    scopes: [],
    failures: {},
    redaction,
    input: () => true,
    output: () => true,
    manifest: JSON.stringify({ name: `case_${at}`, inputSchema: { type: "object" } }),
  };
}

function frozen<T>(value: T): T {
  if (typeof value === "object" && value !== null) Object.values(value).forEach(frozen);
  return Object.freeze(value);
}

test.each(cases.map((one, at) => [one.name, at, one] as const))(
  "a field %s",
  async (_, at, { output, seen }) => {
    const hidden = await callTool(served.url, `case_${at}`, {}, "a");
    expect(hidden).toEqual({
      content: [{ type: "text", text: JSON.stringify(seen) }],
      structuredContent: seen,
    });
    const shown = await callTool(served.url, `case_${at}`, {}, "a+b+c");
    expect(shown.structuredContent).toEqual(output);
  },
);
