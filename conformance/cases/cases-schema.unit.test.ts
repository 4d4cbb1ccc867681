/** The JSON Schema of `cases.json`: the case files of all our specs fit it. */
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import { expect, test } from "vitest";
import { kinds } from "../results/verdict.ts";
import schema from "./schema.json" with { type: "json" };

const root = join(import.meta.dirname, "../..");
const files = [
  "generated/cases.json",
  ...globSync("generator/test/fixtures/*/want/cases.json", { cwd: root }).sort(),
];
const validate = new Ajv2020({
  allErrors: true,
  strict: true,
  strictRequired: false,
  strictTuples: false,
  allowUnionTypes: true,
}).compile(schema);

test("there are several case files", () => {
  expect(files.length).toBeGreaterThan(2);
});

test.each(files)("%s fits the schema", (file) => {
  validate(JSON.parse(readFileSync(join(root, file), "utf8")));
  expect(validate.errors ?? []).toEqual([]);
});

test("the schema knows every kind of case, and no other", () => {
  // Checks of the protocol, comparisons with earlier runs, and laws of a team are not cases of a spec.
  const ofSuite = ["protocol", "oauth", "card", "answers", "law"];
  const own = kinds.filter((kind) => !ofSuite.includes(kind));
  expect([...schema.$defs.case.properties.kind.enum].sort()).toEqual([...own].sort());
});

const [tool, argument] = ["t", "/a"];
test.each<[string, object]>([
  ["a case without an id and without a form", { tool }],
  ["a case of an unknown kind", { id: "x", kind: "magic", must: "So.", at: "a.yaml" }],
  [
    "an outcome that is neither accepted nor refused",
    { tool, argument, schema: "s", keywords: { type: { maybe: [] } } },
  ],
  ["a common case that is no index", { tool, common: ["first"] }],
])("%s does not fit", (_, each) => {
  const file = JSON.parse(readFileSync(join(root, files[0]!), "utf8"));
  expect(validate({ ...file, cases: [each] })).toBe(false);
});
