/** Runs the suite against a target, from the first request to the finished report. */
import { isAnswersCase } from "../answers/answers-case.ts";
import { findRunningCase } from "../calls/transcript.ts";
import type { CaseFile } from "../cases/format.ts";
import { isCheck } from "../checks/check-case.ts";
import { failUndecided } from "../judge/decided.ts";
import { markUndecidable } from "../judge/unaskable.ts";
import { isOwnLawCase } from "../laws/own/own-law-case.ts";
import { type Accepted, applyAccepted } from "../results/accepted.ts";
import { redactTexts } from "../results/redact.ts";
import { countCoverage, type Drawn, listSpendingDifferences, type Report } from "../results/report.ts";
import { reportBehaviour } from "../results/run-log.ts";
import { failed, type Kind, type Result, type Unverified, unverified } from "../results/verdict.ts";
import { suiteCommand } from "../usage/invocation.ts";
import { readVersion } from "../wire/client.ts";
import { type EndingRequest, RequestLog } from "../wire/request-log.ts";
import { type OpenTarget, openTarget, type TargetOptions } from "./open-target.ts";
import type { OmittedCase, Plan } from "./plan.ts";
import { describePoisoning, markPoisoned, showSuspects, type TimedResult } from "./poisoned.ts";
import { overBudget, run } from "./run.ts";
import { toSubject } from "./runnable.ts";

/** The options of one run. */
export interface SuiteOptions extends TargetOptions {
  readonly seed: number;
  readonly unverified: readonly Accepted[];
  readonly expectedFailures: readonly Accepted[];
  onResult(result: Result): void;
}

const defaultParallel = 4;

/** The most unanswered calls that the note about a lost target names. */
const mostNamed = 4;

const omissions: Readonly<Record<OmittedCase["cause"], Unverified>> = {
  excluded: unverified("excluded", "the run never calls this tool"),
  "read-only": unverified("read-only", "the tool may change data"),
};

/** Tests a target. Rejects with a UsageError if the target cannot be tested at all. */
export async function runSuite(options: SuiteOptions): Promise<Report> {
  const { target, plan, seed, signal } = options;
  const startedAt = performance.now();
  const date = new Date().toISOString();
  const log = new RequestLog(options.transport, findRunningCase);
  const opened = await openTarget({ ...options, transport: log });
  const reported: TimedResult[] = [];
  const finish = makeFinisher(options, opened);
  const onResult = (result: Result) => {
    const finished = finish(result);
    reported.push({ ...finished, at: performance.now() });
    options.onResult(finished);
  };
  for (const { case: each, cause } of plan.omitted)
    onResult({ subject: toSubject(each), verdict: omissions[cause] });
  const leftOut = findLeftOut(plan);
  // If requests are limited, cases use instances of other cases again, so they run one by one.
  const parallel = plan.standby.length > 0 ? 1 : (target.parallel ?? defaultParallel);
  await run({ opened, plan, seed, parallel, signal, leftOut, comparison: options.comparison, onResult });
  opened.engine.answers?.settle();
  options.collection?.redact((text) => opened.redact(text));
  const { caller } = opened.context;
  const poisoning = caller.poisoning();
  const loss = caller.loss();
  const isEnded = loss?.cause === "unreachable" && poisoning === undefined && !signal.aborted;
  const version = readVersion(caller.initialization.answer) ?? "2025-11-25";
  const ending = isEnded ? await log.findEnding(version) : undefined;
  const lossNotes =
    loss === undefined || poisoning ? [] : [opened.redact(lossNote(opened, loss.problem, ending))];
  const poisonNotes = poisoning ? [opened.redact(describePoisoning(poisoning))] : [];
  const decided = ending ? markEnding(reported, ending).map(finish) : reported;
  const results = poisoning ? markPoisoned(reported, poisoning).map(finish) : decided;
  const cleanupNotes = (await opened.clean()).map((note) => opened.redact(note));
  const drawn = opened.listDrawn();
  const interruptionNotes = signal.aborted ? ["Interrupted: cases that had not run are not verified."] : [];
  const notes = [
    ...poisonNotes,
    ...lossNotes,
    ...interruptionNotes,
    ...opened.notes.sentences,
    ...opened.recorder.undeclaredCaps.listNotes(),
    ...cleanupNotes,
    ...listSpendingDifferences(drawn),
  ];
  const seconds = () => (performance.now() - startedAt) / 1000;
  return makeReport(options, opened, results, { date, notes, drawn, seconds });
}

/** Creates the function that adds evidence and scripts to results, and removes tokens from them. */
function makeFinisher({ target }: SuiteOptions, opened: OpenTarget): (result: Result) => Result {
  const decided = failUndecided(target.decided);
  return (undecided) => {
    const { subject, verdict: shown } = decided(undecided);
    const verdict = opened.withEvidence(shown);
    const script = verdict.status === "failed" ? opened.writeScript(subject, verdict) : {};
    // Answers may repeat a token, and reports are shared.
    return { subject, verdict: redactTexts({ ...verdict, ...script }, (text) => opened.redact(text)) };
  };
}

/** Returns the verdicts, by tool, on cases that the run leaves out. */
function findLeftOut(plan: Plan): Map<string, Unverified> {
  const leftOut = new Map<string, Unverified>();
  for (const { case: each, cause } of plan.omitted)
    if (each.tool !== undefined) leftOut.set(each.tool, omissions[cause]);
  for (const { tool } of plan.standby)
    if (tool !== undefined && !leftOut.has(tool)) leftOut.set(tool, overBudget);
  return leftOut;
}

interface RunFacts {
  readonly date: string;
  readonly notes: readonly string[];
  readonly drawn: readonly Drawn[];
  /** The duration of the run. */
  seconds(): number;
}

function makeReport(
  options: SuiteOptions,
  opened: OpenTarget,
  results: readonly Result[],
  { date, notes, drawn, seconds }: RunFacts,
): Report {
  const { cases, target, plan } = options;
  const { context, engine, recorder } = opened;
  const { timings, unimplemented } = recorder;
  const behaviour = reportBehaviour(engine.runLog, engine.rules);
  const lists = { unverified: options.unverified, failures: options.expectedFailures };
  const accepted = applyAccepted(sortResults(results, plan, cases), lists, plan.unselected);
  const judgement = markUndecidable(accepted, cases, target, context.watch);
  const isWhole = plan.unselected.length === 0;
  const unseen = recorder.seenOutputs.listUnseen();
  const address = opened.redact(options.transport.to);
  return {
    target: target.name ?? address,
    address,
    date,
    server: cases.server,
    results: judgement.results,
    wrongEntries: judgement.wrongEntries,
    unimplemented: cases.manifest.map(({ name }) => name).filter((name) => unimplemented.has(name)),
    slowest: timings.slowest(),
    unselected: plan.unselected.length,
    ...(isWhole && { coverage: countCoverage(cases, judgement.results) }),
    ...(isWhole && unseen.length > 0 && { unseen }),
    ...(behaviour && { behaviour }),
    drawn,
    seed: options.seed,
    command: options.command ?? suiteCommand,
    requests: opened.countSent(),
    requestsByKind: countByKind(results, context.caller.countByCase()),
    seconds: seconds(),
    notes,
  };
}

/** Adds up the requests of the cases of each kind. */
function countByKind(
  results: readonly Result[],
  byCase: ReadonlyMap<string, number>,
): Report["requestsByKind"] {
  const counts: Partial<Record<Kind, number>> = {};
  for (const { subject } of results)
    counts[subject.kind] = (counts[subject.kind] ?? 0) + (byCase.get(subject.id) ?? 0);
  return counts;
}

/** The case whose request ended the target failed: the target ended again when it got this request alone. */
function markEnding(results: readonly Result[], { request, by, problem }: EndingRequest): Result[] {
  const exchange = { request, answer: { kind: "broken", broken: { problem } } } as const;
  const got = `the target ends at this request, also when it gets it alone: ${problem}`;
  const verdict = {
    ...failed("an answer, and a target that goes on", got, exchange),
    endsTarget: true,
    unanswered: true,
  } as const;
  return results.map((result) => (result.subject.id === by ? { ...result, verdict } : result));
}

function lossNote(opened: OpenTarget, problem: string, ending: EndingRequest | undefined): string {
  const unanswered = opened.context.caller.listUnanswered().slice(0, mostNamed);
  const during = unanswered.length === 0 ? "" : `, during ${showSuspects(unanswered)}`;
  const alone = ending ? ` It ends at this request, also when it gets it alone: ${ending.request.body}.` : "";
  return `The target stopped answering after ${opened.countSent()} requests${during}: ${problem}.${alone} Cases after that are not verified. See its log, then run again.`;
}

/** Sorts results: checks of the protocol in the order of the plan, cases in the order of the case file, those of own laws, and comparisons. */
function sortResults(results: readonly Result[], plan: Plan, { cases }: CaseFile): Result[] {
  const checks = plan.cases.filter(isCheck);
  const comparisons = plan.cases.filter(isAnswersCase);
  const ofLaws = [...plan.cases, ...plan.standby, ...plan.omitted.map((each) => each.case)].filter(
    isOwnLawCase,
  );
  const position = new Map(
    [...checks, ...cases, ...ofLaws, ...comparisons].map(({ id }, index) => [id, index]),
  );
  const of = ({ subject }: Result) => position.get(subject.id) ?? -1;
  return results.toSorted((a, b) => of(a) - of(b));
}
