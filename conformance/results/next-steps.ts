/** The most useful things to do after a run, with which every report for people opens. */
import { describeEntryProblem } from "./accepted.ts";
import { type Finding, groupFindings } from "./findings.ts";
import { classifyResult, type Report } from "./report.ts";
import { causes, type Unverified } from "./verdict.ts";

/** A thing to do. */
export interface NextStep {
  /** The instruction, as a sentence. */
  readonly todo: string;
  /** The reason, and the cases that it concerns. */
  readonly why: string;
  /** The number of cases that it concerns. */
  readonly cases: number;
}

/** The parts of a report that say what to do. */
type Outcomes = Pick<Report, "results" | "wrongEntries" | "unimplemented">;

const most = 3;
const shownLength = 240;

/**
 * Lists at most three things to do: first the causes of failures, those of most cases first, then entries of accepted results that are
 * wrong, tools without a handler, what would decide most of the cases that are not verified, and examples that the server accepts. At
 * last advice.
 */
export function listNextSteps(report: Outcomes): NextStep[] {
  const findings = groupFindings(report.results);
  return [
    ...findings.filter(({ counted }) => counted === "failed").map(toStep),
    ...listEntrySteps(report),
    ...listHandlerSteps(report),
    ...listUnverifiedSteps(report),
    ...listExampleSteps(report),
    ...findings.filter(({ counted }) => counted === "advice").map(toStep),
  ].slice(0, most);
}

function toStep({ cause, counted, example, results }: Finding): NextStep {
  const { subject } = example;
  const failing = cause === subject.must ? "Make this hold" : "Correct this";
  const others = results.length === 1 ? "" : ` and ${countCases(results.length - 1, "more case")}`;
  return {
    todo: `${counted === "failed" ? failing : "Consider this"}: ${shorten(cause)}`,
    why: `${subject.id}${others} (${subject.at})`,
    cases: results.length,
  };
}

function listEntrySteps({ wrongEntries }: Outcomes): NextStep[] {
  return wrongEntries.slice(0, 1).map((entry) => ({
    todo: `Correct the list of accepted results: ${entry.case}: ${describeEntryProblem(entry)}`,
    why: countCases(wrongEntries.length, "wrong entry", "wrong entries"),
    cases: entry.accepted,
  }));
}

function listHandlerSteps({ unimplemented, results }: Outcomes): NextStep[] {
  if (unimplemented.length === 0) return [];
  const concerned = results.filter(({ subject }) => unimplemented.includes(subject.tool ?? ""));
  return [
    {
      todo: `Write the handlers of ${unimplemented.join(", ")}.`,
      why: "the results of a tool without a handler prove nothing",
      cases: concerned.length,
    },
  ];
}

function listUnverifiedSteps({ results }: Outcomes): NextStep[] {
  const open = results.filter((result) => classifyResult(result) === "unverified");
  return [...Map.groupBy(open, ({ verdict }) => (verdict as Unverified).cause)]
    .toSorted(([, a], [, b]) => b.length - a.length)
    .map(([cause, group]) => ({
      todo: causes[cause],
      why: `${countCases(group.length)} not verified: ${shorten((group[0]!.verdict as Unverified).why)} (${group[0]!.subject.id})`,
      cases: group.length,
    }));
}

/** The examples that an imported spec lacks. The reason is that of most cases. */
function listExampleSteps({ results }: Outcomes): NextStep[] {
  const open = results.flatMap(({ subject, verdict }) =>
    verdict.status === "inapplicable" && verdict.undecided ? [{ subject, why: verdict.undecided.why }] : [],
  );
  const reasons = [...Map.groupBy(open, ({ why }) => why)].toSorted(([, a], [, b]) => b.length - a.length);
  const [[why, [first]] = ["", []]] = reasons;
  if (first === undefined) return [];
  const tools = new Set(open.map(({ subject }) => subject.tool)).size;
  return [
    {
      todo: "Give the tools `examples` with values that the server has, or add bindings to a target file.",
      why: `${countCases(open.length)} at ${countCases(tools, "tool")} cannot be decided: ${shorten(why)} (${first.subject.id})`,
      cases: open.length,
    },
  ];
}

function countCases(count: number, noun = "case", plural = `${noun}s`): string {
  return `${count} ${count === 1 ? noun : plural}`;
}

function shorten(text: string): string {
  return text.length > shownLength ? `${text.slice(0, shownLength)}…` : text;
}
