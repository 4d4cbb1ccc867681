/** Section `breaks`: the calls that were right and are refused now. */

import { canonical, isSchemaObject } from "@toolwright/json-schema";
import { makeGraph, samples } from "@toolwright/json-schema/graph";
import type { FindingClass } from "../compatibility/codes.ts";
import { codes } from "../compatibility/codes.ts";
import { compareInterfaces } from "../compatibility/compare.ts";
import { atEachPlace, groupAlike, type JudgedFinding } from "../compatibility/grouped.ts";
import { short, shortPair } from "../compatibility/keyword-words.ts";
import { showTitle } from "../compatibility/reported.ts";
import { propertyPlace } from "../compatibility/schemas.ts";
import { counted } from "../report/wording.ts";
import type { Published } from "../surface/published.ts";
import type { CheckFinding, Level, RefusedCall, Section } from "../verdict/verdict.ts";

const levels: Readonly<Record<FindingClass, Level>> = {
  breaking: "fail",
  risky: "advice",
  additive: "note",
  wording: "note",
};

/** One side of the comparison: what is published, and what models read beside it. */
export interface ComparedSide {
  readonly published: Published;
  /** Undefined: the source does not say. */
  readonly instructions?: string | undefined;
}

/** @param base undefined: there is nothing to compare with, and `why` says so */
export function breaksSection(base: ComparedSide | undefined, current: ComparedSide, why: string): Section {
  if (base === undefined)
    return {
      name: "breaks",
      summary: "nothing to compare with",
      isChecked: false,
      findings: [],
      notes: [why],
    };
  const { findings, problems } = compareInterfaces(base.published, current.published);
  const grouped = groupAlike(findings);
  return {
    name: "breaks",
    summary: summarize(grouped),
    findings: [
      ...joinedByCode(grouped).map((same) => toFinding(same, base.published)),
      ...instructionFindings(base, current),
    ],
    notes: problems,
  };
}

/** Models read the instructions of a server before its tools. */
function instructionFindings(
  { instructions: before }: ComparedSide,
  { instructions: after }: ComparedSide,
): CheckFinding[] {
  if (before === undefined || before === after) return [];
  const [was, is] = shortPair(before, after, 160);
  return [
    {
      code: "instructions-changed",
      level: "advice",
      says: "The instructions of the server differ. Models read them before they choose a tool.",
      places: ["server"],
      shown: [`before  ${was}`, `after   ${is}`],
    },
  ];
}

function summarize(findings: readonly JudgedFinding[]): string {
  const count = (kind: FindingClass) => findings.filter((each) => each.class === kind).length;
  const breaks = count("breaking");
  const parts = [
    breaks === 0 ? "no call that was right is refused" : counted(breaks, "break"),
    ...(["risky", "additive", "wording"] as const).flatMap((kind) =>
      count(kind) === 0 ? [] : [`${count(kind)} ${kind}`],
    ),
  ];
  return parts.join(", ");
}

type Joined = readonly [JudgedFinding, ...JudgedFinding[]];

/** Breaks stay apart: each has a cause, and calls of its own. Changed texts and additions are read as a list of places. */
function joinedByCode(findings: readonly JudgedFinding[]): readonly Joined[] {
  const isListed = ({ code, class: kind }: JudgedFinding) =>
    kind === "additive" || kind === "wording" || /-description-changed$/.test(code);
  const groups = Map.groupBy(findings, (each) => (isListed(each) ? each.code : each));
  return [...groups.values()] as unknown as readonly Joined[];
}

/** Lines that show values before and after: for one finding, and for each of several. */
const mostShown = 3;

function toFinding(same: Joined, old: Published): CheckFinding {
  const [{ code, class: kind, detail, after }] = same;
  const places = same.flatMap(atEachPlace);
  const isBreak = kind === "breaking";
  const details = new Set(places.map((each) => each.detail));
  const calls = isBreak ? refusedCalls(places, old) : [];
  return {
    code,
    level: levels[kind],
    says: `${details.size === 1 ? detail : `${counted(places.length, "difference")}.`} ${codes[code].sees}`,
    places: places.map(placeOf),
    ...(calls.length > 0 && { calls }),
    shown: [
      ...same.slice(0, mostShown).flatMap((each) => valueLines(each, same.length > 1)),
      ...resultLines(same),
    ],
    ...(isBreak && { advice: codes[code].advice }),
    ...(after !== undefined && { value: after }),
  };
}

/** A finding about `required` is at the property that it names. */
function placeOf(each: JudgedFinding): string {
  const isRequired = /-property-(required|optional)$/.test(each.code);
  return showTitle(isRequired ? { ...each, place: propertyPlace(each) } : each);
}

function valueLines(each: JudgedFinding, isNamed: boolean): string[] {
  const { before, after, detail } = each;
  if (before === undefined && after === undefined) return [];
  return [
    ...(isNamed ? [`${placeOf(each)}: ${detail}`] : []),
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
function refusedCalls(places: readonly JudgedFinding[], old: Published): RefusedCall[] {
  const calls = places.flatMap(({ code, tool, subject, witness }): RefusedCall[] => {
    if (tool === undefined) return [];
    if (code === "tool-removed" || code === "resource-removed") return [callOf(tool, old)];
    return subject === "INPUT" && witness ? [{ tool, arguments: witness.value }] : [];
  });
  return [...new Map(calls.map((call) => [canonical([call]), call])).values()];
}

function callOf(tool: string, old: Published): RefusedCall {
  const schema = old.tools.find(({ name }) => name === tool)?.inputSchema;
  const [input] = schema === undefined ? [] : samples([makeGraph(schema)], 1);
  return isSchemaObject(input) ? { tool, arguments: input } : { tool };
}
