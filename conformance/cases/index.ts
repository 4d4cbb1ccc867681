/** The format of conformance cases, for those who write them: `generated/cases.json`. */
export { type Edit, edited, type Json, steps, valueAt } from "./edits.ts";
export type {
  Arguments,
  AuthorizationCase,
  Base,
  Breakage,
  Case,
  CaseFile,
  CaseKind,
  CaseTool,
  Credential,
  ErrorCase,
  FailureCase,
  InputCase,
  ManifestCase,
  ManifestEntry,
  OutputCase,
  Unexercised,
} from "./format.ts";
