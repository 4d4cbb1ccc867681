import type { AnySchema, SchemaValidateFunction } from "ajv";
import type Ajv2020 from "ajv/dist/2020.js";
import { type CaseFile, type Json, notLookedAt, valueAt } from "toolwright/runtime";

type Schema = { readonly [keyword: string]: Json };
type Looked = (string | number | true)[];

/** What schemas in place of a value have looked at is asked of them once more, so it is kept for as long as the value. */
type Answers = WeakMap<object, Map<Schema, boolean>>;

/**
 * `unevaluatedProperties` and `unevaluatedItems` as JSON Schema 2020-12 has them (Core, 11): Ajv refuses some of what fits
 * and takes some of what does not (docs/decisions/unevaluated.md). So is `contains`. Every `$ref` is an address of the
 * case file.
 */
export function addEvaluated(ajv: Ajv2020.default, schemas: CaseFile["schemas"]): void {
  ajv.opts.unevaluated = false;
  for (const [keyword, type] of [
    ["unevaluatedProperties", "object"],
    ["unevaluatedItems", "array"],
  ] as const) {
    const answers: Answers = new WeakMap();
    const validate: SchemaValidateFunction = (_: unknown, value: object, parent: unknown) => {
      validate.errors = [{ keyword, message: "must NOT have more than its schemas look at", params: {} }];
      const schema = parent as Schema;
      const known = answers.get(value) ?? new Map<Schema, boolean>();
      answers.set(value, known);
      const fits = known.get(schema) ?? leavesNothing(keyword, schema, value);
      known.set(schema, fits);
      return fits;
    };
    ajv.removeKeyword(keyword);
    ajv.addKeyword({ keyword, type, schemaType: ["boolean", "object"], validate });
  }

  // Of two lists in one loop Ajv takes an empty one for one that contains what the other does.
  const contains: SchemaValidateFunction = (wanted: Json, items: readonly Json[], parent: unknown) => {
    const { minContains = 1, maxContains = Number.POSITIVE_INFINITY } = parent as Schema;
    contains.errors = [{ keyword: "contains", message: "must contain other items", params: { minContains } }];
    const count = items.filter((item) => holds(wanted, item)).length;
    return count >= Number(minContains) && count <= Number(maxContains);
  };
  ajv.removeKeyword("contains");
  ajv.addKeyword({
    keyword: "contains",
    type: "array",
    schemaType: ["boolean", "object"],
    validate: contains,
  });

  function leavesNothing(keyword: string, schema: Schema, value: object): boolean {
    const { [keyword]: rest, ...others } = schema;
    return notLookedAt(value, lookedAt(others, value), 0).every((part) =>
      holds(rest!, (value as Record<string | number, Json>)[part]!),
    );
  }

  function holds(schema: Json, value: Json): boolean {
    return typeof schema === "boolean" ? schema : ajv.compile(schema as AnySchema)(value) === true;
  }

  /** Of the schema, and of all that describe the same value and fit it. */
  function lookedAt(schema: Schema, value: object): Looked {
    const looked: Looked = [];
    const met = new Set<Json>([schema]);
    for (const each of met) {
      if (typeof each !== "object" || each === null) continue;
      looked.push(...ownOf(each as Schema, value));
      for (const other of inPlace(each as Schema, value as Json)) met.add(other);
    }
    return looked;
  }

  function ownOf(schema: Schema, value: object): Looked {
    return Array.isArray(value) ? itemsOf(schema, value) : propertiesOf(schema, Object.keys(value));
  }

  function itemsOf(
    { items, unevaluatedItems, prefixItems, contains }: Schema,
    value: readonly Json[],
  ): Looked {
    if (items !== undefined || unevaluatedItems !== undefined) return [true];
    const first = Array.isArray(prefixItems) ? prefixItems.length : 0;
    return [...value.keys()].filter(
      (index) => index < first || (contains !== undefined && holds(contains, value[index]!)),
    );
  }

  function inPlace(schema: Schema, value: Json): Json[] {
    const { $ref, allOf, anyOf, oneOf, if: condition, then, else: otherwise, dependentSchemas } = schema;
    const fitting = [...listOf(anyOf), ...listOf(oneOf)].filter((branch) => holds(branch, value));
    const dependent = Object.entries(dependentSchemas ?? {}).filter(([name]) =>
      Object.hasOwn(value as object, name),
    );
    const chosen = condition === undefined ? [] : holds(condition, value) ? [condition, then] : [otherwise];
    const [uri = "", pointer = ""] = typeof $ref === "string" ? $ref.split("#") : [];
    const referred = schemas[uri] === undefined ? undefined : valueAt(schemas[uri], pointer);
    return [referred, ...listOf(allOf), ...fitting, ...dependent.map(([, each]) => each), ...chosen].filter(
      (each) => each !== undefined,
    );
  }
}

function propertiesOf(schema: Schema, names: readonly string[]): Looked {
  const { properties = {}, patternProperties = {}, additionalProperties, unevaluatedProperties } = schema;
  if (additionalProperties !== undefined || unevaluatedProperties !== undefined) return [true];
  const patterns = Object.keys(patternProperties as Schema).map((pattern) => new RegExp(pattern, "u"));
  return names.filter(
    (name) => Object.hasOwn(properties as Schema, name) || patterns.some((pattern) => pattern.test(name)),
  );
}

function listOf(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? value : [];
}
