/** Joins the findings that say the same of several schemas: a limit that many arguments share changes once. */
import { canonical } from "@toolwright/json-schema";
import type { Finding } from "./codes.ts";

/** A finding, and whether it is accepted. */
export interface JudgedFinding extends Finding {
  /** Why the team accepts it. */
  readonly acceptedFor?: string;
  /** The findings that say the same of other places. */
  readonly also?: readonly JudgedFinding[];
}

/** Joins equal findings: the first one gets the others as `also`. */
export function groupAlike(findings: readonly JudgedFinding[]): JudgedFinding[] {
  const groups = Map.groupBy(findings, (each) => changeKey(each) ?? each);
  return [...groups.values()].map(([first, ...also]) => (also.length > 0 ? { ...first!, also } : first!));
}

/** The finding at each of its places. */
export function atEachPlace({ also = [], ...first }: JudgedFinding): JudgedFinding[] {
  return [first, ...also];
}

/**
 * Returns a key for the change that a finding is about. Undefined if unknown: truncated values, or values that look equal, may differ
 * in the rest.
 */
function changeKey(each: JudgedFinding): string | undefined {
  const { code, class: kind, detail, place, before, after, acceptedFor, change } = each;
  const said = [kind, code, detail, acceptedFor];
  if (isAboutHint(each) || isAboutKey(each)) return canonical([...said, place, before, after]);
  if (!isAboutSchema(each)) return undefined;
  if (before === undefined && after === undefined) return canonical([...said, lastStep(place)]);
  if (before !== after && !isCut(before) && !isCut(after)) return canonical([...said, before, after]);
  return change === undefined ? undefined : canonical([...said, change]);
}

function isAboutSchema({ place }: Finding): boolean {
  return /^(input|output)( |$)/.test(place);
}

/** Hints such as `readOnlyHint` often change in all tools at once. */
function isAboutHint({ place }: Finding): boolean {
  return /^annotations \/\w+Hint$/.test(place);
}

/** A key beside the schemas, such as `_meta`, often changes in all tools at once. */
function isAboutKey({ code, before, after }: Finding): boolean {
  return code === "meta-added" || (code === "entry-changed" && !isCut(before) && !isCut(after));
}

/** Details such as "The property is new." do not name the property. */
function lastStep(place: string): string {
  return place.slice(place.lastIndexOf("/") + 1);
}

function isCut(text: string | undefined): boolean {
  return text?.includes("...") === true;
}
