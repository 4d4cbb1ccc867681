/** Lists what may have to come before a call about new entities: another state of one of them, or a call such as one that adds stock. */
import { canonical } from "@toolwright/runtime/json";
import { baseArguments } from "../../calls/arguments.ts";
import type { Behaviour, StateRule } from "../../cases/behaviour.ts";
import type { Json } from "../../cases/edits.ts";
import type { CaseFile } from "../../cases/format.ts";
import { listAncestors } from "../rules/address.ts";
import { listNamedEntities } from "../rules/rule-calls.ts";
import { findCallPath, isTransient, startsWork } from "../rules/transitions.ts";
import { listStepsAbout, type Shapes, type StepsAbout } from "../rules/workflow-calls.ts";
import { findSoonerShapes } from "./sooner.ts";

/**
 * Brings a named entity to a state, or one that a named entity shows; or calls a tool about the same entities; or performs the steps
 * of a workflow about them, which may have to be made as the workflow makes them. `apart`: no call, but the later one names another
 * parent than that of the entity, which moves there. `shapes`: the entities are made with other times.
 */
export type EarlierCall =
  | { readonly apart: true }
  | { readonly shapes: Shapes }
  | { readonly machine: string; readonly state: string; readonly shownBy?: string }
  | { readonly tool: string; readonly input: Json }
  | StepsAbout;

/** The number of single calls that are tried before the steps of a workflow. */
const fewCalls = 8;

/** Lists them, the most probable first. @param entities those that the later call names */
export function listEarlierCalls(
  tool: string,
  entities: readonly string[],
  rules: Behaviour,
  cases: CaseFile,
): EarlierCall[] {
  const states = listStatesOf(new Set(entities), tool, rules);
  const ancestors = new Set(entities.flatMap((entity) => [...listAncestors(rules, entity)]));
  const ofAncestors = listStatesOf(new Set(ancestors).difference(new Set(entities)), tool, rules);
  const shown = entities.flatMap((entity) => listShownStates(tool, entity, rules));
  const calls = listWriters(tool, entities, rules, cases);
  const places = listChangedPlaces(tool, rules);
  const isRelated = (call: { readonly tool: string }) =>
    listChangedPlaces(call.tool, rules).some((place) => places.includes(place));
  const isMaker = (call: { readonly tool: string }) =>
    Object.values(rules.entities).some(({ madeBy }) => madeBy?.tool === call.tool);
  const sooner = findSoonerShapes(entities, rules, cases);
  const single: EarlierCall[] = [
    ...(namesParent(entities, rules) ? [{ apart: true } as const] : []),
    ...(sooner === undefined ? [] : [{ shapes: sooner }]),
    ...calls.filter((call) => isRelated(call) && !isMaker(call)),
    ...listChangers(tool, entities, rules, cases),
    ...states,
    ...shown,
    ...ofAncestors,
    ...calls.filter((call) => !isRelated(call) && !isMaker(call)),
    ...calls.filter(isMaker),
  ];
  const about = listStepsAbout(tool, rules).slice(0, 2);
  const steps = [...about, ...about.map((each) => ({ ...each, asMade: true as const }))];
  return [...single.slice(0, fewCalls), ...steps, ...single.slice(fewCalls)];
}

/** Lists the states of these entities to which other tools lead them. */
function listStatesOf(
  entities: ReadonlySet<string>,
  tool: string,
  { states }: Behaviour,
): { readonly machine: string; readonly state: string }[] {
  return Object.entries(states)
    .filter(([, machine]) => entities.has(machine.entity ?? "") && !isTransitionOf(machine, tool))
    .flatMap(([machine, rule]) => listStatesByDistance(rule).map((state) => ({ machine, state })));
}

/** Whether an earlier call may move an instance that stays in its state: in a transition of its own, or in a call in which the server moves it. */
export function mayMove(step: EarlierCall, entity: string, { states }: Behaviour): boolean {
  if ("apart" in step || "shapes" in step) return false;
  if ("workflow" in step) return true;
  if ("state" in step && states[step.machine]!.entity === entity) return true;
  const tools =
    "tool" in step ? [step.tool] : Object.values(states[step.machine]!.transitions).map(({ by }) => by.tool);
  return Object.values(states)
    .filter((machine) => machine.entity === entity)
    .flatMap(({ serverTransitions }) => Object.values(serverTransitions))
    .some(({ during = [] }) => during.some((tool) => tools.includes(tool)));
}

/** Whether the steps of a workflow lead an entity to another state: by its own transitions, or in calls in which the server moves it. */
export function leadsOn(step: EarlierCall, entity: string, { states }: Behaviour): boolean {
  if (!("workflow" in step)) return false;
  const machines = Object.values(states).filter((machine) => machine.entity === entity);
  const movers = new Set(
    machines.flatMap(({ transitions, serverTransitions }) => [
      ...Object.values(transitions).map(({ by }) => by.tool),
      ...Object.values(serverTransitions).flatMap(({ during = [] }) => during),
    ]),
  );
  const { steps } = step.workflow;
  return steps.slice(0, steps.indexOf(step.step)).some(({ tool }) => tool !== undefined && movers.has(tool));
}

/** Whether one of the entities is made in another one of them. */
export function namesParent(entities: readonly string[], rules: Behaviour): boolean {
  return entities.some((entity) => entities.some((other) => listAncestors(rules, entity).has(other)));
}

/** The states of the entities that one shows in the result about its own state: the route of a parcel, the parcels of a route. */
function listShownStates(tool: string, entity: string, { states, entities }: Behaviour): EarlierCall[] {
  const shower = Object.values(states).find((machine) => machine.entity === entity)?.field.tool;
  return Object.entries(states).flatMap(([machine, rule]) => {
    const { results = [] } = entities[rule.entity ?? ""] ?? {};
    const isShown = rule.entity !== entity && results.some((place) => place.tool === shower);
    if (!isShown || isTransitionOf(rule, tool)) return [];
    return listStatesByDistance(rule).map((state) => ({ machine, state, shownBy: entity }));
  });
}

/**
 * Lists calls of which the spec says that they change one of these entities, and which name others beside it. Making those needs no
 * calls that have to be found out: two trials could wait for each other.
 */
function listChangers(
  tool: string,
  entities: readonly string[],
  rules: Behaviour,
  cases: CaseFile,
): EarlierCall[] {
  const isOwn = ({ entity }: Pick<StateRule, "entity">) => entities.includes(entity ?? "");
  const ownMachines = Object.values(rules.states).filter(isOwn);
  return Object.entries(rules.changes).flatMap(([name, changes]) => {
    const input = name === tool ? undefined : findExample(name, rules, cases);
    if (input === undefined || !isFree(name, rules) || ownMachines.some((each) => isTransitionOf(each, name)))
      return [];
    const named = listNamedEntities(rules, name, input);
    const others = [...named].filter((entity) => !entities.includes(entity));
    const isAbout = changes.some((change) => isOwn(change) && named.has(change.entity));
    const canBeMade = others.every((entity) => isMadeAtOnce(entity, rules, cases));
    return isAbout && canBeMade && others.length > 0 ? [{ tool: name, input }] : [];
  });
}

/** Whether no rule without a key can refuse the calls that make an entity, and those within which it is made. */
function isMadeAtOnce(entity: string, rules: Behaviour, cases: CaseFile): boolean {
  return [entity, ...listAncestors(rules, entity)].every((each) => {
    const maker = rules.entities[each]?.madeBy?.tool;
    return maker !== undefined && listUnexplainedCodes(maker, rules, cases).length === 0;
  });
}

/** Finds arguments that a tool accepts: those that make its entity, else of an example that succeeds, else the required ones. */
export function findExample(tool: string, rules: Behaviour, cases: CaseFile): Json | undefined {
  return listAccepted(tool, rules, cases)[0];
}

/** Lists arguments that a tool accepts, each once: those that make its entity, then of examples that succeed, or else the required ones. */
export function listExamples(tool: string, rules: Behaviour, cases: CaseFile): readonly Json[] {
  const all = listAccepted(tool, rules, cases);
  return [...new Map(all.map((input) => [canonical(input), input])).values()];
}

function listAccepted(tool: string, rules: Behaviour, cases: CaseFile): readonly Json[] {
  const maker = Object.values(rules.entities).find(({ madeBy }) => madeBy?.tool === tool);
  const refused = findRefusedBases(cases);
  const names = Object.keys(cases.bases).filter(
    (name) => (name === tool || name.startsWith(`${tool}:`)) && !refused.has(name),
  );
  const examples = names.filter((each) => each !== tool);
  const inputs = (examples.length > 0 ? examples : names).map((name) => baseArguments(cases, name));
  return maker?.madeBy === undefined ? inputs : [maker.madeBy.input, ...inputs];
}

const refusedBases = new WeakMap<CaseFile, ReadonlySet<string>>();

/** Returns the names of the bases that must be refused. The cases of a file are searched once, since calls are prepared often. */
function findRefusedBases(file: CaseFile): ReadonlySet<string> {
  const known = refusedBases.get(file);
  if (known !== undefined) return known;
  const refused = new Set(
    file.cases.flatMap((each) => (each.kind === "failures" && "base" in each ? [each.base] : [])),
  );
  refusedBases.set(file, refused);
  return refused;
}

/** Lists the codes of a tool that no other rule of the spec explains. */
export function listUnexplainedCodes(tool: string, rules: Behaviour, cases: CaseFile): readonly string[] {
  const machines = Object.values(rules.states).filter((machine) => isTransitionOf(machine, tool));
  const explained = new Set([
    ...Object.values(rules.entities).map((entity) => entity.private),
    ...machines.flatMap(({ transitions }) => Object.values(transitions)).map(({ refused }) => refused),
    rules.idempotency[tool]?.refused,
    rules.revisions[tool]?.refused,
    ...(rules.overlaps[tool] ?? []).map(({ refused }) => refused),
    // A limit counts refusals of guesses, such as unknown addresses: other arguments are missing then, and no earlier call.
    ...Object.values(rules.limits).map((limit) => (limit.kind === "refusals" ? limit.code : undefined)),
  ]);
  return (cases.tools[tool]?.failures ?? []).filter((code) => !explained.has(code));
}

/** Whether trials of a tool cost nothing and can find anything: a rule of the server may refuse a call that names new entities. */
export function canBeTriedOut(
  tool: string,
  entities: readonly string[],
  rules: Behaviour,
  cases: CaseFile,
): boolean {
  const ancestors = entities.flatMap((entity) => [entity, ...listAncestors(rules, entity)]);
  return (
    entities.length > 0 &&
    // Its entities are made while it is tried out.
    ancestors.every((entity) => rules.entities[entity]?.madeBy?.tool !== tool) &&
    isFree(tool, rules) &&
    listUnexplainedCodes(tool, rules, cases).length > 0
  );
}

/** Whether a tool makes transitions of a state machine. */
export function isTransitionOf({ transitions }: StateRule, tool: string): boolean {
  return Object.values(transitions).some(({ by }) => by.tool === tool);
}

function listStatesByDistance(machine: StateRule): string[] {
  const length = (state: string) => findCallPath(machine, machine.initial, state)?.length ?? 0;
  return machine.states
    .filter((state) => length(state) > 0 && !isTransient(machine, state))
    .toSorted((a, b) => length(a) - length(b));
}

/** Lists calls of other tools that write, cost nothing, and name just these entities and those in which they were made. */
export function listWriters(
  tool: string,
  entities: readonly string[],
  rules: Behaviour,
  cases: CaseFile,
): { readonly tool: string; readonly input: Json; readonly named: number }[] {
  const known = new Set(entities.flatMap((entity) => [entity, ...listAncestors(rules, entity)]));
  return Object.entries(cases.tools)
    .filter(([name, { readOnly }]) => name !== tool && !readOnly && isFree(name, rules) && !ends(name, rules))
    .flatMap(([name]) => {
      const input = findExample(name, rules, cases);
      const named = input === undefined ? [] : [...listNamedEntities(rules, name, input)];
      const isKnown = named.length > 0 && named.every((entity) => known.has(entity));
      return input !== undefined && isKnown ? [{ tool: name, input, named: named.length }] : [];
    })
    .toSorted((a, b) => b.named - a.named);
}

/** Whether a tool ends entities, or makes transitions: those are tried as states. */
function ends(tool: string, { entities, states }: Behaviour): boolean {
  return (
    Object.values(entities).some(({ endedBy }) => endedBy?.tool === tool) ||
    Object.values(states).some((machine) => isTransitionOf(machine, tool))
  );
}

/** Whether calls of a tool draw from no quota, cost no money, and leave no work to the server. */
export function isFree(tool: string, rules: Behaviour): boolean {
  return rules.draws[tool] === undefined && rules.spends[tool] === undefined && !startsWork(rules, tool);
}

function listChangedPlaces(tool: string, { changes }: Behaviour): string[] {
  return (changes[tool] ?? []).flatMap(({ entity, places }) => places.map((place) => `${entity} ${place}`));
}

/** Lists at most so many pairs of earlier calls, of which the first one led closer. */
export function listPairs(
  closer: readonly EarlierCall[],
  candidates: readonly EarlierCall[],
  most: number,
): (readonly [EarlierCall, EarlierCall])[] {
  return closer
    .flatMap((one) => candidates.filter((each) => each !== one).map((each) => [one, each] as const))
    .slice(0, Math.max(0, most));
}
