/** `@toolwright/check/compatibility`: compares two interfaces. */
export {
  type AcceptedBreak,
  AcceptedListError,
  applyAccepted,
  type Judged,
  openBreaks,
  readAccepted,
} from "./accepted-breaks.ts";
export {
  type Code,
  type CodeEntry,
  classes,
  codes,
  type Finding,
  type FindingClass,
  makeId,
  type Subject,
  subjects,
} from "./codes.ts";
export { compareInterfaces, type InterfaceComparison } from "./compare.ts";
export { type DiffReport, type ReportPlace, showTitle } from "./diff-report.ts";
export { atEachPlace, groupAlike, type JudgedFinding } from "./finding-groups.ts";
export { short } from "./keyword-words.ts";
export { type DiffFormat, type DiffOptions, diffFormats, diffReport } from "./report.ts";
