/** `@toolwright/check/release`: freezes an interface, and compares a server with what was frozen. */
export { changelogEntry, type ReleaseEntry, withEntry } from "./changelog.ts";
export { planRelease, planReplacement } from "./plan.ts";
export {
  freeze,
  isReleaseFile,
  publishedIn,
  ReleaseError,
  type ReleaseFile,
  readRelease,
  releaseText,
  signatureProblem,
  signed,
} from "./release.ts";
export {
  compareVersions,
  demandedStep,
  isBefore,
  makesStep,
  nextVersion,
  parseVersion,
  type Version,
} from "./version.ts";
