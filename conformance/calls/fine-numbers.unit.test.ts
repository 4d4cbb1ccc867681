import { expect, test } from "vitest";
import type { CaseFile } from "../cases/format.ts";
import { withFineNumbers } from "./fine-numbers.ts";

const file = (properties: object) =>
  ({ tools: { weigh: { input: "in" } }, schemas: { in: { properties } } }) as unknown as CaseFile;

test.each([
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
  expect(withFineNumbers(file(properties), "weigh", input)).toEqual(expected);
});
