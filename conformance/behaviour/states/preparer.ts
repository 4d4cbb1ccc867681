/** Makes the calls that have to come before another one: those that the spec requires (`requires`), and others that it tries out. */
import type { NamedEntities, NamedEntity } from "../../calls/named-entity.ts";
import { BudgetExhausted } from "../../calls/spending.ts";
import type { RequirementRule } from "../../cases/behaviour.ts";
import { applyEdits, type Json, valueAt } from "../../cases/edits.ts";
import { valuesAt } from "../../cases/places.ts";
import { ifPossible } from "../../results/precondition-error.ts";
import type { Called } from "../calls/called.ts";
import type { EntityInstance } from "../instances/entity-instance.ts";
import { addParents, readNamedEntities } from "../rules/address.ts";
import { listIdArguments, listMadeEntities } from "../rules/rule-calls.ts";
import { placesInShown } from "../rules/shown-entities.ts";
import { findCallPath } from "../rules/transitions.ts";
import { isCalledAtOnce, listStepsAbout, type Shapes, type StepsAbout } from "../rules/workflow-calls.ts";
import {
  canBeTriedOut,
  type EarlierCall,
  findExample,
  leadsOn,
  listEarlierCalls,
  listPairs,
  mayMove,
  namesParent,
} from "./earlier-calls.ts";
import { listSharedIds, withNumbersOf } from "./later-arguments.ts";
import { isRefusedByRule, readReason } from "./refusing-rules.ts";
import { RequiredNumbers, type RequiredNumbersOptions } from "./required-numbers.ts";
import { findRequiredState, isAbout } from "./required-states.ts";
import { findShapesIn, listToolsToward, mayNeedShapes } from "./shapes.ts";
import { readField } from "./state-field.ts";
import type { States } from "./states.ts";
import { Trials } from "./trials.ts";

export interface PreparerOptions extends RequiredNumbersOptions {
  readonly states: States;
  /** Whether requests are limited. */
  readonly isBrief: boolean;
  /** The number of requests that the run has left. */
  countLeft(): number;
  /** Runs a trial, after which nothing needs what it has made. */
  duringTrial<Result>(run: () => Promise<Result>): Promise<Result>;
  /** Performs the steps of a workflow about these entities. */
  performSteps(steps: StepsAbout, named: NamedEntities, account: string | undefined): Promise<void>;
}

export interface PrepareOptions {
  /** The account that has the entities. */
  readonly account?: string | undefined;
  /** An instance whose state stays as it is. */
  readonly leave?: EntityInstance | undefined;
  /** An instance in whose state the call is tried: no requirement leads it to another one. */
  readonly tried?: EntityInstance | undefined;
  /** Arguments that keep the id of the example: a thing of another case, or of somebody else, may have this id by now. */
  readonly strange?: readonly string[];
}

/** The calls of one preparation do not prepare others while a tool is tried out: two of them could wait for each other. */
interface Preparing extends PrepareOptions {
  readonly unprepared: boolean;
}

/** The most trials of one tool with one earlier call, and with two; with both if requests are limited. */
const mostTrials = 12;

/** With fewer requests left, nothing is tried out. */
const fewRequests = 300;
export class Preparer {
  readonly #options: PreparerOptions;
  readonly #numbers: RequiredNumbers;
  /** The calls after which the tool accepts new entities; empty if it needs none, or if none was found. */
  readonly #earlierCalls = new Trials<readonly EarlierCall[]>((tool) => this.#tryOut(tool), []);

  constructor(options: PreparerOptions) {
    this.#options = options;
    this.#numbers = new RequiredNumbers(options, (...about) => this.#bringBefore(...about));
  }

  /** Prepares the entities that the arguments of a call name. */
  async prepare(
    tool: string,
    input: Json,
    { account, leave, tried, strange = [] }: PrepareOptions = {},
  ): Promise<void> {
    const { rules, cases } = this.#options;
    const preparing: Preparing = { account, leave, tried, strange, unprepared: false };
    await this.#meetRequirements(tool, input, preparing);
    if (cases.tools[tool] === undefined) return;
    if (listIdArguments(rules, tool).some(({ path }) => strange.includes(path))) return;
    const isLeft = (step: EarlierCall) =>
      (leave !== undefined && mayMove(step, leave.entity, rules)) ||
      (tried !== undefined && leadsOn(step, tried.entity, rules));
    for (const step of await this.#earlierCalls.resultOf(tool)) {
      if (!isLeft(step)) await this.#take(step, tool, input, preparing);
    }
  }

  /** Whether a tool accepts an entity only with another parent than its own, as far as a trial has shown that. */
  isApart(tool: string): boolean {
    return this.#earlierCalls.endedResultOf(tool)?.some((step) => "apart" in step) ?? false;
  }

  /** Tries out whether a tool that names an entity and its parent accepts it only with another one. */
  async findApart(tool: string): Promise<boolean> {
    const { rules, cases } = this.#options;
    const example = cases.tools[tool] && findExample(tool, rules, cases);
    const entities = example === undefined ? [] : listMadeEntities(tool, example, rules);
    if (!namesParent(entities, rules)) return false;
    await this.#earlierCalls.resultOf(tool);
    return this.isApart(tool);
  }

  /** Finds how the things of a call are made, if it, or one that leads to its state, is accepted only for those that are made so. */
  async findShapes(tool: string): Promise<Shapes | undefined> {
    const { rules, cases, isBrief } = this.#options;
    for (const each of listToolsToward(tool, rules)) {
      const ended = this.#earlierCalls.endedResultOf(each);
      const mayTry = !isBrief || listStepsAbout(each, rules).length > 0;
      if (ended === undefined && (!mayTry || !mayNeedShapes(each, rules, cases))) continue;
      const shapes = findShapesIn(ended ?? (await this.#earlierCalls.resultOf(each)));
      if (shapes !== undefined) return shapes;
    }
    return undefined;
  }

  /** How the things of a call are made, as far as a trial has shown that. */
  knownShapes(tool: string): Shapes | undefined {
    return listToolsToward(tool, this.#options.rules)
      .map((each) => findShapesIn(this.#earlierCalls.endedResultOf(each) ?? []))
      .find((shapes) => shapes !== undefined);
  }

  async #meetRequirements(tool: string, input: Json, preparing: Preparing): Promise<void> {
    for (const rule of this.#options.rules.requires[tool] ?? []) {
      if (isAbout(rule, input, preparing.leave) || preparing.strange?.includes(rule.id)) continue;
      const required = findRequiredState(rule, this.#options.rules);
      const instance = this.#readInstance(tool, input, rule, preparing);
      if (required === undefined) {
        if (!preparing.unprepared) await this.#numbers.meet(tool, rule, instance);
      } else if (!isAbout(rule, input, preparing.tried)) await this.#bring(instance, required, preparing);
    }
  }

  /** Prepares a call once more, after transitions of what its arguments name: these may have moved a number, or allow an earlier call. */
  async prepareInState(tool: string, input: Json): Promise<void> {
    await this.#meetNumbers(tool, input);
    for (const step of await this.#earlierCalls.resultOf(tool))
      await this.#take(step, tool, input, { unprepared: false });
  }

  /** Meets what a tool requires of numbers of the entities that the arguments name. */
  async #meetNumbers(tool: string, input: Json): Promise<void> {
    for (const rule of this.#options.rules.requires[tool] ?? [])
      if (findRequiredState(rule, this.#options.rules) === undefined)
        await this.#numbers.meet(tool, rule, this.#readInstance(tool, input, rule, { unprepared: false }));
  }

  /** Brings a new instance to a state in which a tool makes its transition, or which it requires. */
  async #bringBefore(entity: string, instance: NamedEntity, tool: string): Promise<void> {
    const { rules } = this.#options;
    const required = (rules.requires[tool] ?? []).map((rule) => findRequiredState(rule, rules));
    const own = Object.entries(rules.states).map(([machine, { transitions }]) => ({
      machine,
      states: Object.values(transitions).flatMap(({ by, from }) => (by.tool === tool ? from : [])),
    }));
    for (const wanted of [...required, ...own])
      if (wanted !== undefined && wanted.states.length > 0 && rules.states[wanted.machine]?.entity === entity)
        await this.#bring(instance, wanted, { unprepared: true });
  }

  /** Reads the instance of a requirement out of the arguments. */
  #readInstance(tool: string, input: Json, { id }: RequirementRule, { account }: Preparing): NamedEntity {
    const named = readNamedEntities(this.#options.rules, tool, input);
    const instance = Object.values(addParents(named)).find((each) => each.id === valueAt(input, id));
    return { ...(instance ?? { id: valueAt(input, id) ?? null }), account };
  }

  /** Makes the transitions from the present state of an instance to the nearest of these states. */
  async #bring(
    instance: NamedEntity,
    { machine: name, states }: { readonly machine: string; readonly states: readonly Json[] },
    preparing: Preparing,
  ): Promise<void> {
    const { rules, instances } = this.#options;
    const machine = rules.states[name]!;
    const present = (await ifPossible(readField(this.#options, instance, machine.field)))?.state;
    if (typeof present !== "string" || states.includes(present)) return;
    const [path = []] = states
      .flatMap((state) => [findCallPath(machine, present, String(state))])
      .filter((each) => each !== undefined)
      .toSorted((a, b) => a.length - b.length);
    for (const transition of path) {
      const { by } = machine.transitions[transition]!;
      await instances.callAbout(instance, by, { unprepared: preparing.unprepared });
    }
  }

  async #take(step: EarlierCall, tool: string, input: Json, preparing: Preparing): Promise<void> {
    const { rules, instances, calls } = this.#options;
    const { account } = preparing;
    if ("apart" in step || "shapes" in step) return;
    const named = addParents(instances.known.withAncestors(readNamedEntities(rules, tool, input)));
    if ("workflow" in step) {
      // A thing that they do not lead far enough shows in the call after them.
      await ifPossible(this.#options.performSteps(step, named, account));
      return;
    }
    if ("state" in step) {
      const wanted = { machine: step.machine, states: [step.state] };
      const bringing = step.shownBy === undefined ? preparing : { unprepared: true };
      for (const instance of await this.#findInstances(step, named, account))
        await this.#bring({ ...instance, account }, wanted, bringing);
      return;
    }
    const ids = listSharedIds(step, tool, input, rules);
    const options = { account, instances: named, unprepared: true, keep: ids.map(({ set }) => set) };
    const earlier = await instances.fill(
      step.tool,
      applyEdits(withNumbersOf(step.input, input), ids),
      options,
    );
    await calls.call({ tool: step.tool, input: earlier }, { account });
  }

  /** The instances that an earlier call brings to a state: the named one, or those that a named one shows. */
  async #findInstances(
    { machine, shownBy }: Extract<EarlierCall, { readonly machine: string }>,
    named: NamedEntities,
    account: string | undefined,
  ): Promise<readonly NamedEntity[]> {
    const { rules } = this.#options;
    const { entity = "" } = rules.states[machine]!;
    const instance = named[shownBy ?? entity];
    if (instance === undefined || shownBy === undefined) return instance === undefined ? [] : [instance];
    const { field } = Object.values(rules.states).find((each) => each.entity === shownBy)!;
    const reading = await ifPossible(readField(this.#options, { ...instance, account }, field));
    const places = placesInShown(field, rules.entities[entity]?.results ?? []);
    return places.flatMap((path) => valuesAt(reading?.shown, path)).map(({ value }) => ({ id: value }));
  }

  /** Tries out which calls have to come before a tool. Nothing is learned where the run ends, or where instances cannot be made. */
  async #tryOut(tool: string): Promise<readonly EarlierCall[]> {
    if (this.#options.countLeft() <= fewRequests) return [];
    try {
      return (await ifPossible(this.#findEarlierCalls(tool))) ?? [];
    } catch (error) {
      if (error instanceof BudgetExhausted) return [];
      throw error;
    }
  }

  async #findEarlierCalls(tool: string): Promise<readonly EarlierCall[]> {
    const { rules, cases } = this.#options;
    const example = findExample(tool, rules, cases);
    const entities = example === undefined ? [] : listMadeEntities(tool, example, rules);
    if (example === undefined || !canBeTriedOut(tool, entities, rules, cases)) return [];
    // If requests are limited, a workflow is believed that calls the tool at once.
    if (this.#options.isBrief && isCalledAtOnce(tool, rules, cases)) return [];
    const tryAfter = (steps: readonly EarlierCall[]) =>
      this.#options.duringTrial(() => this.#try(tool, example, steps));
    const first = await tryAfter([]);
    if (!isRefusedByRule(first, rules, cases)) return [];
    const candidates = listEarlierCalls(tool, entities, rules, cases);
    const closer: EarlierCall[] = [];
    for (const candidate of candidates.slice(0, mostTrials)) {
      const called = await tryAfter([candidate]);
      if (called.outcome.is === "success") return [candidate];
      // If another rule refuses the call now, the first one may be met.
      if (isRefusedByRule(called, rules, cases) && readReason(called) !== readReason(first))
        closer.push(candidate);
    }
    for (const pair of listPairs(closer, candidates, this.#mostPairs(candidates)))
      if ((await tryAfter(pair)).outcome.is === "success") return pair;
    return [];
  }

  #mostPairs({ length }: readonly EarlierCall[]): number {
    return this.#options.isBrief ? mostTrials - length : mostTrials;
  }

  /** Makes new entities and the earlier calls, and then the call. */
  async #try(tool: string, example: Json, steps: readonly EarlierCall[]): Promise<Called> {
    const { rules, instances, states, calls } = this.#options;
    const preparing: Preparing = { unprepared: true };
    // Other calls may lead things to the state in which the tool makes its transition.
    const [, last] = listToolsToward(tool, rules);
    const shapes = findShapesIn(steps) ?? (last === undefined ? undefined : await this.findShapes(last));
    const made = await instances.makeAll(listMadeEntities(tool, example, rules), { shapes });
    const byEntity = Object.fromEntries(made.map((instance) => [instance.entity, instance]));
    const apart = steps.some((step) => "apart" in step);
    const input = await instances.fill(tool, example, { instances: byEntity, unprepared: true, apart });
    await this.#meetRequirements(tool, input, preparing);
    const takeAll = async () => {
      for (const step of steps) await this.#take(step, tool, input, preparing);
    };
    await takeAll();
    // A step may be possible only in the state from which the tool leads.
    if (await states.bringToState(tool, input)) await takeAll();
    return calls.call({ tool, input });
  }
}
