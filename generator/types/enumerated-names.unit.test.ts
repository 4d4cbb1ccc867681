/** Types of objects whose property names are listed by `propertyNames`. */
import type { SchemaObject } from "@toolwright/json-schema";
import { expect, test } from "vitest";
import { withEnumeratedNames } from "./enumerated-names.ts";

const number = { type: "number" };
const names = { enum: ["en", "de"] };
const target = { root: {}, pointer: "", schema: names };
const context = { root: {}, resolve: (ref: string) => (ref === "names" ? target : undefined) } as never;

const expanded: readonly [string, SchemaObject, object][] = [
  ["each name", { additionalProperties: number }, { en: number, de: number }],
  ["any value", {}, { en: true, de: true }],
  [
    "beside a property",
    { properties: { en: { const: 1 } }, additionalProperties: number },
    { en: { const: 1 }, de: number },
  ],
];

test.each(expanded)("%s becomes a property", (_, schema, properties) => {
  for (const propertyNames of [names, { $ref: "names" }])
    expect(withEnumeratedNames({ type: "object", propertyNames, ...schema }, context)).toEqual({
      type: "object",
      propertyNames,
      properties,
      additionalProperties: false,
    });
});

const kept: readonly [string, SchemaObject][] = [
  ["names by a pattern", { propertyNames: { pattern: "^a" }, additionalProperties: number }],
  ["names behind a reference to itself", { propertyNames: { $ref: "#" }, additionalProperties: number }],
  ["closed objects", { propertyNames: names, properties: { en: number }, additionalProperties: false }],
  ["objects with patterns", { propertyNames: names, patternProperties: { "^e": number } }],
];

test.each(kept)("%s stay as they are", (_, schema) => {
  const itself = { root: {}, pointer: "", schema: { $ref: "#" } };
  const looping = { root: {}, resolve: () => itself } as never;
  expect(withEnumeratedNames(schema, looping)).toBe(schema);
});
