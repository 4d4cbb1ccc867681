/** Measures the tokens that a model spends on reading the tool list of the form service. */
import { measure, total } from "@toolwright/check/cost";
import { expect, test } from "vitest";
import manifest from "../../generated/manifest.json" with { type: "json" };

/** Every conversation with every client pays for it (docs/decisions/manifest.md). */
const MAX_TOKENS = 11_300;

test("the tools without their output schemas stay below the token limit", () => {
  const { tokens } = total(measure(manifest.tools).map(({ input }) => input));
  expect(tokens).toBeLessThanOrEqual(MAX_TOKENS);
});
