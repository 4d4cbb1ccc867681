import { expect, test } from "vitest";
import { fixture, generate } from "./support/fixtures.ts";

test("makes no case for `propertyNames: { type: string }`", async () => {
  const files = await generate(fixture("written-by-zod").sources);
  const cases = files.find(({ path }) => path === "cases.json")!.text;
  const { unexercised } = JSON.parse(cases) as { unexercised: { at: string; constraint: string }[] };
  expect(JSON.stringify(unexercised)).not.toContain("propertyNames");
  expect(cases).toContain("propertyNames");
});
