/** Makes one attempt: makes its things, observes them, acts, observes them again. */
import type { Called } from "../behaviour/calls/called.ts";
import { verdicts } from "../behaviour/calls/verdicts.ts";
import type { EntityInstance } from "../behaviour/instances/entity-instance.ts";
import { findSnapshot, type Observation } from "../behaviour/observe/observation.ts";
import { type Json, valueAt } from "../cases/edits.ts";
import type { Act, Attempt, Reading, Shown } from "./law.ts";
import { observeAtRest, observeSettled } from "./rest.ts";
import type { UsedThings, World } from "./world.ts";

export interface AttemptOptions {
  /** Observations are made when the server has come to rest. */
  readonly isAtRest?: boolean;
  /** Instead of the acts, so much time passes: what changes then changes by itself. */
  readonly idleMs?: number;
  /** The things of an earlier attempt, in place of new ones. */
  readonly used?: UsedThings;
}

/** What an attempt has shown, and the time from the first observation to the last. */
export interface Tried {
  readonly shown: Shown;
  readonly ms: number;
  /** Observes the things again, when the server has come to rest. */
  observeLater(): Promise<Shown>;
}

export function makeAttempt(attempt: Attempt, world: World, options: AttemptOptions = {}): Promise<Tried> {
  return new AttemptRun(attempt, world, options).run();
}

class AttemptRun {
  readonly #attempt: Attempt;
  readonly #world: World;
  readonly #options: AttemptOptions;
  #things: Record<string, EntityInstance> = {};
  /** The last observation of the things, if no act of this attempt came after it. */
  #latest: Observation | undefined;
  /** Whether calls of this attempt may have changed the things. */
  #isChanged = false;
  /** What tools showed when the things were made. */
  readonly #start = new Map<Reading, Json>();

  constructor(attempt: Attempt, world: World, options: AttemptOptions) {
    this.#attempt = attempt;
    this.#world = world;
    this.#options = options;
  }

  async run(): Promise<Tried> {
    const { instances, observations, callers } = this.#world;
    const { given, first = [], acts: wanted, afterwards: wantedLater = [] } = this.#attempt;
    const { used, isAtRest, idleMs } = this.#options;
    for (const act of [...first, ...wanted, ...wantedLater]) await callers.require(act);
    this.#things = { ...(used?.things ?? (await instances.make(given))) };
    this.#latest = used?.observation;
    this.#isChanged = used !== undefined;
    for (const reading of listStartReadings([...first, ...wanted]))
      this.#start.set(reading, await this.#read(reading));
    const answers = await this.#callFirst(first);
    if (answers.some(({ outcome }) => outcome.is !== "success")) return this.#end(answers);
    // To prepare a call may make other things, maybe within the watched ones: so it comes before the first observation.
    const prepared: Json[] = [];
    if (!this.#attempt.preparesLate) for (const act of wanted) prepared.push(await this.#prepare(act));
    const before = this.#latest ?? (await this.#observe(isAtRest ? observeAtRest : observeSettled));
    this.#latest = before;
    const begin = callers.now();
    const acts = idleMs === undefined ? await this.#act(prepared) : await this.#pause(idleMs);
    this.#nameMade([...answers, ...acts]);
    const after = await (isAtRest ? this.#observe(observeAtRest) : this.#observeOnce());
    const ms = callers.now() - begin;
    const afterwards = idleMs === undefined ? await this.#callEach(wantedLater) : [];
    const things = this.#things;
    const changes = observations.listChanges(before, after);
    const isVolatile = observations.isVolatile;
    const shown: Shown = { things, first: answers, acts, before, after, afterwards, changes, isVolatile };
    return {
      ms,
      shown,
      observeLater: async () => {
        const later = await this.#observe(observeAtRest);
        return { ...shown, after: later, changes: observations.listChanges(before, later) };
      },
    };
  }

  /** A call before the acts was refused. */
  #end(first: readonly Called[]): Tried {
    const { isVolatile } = this.#world.observations;
    const none = { acts: [], before: [], after: [], afterwards: [], changes: [] };
    const shown: Shown = { things: this.#things, first, ...none, isVolatile };
    return { ms: 0, shown, observeLater: async () => shown };
  }

  /** Makes the calls before the first observation. They must succeed, or the judgement is about their refusal. */
  async #callFirst(first: readonly Act[]): Promise<readonly Called[]> {
    const calls: Called[] = [];
    for (const act of first) {
      const called = await this.#call(act, await this.#prepare(act));
      if (called.outcome.is !== "success" && act.isJudged !== true) throw verdicts.setupFailed(called);
      calls.push(called);
      if (called.outcome.is !== "success") break;
      this.#nameMade(calls);
    }
    return calls;
  }

  /** Names the things that calls have made. */
  #nameMade(calls: readonly Called[]): void {
    for (const made of this.#attempt.made ?? []) {
      const called = calls[made.by];
      if (called?.outcome.is !== "success" || made.thing in this.#things) continue;
      const one = this.#world.instances.describeMade(made, called, this.#things);
      if (one !== undefined) this.#things[made.thing] = one;
    }
  }

  async #prepare(act: Act): Promise<Json> {
    const { input, isMoved } = await this.#world.instances.prepare(act, this.#things, this.#isChanged);
    if (isMoved) this.#latest = undefined;
    return input;
  }

  /** @param prepared the arguments of the acts, unless they are prepared late */
  async #act(prepared: readonly Json[]): Promise<readonly Called[]> {
    const { acts, atOnce } = this.#attempt;
    const { callers } = this.#world;
    if (atOnce) {
      const calls: { readonly act: Act; readonly input: Json }[] = [];
      for (const [index, act] of acts.entries())
        calls.push({ act, input: await this.#edit(act, prepared[index]!) });
      return callers.sendAtOnce(calls);
    }
    return this.#callEach(acts, prepared);
  }

  async #callEach(acts: readonly Act[], prepared: readonly Json[] = []): Promise<readonly Called[]> {
    const called: Called[] = [];
    for (const [index, act] of acts.entries())
      called.push(await this.#call(act, prepared[index] ?? (await this.#prepare(act))));
    return called;
  }

  async #pause(ms: number): Promise<readonly Called[]> {
    const { acts, preparesLate } = this.#attempt;
    if (preparesLate) for (const act of acts) await this.#prepare(act);
    await this.#world.callers.pass(ms);
    return [];
  }

  async #call(act: Act, prepared: Json): Promise<Called> {
    const input = await this.#edit(act, prepared);
    this.#latest = undefined;
    const called = await this.#world.callers.send(act, input);
    this.#isChanged ||= called.outcome.is === "success";
    return called;
  }

  async #edit(act: Act, prepared: Json): Promise<Json> {
    const readings = new Map(this.#start);
    for (const edit of act.but ?? [])
      if ("shown" in edit && edit.at === "now") readings.set(edit.shown, await this.#read(edit.shown));
    return this.#world.instances.edit(act, prepared, this.#things, readings);
  }

  /** Reads a location of a thing, in the last observation if nothing has changed it since. */
  async #read(reading: Reading): Promise<Json> {
    const of = this.#things[reading.thing]!;
    const seen = this.#latest && findSnapshot({ tool: reading.tool, of }, this.#latest);
    const value = seen?.value === undefined ? undefined : valueAt(seen.value, reading.path);
    return value ?? this.#world.observations.read(reading, of);
  }

  #observe(until: typeof observeAtRest): Promise<Observation> {
    return until(() => this.#observeOnce(), this.#world);
  }

  #observeOnce(): Promise<Observation> {
    // Things that the acts make are not there yet.
    const watched = this.#attempt.watch.filter((name) => name in this.#things);
    return this.#world.observations.observe(watched, this.#things);
  }
}

function listStartReadings(acts: readonly Act[]): readonly Reading[] {
  const edits = acts.flatMap(({ but = [] }) => but);
  return [...new Set(edits.flatMap((edit) => ("shown" in edit && edit.at === "start" ? [edit.shown] : [])))];
}
