import { expect, test } from "vitest";
import { listValues } from "./values.ts";

const chain = (levels: number, next: (reference: object) => object) => ({
  type: "object",
  properties: { a: { $ref: "#/$defs/d0" } },
  $defs: Object.fromEntries(
    Array.from({ length: levels }, (_, level) => [
      `d${level}`,
      level === levels - 1 ? { type: "string" } : next({ $ref: `#/$defs/d${level + 1}` }),
    ]),
  ),
});

test.each([10, 100])("%i definitions, each a choice of the next one twice, have a place each", (levels) => {
  const schema = chain(levels, (reference) => ({ anyOf: [reference, reference] }));
  expect(listValues(schema).length).toBeLessThanOrEqual(levels + 1);
});

test("a small schema with millions of places is left before its end", () => {
  const names = Array.from({ length: 20 }, (_, index) => `p${index}`);
  const schema = chain(9, (reference) => ({
    type: "object",
    properties: Object.fromEntries(names.map((name) => [name, reference])),
  }));
  expect(listValues(schema).length).toBeLessThanOrEqual(10_000);
});
