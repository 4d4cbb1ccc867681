import {
  isSchemaObject,
  isWellFormed,
  keywords,
  type SchemaObject,
  toLocation,
} from "@toolwright/json-schema";
import { conjuncts, graphFor, type Node } from "@toolwright/json-schema/graph";
import { equal } from "@toolwright/runtime/validation";
import type { Violation } from "../../diagnostics/diagnostic.ts";
import { suggest } from "../../diagnostics/suggest.ts";
import type { Model } from "../../model/model.ts";
import { listOperations } from "../../model/operations.ts";
import { keyBelow, locationBelow } from "../../resolve/limits.ts";
import { normalisedModel } from "../../schema/normalised-model.ts";
import { resolver } from "../../schema/roots.ts";
import { everySchema, type Rule } from "../rule.ts";
import { endless, unsatisfiable } from "../satisfiable/index.ts";

/** Rules about keywords together. */
export const schemaRules: readonly Rule[] = [
  {
    code: "satisfiable",
    acceptable: true,
    sentence: "A schema can be satisfied by some value.",
    violations: (model) => [...unsatisfiable(model), ...endless(model)],
  },
  {
    code: "branches-distinct",
    acceptable: true,
    sentence: "The branches of a oneOf differ, since a value has to fit exactly one.",
    violations: (model) => everySchema(model).flatMap(({ schema, at }) => repeatedBranches(schema, at)),
  },
  {
    code: "keyword-applies",
    sentence: "A keyword applies to the type that its schema names.",
    severity: "warning",
    violations: (model) => everySchema(model).flatMap(({ schema, at }) => idleKeywords(schema, at)),
  },
  {
    code: "required-is-a-property",
    sentence: "A name in `required` is not a misspelt name of a property.",
    severity: "warning",
    violations: (model) => everySchema(model).flatMap(({ schema, at }) => misspeltRequired(schema, at)),
  },
  {
    code: "branch-reached",
    sentence: "then and else have an if in the same schema.",
    severity: "warning",
    violations: (model) =>
      everySchema(model).flatMap(({ schema, at }) =>
        ["then", "else"]
          .filter((keyword) => keyword in schema && !("if" in schema))
          .map((keyword) => ({
            at: keyBelow(at, [keyword]),
            detail: "There is no if, so it has no effect.",
          })),
      ),
  },
  {
    code: "scoped-field-optional",
    sentence: "A field that needs a scope is an optional property of an output.",
    violations: misplacedScopes,
  },
];

/** The rule `satisfiable` reports closed objects that require an unknown name. */
function misspeltRequired(
  { required, properties, additionalProperties }: SchemaObject,
  at: Violation["at"],
): Violation[] {
  if (!Array.isArray(required) || !isSchemaObject(properties) || additionalProperties === false) return [];
  const free = Object.keys(properties).filter((name) => !required.includes(name));
  return required.flatMap((name, index): Violation | [] => {
    if (typeof name !== "string" || Object.hasOwn(properties, name)) return [];
    const hint = suggest(name, free);
    if (hint === undefined) return [];
    const detail = `There is no property ${JSON.stringify(name)}.`;
    return { at: locationBelow(at, ["required", index]), detail, hint };
  });
}

function repeatedBranches({ oneOf }: SchemaObject, at: Violation["at"]): Violation[] {
  if (!Array.isArray(oneOf)) return [];
  return oneOf.flatMap((branch, index): Violation | [] => {
    const first = oneOf.findIndex((other) => equal(other, branch));
    if (first === index) return [];
    const related = [{ at: locationBelow(at, ["oneOf", first]), message: "This is the other." }];
    const detail = "Another branch says the same, so neither is ever chosen.";
    return { at: locationBelow(at, ["oneOf", index]), detail, related };
  });
}

const typesOfKeyword: Readonly<Record<string, readonly string[]>> = {
  string: ["string"],
  number: ["number", "integer"],
  array: ["array"],
  object: ["object"],
};

/** Asserted of numbers, as OpenAPI names them. */
const numberFormats: readonly string[] = ["int32", "int64", "float", "double"];

function idleKeywords(schema: SchemaObject, at: Violation["at"]): Violation[] {
  if (schema.type === undefined || !isWellFormed("type", schema.type)) return [];
  const types = [schema.type].flat().map(String);
  return Object.keys(schema).flatMap((keyword) => {
    const on = chooseType(keyword, schema);
    if (!on || !isWellFormed(keyword, schema[keyword])) return [];
    if (typesOfKeyword[on]!.some((type) => types.includes(type))) return [];
    const named = keyword === "format" ? `format ${schema.format}` : keyword;
    const detail = `${named} is about values of type ${on}, and this is ${types.join(" or ")}.`;
    return { at: keyBelow(at, [keyword]), detail };
  });
}

/** Returns the type of values that a keyword applies to; some formats apply to numbers. */
function chooseType(keyword: string, { format }: SchemaObject): string | undefined {
  if (keyword === "format" && numberFormats.includes(String(format))) return "number";
  return Object.hasOwn(keywords, keyword) ? keywords[keyword]!.on : undefined;
}

/** Reports `x-requires-scope` on anything but an optional property of an output or a type. */
function misplacedScopes(source: Model): Violation[] {
  const model = normalisedModel(source);
  const graph = graphFor(resolver(model));
  const schemas = everySchema(model);
  const required = schemas.flatMap((schema) => requiredFields(conjuncts([graph(schema)])));
  const misplaced = schemas
    .filter(({ schema }) => schema["x-requires-scope"] !== undefined)
    .flatMap(({ root, path, at }): Violation | [] => {
      const place = keyBelow(at, ["x-requires-scope"]);
      if (listOperations(model).some(({ input }) => input.uri === root.uri))
        return { at: place, detail: "This is an input.", hint: "Give the tool itself the scope." };
      return path.at(-2) === "properties" ? [] : { at: place, detail: "This is not a property." };
    });
  const violations = [...misplaced, ...required];
  return violations.filter(
    ({ at }, index) =>
      violations.findIndex((other) => equal(other.at.path, at.path) && other.at.file === at.file) === index,
  );
}

function requiredFields(nodes: readonly Node[]): Violation[] {
  return nodes.flatMap((node) =>
    [...node.properties].flatMap(([name, { scope }]): Violation | [] => {
      const requiring =
        scope === undefined ? undefined : nodes.find((each) => requiringKeyword(each, name) !== undefined);
      const keyword = requiring && requiringKeyword(requiring, name);
      if (!requiring || keyword === undefined) return [];
      return {
        at: keyBelow(toLocation(node), ["properties", name, "x-requires-scope"]),
        detail: `${JSON.stringify(name)} is required.`,
        hint: `Take ${JSON.stringify(name)} out of \`${keyword}\`.`,
        related: [{ at: toLocation(requiring, keyword), message: "It is required here." }],
      };
    }),
  );
}

function requiringKeyword({ required, dependentRequired }: Node, name: string): string | undefined {
  if (required.includes(name)) return "required";
  return [...dependentRequired.values()].some((names) => names.includes(name))
    ? "dependentRequired"
    : undefined;
}
