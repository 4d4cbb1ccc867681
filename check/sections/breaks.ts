/** Section `breaks`: the calls that were right and are refused now. */
import type { FindingClass } from "../compatibility/codes.ts";
import { codes } from "../compatibility/codes.ts";
import { compareInterfaces } from "../compatibility/compare.ts";
import { atEachPlace, groupAlike, type JudgedFinding } from "../compatibility/grouped.ts";
import { short } from "../compatibility/keyword-words.ts";
import { showTitle } from "../compatibility/reported.ts";
import { counted } from "../report/wording.ts";
import type { Published } from "../surface/published.ts";
import type { CheckFinding, Level, Section } from "../verdict/verdict.ts";

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
      isCompared: false,
      findings: [],
      notes: [why],
    };
  const { findings, problems } = compareInterfaces(base.published, current.published);
  const grouped = groupAlike(findings);
  return {
    name: "breaks",
    summary: summarize(grouped),
    findings: [...grouped.map(toFinding), ...instructionFindings(base, current)],
    notes: problems,
  };
}

/** Models read the instructions of a server before its tools. */
function instructionFindings(
  { instructions: before }: ComparedSide,
  { instructions: after }: ComparedSide,
): CheckFinding[] {
  if (before === undefined || before === after) return [];
  return [
    {
      code: "instructions-changed",
      level: "advice",
      says: "The instructions of the server differ. Models read them before they choose a tool.",
      places: ["server"],
      shown: [`before  ${short(before, 160)}`, `after   ${after === undefined ? "none" : short(after, 160)}`],
    },
  ];
}

function summarize(findings: readonly JudgedFinding[]): string {
  const count = (kind: FindingClass) =>
    findings.filter((each) => each.class === kind).flatMap(atEachPlace).length;
  const breaks = count("breaking");
  const parts = [
    breaks === 0 ? "no call that was right is refused" : counted(breaks, "break"),
    ...(["risky", "additive", "wording"] as const).flatMap((kind) =>
      count(kind) === 0 ? [] : [`${count(kind)} ${kind}`],
    ),
  ];
  return parts.join(", ");
}

function toFinding(each: JudgedFinding): CheckFinding {
  const { code, detail, before, after, witness, subject } = each;
  const isBreak = each.class === "breaking";
  const call = subject === "INPUT" ? "call" : "result";
  const was = subject === "INPUT" ? "was right, is refused" : "was not possible, is now";
  return {
    code,
    level: levels[each.class],
    says: `${detail} ${codes[code].sees}`,
    places: atEachPlace(each).map(showTitle),
    shown: [
      ...(before === undefined ? [] : [`before  ${before}`]),
      ...(after === undefined ? [] : [`after   ${after}`]),
      ...(witness && isBreak ? [`${call.padEnd(6)}  ${short(witness.value, 160)}  ${was}`] : []),
    ],
    ...(isBreak && { advice: codes[code].advice }),
    ...(after !== undefined && { value: after }),
  };
}
