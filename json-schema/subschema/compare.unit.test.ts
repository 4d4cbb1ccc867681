import { expect, test } from "vitest";
import type { SchemaObject } from "../types.ts";
import { compareSchemas } from "./compare.ts";

/** A schema whose definitions each lead to the next one twice, 30 times. */
function multiplied(lead: (next: object) => object, last: object): SchemaObject {
  const definitions = Array.from({ length: 31 }, (_, level) => [
    `d${level}`,
    level === 30 ? last : lead({ $ref: `#/$defs/d${level + 1}` }),
  ]);
  return { $ref: "#/$defs/d0", $defs: Object.fromEntries(definitions) };
}

test.each<[string, (next: object) => object]>([
  ["anyOf", (next) => ({ anyOf: [next, next] })],
  ["allOf", (next) => ({ allOf: [next, next] })],
  [
    "anyOf with titles",
    (next) => ({
      anyOf: [
        { ...next, title: "A" },
        { ...next, title: "B" },
      ],
    }),
  ],
])("schemas that a billion references reach, by %s: no value is tried, and one gap is named", (_, lead) => {
  const [old, current] = [{ type: "string" }, { type: "string", maxLength: 3 }].map((last) =>
    multiplied(lead, last),
  );
  const { narrowed, widened } = compareSchemas(old!, current!);
  expect(narrowed.map(({ witness }) => witness)).toEqual([undefined]);
  expect(widened).toEqual([]);
});
