/** The laws on a few specs each, so that the file takes seconds; `laws.proof.ts` holds them on many more. */
import { expect, test } from "vitest";
import { validatorsAgree } from "../support/laws/agreement.ts";
import { brokenTexts } from "../support/laws/broken.ts";
import { neverTouched } from "../support/laws/hand-written.ts";
import { sameBytes } from "../support/laws/same-bytes.ts";
import { typeErrors } from "../support/laws/types.ts";

test("validators agree with other implementations on the schemas of the manifest", {
  timeout: 120_000,
}, async () => {
  const { specs, refused, values, fitting } = await validatorsAgree(2);
  expect(refused).toBeLessThan(specs / 2);
  expect(fitting).toBeGreaterThan(values / 10);
});

test("output compiles, and values that fit a schema are values of its type", {
  timeout: 120_000,
}, async () => {
  const { errors, values } = await typeErrors(2);
  expect(errors).toEqual([]);
  expect(values).toBeGreaterThan(25);
});

test("generating twice gives the same bytes, whatever the order of files", { timeout: 120_000 }, async () => {
  await sameBytes(1);
});

test("a broken spec leads to diagnostics, never to an exception", { timeout: 120_000 }, () => {
  const { texts, errors } = brokenTexts(8);
  expect(errors).toBeGreaterThan(texts / 3);
});

test("generate never touches hand-written files", { timeout: 120_000 }, async () => {
  await neverTouched(5);
});
