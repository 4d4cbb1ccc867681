/** The order of semantic versions, and the steps that changes demand. */
import type { FindingClass } from "@toolwright/check/compatibility";
import {
  compareVersions,
  findDemandedStep,
  makesStep,
  nextVersion,
  parseVersion,
} from "@toolwright/check/release";
import { expect, test } from "vitest";

test("versions are ordered as semver.org says (section 11)", () => {
  const order = [
    "1.0.0-alpha",
    "1.0.0-alpha.1",
    "1.0.0-alpha.beta",
    "1.0.0-beta",
    "1.0.0-beta.2",
    "1.0.0-beta.11",
    "1.0.0-rc.1",
    "1.0.0",
    "1.0.1",
    "1.1.0",
    "2.0.0",
    "10.0.0",
  ];
  for (const [index, one] of order.entries())
    for (const [place, other] of order.entries())
      expect(Math.sign(compareVersions(parseVersion(one)!, parseVersion(other)!)), `${one} ${other}`).toBe(
        Math.sign(index - place),
      );
});

test.each(["1", "1.0", "v1.0.0", "01.0.0", "1.0.0-", "1.0.0-01", "1.0.0+", "", "../1.0.0"])(
  "%j is no version",
  (text) => {
    expect(parseVersion(text)).toBeUndefined();
  },
);

const steps: readonly [last: string, worst: FindingClass, smallest: string, tooSmall: string][] = [
  ["1.2.3", "breaking", "2.0.0", "1.3.0"],
  ["1.2.3", "risky", "1.3.0", "1.2.4"],
  ["1.2.3", "additive", "1.3.0", "1.2.4"],
  ["1.2.3", "wording", "1.2.4", "1.2.3"],
  ["0.2.3", "breaking", "0.3.0", "0.2.4"],
  ["0.2.3", "additive", "0.2.4", "0.2.3"],
  ["0.2.0-phase2", "breaking", "0.2.0", "0.2.0-phase2"],
  ["2.0.0-rc.1", "breaking", "2.0.0", "2.0.0-beta.3"],
];

test.each(steps)(
  "after %s, a %s change demands %s, and %s will not do",
  (last, worst, smallest, tooSmall) => {
    const before = parseVersion(last)!;
    const step = findDemandedStep(worst, before);
    expect(nextVersion(before, step)).toBe(smallest);
    expect(makesStep(before, parseVersion(smallest)!, step)).toBe(true);
    expect(makesStep(before, parseVersion(tooSmall)!, step)).toBe(false);
    expect(makesStep(before, parseVersion("9.0.0")!, step)).toBe(true);
  },
);
