import { expect, test } from "vitest";
import { validatorsAgree } from "./agreement.ts";
import { brokenTexts } from "./broken.ts";
import { neverTouched } from "./hand-written.ts";
import { sameBytes } from "./same-bytes.ts";
import { typeErrors } from "./types.ts";

/** `npm run proof` looks at more of them. */

test("validators agree with other implementations on the schemas of the manifest", {
  timeout: 120_000,
}, async () => {
  const { specs, refused, values, fitting } = await validatorsAgree(30);
  expect(refused).toBeLessThan(specs / 2);
  expect(fitting).toBeGreaterThan(values / 10);
});

test("output compiles, and values that fit a schema are values of its type", {
  timeout: 120_000,
}, async () => {
  const { errors, values } = await typeErrors(12);
  expect(errors).toEqual([]);
  expect(values).toBeGreaterThan(50);
});

test("generating twice gives the same bytes, whatever the order of files", { timeout: 120_000 }, async () => {
  await sameBytes(8);
});

test("a broken spec is told about, never thrown at", { timeout: 120_000 }, () => {
  const { texts, errors } = brokenTexts(150);
  expect(errors).toBeGreaterThan(texts / 3);
});

test("generate never touches hand-written files", { timeout: 120_000 }, async () => {
  await neverTouched(40);
});
