/** A team that has a server, and no spec: what `import --guess` writes has no finding in a first run with one token. */
import { describe, expect, test } from "vitest";
import { amount, drawSample } from "../../.ci/draw.ts";
import { casesOfGuesses, firstTarget } from "./support/guessed-spec.ts";
import { failedIn } from "./support/servers/first-runs.ts";
import { strangers } from "./support/strangers.ts";
import { testStranger } from "./support/test-stranger.ts";

const overHttp = Object.keys(strangers).filter((name) => {
  const { stdio, missing } = strangers[name]!;
  return stdio === undefined && missing === undefined;
});
const names = drawSample(overHttp, amount({ proof: 4, soak: overHttp.length }));

describe.each(names)("a spec that names suggest of the %s", (name) => {
  test("has no finding, and decides cases about behaviour", { timeout: 1_500_000 }, async () => {
    const report = await testStranger(name, 6, { cases: casesOfGuesses(name), target: firstTarget(name) });
    expect(failedIn(report)).toEqual([]);
    const ofBehaviour = report.results
      .filter(({ subject }) => ["pages", "fields"].includes(subject.kind))
      .map(({ verdict }) => verdict);
    // Nothing can be tried where the server accepts no made-up arguments, answers in texts, or would need a hook.
    const isTried = ofBehaviour.some(
      (verdict) =>
        verdict.status !== "inapplicable" &&
        !("lacksExample" in verdict) &&
        !("cause" in verdict && verdict.cause === "no-control"),
    );
    expect(ofBehaviour.some(({ status }) => status === "held")).toBe(isTried);
  });
});
