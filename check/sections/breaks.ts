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

/** @param base undefined: there is nothing to compare with, and `why` says so */
export function breaksSection(base: Published | undefined, current: Published, why: string): Section {
  if (base === undefined)
    return { name: "breaks", summary: "nothing to compare with", findings: [], notes: [why] };
  const { findings, problems } = compareInterfaces(base, current);
  const grouped = groupAlike(findings);
  return {
    name: "breaks",
    summary: summarize(grouped),
    findings: grouped.map(toFinding),
    notes: problems,
  };
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
  };
}
