/** Ordinary breaks of a schema: bounds that move, values that go, in every size and depth. */
import { compareSchemas } from "../../subschema/compare.ts";

type Schema = Record<string, unknown>;
type Pair = readonly [old: Schema, current: Schema];

const values = (count: number) => Array.from({ length: count }, (_, index) => `value-${index}`);

/** Each pair: a value fits the first schema and not the second. */
const breaks: Readonly<Record<string, (size: number) => readonly Pair[]>> = {
  "a maximum": (size) =>
    ["integer", "number"].flatMap((type) =>
      [size - 1, Math.floor(size / 2)].map(
        (lower): Pair => [
          { type, minimum: 0, maximum: size },
          { type, minimum: 0, maximum: lower },
        ],
      ),
    ),
  "a minimum": (size) =>
    ["integer", "number"].map(
      (type): Pair => [
        { type, minimum: -size, maximum: size },
        { type, minimum: 1 - size, maximum: size },
      ],
    ),
  "an exclusive bound": (size) => [
    [
      { type: "integer", minimum: 0, exclusiveMaximum: size + 1 },
      { type: "integer", minimum: 0, exclusiveMaximum: size },
    ],
  ],
  "a multiple": (size) => [
    [
      { type: "integer", minimum: 0, maximum: 10 * size },
      { type: "integer", minimum: 0, maximum: 10 * size, multipleOf: 5 },
    ],
  ],
  "a length": (size) => [
    [
      { type: "string", maxLength: size },
      { type: "string", maxLength: size - 1 },
    ],
    [
      { type: "string", minLength: size - 1 },
      { type: "string", minLength: size },
    ],
    [
      { type: "string", minLength: size, maxLength: size },
      { type: "string", minLength: size + 1, maxLength: size + 1 },
    ],
  ],
  "a number of items": (size) => [
    [
      { type: "array", items: { type: "integer" }, maxItems: size },
      { type: "array", items: { type: "integer" }, maxItems: size - 1 },
    ],
    [
      { type: "array", items: { type: "integer" }, minItems: size - 1 },
      { type: "array", items: { type: "integer" }, minItems: size },
    ],
  ],
  "a value of a list": (size) =>
    [0, Math.floor(size / 2), size - 1].map(
      (gone): Pair => [{ enum: values(size + 1) }, { enum: values(size + 1).toSpliced(gone, 1) }],
    ),
  "a property": (size) =>
    [0, size - 1].map((gone): Pair => {
      const of = (names: readonly string[]) => ({
        type: "object",
        properties: Object.fromEntries(names.map((name) => [name, { type: "string" }])),
        additionalProperties: false,
      });
      return [of(values(size)), of(values(size).toSpliced(gone, 1))];
    }),
  "a branch": (size) => {
    const branch = (name: string) => ({
      type: "object",
      properties: { kind: { const: name }, text: { type: "string" } },
      required: ["kind"],
      additionalProperties: false,
    });
    return size > 41 ? [] : [[{ oneOf: values(size + 1).map(branch) }, { oneOf: values(size).map(branch) }]];
  },
};

/** The places of a schema in the input of a tool. */
const around: Readonly<Record<string, (schema: Schema) => Schema>> = {
  "at the root": (schema) => schema,
  "in an argument": (schema) => ({ type: "object", properties: { a: schema }, additionalProperties: false }),
  "in a required argument": (schema) => ({ type: "object", properties: { a: schema }, required: ["a"] }),
  "in items, through a reference": (schema) => ({
    type: "object",
    properties: { list: { type: "array", items: { $ref: "#/$defs/item" }, minItems: 1 } },
    $defs: { item: { type: "object", properties: { a: schema, b: { type: "string" } }, required: ["b"] } },
  }),
};

/** Each kind of break, and each place that it may have. */
export const ordinaryBreaks = Object.keys(breaks).flatMap((what) =>
  Object.keys(around).map((where) => [what, where] as const),
);

/** Returns the breaks of these sizes for which no value is shown. */
export function undecidedBreaks(what: string, where: string, sizes: readonly number[]): string[] {
  return sizes.flatMap((size) =>
    breaks[what]!(size).flatMap(([old, current]) => {
      const { narrowed } = compareSchemas(around[where]!(old), around[where]!(current));
      const isShown = narrowed.some(({ witness }) => witness);
      return isShown ? [] : [`${size}: ${JSON.stringify(old).slice(0, 100)}`];
    }),
  );
}
