/** `@toolwright/check/release`: freezes an interface, and compares a server with what was frozen. */
export { changelogEntry, type ReleaseEntry, withEntry } from "./changelog.ts";
export { planRelease, planReplacement } from "./plan.ts";
export {
  freeze,
  isReleaseFile,
  ReleaseError,
  type ReleaseFile,
  readPublished,
  readRelease,
  releaseText,
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
  type Version,
} from "./version.ts";
