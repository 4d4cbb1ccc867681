/** The laws of `laws.process.proof.ts` on many more specs; run by `npm run proof`. */
import { expect, test } from "vitest";
import { validatorsAgree } from "../support/laws/agreement.ts";
import { brokenTexts } from "../support/laws/broken.ts";
import { neverTouched } from "../support/laws/hand-written.ts";
import { sameBytes } from "../support/laws/same-bytes.ts";
import { typeErrors } from "../support/laws/types.ts";

const timeout = 15 * 60_000;

test("validators agree with other implementations", { timeout }, async () => {
  await validatorsAgree(150);
});

test("output compiles, and values that fit a schema are values of its type", {
  timeout,
}, async () => {
  expect((await typeErrors(60)).errors).toEqual([]);
});

test("generating twice gives the same bytes", { timeout }, async () => {
  await sameBytes(30);
});

test("a broken spec leads to diagnostics", { timeout }, () => {
  brokenTexts(500);
});

test("generate never touches hand-written files", { timeout }, async () => {
  await neverTouched(400);
});
