/** `@toolwright/check/release`: freezes an interface, and compares a server with what was frozen. */
export { changelogEntry, type ReleaseEntry, withEntry } from "./changelog.ts";
export { planRelease, planReplacement, type ReleasePlan } from "./plan.ts";
export {
  freeze,
  isReleaseFile,
  ReleaseError,
  type ReleaseFile,
  readPublished,
  readRelease,
  releaseText,
  type Signature,
  signatureProblem,
  signRelease,
} from "./release.ts";
export {
  compareVersions,
  findDemandedStep,
  isBefore,
  makesStep,
  nextVersion,
  parseVersion,
  type Step,
  type Version,
} from "./version.ts";
