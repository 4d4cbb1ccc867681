/** Has the server finish the work that a call begins: as a whole, in part, and as a failure, with looks at what it takes. */
import type { Behaviour, StateRule, TransitionRule } from "../../cases/behaviour.ts";
import { type Json, valueAt } from "../../cases/edits.ts";
import type { QuotaRule } from "../../cases/limits.ts";
import { PreconditionError, requireDeclared } from "../../results/precondition-error.ts";
import type { Called } from "../calls/called.ts";
import type { Engine } from "../engine.ts";
import { HeldWork, type StepEnd } from "../held-work.ts";
import type { EntityInstance } from "../instances/entity-instance.ts";
import type { Observation } from "../observe/observation.ts";
import { whileInstancesLast } from "../once-per-run.ts";
import { listMadeEntities } from "../rules/rule-calls.ts";
import { isTransient } from "../rules/transitions.ts";

/** The costs of the account at one moment since the work began, and the costs that the results report. */
export interface ChargeLook {
  readonly lost: number;
  readonly cost: number;
  readonly called: Called;
}

/** Work that has come to its end. */
export interface FinishedWork {
  readonly instance: EntityInstance;
  /** The final state. */
  readonly state: Json;
  readonly looks: readonly ChargeLook[];
  /** The draws from the quota of the tool, if it has one. */
  readonly drawn: number | undefined;
  readonly steps: number;
  /** Set if the state says that the server is at work, and the server has no step of it any more. */
  readonly hasStopped?: true;
  /** The call that showed the final state. */
  readonly called: Called;
}

interface Look {
  readonly observation: Observation;
  readonly hasStopped?: true;
}

const mostSteps = 30;
const finished = whileInstancesLast<Promise<readonly FinishedWork[]>>();

/** Returns work of each kind. Without the hook `work` the server decides how it ends. */
export function finishWork(engine: Engine, tool: string): Promise<readonly FinishedWork[]> {
  return finished(engine, tool, async () => {
    const [name, machine] = findStarted(engine, tool);
    const account = await engine.accounts.findDedicated(`${tool}-work`.replaceAll("_", "-"));
    const trial = new WorkTrial({ engine, tool, name, machine, account });
    if (!engine.hooks.has("work")) return [await trial.run(undefined, () => "done")];
    // The reference instance has work of its own, which must not be held.
    await engine.observer.referenceInstance(requireDeclared(machine.entity));
    return HeldWork.during(engine.hooks, async (work) => {
      const whole = await trial.run(work, () => "done");
      const inPart = await trial.run(work, (step) => (step === whole.steps ? "failed" : "done"));
      const failed = await trial.run(work, (step) => (step === 1 ? "failed" : "done"));
      return [whole, inPart, failed];
    });
  });
}

function findStarted({ rules }: Engine, tool: string): readonly [name: string, machine: StateRule] {
  const started = Object.entries(rules.states).find(
    ([, machine]) => findLeading(machine, tool) !== undefined || isMadeAtWork(machine, tool, rules),
  );
  return requireDeclared(started, `no transition says that ${tool} begins work`);
}

/** Finds the transition by which a tool leads into a state in which the server goes on. */
function findLeading(machine: StateRule, tool: string): TransitionRule | undefined {
  return Object.values(machine.transitions).find(
    ({ by, to }) => by.tool === tool && isTransient(machine, to),
  );
}

/** Whether a tool makes what the server goes on with at once. */
function isMadeAtWork(machine: StateRule, tool: string, { entities }: Pick<Behaviour, "entities">): boolean {
  const { entity = "", initial } = machine;
  return entities[entity]?.madeBy?.tool === tool && isTransient(machine, initial);
}

interface WorkTrialOptions {
  readonly engine: Engine;
  readonly tool: string;
  readonly name: string;
  readonly machine: StateRule;
  readonly account: string | undefined;
}

class WorkTrial {
  readonly #options: WorkTrialOptions;

  constructor(options: WorkTrialOptions) {
    this.#options = options;
  }

  async run(work: HeldWork | undefined, endOf: (step: number) => StepEnd): Promise<FinishedWork> {
    const { engine, tool, name, machine, account } = this.#options;
    const entity = requireDeclared(machine.entity);
    const leading = findLeading(machine, tool);
    // A call that makes what it begins has to be the one between the two looks at what is left.
    const parents = leading === undefined ? await this.#makeParents(entity) : {};
    const offered = leading && (await engine.instances.make(entity, { account }));
    const before = { left: await this.#readLeft(), used: await this.#readUsed() };
    const instance = offered ?? (await engine.instances.make(entity, { account, instances: parents }));
    if (leading !== undefined) await engine.states.bring(instance, name, leading.to);
    const looks: ChargeLook[] = [];
    for (let steps = 0; steps < mostSteps; steps++) {
      const { observation, hasStopped } = await this.#look(instance, work);
      looks.push(...(await this.#readCharge(observation, before.left)));
      if (!hasStopped && engine.observer.isAtWork(observation)) {
        await work?.step(endOf(steps + 1));
        continue;
      }
      const used = await this.#readUsed();
      const drawn = used === undefined || before.used === undefined ? undefined : used - before.used;
      const { value = null, called } = observation.find((seen) => seen.tool === machine.field.tool)!;
      const state = valueAt(value, machine.field.path) ?? null;
      return { instance, state, looks, drawn, steps, called, ...(hasStopped && { hasStopped }) };
    }
    throw new PreconditionError("slow", `the server was still at work after ${mostSteps} steps`);
  }

  /** Makes what the arguments of the call that makes the entity name. */
  async #makeParents(entity: string): Promise<Record<string, EntityInstance>> {
    const { engine, account } = this.#options;
    const { madeBy } = requireDeclared(engine.rules.entities[entity]);
    const { tool, input } = requireDeclared(madeBy);
    const named = listMadeEntities(tool, input, engine.rules).filter((name) => name !== entity);
    const made = await engine.instances.makeAll(named, { account, tool });
    return Object.fromEntries(made.map((instance) => [instance.entity, instance]));
  }

  /** Looks as soon as the next step is held; without the hook, when the work has ended. */
  async #look(instance: EntityInstance, work: HeldWork | undefined): Promise<Look> {
    const { observer } = this.#options.engine;
    const observe = () => observer.observe(instance);
    if (work === undefined) return { observation: await observer.waitUntilStable(observe) };
    let observation: Observation = [];
    const state = await work.waitUntilHeld(async () => {
      observation = await observe();
      return observer.isAtWork(observation) ? 1 : 0;
    });
    return { observation, ...(state === "stopped" && { hasStopped: true }) };
  }

  async #readLeft(): Promise<number | undefined> {
    const { engine, tool, account } = this.#options;
    const rule = engine.rules.charges[tool];
    if (rule === undefined) return undefined;
    const { path, ...call } = rule.left;
    const left = valueAt(await engine.calls.requireResult(call, { account }), path);
    return typeof left === "number" ? left : undefined;
  }

  async #readCharge(observation: Observation, before: number | undefined): Promise<ChargeLook[]> {
    const { engine, tool } = this.#options;
    const rule = engine.rules.charges[tool];
    const seen = observation.find((each) => each.tool === rule?.cost.tool);
    const left = await this.#readLeft();
    if (rule === undefined || seen?.value === undefined || before === undefined || left === undefined)
      return [];
    const parts = rule.cost.parts.map((part) => Number(valueAt(seen.value!, part) ?? 0));
    const cost = parts.reduce((sum, part) => sum + part, 0);
    return [{ lost: before - left, cost, called: seen.called }];
  }

  /** Reads how much of the quota is used; undefined if there is none that a tool shows. */
  async #readUsed(): Promise<number | undefined> {
    const { engine, tool, account } = this.#options;
    const limit = engine.rules.draws[tool]?.limit;
    const rule = limit === undefined ? undefined : (engine.rules.limits[limit] as QuotaRule);
    if (rule?.shownBy === undefined) return undefined;
    const { used, remaining, limit: _, resets: __, ...call } = rule.shownBy;
    const result = await engine.calls.requireResult(call, { account });
    const number = Number(valueAt(result, used ?? remaining ?? ""));
    return used === undefined ? -number : number;
  }
}
