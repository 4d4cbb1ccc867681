import type { CodeKeywordDefinition, KeywordCxt } from "ajv";
import { _, type Ajv2020, type Code, Name, nil } from "ajv/dist/2020.js";
import { not } from "ajv/dist/compile/codegen/index.js";
import { resolveRef, SchemaEnv } from "ajv/dist/compile/index.js";
import { alwaysValidSchema, Type } from "ajv/dist/compile/util.js";
import { callValidateCode, usePattern } from "ajv/dist/vocabularies/code.js";
import { getValidate } from "ajv/dist/vocabularies/core/ref.js";
import { notLookedAt } from "../runtime/validation.ts";
import { type Collecting, collecting } from "./collecting.ts";

/** What code in place of `unevaluatedProperties` and `unevaluatedItems` needs to know; schemas in place inherit it. */
interface Context {
  /** The variable with the names and indices that schemas have looked at in this value. */
  looked?: Name;
  /** How many of them had been looked at when this schema began. */
  since?: Name | number;
}

type KeywordCode = (context: KeywordCxt) => void;

/**
 * `unevaluatedProperties` and `unevaluatedItems` as JSON Schema 2020-12 has them (Core, 11). Ajv keeps what has been
 * evaluated partly as it compiles, and forgets or keeps too much where branches fail (docs/decisions/unevaluated.md).
 *
 * Where schemas are marked by `collecting`, validating writes into a list what each keyword has looked at. A branch that
 * does not fit takes back what it has written. The list belongs to the schema that has an `unevaluated...`; functions
 * that look at the same value get it as `this`.
 */
export function addEvaluated(ajv: Ajv2020): void {
  ajv.addKeyword({ keyword: collecting, before: "$ref", code: begin });
  for (const [keyword, code] of Object.entries(instead)) replace(ajv, keyword, () => code);
  for (const [keyword, code] of Object.entries(afterwards))
    replace(ajv, keyword, (within) => (context) => {
      within(context);
      code(context, contextOf(context).looked!);
    });
  replace(ajv, "$ref", (within) => (context) => refer(context, within));
  for (const keyword of ["oneOf", "if"])
    replace(ajv, keyword, (within) => (context) => {
      takeBack(context);
      within(context);
    });
  // Added last, they come after all others, `discriminator` too.
  for (const [keyword, definition] of Object.entries(asking))
    ajv.removeKeyword(keyword).addKeyword({ keyword, trackErrors: true, ...definition });
}

/** Changes the code of a keyword in schemas that collect; the order of keywords stays. */
function replace(ajv: Ajv2020, keyword: string, change: (within: KeywordCode) => KeywordCode): void {
  const definition = ajv.getKeyword(keyword) as CodeKeywordDefinition;
  const within = definition.code;
  const code = change((context) => within(context));
  definition.code = (context, ruleType) => {
    if (Object.hasOwn(context.parentSchema, collecting)) code(context);
    else within(context, ruleType);
  };
}

function contextOf({ it }: KeywordCxt): Context {
  return it as Context;
}

function begin(context: KeywordCxt): void {
  const { gen } = context;
  const own = contextOf(context);
  if ((context.schema as Collecting) === "begins") {
    own.looked = gen.const("looked", _`[]`);
    own.since = 0;
    return;
  }
  // Where a function begins, nothing is inherited: its caller gives the list.
  own.looked ??= gen.const("looked", _`this`);
  own.since = gen.const("since", _`${own.looked}.length`);
}

/** A branch that does not fit has looked at nothing. */
function takeBack(context: KeywordCxt): void {
  const { gen, keyword } = context;
  const { looked } = contextOf(context);
  const within = context.subschema.bind(context);
  context.subschema = (applied, valid) => {
    if (applied.keyword !== keyword) return within(applied, valid);
    const before = gen.const("before", _`${looked}.length`);
    const result = within(applied, valid);
    gen.if(not(valid), () => gen.assign(_`${looked}.length`, before));
    return result;
  };
}

/** What a keyword has looked at, once it has. */
const afterwards: Readonly<Record<string, (context: KeywordCxt, looked: Name) => void>> = {
  properties: ({ gen, schema }, looked) => gen.code(push(looked, Object.keys(schema))),
  prefixItems: ({ gen, schema }, looked) => gen.code(push(looked, [...(schema as unknown[]).keys()])),
  additionalProperties: ({ gen }, looked) => gen.code(push(looked, [true])),
  items: ({ gen }, looked) => gen.code(push(looked, [true])),
  patternProperties(context, looked) {
    const { gen, data, schema } = context;
    gen.forIn("key", data, (key) => {
      const matches = Object.keys(schema).map((pattern) => _`${usePattern(context, pattern)}.test(${key})`);
      for (const match of matches) gen.if(match, () => gen.code(_`${looked}.push(${key})`));
    });
  },
};

function push(looked: Name, parts: readonly (string | number | true)[]): Code {
  const [first, ...others] = parts.map((part) => _`${part}`);
  return _`${looked}.push(${others.reduce((list, part) => _`${list}, ${part}`, first ?? nil)})`;
}

/** Keywords that Ajv reads no further than validity needs, or reads in another way. */
const instead: Readonly<Record<string, KeywordCode>> = {
  /** All branches, since each that fits has looked at something. */
  anyOf(context) {
    const { gen, schema } = context;
    takeBack(context);
    const valid = gen.let("valid", false);
    for (const index of (schema as unknown[]).keys()) {
      const branch = gen.name("_valid");
      context.subschema({ keyword: "anyOf", schemaProp: index, compositeRule: true }, branch);
      gen.assign(valid, _`${valid} || ${branch}`);
    }
    context.result(
      valid,
      () => context.reset(),
      () => context.error(true),
    );
  },
};

function refer(context: KeywordCxt, inline: KeywordCode): void {
  const { self, schemaEnv, baseId } = context.it;
  const found = resolveRef.call(self, schemaEnv.root, baseId, context.schema as string);
  if (found instanceof SchemaEnv)
    callWatched(context, getValidate(context, found), contextOf(context).looked!);
  else inline(context);
}

/** The list that the schema of a keyword writes into, if it does. */
export function lookedAtBy(context: KeywordCxt): Name | undefined {
  return Object.hasOwn(context.parentSchema, collecting) ? contextOf(context).looked : undefined;
}

/** Calls a function that looks at the same value. */
export function callWatched(context: KeywordCxt, validate: Code, looked: Name): void {
  const { gen } = context;
  const all = new Name("vErrors");
  context.result(callValidateCode(context, validate, looked), undefined, () => {
    gen.assign(all, _`${all} === null ? ${validate}.errors : ${all}.concat(${validate}.errors)`);
    gen.assign(new Name("errors"), _`${all}.length`);
  });
}

function unevaluated(context: KeywordCxt, dataPropType: Type): void {
  const { gen, data, it, schema, keyword, errsCount } = context;
  const { looked, since } = contextOf(context);
  if (!alwaysValidSchema(it, schema)) {
    const others = gen.scopeValue("func", {
      ref: notLookedAt,
      code: _`require("toolwright/runtime").notLookedAt`,
    });
    const rest = gen.const("rest", _`${others}(${data}, ${looked}, ${since})`);
    const length = gen.const("len", _`${rest}.length`);
    gen.forRange("i", 0, length, (index) => {
      // As a `gen.const` it could be gone: Ajv's optimiser puts `data[part]` where it is used once, and drops what only
      // the line that it took that from has used.
      const part = gen.name("part");
      gen.code(_`const ${part} = ${rest}[${index}]`);
      const valid = gen.name("valid");
      context.setParams({ part });
      if (schema === false) context.error();
      else context.subschema({ keyword, dataProp: part, dataPropType }, valid);
      if (!it.allErrors) gen.if(schema === false ? true : not(valid), () => gen.break());
    });
    context.ok(_`${errsCount} === ${new Name("errors")}`);
  }
  gen.code(push(looked!, [true]));
}

type Parameters = Pick<KeywordCxt, "params">;

/** The keywords that ask what has been looked at. */
const asking: Readonly<Record<string, Omit<CodeKeywordDefinition, "keyword">>> = {
  unevaluatedProperties: {
    type: "object",
    error: {
      message: "must NOT have unevaluated properties",
      params: ({ params }: Parameters) => _`{unevaluatedProperty: ${params.part}}`,
    },
    code: (context) => unevaluated(context, Type.Str),
  },
  unevaluatedItems: {
    type: "array",
    error: {
      message: "must NOT have unevaluated items",
      params: ({ params }: Parameters) => _`{unevaluatedItem: ${params.part}}`,
    },
    code: (context) => unevaluated(context, Type.Num),
  },
};
