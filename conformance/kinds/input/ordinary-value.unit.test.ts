import { expect, test } from "vitest";
import type { Edit, Json } from "../../cases/edits.ts";
import { withOrdinaryValue } from "./ordinary-value.ts";
import { isSameReason } from "./schema-refusals.ts";

const valid = { project: "text", id: 4, limit: 1 };
const fits = (input: Json) => (input as typeof valid).id < 5;

test.each<[string, Edit[], Json | undefined]>([
  ["a text: another word", [{ set: "/project", to: "Ωmega" }], { ...valid, project: "textother" }],
  ["the word itself: another one", [{ set: "/project", to: "textother" }], { ...valid, project: "other" }],
  ["a long text", [{ set: "/project", text: "a", times: 300 }], { ...valid, project: "textother" }],
  ["a text that was not there", [{ set: "/query", to: "" }], { ...valid, query: "other" }],
  ["a number: one beside it that the schema allows", [{ set: "/id", to: -7 }], { ...valid, id: 3 }],
  ["a list", [{ set: "/project", to: [] }], undefined],
  ["two changes", [{ set: "/project", to: "" }, { remove: "/limit" }], undefined],
  ["an argument that is left out", [{ remove: "/limit" }], undefined],
])("in place of %s", (_, edits, wanted) => {
  expect(withOrdinaryValue(valid, edits, fits)).toEqual(wanted);
});

test("a schema that lists its values allows no other word", () => {
  expect(withOrdinaryValue(valid, [{ set: "/project", to: "" }], () => false)).toBeUndefined();
});

test.each([
  ["another value", "other", 'No "other"\n\nTry again', true],
  ["an empty value", "", 'No ""', true],
  ["another sentence", "other", 'Not "other"', false],
])("a refusal of %s: the reason is compared without values", (_, project, refusal, isSame) => {
  expect(isSameReason(['No "text"', refusal], [valid, { ...valid, project }])).toBe(isSame);
});
