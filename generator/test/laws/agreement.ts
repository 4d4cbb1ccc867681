import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormatsModule from "ajv-formats";
import fc from "fast-check";
import { stringify } from "yaml";
import { type Compiled, compile } from "../../compile.ts";
import type { SpecSource } from "../../document.ts";
import { emitManifest } from "../../emit/manifest.ts";
import { emitValidators } from "../../emit/validators.ts";
import { forgetful } from "../../memory.ts";
import type { Tool } from "../../model.ts";
import { acceptableCodes } from "../../rules/index.ts";
import type { Validate } from "../../runtime/service.ts";
import { isSchemaObject, type SchemaObject } from "../../schema/keywords.ts";
import { rewrite } from "../../schema/walk.ts";
import { writeAll } from "../compiled.ts";
import { inWorkshop } from "../workshop.ts";
import { randomFrom, valueNear } from "./near.ts";
import type { Schema } from "./schemas.ts";
import { specs } from "./specs.ts";

const addFormats = addFormatsModule as unknown as typeof addFormatsModule.default;

/** How much was looked at: a law that never meets a value that fits proves little. */
export interface Agreement {
  specs: number;
  refused: number;
  values: number;
  fitting: number;
}

/** Generated validators, imported for real, say of every value what plain Ajv says by the schema in the manifest. */
export async function validatorsAgree(numRuns: number): Promise<Agreement> {
  const seen = { specs: 0, refused: 0, values: 0, fitting: 0 };
  await inWorkshop((workshop) =>
    fc.assert(
      fc.asyncProperty(specs(), fc.nat(), async (sources, start) => {
        seen.specs++;
        const accepted = acceptedSources(sources);
        if (!accepted) return void seen.refused++;
        const { model, place } = compile(accepted) as Required<Compiled>;
        const folder = join(workshop, String(seen.specs));
        writeAll(folder, emitValidators(model, place, forgetful));
        const { tools } = JSON.parse(emitManifest(model).text) as { tools: Entry[] };
        for (const [index, tool] of model.tools.entries()) {
          const module: Validators = await import(
            /* @vite-ignore */ join(folder, `validators/${tool.method}.ts`)
          );
          compare(tool, tools[index]!, module, randomFrom(start), seen);
        }
      }),
      { numRuns, endOnFailure: true },
    ),
  );
  return seen;
}

interface Entry {
  readonly inputSchema: Schema;
  readonly outputSchema?: Schema;
}

interface Validators {
  readonly input: Validate;
  readonly output?: Validate;
}

function compare(
  tool: Tool,
  entry: Entry,
  validators: Validators,
  random: () => number,
  seen: Agreement,
): void {
  const sides = [
    { schema: entry.inputSchema, validate: validators.input, names: tool.exactlyOne },
    { schema: entry.outputSchema, validate: validators.output, names: [] },
  ];
  for (const { schema, validate, names } of sides) {
    if (schema === undefined || !validate) continue;
    const plain = plainAjv().compile(
      rewrite(schema, (part) => lookingAtContained(seeingProto(part))) as object,
    );
    for (let round = 0; round < 40; round++) {
      const value = valueNear(schema, random);
      const fits = plain(value) && hasOneOf(names, value);
      seen.values++;
      if (fits) seen.fitting++;
      if (validate(structuredClone(value)) === fits) continue;
      const found = JSON.stringify(fits ? validate.errors : plain.errors);
      throw new Error(
        `${JSON.stringify(value)} ${fits ? "fits" : "does not fit"}: ${found} ${JSON.stringify(schema)}`,
      );
    }
  }
}

/** The sources, if need be with rules accepted that they break; nothing where that does not help. */
export function acceptedSources(sources: readonly SpecSource[]): readonly SpecSource[] | undefined {
  const { model, diagnostics } = compile(sources);
  if (model) return sources;
  const codes = new Set(diagnostics.filter(({ severity }) => severity === "error").map(({ code }) => code));
  if ([...codes].some((code) => !acceptableCodes.includes(code))) return undefined;
  const accept = stringify({
    accept: Object.fromEntries([...codes].map((code) => [code, "A law wants to see it."])),
  });
  return sources.map((source) =>
    source.path === "service.yaml" ? { ...source, text: source.text + accept } : source,
  );
}

/** Ajv skips a property called `__proto__`; a pattern for its name it does not skip. */
function seeingProto(schema: SchemaObject): SchemaObject {
  const { properties, patternProperties } = schema;
  if (!isSchemaObject(properties) || !Object.hasOwn(properties, "__proto__")) return schema;
  const entries = Object.entries(properties);
  return {
    ...schema,
    properties: Object.fromEntries(entries.filter(([name]) => name !== "__proto__")),
    patternProperties: {
      ...(patternProperties as object | undefined),
      "^__proto__$": entries.find(([name]) => name === "__proto__")![1],
    },
  };
}

/** Ajv takes items for looked at where they fit `contains`, but not where `contains` fits anything. */
function lookingAtContained(schema: SchemaObject): SchemaObject {
  const { contains } = schema;
  if (contains === undefined || contains === false) return schema;
  return {
    ...schema,
    contains: { allOf: [contains, { type: ["null", "boolean", "object", "array", "number", "string"] }] },
  };
}

/** Without `allErrors` Ajv 8.20 takes an empty array for one that contains what it should, two levels down. */
function plainAjv(): Ajv2020 {
  const ajv = new Ajv2020({ strict: false, ownProperties: true, logger: false, allErrors: true });
  addFormats(ajv);
  // Its comparison calls what a property named `toString` holds.
  for (const keyword of ["const", "enum", "uniqueItems"]) ajv.removeKeyword(keyword);
  ajv.addKeyword({ keyword: "const", validate: (wanted: unknown, value: unknown) => same(wanted, value) });
  ajv.addKeyword({
    keyword: "enum",
    validate: (allowed: readonly unknown[], value: unknown) => allowed.some((wanted) => same(wanted, value)),
  });
  ajv.addKeyword({
    keyword: "uniqueItems",
    type: "array",
    validate: (unique: boolean, items: readonly unknown[]) =>
      !unique || items.every((item, index) => !items.slice(0, index).some((other) => same(other, item))),
  });
  return ajv;
}

/** As JSON: 0 and -0 are the same. */
function same(left: unknown, right: unknown): boolean {
  return isDeepStrictEqual(JSON.parse(JSON.stringify(left)), JSON.parse(JSON.stringify(right)));
}

function hasOneOf(names: readonly string[], value: unknown): boolean {
  if (names.length === 0 || typeof value !== "object" || value === null || Array.isArray(value)) return true;
  return names.filter((name) => Object.hasOwn(value, name)).length === 1;
}
