import { join } from "node:path";
import { formats } from "@toolwright/runtime";
import Ajv2020 from "ajv/dist/2020.js";
import { afterEach, describe, expect, test } from "vitest";
import { baseArguments } from "../../calls/arguments.ts";
import { applyEdits, type Json, steps } from "../../cases/edits.ts";
import type { CaseFile, InputCase, Unexercised } from "../../cases/format.ts";
import { Schemas } from "../../judge/schemas.ts";
import { casesOf, hasExactlyOne, serveNotes } from "../../test/support/notes-server.ts";
import { idsOf, testServer } from "../../test/support/test-server.ts";

/** Cases of a spec with every JSON Schema keyword that can reject a value, alone and in combination. */
const cases = casesOf(join(import.meta.dirname, "../../test/keywords"));
const inputs = cases.cases.filter((each): each is InputCase => each.kind === "input");
const rejecting = inputs.filter(({ expect }) => expect === "refused");
const argumentsOf = ({ base, edits = [] }: InputCase): Json => applyEdits(baseArguments(cases, base!), edits);

test("every keyword is violated alone, except those for which no such value exists", () => {
  const named = cases.unexercised.map(({ constraint }: Unexercised) =>
    constraint.replace("spec:///tools/", ""),
  );
  expect(named.sort()).toEqual([
    "conditions.yaml/input#/if",
    // By the condition, another kind requires another property.
    "conditions.yaml/input#/properties/kind/enum",
    // A value that is not an integer is also not the 7 that the list must contain.
    "lists.yaml/input#/properties/some/items/type",
  ]);
});

test("the cases expect the same verdicts as Ajv", () => {
  const schemas = new Schemas(cases);
  const unsound = inputs.map((each) => [each.id, schemas.findUnsoundness(each, argumentsOf(each))]);
  expect(unsound.filter(([, why]) => why !== undefined)).toEqual([]);
});

describe("a validator without one keyword fails the cases of that keyword", () => {
  const all = [...new Set(rejecting.map(({ constraint }) => constraint!))];
  // With a discriminator, Ajv requires an object for the union itself, so `type` in a branch has no effect.
  const constraints = all.filter((constraint) => !/shape\/oneOf\/\d\/type$/.test(constraint));

  test.each(constraints)("%s", (constraint) => {
    const ofConstraint = rejecting.filter((each) => each.constraint === constraint);
    const accepts = validatorWithout(constraint, cases.tools[ofConstraint[0]!.tool]!.input);
    expect(ofConstraint.filter((each) => accepts(argumentsOf(each))).map(({ id }) => id)).not.toEqual([]);
  });
});

/** A validator of the schemas in the case file, without one keyword and without those violated together with it. */
function validatorWithout(constraint: string, input: string): (value: Json) => boolean {
  const also = rejecting
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

  test("a server that checks every keyword has no findings", async () => {
    const server = await serveNotes({ cases: cases as CaseFile, handlers });
    running.push(server);
    const report = await testServer(server.url, { cases, target, selection });
    expect([...idsOf(report, "failed"), ...idsOf(report, "unverified")]).toEqual([]);
  });

  test("a server that checks nothing fails every case", async () => {
    const server = await serveNotes({
      cases,
      handlers,
      changeTool: (tool) => ({ ...tool, input: () => true }),
    });
    running.push(server);
    const report = await testServer(server.url, { cases, target, selection });
    const caught = new Set(idsOf(report, "failed"));
    expect(rejecting.map(({ id }) => id).filter((id) => !caught.has(id))).toEqual(
      // Arguments that are not an object make the message invalid, which the dispatcher rejects.
      rejecting.filter(({ breaks }) => breaks?.path === "" && breaks.keyword === "type").map(({ id }) => id),
    );
  });
});
