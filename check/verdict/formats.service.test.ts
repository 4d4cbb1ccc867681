/** The formats for programs: the report fits its published schema, and points at lines of the lock file. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { Ajv } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, test } from "vitest";
import { printLock } from "../lock/lock-file.ts";
import { lockLines } from "../lock/lock-lines.ts";
import { githubText, jsonText, sarifText } from "./ci.ts";
import { judge } from "./judge.ts";
import { sectionNames } from "./verdict.ts";

const schema = JSON.parse(readFileSync(join(import.meta.dirname, "../report-schema.json"), "utf8"));

const lock = printLock({
  surface: {
    server: { name: "library", version: "1.0.0" },
    protocolVersions: ["2025-11-25"],
    tools: ["find", "get"].map((name) => ({
      name,
      inputSchema: { type: "object", properties: { id: { type: "string" } } },
    })),
    resources: [],
    resourceTemplates: [],
    prompts: [],
  },
  unstable: [],
  accepted: [{ finding: "no-verb gone", reason: "It was short.", section: "descriptions" }],
});

const verdict = judge(
  sectionNames.map((name) => ({
    name,
    summary: "looked at",
    notes: ["A note."],
    findings:
      name === "breaks"
        ? [
            {
              code: "input-type-narrowed",
              level: "fail",
              says: "The types differ.",
              places: ["find input /id", "get input /id"],
              calls: [{ tool: "find", arguments: { id: "a" } }, { tool: "get" }],
              shown: ["before  string", "after   integer"],
              advice: "Accept what was accepted.",
              source: "https://example.org/rule (2026-01-01)",
              value: "integer",
            },
          ]
        : [],
  })),
  {
    checked: "python server.py",
    server: { name: "library", version: "1.1.0" },
    comparedWith: "mcp.lock.json",
    accepted: [{ finding: "no-verb gone", reason: "It was short.", section: "descriptions" }],
    base: [],
  },
);
const places = { file: "mcp.lock.json", lines: lockLines(lock) };

describe("the report as JSON", () => {
  const fits = new Ajv2020({ strict: true, allowUnionTypes: true }).compile(schema);

  test("fits the published schema", () => {
    fits(JSON.parse(jsonText(verdict)));
    expect(fits.errors).toBe(null);
  });

  test.each([["sentence"], ["exitCode"], ["sections"], ["toolwright"]])("does not fit without %s", (key) => {
    const { [key]: _, ...others } = JSON.parse(jsonText(verdict));
    expect(fits(others)).toBe(false);
  });

  test("every field is described: the schema closed takes it, too", () => {
    const closed = JSON.parse(JSON.stringify(schema), (_, value) =>
      value?.properties ? { ...value, additionalProperties: false } : value,
    );
    const fitsClosed = new Ajv2020().compile(closed);
    fitsClosed(JSON.parse(jsonText(verdict)));
    expect(fitsClosed.errors).toBe(null);
  });
});

test("the report as SARIF fits the schema of OASIS", () => {
  const require = createRequire(import.meta.url);
  const path = require.resolve("@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json");
  // It is written in draft 4, of whose keywords it uses those that later drafts have; only `id` was renamed.
  const fits = new Ajv({ strict: false, validateFormats: false, unicodeRegExp: false }).compile(
    JSON.parse(readFileSync(path, "utf8"), (key, value) =>
      ["id", "$schema"].includes(key) && typeof value === "string" ? undefined : value,
    ),
  );
  fits(JSON.parse(sarifText(verdict, places, "1.0.0")));
  expect(fits.errors).toBe(null);
  expect(fits({ version: "2.1.0" })).toBe(false);
});

test("SARIF and annotations point at the lines of the lock file", () => {
  const lineAt = (number: number) => lock.split("\n")[number - 1]?.trim();
  const { results } = JSON.parse(sarifText(verdict, places, "1.0.0")).runs[0];
  const lines = results.map(
    ({ locations }: { locations: { physicalLocation: { region: { startLine: number } } }[] }) =>
      locations.map(({ physicalLocation }) => lineAt(physicalLocation.region.startLine)),
  );
  expect(lines).toEqual([['"id": {', '"id": {'], ['"finding": "no-verb gone",']]);
  const [first, , second] = githubText(verdict, places).split("\n").slice(0, 3);
  expect(first).toBe("2 calls that worked are refused now, 1 accepted finding is not needed any more.");
  expect(second).toMatch(/^::error file=mcp\.lock\.json,line=\d+,title=stale-accepted-finding::/);
});

test("annotations leave out advice of the sections that have no base, where a change is judged", () => {
  const advice = { level: "advice", says: "It is lax.", places: ["2025-11-25"] } as const;
  const sections = (["protocol", "descriptions", "directories"] as const).map((name) => ({
    name,
    summary: "looked at",
    findings: [{ ...advice, code: `${name}-rule` }],
    notes: [],
  }));
  const named = { checked: "x", server: { name: "a", version: "1" }, accepted: [], base: [] };
  const codesIn = (text: string) => [...text.matchAll(/title=([a-z-]+)/g)].map(([, code]) => code);
  expect(codesIn(githubText(judge(sections, named), places))).toHaveLength(3);
  const compared = judge(sections, { ...named, comparedWith: "mcp.lock.json" });
  expect(codesIn(githubText(compared, places))).toEqual(["descriptions-rule"]);
});
