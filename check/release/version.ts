/** Semantic versions: their order, and the step that changes of an interface demand. */
import type { FindingClass } from "../compatibility/codes.ts";

/** A version of Semantic Versioning; build metadata is left out. */
export interface Version {
  /** Its three numbers. */
  readonly numbers: readonly [major: number, minor: number, patch: number];
  /** Empty for a version without one. */
  readonly prerelease: readonly string[];
}

const form =
  /^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(?:-((?:0|[1-9]\d*|\d*[A-Za-z-][\dA-Za-z-]*)(?:\.(?:0|[1-9]\d*|\d*[A-Za-z-][\dA-Za-z-]*))*))?(?:\+[\dA-Za-z-]+(?:\.[\dA-Za-z-]+)*)?$/;

/** Parses a version; undefined if the text is not one (semver.org 2.0.0). */
export function parseVersion(text: string): Version | undefined {
  const match = form.exec(text);
  if (!match) return undefined;
  const [, major, minor, patch, prerelease] = match;
  return { numbers: [Number(major), Number(minor), Number(patch)], prerelease: prerelease?.split(".") ?? [] };
}

/** Negative if the first comes before the second (semver.org, section 11). */
export function compareVersions(one: Version, other: Version): number {
  for (const [index, number] of one.numbers.entries()) {
    const difference = number - other.numbers[index]!;
    if (difference !== 0) return difference;
  }
  return comparePrereleases(one.prerelease, other.prerelease);
}

/** Whether one version comes before another; no text that is no version does. */
export function isBefore(one = "", other = ""): boolean {
  const [a, b] = [parseVersion(one), parseVersion(other)];
  return a !== undefined && b !== undefined && compareVersions(a, b) < 0;
}

function comparePrereleases(one: readonly string[], other: readonly string[]): number {
  if (one.length === 0 || other.length === 0) return other.length - one.length;
  for (const [index, left] of one.entries()) {
    const right = other[index];
    if (right === undefined) return 1;
    if (left !== right) return compareIdentifiers(left, right);
  }
  return one.length - other.length;
}

function compareIdentifiers(left: string, right: string): number {
  const [a, b] = [/^\d+$/.test(left), /^\d+$/.test(right)];
  if (a && b) return Number(left) - Number(right);
  if (a !== b) return a ? -1 : 1;
  return left < right ? -1 : 1;
}

/** How a version grows: which of its numbers, or not at all. */
export type Step = "major" | "minor" | "patch" | "none";

/** The step that a change of this class demands. Below 1.0.0 a break demands a minor step, all else a patch. */
export function findDemandedStep(worst: FindingClass | undefined, last: Version): Step {
  if (worst === undefined) return "none";
  const isYoung = last.numbers[0] === 0;
  if (worst === "breaking") return isYoung ? "minor" : "major";
  if (worst === "wording" || isYoung) return "patch";
  return "minor";
}

/** The smallest version that makes the step. From a prerelease, every step leads to the next prerelease or to its release. */
export function nextVersion(last: Version, step: Step): string {
  const [major, minor, patch] = last.numbers;
  if (last.prerelease.length > 0) return [major, minor, patch].join(".");
  switch (step) {
    case "major":
      return `${major + 1}.0.0`;
    case "minor":
      return `${major}.${minor + 1}.0`;
    default:
      return `${major}.${minor}.${patch + 1}`;
  }
}

/**
 * Tells whether a version is far enough from the last one. After a prerelease any later version is, since a prerelease promises
 * nothing.
 */
export function makesStep(last: Version, next: Version, step: Step): boolean {
  if (compareVersions(next, last) <= 0) return false;
  if (last.prerelease.length > 0 || step === "none" || step === "patch") return true;
  const [major, minor] = last.numbers;
  if (next.numbers[0] > major) return true;
  return step === "minor" && next.numbers[0] === major && next.numbers[1] > minor;
}
