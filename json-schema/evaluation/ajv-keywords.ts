/** Keywords that we add to Ajv or replace in it. */
import type { CodeKeywordDefinition, KeywordCxt } from "ajv";
import { _, type Ajv2020, Name } from "ajv/dist/2020.js";
import { stringify } from "ajv/dist/compile/codegen/index.js";
import { usePattern } from "ajv/dist/vocabularies/code.js";
import { allDifferent, equal } from "../json.ts";
import { findBacktracking } from "../patterns/backtracking.ts";
import { linearSource } from "../patterns/linear.ts";

/**
 * Adds keywords that Ajv does not have, and replaces those that hostile input can make slow or crash.
 *
 * @param helpers the module from which printed code loads `equal` and `allDifferent`
 */
export function addKeywords(ajv: Ajv2020, helpers: string): void {
  for (const keyword of ["const", "enum", "uniqueItems"]) ajv.removeKeyword(keyword);
  addConstants(ajv, helpers);
  addUniqueItems(ajv, helpers);
  addExactlyOne(ajv);
  mend(ajv, "pattern", mendPattern);
  mend(ajv, "multipleOf", mendMultipleOf);
  mend(ajv, "contains", mendContains);
  mend(ajv, "prefixItems", mendPrefixItems);
  mend(ajv, "items", mendItems);
}

/** Ajv's own comparison calls `toString` of an object that has a property of that name. */
function addConstants(ajv: Ajv2020, helpers: string): void {
  const equalIn = ({ gen }: KeywordCxt) =>
    gen.scopeValue("func", { ref: equal, code: _`require(${helpers}).equal` });
  ajv.addKeyword({
    keyword: "const",
    error: {
      message: "must be equal to constant",
      params: ({ schemaCode }) => _`{allowedValue: ${schemaCode}}`,
    },
    code(context) {
      const { data, schema, schemaCode } = context;
      if (isPlain(schema)) context.fail(_`${schema} !== ${data}`);
      else context.fail(_`!${equalIn(context)}(${data}, ${schemaCode})`);
    },
  });
  ajv.addKeyword({
    keyword: "enum",
    schemaType: "array",
    error: {
      message: "must be equal to one of the allowed values",
      params: ({ schemaCode }) => _`{allowedValues: ${schemaCode}}`,
    },
    code(context) {
      const { data, schema, schemaCode } = context;
      if (schema.every(isPlain)) context.fail(_`!${schemaCode}.includes(${data})`);
      else context.fail(_`!${schemaCode}.some((value) => ${equalIn(context)}(value, ${data}))`);
    },
  });
}

function isPlain(value: unknown): value is string | number | boolean | null {
  return typeof value !== "object" || value === null;
}

/** Ajv compares all pairs of items, which a long array of objects turns into minutes. */
function addUniqueItems(ajv: Ajv2020, helpers: string): void {
  ajv.addKeyword({
    keyword: "uniqueItems",
    type: "array",
    schemaType: "boolean",
    error: { message: "must NOT have duplicate items" },
    code(context) {
      if (context.schema !== true) return;
      const different = context.gen.scopeValue("func", {
        ref: allDifferent,
        code: _`require(${helpers}).allDifferent`,
      });
      context.fail(_`!${different}(${context.data})`);
    },
  });
}

function addExactlyOne(ajv: Ajv2020): void {
  ajv.addKeyword({
    keyword: "exactlyOne",
    type: "object",
    schemaType: "array",
    error: {
      message: "must have exactly one of these properties",
      params: ({ schema, params }) => _`{names: ${stringify(schema)}, present: ${params.present}}`,
    },
    code(context) {
      const { gen, data, schema } = context;
      const present = gen.const(
        "present",
        _`${stringify(schema)}.filter((name) => Object.hasOwn(${data}, name))`,
      );
      context.setParams({ present });
      context.fail(_`${present}.length !== 1`);
    },
  });
}

/** The most that a quotient of two rounded numbers differs from the true one, as a share of it. */
const roundingOfQuotients: number = 2 * Number.EPSILON;

type Within = (context: KeywordCxt) => void;

/** Prints other code for a keyword; `within` prints Ajv's own. */
function mend(ajv: Ajv2020, keyword: string, code: (context: KeywordCxt, within: Within) => void): void {
  const definition = ajv.getKeyword(keyword) as CodeKeywordDefinition;
  const within = definition.code;
  definition.code = (context, ruleType) => code(context, (inner) => within(inner, ruleType));
}

/**
 * Skips the pattern if the text is longer than `maxLength`, where only that limit keeps the pattern fast. Ajv would match it
 * anyway. A character has at most two code units.
 */
function mendPattern(context: KeywordCxt, within: Within): void {
  const { data, schema, parentSchema } = context;
  const { maxLength } = parentSchema;
  if (typeof maxLength !== "number" || !findBacktracking(schema) || linearSource(schema)) within(context);
  else context.fail(_`${data}.length <= ${2 * maxLength} && !${usePattern(context, schema)}.test(${data})`);
}

/**
 * Ajv parses the quotient as text, and misreads exponents such as 1e21. The quotient of decimal fractions is rounded: 135.11 / 0.01 is
 * 13511.000000000002, and 135.11 is a multiple of 0.01 all the same.
 */
function mendMultipleOf(context: KeywordCxt): void {
  const { gen, data, schema, schemaCode } = context;
  if (Number.isInteger(schema)) {
    context.fail(_`!Number.isInteger(${data} / ${schemaCode})`);
    return;
  }
  const quotient = gen.const("quotient", _`${data} / ${schemaCode}`);
  const rest = _`Math.abs(${quotient} - Math.round(${quotient}))`;
  context.fail(_`!(${rest} <= ${roundingOfQuotients} * Math.abs(${quotient}))`);
}

/**
 * Gives every `contains` an upper bound. Without `maxContains`, Ajv's code reads a variable that only the loop over the items
 * sets, so an empty array inherits the result of the array before it. With a bound, Ajv counts, and counting is correct for
 * empty arrays too.
 */
function mendContains(context: KeywordCxt, within: Within): void {
  const bounded = { maxContains: Number.POSITIVE_INFINITY, ...context.parentSchema };
  within(Object.create(context, { parentSchema: { value: bounded } }));
}

/**
 * Makes Ajv count errors in `if` and `not`. There Ajv stops at the first problem, but it tests a variable that an empty array
 * never sets, so it would not check `contains`.
 */
function mendPrefixItems(context: KeywordCxt, within: Within): void {
  if (!context.allErrors) {
    const errors = new Name("errors");
    const before = context.gen.const("_errs", errors);
    context.ok = () => void context.gen.if(_`${before} === ${errors}`);
  }
  within(context);
}

/**
 * Skips the items of an array that is longer than `maxItems`. Ajv would validate them all, and a message of 4 MB would cost
 * half a second, but the array is invalid anyway. In `if` and `not` Ajv stops at `maxItems` by itself.
 */
function mendItems(context: KeywordCxt, within: Within): void {
  const { maxItems } = context.parentSchema;
  if (typeof maxItems !== "number" || !context.allErrors) within(context);
  else context.gen.if(_`${context.data}.length <= ${maxItems}`, () => within(context));
}
