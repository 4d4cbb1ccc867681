/** Runs the authorization cases, and checks that rejected calls have no side effects: observations before and after them must be equal. */
import { setTimeout as delay } from "node:timers/promises";
import type { AccountLook } from "../behaviour/accounts.ts";
import type { Engine } from "../behaviour/engine.ts";
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
  run: AuthorizationRun,
): Promise<void> {
  const { signal, runAll, report } = run;
  const calls = selected.filter((each): each is AuthorizationCall => !("unchanged" in each));
  const unchanged = selected.filter((each) => "unchanged" in each);
  const rejected = calls.filter(({ expect }) => expect !== "allowed");
  const effects = new SideEffects(rejected, run);
  if (unchanged.length > 0) {
    const verdictOf = await effects.find(unchanged.map(({ tool }) => tool)).then(
      (verdictOf) => (tool: string) => (effects.wasCalled(tool) ? verdictOf(tool) : noCallMade),
      (error: unknown) => () => undecidedVerdict(error, signal),
    );
    for (const each of unchanged) report(each, verdictOf(each.tool));
  }
  await runAll(calls.filter((each) => !effects.verdicts.has(each)));
}

/** Makes the rejected calls, and looks for their effects. */
class SideEffects {
  readonly verdicts = new Map<Runnable, Verdict>();
  readonly #rejected: readonly AuthorizationCall[];
  readonly #run: AuthorizationRun;
  readonly #idle = new IdleChanges();

  constructor(rejected: readonly AuthorizationCall[], run: AuthorizationRun) {
    this.#rejected = rejected;
    this.#run = run;
  }

  /** Whether a tool had a rejected call: calls of other tools prove nothing about it. */
  wasCalled(tool: string): boolean {
    return this.#rejected.some(
      (each) => each.tool === tool && this.verdicts.get(each)?.status !== "unverified",
    );
  }

  /** Returns a function that says whether the rejected calls of a tool changed the results of reading tools. */
  async find(tools: readonly string[]): Promise<(tool: string) => Verdict> {
    const { engine, signal, runAll } = this.#run;
    // Create the instances for the calls before the first observation, since they show there. What is found out while they are created
    // may show that a tool needs one of its own.
    for (const each of [...this.#rejected, ...this.#rejected])
      await untilAborted(() => prepareArguments(each, engine.context), signal);
    // The server ends its work on the instances before the first look, since work changes them. Two looks before the calls show what
    // changes by itself. With few requests that is looked for only if something has changed.
    const finished = await engine.observer.observeSettled(() => this.#observe());
    const earlier = engine.isBrief ? undefined : finished;
    const startedAt = performance.now();
    const before = engine.isBrief ? finished : await this.#observe();
    await runAll(this.#rejected, (each, verdict) => this.verdicts.set(each, verdict));
    const after = await this.#observe();
    const durationMs = performance.now() - startedAt;
    if (before.every(({ value }) => value === undefined)) return () => nothingAnswers;
    if (earlier !== undefined) this.#idle.learn(earlier, before);
    const change = await this.#findLasting(before, after, durationMs);
    if (change === undefined) return () => held;
    const culprits = await this.#findCulprits(tools);
    const judgeChange = (found: Change, tool?: string) =>
      this.#idle.isOfOthers(found) ? othersAtWork : sideEffect(found, tool);
    return (tool) => {
      const own = culprits.get(tool);
      if (own) return judgeChange(own, tool);
      return culprits.size > 0 ? held : judgeChange(change);
    };
  }

  /** Finds a change that is not explained by what changes while the run makes no calls. */
  async #findLasting(
    before: Observation,
    after: Observation,
    durationMs: number,
  ): Promise<Change | undefined> {
    if (this.#idle.findOther(before, after) === undefined) return undefined;
    const { engine, signal } = this.#run;
    // Values that change by themselves change again: the time, ids that are new in each answer.
    await untilAborted(() => engine.observer.waitForClockTick(), signal);
    const without = engine.isBrief ? listUnchanged(before, after) : [];
    const soon = await this.#observe({ without });
    this.#idle.learn(after, soon);
    if (this.#idle.findOther(before, after) === undefined) return undefined;
    // Others who have changed something between the looks change something again in a longer time without a call of the run.
    const idleMs = Math.min(idleTimes * durationMs, mostIdleMs);
    await untilAborted(() => delay(idleMs), signal);
    this.#idle.learn(soon, await this.#observe({ without }));
    return this.#idle.findOther(before, after);
  }

  /**
   * Repeats the calls tool by tool to find the change that those of a tool make. Their own verdicts are already decided. What a tool
   * changes, its calls change each time; a change that does not come again is one of others, who work with the same data. Two looks after
   * a change show others, too.
   */
  async #findCulprits(tools: readonly string[]): Promise<Map<string, Change>> {
    const culprits = new Map<string, Change>();
    let before = await this.#observe();
    for (const tool of tools) {
      let after = await this.#observeAfter(tool);
      const change = this.#idle.findOther(before, after);
      if (change) {
        const idle = await this.#observe();
        this.#idle.learn(after, idle);
        if (await this.#comesAgain(tool, change, idle)) culprits.set(tool, change);
        else this.#idle.learn(before, after);
        after = await this.#observe();
      }
      before = after;
    }
    return culprits;
  }

  /** Makes the rejected calls of a tool, and returns what is there then. */
  async #observeAfter(tool: string): Promise<Observation> {
    for (const each of this.#rejected.filter((candidate) => candidate.tool === tool))
      await this.#run.judge(each);
    return this.#observe();
  }

  /** Whether the list of a change, or its place, changes each time that the calls of the tool are made. */
  async #comesAgain(tool: string, change: Change, from: Observation): Promise<boolean> {
    let before = from;
    for (let repeat = 0; repeat < repeats; repeat += 1) {
      const after = await this.#observeAfter(tool);
      if (!compareObservations(before, after).some((other) => showList(other) === showList(change)))
        return false;
      before = after;
    }
    return true;
  }

  #observe(options?: AccountLook): Promise<Observation> {
    const { engine, signal } = this.#run;
    return untilAborted(() => engine.accounts.observe(options), signal);
  }
}

/** Remembers the changes that come while the run makes no calls. */
class IdleChanges {
  readonly #places = new Set<string>();
  readonly #lists = new Set<string>();

  learn(from: Observation, to: Observation): void {
    for (const change of compareObservations(from, to)) {
      this.#places.add(showPlace(change));
      this.#lists.add(showList(change));
    }
  }

  /** Finds a change of a place that does not change by itself. */
  findOther(from: Observation, to: Observation): Change | undefined {
    return compareObservations(from, to).find((change) => !this.#places.has(showPlace(change)));
  }

  /** Whether the list of a change, or its place, changes without a call of the run. */
  isOfOthers(change: Change): boolean {
    return this.#lists.has(showList(change));
  }
}

/** How many times as long as the rejected calls the run waits for changes by others, and the most time. */
const idleTimes = 3;
const mostIdleMs = 60_000;

/** How often the calls of a tool are repeated that seem to have changed something. */
const repeats = 2;

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
