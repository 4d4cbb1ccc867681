import { expect, test } from "vitest";
import { fixture, generate } from "./support/fixtures.ts";

test("that the names of a record are texts is no constraint that a case could break", async () => {
  const files = await generate(fixture("written-by-zod").sources);
  const cases = files.find(({ path }) => path === "cases.json")!.text;
  const { unexercised } = JSON.parse(cases) as { unexercised: { at: string; constraint: string }[] };
  expect(JSON.stringify(unexercised)).not.toContain("propertyNames");
  expect(cases).toContain("propertyNames");
});
