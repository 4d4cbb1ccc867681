/** Makes one attempt: makes its things, observes them, acts, observes them again. */
import type { Called } from "../behaviour/calls/called.ts";
import { verdicts } from "../behaviour/calls/verdicts.ts";
import { findSnapshot, type Observation } from "../behaviour/observe/observation.ts";
import { type Json, valueAt } from "../cases/edits.ts";
import type { Act, Attempt, Reading, Shown, Things } from "./law.ts";
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
  #things: Things = {};
  /** The last observation of the things, if no act of this attempt came after it. */
  #latest: Observation | undefined;
  /** What tools showed when the things were made. */
  readonly #start = new Map<Reading, Json>();

  constructor(attempt: Attempt, world: World, options: AttemptOptions) {
    this.#attempt = attempt;
    this.#world = world;
    this.#options = options;
  }

  async run(): Promise<Tried> {
    const { instances, observations, callers } = this.#world;
    const { given, first = [], acts: wanted } = this.#attempt;
    const { used, isAtRest, idleMs } = this.#options;
    for (const { by } of [...first, ...wanted]) await callers.require(by);
    this.#things = used?.things ?? (await instances.make(given));
    this.#latest = used?.observation;
    for (const reading of listStartReadings([...first, ...wanted]))
      this.#start.set(reading, await this.#read(reading));
    const answers = await this.#callFirst(first);
    // To prepare a call may make other things, maybe within the watched ones: so it comes before the first observation.
    const prepared: Json[] = [];
    for (const act of wanted) prepared.push(await this.#prepare(act));
    const before = this.#latest ?? (await this.#observe(isAtRest ? observeAtRest : observeSettled));
    this.#latest = before;
    const begin = callers.now();
    const acts = idleMs === undefined ? await this.#act(prepared) : await this.#pause(idleMs);
    const after = await (isAtRest ? this.#observe(observeAtRest) : this.#observeOnce());
    const things = this.#things;
    const changes = observations.listChanges(before, after);
    const shown: Shown = { things, first: answers, acts, before, after, changes };
    return {
      ms: callers.now() - begin,
      shown,
      observeLater: async () => {
        const later = await this.#observe(observeAtRest);
        return { ...shown, after: later, changes: observations.listChanges(before, later) };
      },
    };
  }

  /** Makes the calls that must succeed before the first observation. */
  async #callFirst(first: readonly Act[]): Promise<readonly Called[]> {
    const calls: Called[] = [];
    for (const act of first) {
      const called = await this.#call(act, await this.#prepare(act));
      if (called.outcome.is !== "success") throw verdicts.setupFailed(called);
      calls.push(called);
    }
    return calls;
  }

  async #prepare(act: Act): Promise<Json> {
    const { input, isMoved } = await this.#world.instances.prepare(act, this.#things);
    if (isMoved) this.#latest = undefined;
    return input;
  }

  async #act(prepared: readonly Json[]): Promise<readonly Called[]> {
    const { acts, atOnce } = this.#attempt;
    const { callers } = this.#world;
    if (atOnce) {
      const calls: { readonly act: Act; readonly input: Json }[] = [];
      for (const [index, act] of acts.entries())
        calls.push({ act, input: await this.#edit(act, prepared[index]!) });
      return callers.sendAtOnce(calls);
    }
    const called: Called[] = [];
    for (const [index, act] of acts.entries()) called.push(await this.#call(act, prepared[index]!));
    return called;
  }

  async #pause(ms: number): Promise<readonly Called[]> {
    await this.#world.callers.pass(ms);
    return [];
  }

  async #call(act: Act, prepared: Json): Promise<Called> {
    const input = await this.#edit(act, prepared);
    this.#latest = undefined;
    return this.#world.callers.send(act, input);
  }

  async #edit(act: Act, prepared: Json): Promise<Json> {
    const readings = new Map(this.#start);
    for (const edit of act.but ?? [])
      if ("shown" in edit && edit.at === "now") readings.set(edit.shown, await this.#read(edit.shown));
    return this.#world.instances.edit(act, prepared, readings);
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
    return this.#world.observations.observe(this.#attempt.watch, this.#things);
  }
}

function listStartReadings(acts: readonly Act[]): readonly Reading[] {
  const edits = acts.flatMap(({ but = [] }) => but);
  return [...new Set(edits.flatMap((edit) => ("shown" in edit && edit.at === "start" ? [edit.shown] : [])))];
}
