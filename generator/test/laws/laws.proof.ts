import { expect, test } from "vitest";
import { validatorsAgree } from "./agreement.ts";
import { brokenTexts } from "./broken.ts";
import { neverTouched } from "./hand-written.ts";
import { sameBytes } from "./same-bytes.ts";
import { typeErrors } from "./types.ts";

/** Other specs at every run. `LAW_SEED=N` looks at those of a run before. */
const seed = Number(process.env.LAW_SEED ?? Date.now() % 2 ** 31);
const timeout = 15 * 60_000;

test(`validators agree with plain Ajv (seed ${seed})`, { timeout }, async () => {
  await validatorsAgree(400, seed);
});

test(`output compiles, and values that fit a schema are values of its type (seed ${seed})`, {
  timeout,
}, async () => {
  expect((await typeErrors(150, seed)).errors).toEqual([]);
});

test(`generating twice gives the same bytes (seed ${seed})`, { timeout }, async () => {
  await sameBytes(80, seed);
});

test(`a broken spec is told about (seed ${seed})`, { timeout }, () => {
  brokenTexts(2_000, seed);
});

test(`generate never touches hand-written files (seed ${seed})`, { timeout }, async () => {
  await neverTouched(400, seed);
});
