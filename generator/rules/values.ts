/** Rules about values in schemas: defaults, examples, enums. */

import { shortenJson } from "@toolwright/check/report";
import { normalise, type SchemaObject } from "@toolwright/json-schema";
import { evaluatorFor, type Problem } from "@toolwright/json-schema/evaluation";
import { withDefaults } from "@toolwright/runtime/defaults";
import { unescapedStep } from "@toolwright/runtime/json";
import { equal } from "@toolwright/runtime/validation";
import type { Path, SpecLocation, Violation } from "../diagnostics/diagnostic.ts";
import type { Model } from "../model/model.ts";
import { locationBelow } from "../resolve/limits.ts";
import { entries, findDefault } from "../schema/defaults.ts";
import { makeDefaultsGraph } from "../schema/defaults-graph.ts";
import { normalisedModel } from "../schema/normalised-model.ts";
import { resolver } from "../schema/roots.ts";
import { everySchema, type Rule } from "./rule.ts";

/** They assume that keywords and references are valid. */
export const valueRules: readonly Rule[] = [
  {
    code: "default-fits",
    acceptable: true,
    sentence: "A default fits its schema.",
    violations: (model) =>
      misfits(model, ({ default: value }) => (value === undefined ? [] : [{ value, path: ["default"] }])),
  },
  {
    code: "default-ends",
    sentence: "Applying defaults does not lead back to the same default.",
    violations: endlessDefaults,
  },
  {
    code: "examples-fit",
    acceptable: true,
    sentence: "The examples of a schema fit it.",
    violations: (model) =>
      misfits(model, ({ examples }) =>
        Array.isArray(examples) ? examples.map((value, index) => ({ value, path: ["examples", index] })) : [],
      ),
  },
  {
    code: "enum-distinct",
    acceptable: true,
    sentence: "An enum names each value once.",
    violations: (model) => everySchema(model).flatMap(({ schema, at }) => repeatedValues(schema, at)),
  },
];

interface ValueInSchema {
  readonly value: unknown;
  readonly path: Path;
}

function misfits(source: Model, valuesOf: (schema: SchemaObject) => readonly ValueInSchema[]): Violation[] {
  const model = normalisedModel(source);
  const { problems } = evaluatorFor(resolver(model));
  return everySchema(model).flatMap(({ schema, root, at }) =>
    valuesOf(schema).flatMap(({ value, path }): Violation | [] => {
      const found = problems(value, { root, pointer: "", schema });
      if (found.length === 0) return [];
      const detail = `${shortenJson(value, 40)} does not fit${reason(value, schema, found)}.`;
      return { at: locationBelow(at, path), detail };
    }),
  );
}

/** Names the first keyword that a value breaks, with the keyword's value if that is short. */
function reason(value: unknown, schema: SchemaObject, found: readonly Problem[]): string {
  const keywords = found.map(({ schemaPath }) => unescapedStep(schemaPath.split("/")[1] ?? ""));
  // A problem behind a reference has the path of the schema there.
  const own = Object.keys(schema);
  const broken =
    own.find((each) => keywords.includes(each)) ?? own.find((each) => /^(\$ref|allOf)$/.test(each));
  if (broken === undefined) return "";
  const wanted = JSON.stringify(schema[broken]);
  return wanted.length <= 40 && wanted !== JSON.stringify(value) ? `: ${broken} is ${wanted}` : ` ${broken}`;
}

/** Applies each default of a property alone, to an object that has all other properties. */
function endlessDefaults(model: Model): Violation[] {
  const resolve = resolver(model);
  return everySchema(model).flatMap((located) => {
    const { schema, root, at } = located;
    const { properties } = normalise(schema, root.dialect);
    const names = entries(properties)
      .filter(([, property]) => findDefault(property, root, resolve))
      .map(([name]) => name);
    if (names.length === 0) return [];
    const fill = withDefaults(() => true, makeDefaultsGraph(located, resolve));
    return names
      .filter((name) =>
        isEndless(
          fill,
          Object.fromEntries(names.filter((other) => other !== name).map((other) => [other, null])),
        ),
      )
      .map((name) => ({
        at: locationBelow(at, ["properties", name, "default"]),
        detail: "Applying it leads to the same default again, without end.",
        hint: "Remove the default, here or further in.",
      }));
  });
}

/** Defaults are applied depth first, so endless ones overflow the stack. */
function isEndless(fill: (value: unknown) => boolean, value: object): boolean {
  try {
    fill(value);
    return false;
  } catch (error) {
    if (error instanceof RangeError) return true;
    throw error;
  }
}

function repeatedValues({ enum: values }: SchemaObject, at: SpecLocation): Violation[] {
  if (!Array.isArray(values)) return [];
  return values.flatMap((value, index): Violation | [] => {
    const first = values.findIndex((other) => equal(other, value));
    if (first === index) return [];
    return {
      at: locationBelow(at, ["enum", index]),
      detail: `${shortenJson(value, 40)} is already used.`,
      related: [{ at: locationBelow(at, ["enum", first]), message: "The first one is here." }],
    };
  });
}
