/** Section `breaks`: the calls that were right and are refused now. */

import { canonical, isSchemaObject } from "@toolwright/json-schema";
import { makeGraph, samples } from "@toolwright/json-schema/graph";
import type { Code, FindingClass } from "../compatibility/codes.ts";
import { codes } from "../compatibility/codes.ts";
import { compareInterfaces, unreadableTexts } from "../compatibility/compare.ts";
import { showTitle } from "../compatibility/diff-report.ts";
import { atEachPlace, groupAlike, type JudgedFinding } from "../compatibility/finding-groups.ts";
import { short } from "../compatibility/keyword-words.ts";
import { propertyPlace } from "../compatibility/schemas.ts";
import { formatCount } from "../report/wording.ts";
import type { Published } from "../surface/published-interface.ts";
import { breakPhrases } from "../verdict/break-counts.ts";
import type { CheckFinding, Level, RefusedCall, Section } from "../verdict/verdict.ts";
import { asDropped, isDropped, seenOfDropped } from "./dropped-arguments.ts";
import { type SurfaceSide, surfaceFindings } from "./surface-findings.ts";

const levels: Readonly<Record<FindingClass, Level>> = {
  breaking: "fail",
  risky: "advice",
  additive: "note",
  wording: "note",
};

/** One side of the comparison: what is published, and what models read beside it. */
export interface ComparedSide extends SurfaceSide {
  readonly published: Published;
  /** The same in other versions of MCP that show something else, by version. */
  readonly versions?: Readonly<Record<string, ComparedSide>>;
}

/**
 * @param base undefined: there is nothing to compare with, and `why` says so
 * @param doesDrop the current server answers calls with unknown arguments, and drops these
 */
export function breaksSection(
  base: ComparedSide | undefined,
  current: ComparedSide,
  why: string,
  doesDrop = false,
): Section {
  if (base === undefined)
    return {
      name: "breaks",
      summary: "nothing to compare with",
      isChecked: false,
      findings: [],
      notes: [why],
    };
  const { findings, problems } = differencesIn([[base, current], ...otherVersions(base, current)]);
  const grouped = groupAlike(doesDrop ? asDropped(findings) : findings);
  const joined = joinByCode(grouped);
  const shown = [...joined.map((same) => toFinding(same, base.published)), ...surfaceFindings(base, current)];
  return {
    name: "breaks",
    summary: summarize(
      grouped,
      shown.filter(({ level }) => level === "fail"),
    ),
    findings: shown,
    notes: problems,
  };
}

/** The sides in the other versions of MCP, where one of them shows something else there. */
function otherVersions(base: ComparedSide, current: ComparedSide): [ComparedSide, ComparedSide][] {
  const named = new Set([...Object.keys(base.versions ?? {}), ...Object.keys(current.versions ?? {})]);
  const sideIn = (side: ComparedSide, version: string): ComparedSide | undefined =>
    side.versions?.[version] ?? (side.protocolVersions?.includes(version) === true ? side : undefined);
  return [...named].flatMap((version) => {
    const [before, after] = [sideIn(base, version), sideIn(current, version)];
    return before && after ? [[before, after]] : [];
  });
}

/** The findings of all versions, each once. */
function differencesIn(pairs: readonly [ComparedSide, ComparedSide][]) {
  const compared = pairs.map(([before, after]) => compareInterfaces(before.published, after.published));
  const findings = new Map(
    compared.flatMap(({ findings }) => findings).map((finding) => [canonical(finding), finding]),
  );
  return {
    findings: [...findings.values()],
    problems: [
      ...new Set([
        ...compared.flatMap(({ problems }) => problems),
        ...pairs.flatMap(([before, after]) => describeMended(before.published, after.published)),
      ]),
    ],
  };
}

/** The tools that only the base shows in a form that cannot be read. */
function describeMended(before: Published, { unreadable = [] }: Published): string[] {
  const still = new Set(unreadable.map(({ name }) => name));
  const mended = (before.unreadable ?? []).filter(({ name }) => !still.has(name));
  return unreadableTexts({ ...before, unreadable: mended }, "old");
}

function summarize(findings: readonly JudgedFinding[], breaks: readonly CheckFinding[]): string {
  const count = (kind: FindingClass) => findings.filter((each) => each.class === kind).length;
  const parts = [
    ...(breaks.length === 0 ? ["no call that was right is refused"] : breakPhrases(breaks)),
    ...(["risky", "additive", "wording"] as const).flatMap((kind) =>
      count(kind) === 0 ? [] : [`${count(kind)} ${kind}`],
    ),
  ];
  return parts.join(", ");
}

type Joined = readonly [JudgedFinding, ...JudgedFinding[]];

/**
 * Breaks stay apart: each has a cause, and calls of its own; those that one call shows are read together. Changed texts, additions
 * and arguments without effect are read as a list of places.
 */
function joinByCode(findings: readonly JudgedFinding[]): readonly Joined[] {
  const groups = Map.groupBy(findings, (each) => (isListed(each) ? each.code : (sameCallKey(each) ?? each)));
  return [...groups.values()].map(([first, ...others]): Joined => [first!, ...others]);
}

function isListed(each: JudgedFinding): boolean {
  const { code, class: kind } = each;
  if (kind === "additive" || kind === "wording" || isDropped(each)) return true;
  return /-(description-changed|property-ignored|property-claimed)$/.test(code);
}

/** The same for breaks of one kind that show in the same call; undefined where values of their own have to be shown. */
function sameCallKey(each: JudgedFinding): string | undefined {
  const { code, class: kind, subject, tool, witness, before, after, also = [] } = each;
  const hasValues = before !== undefined || after !== undefined;
  if (kind !== "breaking" || subject !== "INPUT" || !witness || hasValues || also.length > 0)
    return undefined;
  return canonical([code, tool ?? "", witness.value]);
}

/** Lines that show values before and after: for one finding, and for each of several. */
const mostShown = 3;

function toFinding(same: Joined, old: Published): CheckFinding {
  const [{ code, class: kind, after }] = same;
  const places = same.flatMap(atEachPlace);
  const isBreak = kind === "breaking";
  const details = new Set(places.map((each) => each.detail));
  const calls = isBreak ? listRefusedCalls(places, old) : [];
  const detail =
    details.size === 1 || isBreak ? [...details].join(" ") : `${formatCount(places.length, "difference")}.`;
  return {
    code,
    level: levels[kind],
    says: `${detail} ${isDropped(same[0]) ? seenOfDropped : describeEffect(code)}`,
    places: places.map(showPlace),
    ...(calls.length > 0 && { calls }),
    shown: [
      ...same.slice(0, mostShown).flatMap((each) => valueLines(each, same.length > 1)),
      ...resultLines(same),
    ],
    ...(isBreak && { advice: codes[code].advice }),
    ...(after !== undefined && { value: after }),
  };
}

/** The effect as a sentence; the table of all codes answers with `Nothing: ...`. */
function describeEffect(code: Code): string {
  return codes[code].sees.replace(/^Nothing: ./, (start) => start.slice(-1).toUpperCase());
}

/** A finding about `required` is at the property that it names. */
function showPlace(each: JudgedFinding): string {
  const { code, tool } = each;
  // The name of the entry says that it is one.
  if (/^(resource|prompt)-(added|removed)$/.test(code) && tool !== undefined) return tool;
  const isRequired = /-property-(required|optional)$/.test(code);
  return showTitle(isRequired ? { ...each, place: propertyPlace(each) } : each);
}

function valueLines(each: JudgedFinding, isNamed: boolean): string[] {
  const { before, after, detail } = each;
  if (before === undefined && after === undefined) return [];
  return [
    ...(isNamed ? [`${showPlace(each)}: ${detail}`] : []),
    ...(before === undefined ? [] : [`before  ${before}`]),
    ...(after === undefined ? [] : [`after   ${after}`]),
  ];
}

/** A result that no caller had to expect before. */
function resultLines([{ class: kind, subject, witness }]: Joined): string[] {
  if (kind !== "breaking" || subject === "INPUT" || witness === undefined) return [];
  return [`result  ${short(witness.value, 160)}  was not possible, is now`];
}

/** The calls that show it, each once: of a removed tool, one that its schema took. */
function listRefusedCalls(places: readonly JudgedFinding[], old: Published): RefusedCall[] {
  const calls = places.flatMap(({ code, tool, subject, witness }): RefusedCall[] => {
    if (tool === undefined) return [];
    if (/^(tool|resource|prompt)-removed$/.test(code)) return [findCall(tool, old)];
    return subject === "INPUT" && witness ? [{ tool, arguments: witness.value }] : [];
  });
  return [...new Map(calls.map((call) => [canonical([call]), call])).values()];
}

function findCall(tool: string, old: Published): RefusedCall {
  const schema = old.tools.find(({ name }) => name === tool)?.inputSchema;
  const [input] = schema === undefined ? [] : samples([makeGraph(schema)], 1);
  return isSchemaObject(input) ? { tool, arguments: input } : { tool };
}
