import { expect, test } from "vitest";
import { missingPackage } from "./optional-package.ts";

test("finds the name of the package that an import did not find", async () => {
  const missing = "@example/not-installed";
  const error = await import(missing).catch((reason: unknown) => reason);
  expect(missingPackage(error)).toBe(missing);
});

test.each([
  ["a file that is not there", () => import("./not-there.ts" as string)],
  [
    "a module that throws",
    () => import("data:text/javascript,throw new Error('Cannot find package')" as string),
  ],
])("finds no name for %s", async (_, load) => {
  expect(missingPackage(await load().catch((reason: unknown) => reason))).toBeUndefined();
});
