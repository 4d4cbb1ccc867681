/** The most useful things to do after a run, with which every report for people opens. */
import { describeEntryProblem, type ReportedResult } from "./accepted.ts";
import { type Finding, groupFindings } from "./findings.ts";
import { classifyResult, type Report } from "./report.ts";
import { type Cause, causes, type Unverified } from "./verdict.ts";

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
 * Lists at most three things to do: first what lets any call succeed if none does, or a tool that prepares other cases and never succeeds,
 * then the causes of failures, those of most cases first, then entries of accepted results that are wrong, tools without a handler, and what would decide cases that are not verified, the cure of most cases first. At last advice.
 */
export function listNextSteps(report: Outcomes): NextStep[] {
  const findings = groupFindings(report.results);
  return [
    ...listFirstSuccessSteps(report),
    ...listMakerSteps(report),
    ...findings.filter(({ counted }) => counted === "failed").map(toStep),
    ...listEntrySteps(report),
    ...listHandlerSteps(report),
    ...[...listUnverifiedSteps(report), ...listExampleSteps(report)].toSorted((a, b) => b.cases - a.cases),
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

/** Causes of open cases where no call of any tool succeeds. */
const causesWithoutSuccess: readonly Cause[] = [
  "refused",
  "base-refused",
  "unobserved",
  "setup",
  "undeclared",
];

/** If each call was refused, the server needs more than other arguments. The reason is the one of most refusals. */
function listFirstSuccessSteps({ results }: Pick<Outcomes, "results">): NextStep[] {
  const [why] = listReasons(results);
  if (hasSuccess(results) || why === undefined) return [];
  const open = listOpen(results).filter(({ verdict }) => causesWithoutSuccess.includes(verdict.cause));
  return [
    {
      todo: "Let a first call succeed: give the server the settings (`--env`), the data or the account that it asks for, or the tools `examples` with values that it has.",
      why: `no call of any tool succeeded, so ${countCases(open.length)} are not verified; most often: ${shorten(why)}`,
      cases: open.length,
    },
  ];
}

/** Lists why calls were refused, the reason of most cases first. */
function listReasons(results: Outcomes["results"]): string[] {
  const refused = listOpen(results).filter(({ verdict }) => verdict.cause === "refused");
  return [...Map.groupBy(refused, ({ verdict }) => verdict.why)]
    .toSorted(([, a], [, b]) => b.length - a.length)
    .map(([why]) => why);
}

/** Whether a call of a tool succeeded, or none was to show it. */
function hasSuccess(results: Outcomes["results"]): boolean {
  const shown = results.filter(isAboutSuccess);
  return shown.length === 0 || !shown.every(neverSucceeds);
}

/** Whether a result is of the case that any successful call of a tool decides. */
function isAboutSuccess({ subject }: ReportedResult): boolean {
  return /^output\/[^/]+\/fits$/.test(subject.id);
}

function neverSucceeds(result: ReportedResult): boolean {
  const { verdict } = result;
  return isAboutSuccess(result) && verdict.status === "unverified" && verdict.cause === "unobserved";
}

/** The tool whose call was to prepare a case, and did not succeed. */
const preparing = /^(\S+), which prepares the case, /;

/** Groups the open cases that a tool should have prepared by this tool, if no call of it succeeded: most of them wait for what it makes. */
function groupByMaker(results: Outcomes["results"]): Map<string, Open[]> {
  if (listFirstSuccessSteps({ results }).length > 0) return new Map();
  const failing = new Set(results.filter(neverSucceeds).map(({ subject }) => subject.tool));
  const blocked = listOpen(results).filter(({ verdict }) => failing.has(preparing.exec(verdict.why)?.[1]));
  return Map.groupBy(blocked, ({ verdict }) => preparing.exec(verdict.why)![1]!);
}

function listMakerSteps({ results }: Outcomes): NextStep[] {
  return [...groupByMaker(results)]
    .toSorted(([, a], [, b]) => b.length - a.length)
    .map(([tool, group]) => ({
      todo: `Let a call of ${tool} succeed: give it an example that the server accepts, a binding, or calls (\`before\`) that come first. Other cases need what it makes.`,
      why: `no call of ${tool} succeeded, so ${countCases(group.length)} more ${group.length === 1 ? "is" : "are"} not verified: ${shorten(group[0]!.verdict.why)}`,
      cases: group.length,
    }));
}

/** A result that is not verified. */
interface Open extends ReportedResult {
  readonly verdict: Unverified;
}

function listOpen(results: Outcomes["results"]): Open[] {
  return results.filter((result): result is Open => classifyResult(result) === "unverified");
}

/** Lists the open cases that the steps about a first success do not explain. */
function listOpenWithout(results: Outcomes["results"]): Open[] {
  const isExplained = listFirstSuccessSteps({ results }).length > 0;
  const ofMakers = new Set([...groupByMaker(results).values()].flat());
  return listOpen(results).filter(
    (each) => !ofMakers.has(each) && !(isExplained && causesWithoutSuccess.includes(each.verdict.cause)),
  );
}

function listUnverifiedSteps({ results }: Outcomes): NextStep[] {
  const open = listOpenWithout(results).filter(({ verdict }) => !verdict.lacksExample);
  return [...Map.groupBy(open, ({ verdict }) => verdict.cause)]
    .toSorted(([, a], [, b]) => b.length - a.length)
    .map(([cause, group]) => ({
      todo: causes[cause],
      why: `${countCases(group.length)} not verified: ${shorten(group[0]!.verdict.why)} (${group[0]!.subject.id})`,
      cases: group.length,
    }));
}

/** The examples that an imported spec lacks. The reason is that of most cases. */
function listExampleSteps({ results }: Outcomes): NextStep[] {
  const open = listOpenWithout(results).flatMap(({ subject, verdict }) =>
    verdict.lacksExample ? [{ subject, why: verdict.why }] : [],
  );
  const reasons = [...Map.groupBy(open, ({ why }) => why)].toSorted(([, a], [, b]) => b.length - a.length);
  const [[why, [first]] = ["", []]] = reasons;
  if (first === undefined) return [];
  const tools = new Set(open.map(({ subject }) => subject.tool)).size;
  return [
    {
      todo: "Give the tools `examples` with values that the server has (`one: { input: {…}, content: [] }`), or add bindings to a target file.",
      why: `${countCases(open.length)} at ${countCases(tools, "tool")} not verified: ${shorten(why)} (${first.subject.id})`,
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
