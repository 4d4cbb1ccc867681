import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { readManifest } from "@toolwright/check/surface";
import { Ajv2020 } from "ajv/dist/2020.js";
import draft07 from "ajv/dist/refs/json-schema-draft-07.json" with { type: "json" };
import addFormatsModule from "ajv-formats";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { compile } from "../../compile.ts";
import { emitDescription } from "../../emit/description.ts";
import { emitManifest } from "../../emit/manifest.ts";
import { emitRegistryEntry } from "../../emit/registry.ts";
import { emitResourceLists } from "../../emit/resource-lists.ts";
import { readSpec } from "../../files/spec.ts";
import { importListing } from "../../import/index.ts";
import type { Model } from "../../model/model.ts";
import type { SpecSource } from "../../parse/source.ts";
import { textSentences } from "../../parse/syntax.ts";
import { report } from "../../report/report.ts";
import { rules } from "../../rules/index.ts";
import { structureSentences } from "../../structure/describe-error.ts";
import { fixtures } from "../support/fixtures.ts";
import { mcpDescription } from "../support/outside/mcp-description.ts";
import { mcpManifest } from "../support/outside/mcp-manifest.ts";
import { oddSpecs } from "../support/outside/odd-specs.ts";
import { registryEntry } from "../support/outside/registry-entry.ts";
import { sarifLog } from "../support/outside/sarif-log.ts";
import { refusals } from "../support/refusals.ts";
import { repository } from "../support/temporary-project.ts";

// The CommonJS default export arrives as a namespace.
const addFormats = addFormatsModule as unknown as typeof addFormatsModule.default;

/** Files that others read by schemas of their own: theirs are described beside this test, in our words. */
const ajv = new Ajv2020({ strict: false, allErrors: true });
addFormats(ajv);
ajv.addMetaSchema(draft07);

const manifests = join(repository, "generator/test/manifests");
const specs: readonly { name: string; sources: readonly SpecSource[] }[] = [
  { name: "our own", sources: readSpec(join(repository, "spec")) },
  ...fixtures,
  ...readdirSync(manifests)
    .filter((file) => file.endsWith(".json"))
    .map((file) => {
      const listing = readManifest(readFileSync(join(manifests, file), "utf8"), file);
      return { name: file, sources: importListing(listing).sources };
    }),
];

describe.each(specs)("of $name", ({ sources }) => {
  const model = compile(sources).model!;

  test("the manifest is a result of tools/list", () => {
    expect(mistakes(mcpManifest, JSON.parse(emitManifest(model).text))).toEqual([]);
  });

  test("the description has the shape of MCP Description 0.8.0", () => {
    for (const { text } of emitDescription(model))
      expect(mistakes(mcpDescription, JSON.parse(text))).toEqual([]);
  });

  test("the description repeats no schema of the manifest", () => {
    for (const { text } of emitDescription(model)) {
      const { components } = JSON.parse(text);
      for (const { type: _, ...rest } of Object.values<{ type?: string }>(components.schemas))
        expect(Object.keys(rest)).toEqual(["x-toolwright-manifest"]);
    }
  });

  test("the description follows the rules of MCP Description 0.8.0", () => {
    for (const { text } of emitDescription(model)) expect(nonsense(JSON.parse(text), model)).toEqual([]);
  });

  test("the references of the description to lists of resources and prompts resolve, and it declares their capabilities", () => {
    const files = emitResourceLists(model).filter(({ path }) => path.endsWith(".json"));
    const lists = new Map(files.map(({ path, text }) => [path, JSON.parse(text)]));
    for (const { text } of emitDescription(model)) {
      const { resources = [], resourceTemplates = [], prompts = [], capabilities } = JSON.parse(text);
      const described = { resources, resourceTemplates, prompts };
      expect("resources" in capabilities[0]).toBe(model.resources.length > 0);
      expect("prompts" in capabilities[0]).toBe(model.prompts.length > 0);
      for (const [list, entries] of Object.entries(described)) {
        const file = lists.get(list === "prompts" ? "prompts.json" : "resources.json") ?? { [list]: [] };
        const shown = entries.map(
          ({ "x-toolwright-manifest": place }: { "x-toolwright-manifest": string }) =>
            lists.get(place.split("#/")[0]!)[list][place.split("/").at(-1)!],
        );
        expect(shown).toEqual(file[list]);
        expect(file[list]).toMatchObject(
          entries.map((entry: object) =>
            Object.fromEntries(Object.entries(entry).filter(([key]) => !key.startsWith("x-"))),
          ),
        );
      }
    }
  });

  test("the entry is valid for the Registry", () => {
    const files = emitRegistryEntry(model);
    expect(files.length).toBe(model.registry ? 1 : 0);
    for (const { text } of files) expect(mistakes(registryEntry, JSON.parse(text))).toEqual([]);
  });
});

test("odd specs are rejected, or valid for other programs too", () => {
  let written = 0;
  fc.assert(
    fc.property(oddSpecs(), (sources) => {
      const { model, diagnostics } = compile(sources);
      if (!model) return;
      written++;
      const isLate = diagnostics.some(({ code }) => code === "output-root-is-object");
      if (!isLate) expect(mistakes(mcpManifest, JSON.parse(emitManifest(model).text))).toEqual([]);
      for (const { text } of emitDescription(model)) {
        expect(mistakes(mcpDescription, JSON.parse(text))).toEqual([]);
        expect(nonsense(JSON.parse(text), model)).toEqual([]);
      }
      for (const { text } of emitRegistryEntry(model))
        expect(mistakes(registryEntry, JSON.parse(text))).toEqual([]);
    }),
    { numRuns: 60 },
  );
  expect(written).toBeGreaterThan(20);
});

describe("a report as SARIF", () => {
  const reports = refusals.map(({ sources }) => {
    const options = { format: "sarif", folder: "spec é/", colour: false, version: "1.2.3" } as const;
    return JSON.parse(report(compile(sources).diagnostics, sources, options)) as SarifLog;
  });

  test("is a SARIF log", () => {
    expect(reports.flatMap((log) => mistakes(sarifLog, log))).toEqual([]);
  });

  test("names the rules of its results", () => {
    for (const { runs } of reports) {
      const known = runs[0].tool.driver.rules.map(({ id }) => id);
      expect([...new Set(runs[0].results.map(({ ruleId }) => ruleId))]).toEqual(known);
    }
  });

  test("has the sentence and level of each rule, also if a spec accepts violations", () => {
    const told = reports.flatMap(({ runs }) => runs[0].tool.driver.rules);
    const sentences = { ...textSentences, ...structureSentences };
    const wanted = [
      ...Object.entries(sentences).map(([id, text]) => sarifRule(id, text, "error")),
      ...rules.map(({ code, sentence, severity = "error" }) => sarifRule(code, sentence, severity)),
    ];
    expect(new Set(told.map((rule) => JSON.stringify(rule)))).toEqual(
      new Set(wanted.map((rule) => JSON.stringify(rule))),
    );
  });
});

interface SarifLog {
  readonly runs: readonly [
    {
      readonly tool: { readonly driver: { readonly rules: readonly { readonly id: string }[] } };
      readonly results: readonly { readonly ruleId: string }[];
    },
  ];
}

function sarifRule(id: string, text: string, level: string): object {
  return { id, shortDescription: { text }, defaultConfiguration: { level } };
}

test("describes nothing for revisions that cannot be described", () => {
  const { model } = compile(fixtures[0]!.sources);
  const old = { ...model!, server: { ...model!.server, protocolVersions: ["2025-03-26"] } };
  expect(emitDescription(old)).toEqual([]);
});

function mistakes(schema: object, value: unknown): unknown[] {
  const validate = ajv.compile(schema);
  return validate(value) ? [] : validate.errors!;
}

interface Description {
  readonly protocolVersions: readonly string[];
  readonly transports?: readonly { readonly protocolVersions?: readonly string[] }[];
  readonly securitySchemes?: Readonly<Record<string, unknown>>;
  readonly security?: readonly Readonly<Record<string, readonly string[]>>[];
  readonly components?: {
    readonly schemas?: Readonly<Record<string, { readonly "x-toolwright-manifest": string }>>;
  };
  readonly tools?: readonly DescribedTool[];
}

interface DescribedTool {
  readonly name: string;
  readonly "x-toolwright-manifest": string;
  readonly protocolVersions?: readonly string[];
  readonly inputSchema: { readonly $componentRef: string };
  readonly outputSchema?: { readonly $componentRef: string };
  readonly execution?: object;
  readonly examples?: Readonly<Record<string, { readonly input: unknown; readonly result: Result }>>;
}

interface Result {
  readonly resultType?: string;
  readonly isError?: boolean;
  readonly structuredContent?: unknown;
}

/** Checks the requirements of sections 6, 7 and 9 of the specification that its schema does not express. */
function nonsense(
  { protocolVersions, security, securitySchemes, components, tools }: Description,
  model: Model,
): string[] {
  const manifest = JSON.parse(emitManifest(model).text);
  const inManifest = (place: string) => {
    const [, index, side] = /^manifest\.json#\/tools\/(\d+)(?:\/(inputSchema|outputSchema))?$/.exec(place)!;
    return side === undefined ? manifest.tools[index!] : manifest.tools[index!][side];
  };
  const schemaOf = ({ $componentRef }: { readonly $componentRef: string }): object | undefined => {
    const component = components?.schemas?.[$componentRef.slice("#/components/schemas/".length)];
    return component && inManifest(component["x-toolwright-manifest"]);
  };
  const scopes = new Map<string, string[]>();
  const ofTools = (tools ?? []).flatMap((tool) => {
    const scope = tool.protocolVersions ?? protocolVersions;
    const before = scopes.get(tool.name) ?? [];
    scopes.set(tool.name, [...before, ...scope]);
    return [
      ...(scope.some((revision) => before.includes(revision)) ? [`${tool.name} is declared twice`] : []),
      ...(scope.every((revision) => protocolVersions.includes(revision))
        ? []
        : [`${tool.name} is out of scope`]),
      ...(tool.execution && scope.includes("2026-07-28") ? [`${tool.name} has execution`] : []),
      ...(schemaOf(tool.inputSchema) ? [] : [`${tool.name} has no input`]),
      ...(inManifest(tool["x-toolwright-manifest"]).name === tool.name ? [] : [`${tool.name} is elsewhere`]),
      ...(tool.outputSchema && scope.includes("2025-11-25") && !isObject(schemaOf(tool.outputSchema))
        ? [`${tool.name} has an output that is no object`]
        : []),
      ...Object.values(tool.examples ?? {}).flatMap(({ input, result }) => [
        ...exampleNonsense(tool, result, scope, schemaOf),
        ...mistakes(schemaOf(tool.inputSchema)!, input).map(
          (error) => `${tool.name}: ${JSON.stringify(error)}`,
        ),
      ]),
    ];
  });
  const uncovered = [...scopes].filter(([, scope]) => scope.length !== protocolVersions.length);
  const named = (security ?? []).flatMap((requirement) => Object.entries(requirement));
  return [
    ...ofTools,
    ...uncovered.map(([name]) => `${name} is not declared for every revision`),
    ...named
      .filter(([name, list]) => !securitySchemes?.[name] || list.length > 0)
      .map(([name]) => `scheme ${name}`),
  ];
}

function isObject(schema: object | undefined): boolean {
  return (schema as { readonly type?: unknown } | undefined)?.type === "object";
}

function exampleNonsense(
  { name, outputSchema }: DescribedTool,
  { resultType, isError, structuredContent }: Result,
  scope: readonly string[],
  schemaOf: (reference: { readonly $componentRef: string }) => object | undefined,
): string[] {
  const modern = scope.filter((revision) => revision === "2026-07-28").length;
  const wanted = modern === 0 ? undefined : modern === scope.length ? "complete" : "neither";
  const typed = resultType === wanted ? [] : [`${name}: resultType is ${resultType}`];
  if (isError)
    return structuredContent === undefined ? typed : [...typed, `${name}: an error has structured content`];
  if (!outputSchema) return typed;
  return [
    ...typed,
    ...mistakes(schemaOf(outputSchema)!, structuredContent).map((error) => JSON.stringify(error)),
  ];
}
