/** Runs the authorization cases, and checks that rejected calls have no side effects: observations before and after them must be equal. */
import type { Engine } from "../behaviour/engine.ts";
import type { ReadOptions } from "../behaviour/observe/entity-reader.ts";
import {
  type Change,
  compareObservations,
  describeChange,
  type Observation,
} from "../behaviour/observe/observation.ts";
import type { AuthorizationCase } from "../cases/format.ts";
import { type AuthorizationCall, prepareArguments } from "../kinds/authorization.ts";
import { failed, held, unverified, type Verdict } from "../results/verdict.ts";
import { undecidedVerdict, untilAborted } from "./cut-short.ts";
import type { Runnable } from "./runnable.ts";

export interface AuthorizationRun {
  readonly signal: AbortSignal;
  readonly engine: Engine;
  runAll(
    selected: readonly Runnable[],
    onVerdict?: (each: Runnable, verdict: Verdict) => void,
  ): Promise<void>;
  judge(each: Runnable): Promise<Verdict>;
  report(each: Runnable, verdict: Verdict): void;
}

/** Runs the cases. The calls that must be allowed come last, since they may change data. */
export async function runAuthorization(
  selected: readonly AuthorizationCase[],
  { engine, signal, runAll, judge, report }: AuthorizationRun,
): Promise<void> {
  const calls = selected.filter((each): each is AuthorizationCall => !("unchanged" in each));
  const unchanged = selected.filter((each) => "unchanged" in each);
  const rejected = calls.filter(({ expect }) => expect !== "allowed");
  const verdicts = new Map<Runnable, Verdict>();
  const observe = (options?: ReadOptions) => untilAborted(() => engine.accounts.observe(options), signal);
  if (unchanged.length > 0) {
    const verdictOf = await findSideEffects().then(
      (verdictOf) => (tool: string) => (wasCalled(tool) ? verdictOf(tool) : noCallMade),
      (error: unknown) => () => undecidedVerdict(error, signal),
    );
    for (const each of unchanged) report(each, verdictOf(each.tool));
  }
  await runAll(calls.filter((each) => !verdicts.has(each)));

  /** Returns a function that says whether the rejected calls of a tool changed the results of reading tools. */
  async function findSideEffects(): Promise<(tool: string) => Verdict> {
    // Create the instances for the calls before the first observation, since they show there. What is found out while they are created
    // may show that a tool needs one of its own.
    for (const each of [...rejected, ...rejected])
      await untilAborted(() => prepareArguments(each, engine.context), signal);
    // Two looks before the calls show what changes by itself. With few requests that is looked for only if something has changed.
    const earlier = engine.isBrief ? undefined : await observe();
    const before = await observe();
    await runAll(rejected, (each, verdict) => verdicts.set(each, verdict));
    const after = await observe();
    if (before.every(({ value }) => value === undefined)) return () => nothingAnswers;
    const volatile = new Set<string>();
    const movedByOthers = new Set<string>();
    const learnIdleChanges = (from: Observation, to: Observation): void => {
      for (const change of compareObservations(from, to)) {
        volatile.add(showPlace(change));
        movedByOthers.add(showList(change));
      }
    };
    if (earlier !== undefined) learnIdleChanges(earlier, before);
    const findChange = (from: Observation, to: Observation) =>
      compareObservations(from, to).find((change) => !volatile.has(showPlace(change)));
    if (findChange(before, after) === undefined) return () => held;
    // Values that change by themselves change again: the time, ids that are new in each answer.
    await untilAborted(() => engine.observer.waitForClockTick(), signal);
    learnIdleChanges(after, await observe(engine.isBrief ? { without: listUnchanged(before, after) } : {}));
    const change = findChange(before, after);
    if (change === undefined) return () => held;
    const culprits = await findCulprits(findChange, learnIdleChanges);
    const judgeChange = (found: Change, tool?: string) =>
      movedByOthers.has(showList(found)) ? othersAtWork : sideEffect(found, tool);
    return (tool) => {
      const own = culprits.get(tool);
      if (own) return judgeChange(own, tool);
      return culprits.size > 0 ? held : judgeChange(change);
    };
  }

  /**
   * Repeats the calls tool by tool to find the change that those of a tool make. Their own verdicts are already decided. Two looks
   * after a change show whether others work with the same data.
   */
  async function findCulprits(
    findChange: (from: Observation, to: Observation) => Change | undefined,
    learnIdleChanges: (from: Observation, to: Observation) => void,
  ): Promise<Map<string, Change>> {
    const culprits = new Map<string, Change>();
    let before = await observe();
    for (const { tool } of unchanged) {
      for (const each of rejected.filter((candidate) => candidate.tool === tool)) await judge(each);
      let after = await observe();
      const change = findChange(before, after);
      if (change) {
        culprits.set(tool, change);
        const idle = await observe();
        learnIdleChanges(after, idle);
        after = idle;
      }
      before = after;
    }
    return culprits;
  }

  /** Whether a tool had a rejected call: calls of other tools prove nothing about it. */
  function wasCalled(tool: string): boolean {
    return rejected.some((each) => each.tool === tool && verdicts.get(each)?.status !== "unverified");
  }
}

/** Lists the tools that showed the same twice. */
function listUnchanged(before: Observation, after: Observation): string[] {
  const changed = new Set(compareObservations(before, after).map(({ tool }) => tool));
  return after.map(({ tool }) => tool).filter((tool) => !changed.has(tool));
}

const noCallMade = unverified("unobserved", "no call that must be rejected was made");
const nothingAnswers = unverified(
  "unobserved",
  "no reading tool of the target answers, so a change could not be seen",
);

const othersAtWork = unverified(
  "shared",
  "what the reading tools list changes without a call of the run, so a change by the rejected calls could not be told apart",
);

/** The list that a change is in, or its place. */
function showList({ tool, at }: Change): string {
  const steps = at.split("/");
  const index = steps.findIndex((step) => /^\d+$/.test(step));
  return `${tool} ${index < 0 ? at : steps.slice(0, index).join("/")}`;
}

function showPlace({ tool, at }: Change): string {
  return `${tool} ${at}`;
}

function sideEffect(change: Change, tool = "*"): Verdict {
  const shownBy = `authorization/${tool}/*`;
  return { ...failed("no change by rejected calls", describeChange(change)), shownBy };
}
