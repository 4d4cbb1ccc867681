import { expect, test } from "vitest";
import type { JsonObject } from "../cases/edits.ts";
import { withFineNumbers } from "./fine-numbers.ts";

test.each<[properties: JsonObject, input: JsonObject, expected: JsonObject | undefined]>([
  [{ kg: { multipleOf: 0.01 } }, { kg: 3.25 }, { kg: 3.26 }],
  [{ kg: { multipleOf: 0.01 } }, { kg: 0.1 }, { kg: 0.11 }],
  [
    { kg: { multipleOf: 0.5 }, g: { multipleOf: 0.001 } },
    { kg: 2, g: 1.5 },
    { kg: 2.5, g: 1.501 },
  ],
  [{ count: { multipleOf: 5 } }, { count: 10 }, undefined],
  [{ kg: { type: "number" } }, { kg: 3.25 }, undefined],
  [{ kg: { multipleOf: 0.01 } }, { crop: "Beans" }, undefined],
])("with %j, %j becomes %j", (properties, input, expected) => {
  const cases = { tools: { weigh: { input: "in" } }, schemas: { in: { properties } } };
  expect(withFineNumbers(cases, "weigh", input)).toEqual(expected);
});
