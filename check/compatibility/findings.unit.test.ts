/** Each code of a finding has an example that yields it, and a page that shows the example. */
import { type Code, classes, codes, compareInterfaces, makeId } from "@toolwright/check/compatibility";
import type { Published } from "@toolwright/check/surface";
import { withSingleTypes } from "@toolwright/json-schema";
import { describe, expect, test } from "vitest";
import { parse, parseDocument } from "yaml";
import { exampleFindings, findingPages } from "../../.ci/findings.ts";
import { compile, emit } from "../../generator/compile.ts";
import type { Model } from "../../generator/model/model.ts";
import { publishModel } from "../../generator/published/model-interface.ts";
import { examples } from "../../generator/test/support/compatibility/examples.ts";
import { fixture } from "../../generator/test/support/fixtures.ts";

const names = Object.keys(codes) as Code[];

describe("examples", () => {
  test.each(names)("%s", (code) => {
    const found = exampleFindings(code);
    expect(found.map((each) => each.code)).toContain(code);
    // An example shows one thing: what else it yields is not graver.
    const own = classes.indexOf(codes[code].class);
    expect(found.filter((each) => classes.indexOf(each.class) < own).map((each) => each.code)).toEqual([]);
  });

  test.each(names)("%s: finds nothing if nothing changed", (code) => {
    const { published, old } = examples[code];
    expect(
      compareInterfaces(published(old as never), published(structuredClone(old) as never)).findings,
    ).toEqual([]);
  });
});

test("finds a removed tool that is called like an inherited property", () => {
  const published = (name: string) => publishModel(compile(fixture(name).sources).model!);
  const { findings } = compareInterfaces(published("reserved-words"), published("one-tool"));
  expect(findings.filter(({ code }) => code === "tool-removed").map(({ tool }) => tool)).toContain(
    "constructor",
  );
});

test.each<[string, object]>([
  ["a text or null", { type: ["string", "null"], maxLength: 3, description: "A tag.", default: null }],
  ["values or null", { type: ["string", "null"], enum: ["a", "b", null] }],
  ["a number or a list", { type: ["integer", "array"], minimum: 1, items: { type: "string" }, maxItems: 3 }],
  ["types beside a choice", { type: ["string", "null"], anyOf: [{ maxLength: 1 }, { pattern: "^a" }] }],
])("a list of types and a choice of types are the same: %s", (_, value) => {
  const list = { type: "object" as const, properties: { value } };
  const published = (inputSchema: object): Published =>
    ({ tools: [{ name: "act", inputSchema }] }) as Published;
  const choice = withSingleTypes(list) as typeof list;
  expect(JSON.stringify(choice)).not.toContain('"type":[');
  const more = (schema: typeof list) => ({ ...schema, properties: { ...schema.properties, more: {} } });
  const codesOf = (...[old, current]: [object, object]) =>
    compareInterfaces(published(old), published(current)).findings.map(({ code }) => code);
  expect([codesOf(list, choice), codesOf(choice, list)]).toEqual([[], []]);
  expect(codesOf(list, more(choice))).toEqual(codesOf(list, more(list)));
  expect(codesOf(choice, more(list))).toEqual(codesOf(list, more(list)));
});

describe("pages of the guide", () => {
  const pages = findingPages();

  test.each(names)("%s.md explains the code, and shows the report", (code) => {
    const page = pages.get(`${code}.md`);
    for (const part of [codes[code].says, codes[code].advice, `[${code}]`]) expect(page).toContain(part);
  });

  test("README.md lists each code once, and every page has a code", () => {
    const listed = [...pages.get("README.md")!.matchAll(/^\| \[`([^`]+)`\]\(\1\.md\) \|/gm)];
    expect(listed.map(([, code]) => code).sort()).toEqual([...names].sort());
    expect([...pages.keys()].sort()).toEqual(["README.md", ...names.map((code) => `${code}.md`)].sort());
  });
});

test("each changed bound of a number shows a call that only this bound rejects", () => {
  const published = (limit: object, other: object = {}) => ({
    tools: [{ name: "find", inputSchema: { type: "object", properties: { limit, other } } }],
  });
  const old = published({ type: "integer", minimum: 0, maximum: 100 }, { type: "string", maxLength: 9 });
  const current = published({ type: "integer", minimum: 10, maximum: 50 }, { type: "string", maxLength: 5 });
  const { findings } = compareInterfaces(old, current);
  const calls = findings.map(({ detail, witness }) => {
    const { limit, other } = (witness?.value ?? {}) as { limit?: number; other?: string };
    const isLow = limit !== undefined && limit < 10;
    const isHigh = limit !== undefined && limit > 50;
    return [detail, { isLow, isHigh, isLong: other !== undefined && other.length > 5 }];
  });
  expect(Object.fromEntries(calls)).toEqual({
    "minimum differs.": { isLow: true, isHigh: false, isLong: false },
    "maximum differs.": { isLow: false, isHigh: true, isLong: false },
    "maxLength differs.": { isLow: false, isHigh: false, isLong: true },
  });
});

/** Generated files that a client or a test reads; validators repeat the schemas of the manifest. */
const readByOthers = /^(types|client)\.ts$|^(manifest|cases|mcpdesc|server|resources|prompts)\.json$|^docs\//;

async function emitForOthers(model: Model): Promise<readonly (readonly [path: string, text: string])[]> {
  const files = await emit(model);
  return files.filter(({ path }) => readByOthers.test(path)).map(({ path, text }) => [path, text]);
}

describe.each(["every-key", "lending", "resources"])(
  "%s: comparing without findings means equal files",
  (name) => {
    const { sources } = fixture(name);
    const yamlSources = sources.filter(({ path }) => path.endsWith(".yaml"));
    const whole = compile(sources).model!;
    const emitted = emitForOthers(whole);

    test.each(yamlSources.map(({ path }) => path))("without a key of %s", async (path) => {
      const { text } = yamlSources.find((source) => source.path === path)!;
      for (const key of Object.keys(parse(text) as object)) {
        const document = parseDocument(text);
        document.delete(key);
        const changed = sources.map((source) =>
          source.path === path ? { path, text: String(document) } : source,
        );
        const { model } = compile(changed);
        if (!model || compareInterfaces(publishModel(whole), publishModel(model)).findings.length > 0)
          continue;
        expect({ key, files: await emitForOthers(model) }).toEqual({ key, files: await emitted });
      }
    });
  },
);

/** Edits from the histories of servers of others: each has one finding. */
describe("edits of real servers", () => {
  const searching = (inputSchema: object, more: object = {}) => ({
    tools: [{ name: "search", inputSchema: { type: "object", ...inputSchema }, ...more }],
  });
  const level = { type: "string", enum: ["info", "error"], default: "info" };
  const edits: readonly [string, object, object, readonly string[]][] = [
    [
      "a default that Zod 4 lists as required",
      searching({ properties: { level }, additionalProperties: false }),
      searching({ properties: { level }, required: ["level"], additionalProperties: false }),
      ["risky input-property-defaulted search input"],
    ],
    [
      "a new argument that is listed as required, and has a default",
      searching({ properties: {}, additionalProperties: false }),
      searching({ properties: { level }, required: ["level"], additionalProperties: false }),
      ["risky input-property-defaulted search input"],
    ],
    [
      "a new required argument of an open schema",
      searching({ properties: {} }),
      searching({ properties: { id: { type: "integer" } }, required: ["id"] }),
      ["breaking input-property-required search input"],
    ],
    [
      "a new list of an open schema",
      searching({ properties: {} }),
      searching({ properties: { names: { type: "array", items: { type: "string" } } } }),
      ["risky input-property-claimed search input /names"],
    ],
    [
      "values that were replaced",
      searching({ properties: { level: { enum: ["info", "error"] } } }),
      searching({ properties: { level: { enum: ["info", "warning"] } } }),
      ["breaking input-values-removed search input /level"],
    ],
    [
      "other icons",
      searching({}, { icons: [{ src: "data:image/png;base64,AAAA", sizes: ["any"] }] }),
      searching({}, { icons: [{ src: "data:image/png;base64,AAAA" }] }),
      ["wording text-edited search icons"],
    ],
  ];

  test.each(edits)("%s", (_, old, current, want) => {
    const { findings } = compareInterfaces(old as Published, current as Published);
    expect(findings.map((each) => `${each.class} ${makeId(each)}`)).toEqual(want);
  });
});
