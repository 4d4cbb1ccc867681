/** Decides whether an interface may be released under its version, after the release before. */
import { classes, type Finding } from "../compatibility/codes.ts";
import { compareInterfaces } from "../compatibility/compare.ts";
import type { Published } from "../surface/published-interface.ts";
import { freeze, type ReleaseFile, readPublished } from "./release.ts";
import {
  compareVersions,
  findDemandedStep,
  makesStep,
  nextVersion,
  parseVersion,
  type Step,
} from "./version.ts";

/** Whether an interface may be released, and if not, why. */
export type ReleasePlan =
  /** It may be released. */
  | { readonly kind: "release"; readonly release: ReleaseFile; readonly findings: readonly Finding[] }
  /** The release of this version is the same. */
  | { readonly kind: "released"; readonly release: ReleaseFile }
  /** A refusal with the reason and the remedy. */
  | {
      readonly kind: "refused";
      readonly problem: string;
      readonly hint: string;
      readonly findings: readonly Finding[];
    };

/**
 * Tells whether an interface may be released under its version.
 *
 * @param last the release with the highest version
 */
export function planRelease(published: Published, last: ReleaseFile | undefined): ReleasePlan {
  const release = freeze(published);
  const version = release.server.version;
  const wanted = parseVersion(version);
  if (!wanted)
    return {
      kind: "refused",
      problem: `server.version ${JSON.stringify(version)} is no version.`,
      hint: "Write it as semver.org says, such as 1.0.0.",
      findings: [],
    };
  if (!last) return { kind: "release", release, findings: [] };
  if (last.server.version === version && last.digest === comparableDigest(published, last))
    return { kind: "released", release: last };
  const { findings } = compareInterfaces(readPublished(last), published);
  const before = parseVersion(last.server.version)!;
  const step = findDemandedStep(findWorst(findings), before);
  if (makesStep(before, wanted, step)) return { kind: "release", release, findings };
  return {
    kind: "refused",
    ...refusal(last.server.version, version, step, compareVersions(wanted, before)),
    findings,
  };
}

/**
 * Decides whether an unpublished release may be frozen again under its version. The findings are those since that
 * release.
 *
 * @param replaced the release of this version
 * @param before the release before it
 */
export function planReplacement(
  published: Published,
  replaced: ReleaseFile,
  before: ReleaseFile | undefined,
): ReleasePlan {
  const plan = planRelease(published, before);
  if (plan.kind === "refused") return plan;
  if (comparableDigest(published, replaced) === replaced.digest)
    return { kind: "released", release: replaced };
  const { findings } = compareInterfaces(readPublished(replaced), published);
  return { kind: "release", release: plan.release, findings };
}

/**
 * Digests an interface for comparison with the last release. A release frozen before behaviour was included is compared without
 * behaviour.
 */
function comparableDigest(published: Published, last: ReleaseFile): string {
  const { declared } = published;
  if (!declared || last.described) return freeze(published).digest;
  const { described: _, ...rest } = declared;
  return freeze({ ...published, declared: rest }).digest;
}

/** The gravest class among findings. */
function findWorst(findings: readonly Finding[]): Finding["class"] | undefined {
  return classes.find((kind) => findings.some((each) => each.class === kind));
}

function refusal(last: string, version: string, step: Step, order: number) {
  const next = nextVersion(parseVersion(last)!, step);
  const hint = `Set server.version to ${next} or later.`;
  if (order === 0)
    return { problem: `Release ${last} is frozen, and the interface is no longer that one.`, hint };
  if (order < 0) return { problem: `Version ${version} comes before release ${last}.`, hint };
  return {
    problem: `What changed since release ${last} demands a ${step} step, and ${version} makes a smaller one.`,
    hint,
  };
}
