/** Cases about arguments break what they say and nothing else: at the specs of servers that others wrote. */
import { join } from "node:path";
import { expect, test } from "vitest";
import { exampleArguments } from "../calls/arguments.ts";
import { Schemas } from "../judge/schemas.ts";
import { casesOf } from "./support/notes-server.ts";

test.each(["depot", "drive", "helpdesk", "wallet"])("the cases of %s", (name) => {
  const cases = casesOf(join(import.meta.dirname, "strangers", name, "spec"));
  const schemas = new Schemas(cases);
  const inputs = cases.cases.filter((each) => each.kind === "input").filter((each) => "base" in each);
  const unsound = inputs.flatMap((each) => {
    const problem = schemas.findUnsoundness(each, exampleArguments(cases, each));
    return problem === undefined ? [] : [`${each.id}: ${problem}`];
  });
  expect(inputs.length).toBeGreaterThan(100);
  expect(unsound).toEqual([]);
});
