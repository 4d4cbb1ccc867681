/** A finding leads to the line of the spec that it is about: through types, branches and modes. */
import { type Code, codes, compareInterfaces } from "@toolwright/check/compatibility";
import { expect, test } from "vitest";
import { compile } from "../compile.ts";
import { parse, placeFinder } from "../parse/document.ts";
import type { SpecSource } from "../parse/source.ts";
import { report } from "../report/report.ts";
import { fixture } from "../test/support/fixtures.ts";
import { locate } from "./location.ts";
import { publishModel } from "./model-interface.ts";

/** A spec in which each part can change by itself. */
const sources: readonly SpecSource[] = [
  {
    path: "service.yaml",
    text: `toolwright: 1
server: { name: shelves, version: 1.0.0, protocolVersions: ["2025-11-25"] }
endpoint: { transport: streamable-http }
auth: { scheme: bearer }
scopes:
  shelves:use: Use the shelves
  shelves:look: Look at them
modes:
  read: { readOnlyHint: true }
limits:
  page: { kind: range, min: 1, max: 50 }
  # A range is what one call may ask for.

failures:
  full: { when: no room is left, retryable: false }
  lost: { when: the shelf is gone, retryable: false }
tools: [put, take]
`,
  },
  {
    path: "tools/put.yaml",
    text: `mode: read
scope: shelves:use
description: Puts a thing.
annotations: { openWorldHint: false }
failures: [full]
input:
  type: object
  properties:
    thing:
      oneOf:
        - type: object
          properties:
            book: { type: string, maxLength: 9 }
          required: [book]
          additionalProperties: false
        - $ref: ../types/box.yaml
    labels:
      type: object
      additionalProperties: { type: string, maxLength: 9 }
    pair:
      type: array
      prefixItems: [{ type: integer }, { type: integer, maximum: 9 }]
    sort: { type: string, default: name, description: The order. }
    count: { type: integer, maximum: { $limit: page.max } }
  additionalProperties: false
output:
  type: object
  properties:
    state: { enum: [there, away] }
    owner: { type: string, x-requires-scope: "shelves:look" }
    box: { $ref: ../types/box.yaml }
  additionalProperties: false
`,
  },
  {
    path: "tools/take.yaml",
    text: `mode: read
scope: shelves:look
failures: [full, lost]
input: { type: object, additionalProperties: false }
output:
  type: object
  properties:
    owner: { type: string, x-requires-scope: "shelves:use" }
  additionalProperties: false
`,
  },
  {
    path: "types/box.yaml",
    text: `type: object
properties:
  size: { type: integer, maximum: 9 }
  inside:
    type: array
    maxItems: 9
    items: { $ref: box.yaml }
required: [size]
additionalProperties: false
`,
  },
];

type Case = readonly [code: Code, file: string, from: string, to: string, place: string];

const [service, put, take, box] = [
  "service.yaml",
  "tools/put.yaml",
  "tools/take.yaml",
  "types/box.yaml",
] as const;

const cases: readonly Case[] = [
  [
    "input-range-narrowed",
    put,
    "book: { type: string, maxLength: 9",
    "book: { type: string, maxLength: 8",
    `${put}:13 maxLength`,
  ],
  [
    "input-range-narrowed",
    put,
    "additionalProperties: { type: string, maxLength: 9",
    "additionalProperties: { type: string, maxLength: 8",
    `${put}:19 maxLength`,
  ],
  ["input-range-narrowed", put, "maximum: 9", "maximum: 8", `${put}:22 maximum`],
  ["input-range-narrowed", box, "maximum: 9", "maximum: 8", `${box}:3 maximum`],
  ["output-range-widened", box, "maximum: 9", "maximum: 10", `${box}:3 maximum`],
  ["input-range-narrowed", box, "maxItems: 9", "maxItems: 8", `${box}:6 maxItems`],
  ["input-range-narrowed", service, "max: 50", "max: 40", `${put}:24 maximum`],
  ["input-range-widened", service, "max: 50", "max: 60", `${put}:24 maximum`],
  ["limit-raised", service, "max: 50", "max: 60", `${service}:11 page`],
  ["input-default-changed", put, "default: name", "default: size", `${put}:23 default`],
  ["input-description-changed", put, "The order.", "The direction.", `${put}:23 description`],
  [
    "input-property-removed",
    put,
    "    sort: { type: string, default: name, description: The order. }\n",
    "",
    `${put}:8 properties`,
  ],
  ["input-opened", put, "  additionalProperties: false\noutput", "output", `${put}:6 input`],
  [
    "input-property-required",
    put,
    "  additionalProperties: false\noutput",
    "  additionalProperties: false\n  required: [count]\noutput",
    `${put}:26 required`,
  ],
  ["output-values-added", put, "[there, away]", "[there, away, lost]", `${put}:29 enum`],
  ["field-scope-removed", put, ', x-requires-scope: "shelves:look"', "", `${put}:30 owner`],
  ["field-scope-changed", put, '"shelves:look"', '"shelves:use"', `${put}:30 x-requires-scope`],
  ["tool-description-changed", put, "Puts a thing.", "Moves a thing.", `${put}:3 description`],
  ["safety-promise-lost", put, "openWorldHint: false", "openWorldHint: true", `${put}:4 openWorldHint`],
  ["safety-promise-lost", service, "readOnlyHint: true", "readOnlyHint: false", `${service}:9 readOnlyHint`],
  ["auth-scope-added", put, "scope: shelves:use", "scope: [shelves:use, shelves:look]", `${put}:2 scope`],
  ["failure-added", put, "[full]", "[full, lost]", `${put}:5 failures`],
  ["failure-removed", take, "[full, lost]", "[lost]", `${take}:3 failures`],
  ["failure-meaning-changed", service, "no room is left", "it is too heavy", `${service}:15 full`],
  ["tools-reordered", service, "[put, take]", "[take, put]", `${service}:17 tools`],
  ["server-renamed", service, "name: shelves", "name: rooms", `${service}:2 name`],
  [
    "protocol-version-added",
    service,
    '["2025-11-25"]',
    '["2025-11-25", "2026-07-28"]',
    `${service}:2 protocolVersions`,
  ],
  [
    "endpoint-changed",
    service,
    "streamable-http }",
    "streamable-http, path: /other }",
    `${service}:3 endpoint`,
  ],
  [
    "server-card-removed",
    service,
    "streamable-http }",
    "streamable-http, serverCard: false }",
    `${service}:3 endpoint`,
  ],
  [
    "auth-denial-changed",
    service,
    "scheme: bearer",
    "scheme: bearer, denial: http-403",
    `${service}:4 denial`,
  ],
];

test.each(cases)("%s in %s: %j", (code, file, from, to, place) => {
  const changed = sources.map((source) =>
    source.path === file ? { ...source, text: source.text.replace(from, to) } : source,
  );
  expect(changed).not.toEqual(sources);
  const [old, current] = [modelOf(sources), modelOf(changed)];
  const { findings } = compareInterfaces(publishModel(old), publishModel(current));
  expect(findings.map((each) => each.code)).toContain(code);
  const placeOf = placeFinder(parse(changed));
  const places = findings
    .filter((each) => each.code === code)
    .map((each) => {
      const at = placeOf(locate(each, current));
      const line = changed.find(({ path }) => path === at.file)!.text.split("\n")[at.line - 1]!;
      return `${at.file}:${at.line} ${line.slice(at.column - 1, at.column - 1 + at.length)}`;
    });
  expect(places).toContain(place);
});

test("locates transitions of states, and removed ones", () => {
  const lending = fixture("lending").sources;
  const model = modelOf(lending);
  const placeOf = placeFinder(parse(lending));
  const lineOf = (place: string) => {
    const at = placeOf(
      locate({ code: "state-target-changed", class: "risky", subject: "STATES", place, detail: "" }, model),
    );
    return lending
      .find(({ path }) => path === at.file)!
      .text.split("\n")
      [at.line - 1]!.trim()
      .split(":")[0];
  };
  expect(["states loan lose", "states loan gone", "states loan", "states gone"].map(lineOf)).toEqual([
    "lose",
    "loan",
    "loan",
    "states",
  ]);
});

test.each([
  [
    "resource notes://note/{note_id}",
    "output /text",
    "output-property-optional",
    "resources/note.yaml",
    "text",
  ],
  ["resource notes://note/{note_id}", "title", "text-edited", "resources/note.yaml", "title"],
  ["resource notes://note/{note_id}", "input /note_id", "input-rewritten", "resources/note.yaml", "note_id"],
  ["resource notes://note/{note_id}", "failure locked", "failure-added", "resources/note.yaml", "failures"],
  ["resource notes://feed", "resource", "resource-added", "resources/feed.yaml", "uri"],
  ["resource notes://gone", "resource", "resource-removed", "service.yaml", "resources"],
  ["prompt summarise", "messages", "content-changed", "prompts/summarise.yaml", "messages"],
  ["prompt summarise", "input /tone", "input-values-removed", "prompts/summarise.yaml", "tone"],
  ["prompt gone", "prompt", "resource-removed", "service.yaml", "prompts"],
  [undefined, "scenario gone", "examples-changed", "service.yaml", "tools"],
] as const)("locates %s %s", (tool, place, code, file, key) => {
  const resources = fixture("resources").sources;
  const { class: kind, subject } = codes[code];
  const finding = { code, class: kind, subject, place, detail: "", ...(tool && { tool }) };
  const at = placeFinder(parse(resources))(locate(finding, modelOf(resources)));
  const line = resources.find(({ path }) => path === at.file)!.text.split("\n")[at.line - 1]!;
  expect([at.file, line.slice(at.column - 1)]).toEqual([file, expect.stringMatching(`^${key}`)]);
});

test("locates scenarios in their files", () => {
  const lending = fixture("lending").sources;
  const { name } = modelOf(lending).scenarios[0]!;
  const { class: kind, subject } = codes["examples-changed"];
  const place = `scenario ${name}`;
  const at = locate({ code: "examples-changed", class: kind, subject, place, detail: "" }, modelOf(lending));
  expect(at.file).toBe(`scenarios/${name}.yaml`);
});

test("locates removed parts at the place where they were listed", () => {
  const model = modelOf(sources);
  const placeOf = placeFinder(parse(sources));
  for (const code of Object.keys(codes) as Code[])
    for (const place of [
      "tool",
      "input /gone/*/{other}/0",
      "field gone/x",
      "limit gone",
      "states gone step",
      "title",
    ])
      for (const tool of [undefined, "put", "gone"]) {
        const finding = {
          code,
          class: codes[code].class,
          subject: codes[code].subject,
          place,
          detail: "",
          ...(tool && { tool }),
        };
        const at = placeOf(locate(finding, model));
        expect([tool, at.file, at.line >= 1]).toEqual([
          tool,
          tool === "put" ? "tools/put.yaml" : "service.yaml",
          true,
        ]);
      }
});

function modelOf(sources: readonly SpecSource[]) {
  const { model, diagnostics } = compile(sources);
  if (!model) throw new Error(report(diagnostics, sources, { format: "human", folder: "", colour: false }));
  return model;
}
