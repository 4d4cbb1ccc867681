import { join } from "node:path";
import { formats } from "@toolwright/runtime";
import Ajv2020 from "ajv/dist/2020.js";
import { afterEach, describe, expect, test } from "vitest";
import { baseArguments } from "../calls/arguments.ts";
import { edited, type Json, steps } from "../cases/edits.ts";
import type { CaseFile, InputCase, Unexercised } from "../cases/format.ts";
import { schemasOf } from "../judge/schemas.ts";
import { casesOf, hasExactlyOne, serveNotes } from "./notes-server.ts";
import { idsOf, testServer } from "./testing.ts";

/** A spec of little more than keywords: every one of JSON Schema that can refuse something, alone and in company. */
const cases = await casesOf(join(import.meta.dirname, "keywords"));
const inputs = cases.cases.filter((each): each is InputCase => each.kind === "input");
const refusing = inputs.filter(({ expect }) => expect === "refused");
const argumentsOf = ({ base, edits = [] }: InputCase): Json => edited(baseArguments(cases, base!), edits);

test("all keywords are broken alone, but for those where that cannot be", () => {
  const named = cases.unexercised.map(({ constraint }: Unexercised) =>
    constraint.replace("spec:///tools/", ""),
  );
  expect(named.sort()).toEqual([
    "conditions.yaml/input#/if",
    // Another kind asks for another property, by the condition.
    "conditions.yaml/input#/properties/kind/enum",
    // What is no integer is not the 7 that the list has to contain either.
    "lists.yaml/input#/properties/some/items/type",
  ]);
});

test("what cases claim, Ajv finds", () => {
  const schemas = schemasOf(cases);
  const unsound = inputs.map((each) => [each.id, schemas.unsoundness(each, argumentsOf(each))]);
  expect(unsound.filter(([, why]) => why !== undefined)).toEqual([]);
});

describe("a validator that forgets one keyword is caught by that keyword's cases", () => {
  const all = [...new Set(refusing.map(({ constraint }) => constraint!))];
  // Where a tag tells branches apart, the union itself says to Ajv that there has to be an object.
  const constraints = all.filter((constraint) => !/shape\/oneOf\/\d\/type$/.test(constraint));

  test.each(constraints)("%s", (constraint) => {
    const ofConstraint = refusing.filter((each) => each.constraint === constraint);
    const accepts = validatorWithout(constraint, cases.tools[ofConstraint[0]!.tool]!.input);
    expect(ofConstraint.filter((each) => accepts(argumentsOf(each))).map(({ id }) => id)).not.toEqual([]);
  });
});

/** A validator over the schemas of the case file, one keyword of which is missing, and those that break with it. */
function validatorWithout(constraint: string, input: string): (value: Json) => boolean {
  const also = refusing
    .filter((each) => each.constraint === constraint)
    .flatMap(({ breaks }) => breaks?.also ?? []);
  const [address = "", pointer = ""] = constraint.split("#");
  const at = steps(pointer);
  const schemas = structuredClone(cases.schemas) as Record<string, Record<string, unknown>>;
  const parent = at
    .slice(0, -1)
    .reduce<Record<string, unknown>>((value, step) => value[step] as never, schemas[address]!);
  for (const keyword of [at.at(-1)!, ...also]) delete parent[keyword];
  const ajv = new Ajv2020.default({
    strict: false,
    validateSchema: false,
    inlineRefs: false,
    ownProperties: true,
    formats,
  });
  ajv.addKeyword({ keyword: "exactlyOne", type: "object", validate: hasExactlyOne });
  for (const [id, schema] of Object.entries(schemas)) ajv.addSchema(schema, id);
  return (value) => ajv.getSchema(input)!(value) === true;
}

describe("over the wire", () => {
  const running: { close(): Promise<void> }[] = [];

  afterEach(async () => {
    for (const server of running.splice(0)) await server.close();
  });

  const answer = () => [{ type: "text", text: "ok" }];
  const handlers = Object.fromEntries(cases.manifest.map(({ name }) => [name, answer]));
  const selection = { kinds: ["input" as const] };
  const target = { tokens: [], bindings: {} };

  test("a server that checks all of them has nothing to complain of", async () => {
    const server = await serveNotes({ cases: cases as CaseFile, handlers });
    running.push(server);
    const report = await testServer(server.url, { cases, target, selection });
    expect([...idsOf(report, "failed"), ...idsOf(report, "unverified")]).toEqual([]);
  });

  test("a server that checks nothing is caught in every single case", async () => {
    const server = await serveNotes({ cases, handlers, mend: (tool) => ({ ...tool, input: () => true }) });
    running.push(server);
    const report = await testServer(server.url, { cases, target, selection });
    const caught = new Set(idsOf(report, "failed"));
    expect(refusing.map(({ id }) => id).filter((id) => !caught.has(id))).toEqual(
      // What is no object is no message either: the dispatch refuses it.
      refusing.filter(({ breaks }) => breaks?.path === "" && breaks.keyword === "type").map(({ id }) => id),
    );
  });
});
