import { expect, test } from "vitest";
import type { Json } from "../../cases/edits.ts";
import { listOrderedValues } from "./equal-values.ts";

const another = expect.stringMatching(/^Page item /);

test.each<[what: string, items: Json[], want: unknown[]]>([
  ["two more where each value is there once", ["Ada", "Bob"], [{ name: "Ada" }, { name: "Ada" }]],
  ["one more where two are equal", ["Ada", "Bob", "Bob"], [{ name: "Ada" }]],
  ["another one where all are equal", ["Ada", "Ada", "Ada"], [{ name: another }]],
  ["another number", [7, 7, 7], [{ name: 8 }]],
  ["no other time", ["2031-05-14T09:00:00Z", "2031-05-14T09:00:00Z", "2031-05-14T09:00:00Z"], []],
  ["nothing where both are there", ["Ada", "Ada", "Ada", "Bob"], []],
  ["nothing where no item shows a value", [null], []],
])("an order gets %s", (_, names, want) => {
  const items = names.map((name) => ({ name }));
  expect(listOrderedValues("/name", items)).toEqual(want);
});
