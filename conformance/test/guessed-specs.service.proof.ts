/** Specs that `import --guess` writes decide cases about behaviour, and have no finding where names do not tell what a call changes. */
import { expect, test } from "vitest";
import { casesOfGuesses, firstTarget } from "./support/guessed-spec.ts";
import { failedIn } from "./support/servers/first-runs.ts";
import { testStranger } from "./support/test-stranger.ts";

test.each<[name: string, held: string]>([
  // A unit is let, and a lease is no longer in arrears.
  ["landlord", "modes/sign_lease/not-destructive"],
  ["hire", "pages/hire_list_members/every-item-once"],
])(
  "%s: %s",
  async (name, held) => {
    const report = await testStranger(name, 6, {
      cases: casesOfGuesses(name),
      target: firstTarget(name),
      selection: { cases: [held] },
    });
    expect(report.results.map(({ verdict }) => verdict.status)).toEqual(["held"]);
  },
  60_000,
);

test("the refusals of a server on our runtime have codes, which the spec of a manifest does not declare", async () => {
  const report = await testStranger("hire", 6, {
    cases: casesOfGuesses("hire"),
    target: firstTarget("hire"),
    selection: { cases: ["output/**"] },
  });
  expect(failedIn(report)).toEqual([]);
}, 60_000);
