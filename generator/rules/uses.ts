/** Lists where a spec uses declared names. */
import { withArticle } from "@toolwright/runtime/problems";
import { listRefusedIds } from "../cases/behaviour/open-ids.ts";
import type { SpecLocation } from "../diagnostics/diagnostic.ts";
import type { Entity } from "../model/behaviour.ts";
import type { Limit, Model } from "../model/model.ts";
import type { Tool } from "../model/operation.ts";
import { listOperations } from "../model/operations.ts";
import { listSteps } from "../model/scenario.ts";
import { type StateMachine, toolTransitions } from "../model/states.ts";
import { locationBelow } from "../resolve/limits.ts";
import { toolsRefusingRoles } from "./accounts/roles.ts";
import { idsIn } from "./behaviour/named-places.ts";
import { everySchema } from "./rule.ts";

/** Failure codes that every tool may use without declaring them. */
export const builtInFailures: readonly string[] = [
  "invalid_input",
  "insufficient_scope",
  "not_implemented",
  "internal",
];

/** A name that is used somewhere. */
export interface Use {
  readonly name: string;
  readonly at: SpecLocation;
}

export function modeUses({ tools }: Model): Use[] {
  return tools.map(({ mode, file }) => ({ name: mode, at: { file, path: ["mode"] } }));
}

/** The layouts of service.yaml that tools name. */
export function layoutUses({ tools }: Model): Use[] {
  return tools.flatMap(({ outputAs, file }) =>
    typeof outputAs === "object" && outputAs.name !== undefined
      ? [{ name: outputAs.name, at: { file, path: ["output_as"] } }]
      : [],
  );
}

export function scopeUses(model: Model): Use[] {
  const ofOperations = listOperations(model).flatMap(({ scopes, file }) =>
    scopes.map((name, index) => ({
      name,
      at: { file, path: scopes.length > 1 ? ["scope", index] : ["scope"] },
    })),
  );
  return [...ofOperations, ...fieldScopes(model)];
}

/** Returns the scopes with which steps of scenarios run. They require no scopes. */
export function stepScopes({ scenarios }: Model): Use[] {
  return listSteps(scenarios).flatMap(({ scopes = [], at }) =>
    scopes.map((name, index) => ({ name, at: locationBelow(at, ["scopes", index]) })),
  );
}

function fieldScopes(model: Model): Use[] {
  return everySchema(model).flatMap(({ schema: { "x-requires-scope": name }, at }) =>
    typeof name === "string" ? [{ name, at: locationBelow(at, ["x-requires-scope"]) }] : [],
  );
}

/** A failure code that the spec declares outside of the tools, as in an entity or a limit. */
export interface PromisedCode extends Use {
  /** Why a tool refuses with it; follows the tool's name in a sentence. */
  readonly why: string;
  /** The tools; reading schemas, which may be circular. */
  listTools(): readonly string[];
}

/** Codes that entities, states, limits, keys, draws and scenarios name. They are no reason for a declaration: a tool must declare them. */
export function promisedCodes(model: Model): PromisedCode[] {
  const { entities, states, limits, tools, scenarios } = model;
  const promise: PromiseCode = (code, at, why, listTools) =>
    code === undefined || builtInFailures.includes(code) ? [] : [{ name: code, at, why, listTools }];
  return [
    ...entities.flatMap((entity) => codesOfEntity(entity, model, promise)),
    ...states.flatMap((machine) => codesOfStates(machine, promise)),
    ...limits.flatMap((limit) => codesOfLimit(limit, tools, promise)),
    ...tools.flatMap((tool) => codesOfKeys(tool, promise)),
    ...tools.flatMap(({ name, file, behaviour }) =>
      (behaviour.draws?.returnedOn ?? []).flatMap((code, index) =>
        promise(code, { file, path: ["draws", "returned_on", index] }, "returns what it drew", () => [name]),
      ),
    ),
    ...listSteps(scenarios)
      // `unauthorized` belongs to invalid tokens, not to a tool.
      .filter(({ failure }) => failure !== "unauthorized")
      .flatMap(({ tool, failure, at }) =>
        promise(failure, locationBelow(at, ["failure"]), "is called here", () => [tool ?? []].flat()),
      ),
  ];
}

type PromiseCode = (
  code: string | undefined,
  at: SpecLocation,
  why: string,
  listTools: () => string[],
) => PromisedCode[];

function codesOfLimit(limit: Limit, tools: readonly Tool[], promise: PromiseCode): PromisedCode[] {
  const { name, kind, refused, refusals, appliesTo, ends, at } = limit;
  const listLimited = () => (appliesTo === "all" ? [] : [...appliesTo]);
  const listDrawing = () =>
    tools.filter(({ behaviour }) => behaviour.draws?.limit === name).map((tool) => tool.name);
  return [
    ...promise(
      refused,
      locationBelow(at, ["refused"]),
      describeUse(limit),
      kind === "quota" || appliesTo === "all" ? listDrawing : listLimited,
    ),
    ...promise(refusals, locationBelow(at, ["refusals"]), `is limited by ${name}`, listLimited),
    ...promise(
      ends?.failure,
      locationBelow(at, ["ends", "failure"]),
      "accepts the value until its end",
      () => (ends ? [ends.tool] : []),
    ),
  ];
}

/** Says what a tool does that the limit may refuse. */
function describeUse({ name, kind, before }: Limit): string {
  if (kind === "count") return `is limited by ${name}`;
  return before === undefined ? `draws from ${name}` : "may come too late";
}

function codesOfEntity(entity: Entity, model: Model, promise: PromiseCode): PromisedCode[] {
  const { name, private: hidden, sharedBy, at } = entity;
  return [
    ...promise(hidden, locationBelow(at, ["private"]), `takes the id of ${withArticle(name)}`, () =>
      toolsRefusing(entity, model),
    ),
    ...promise(
      sharedBy?.roles?.refused,
      locationBelow(at, ["shared_by", "roles", "refused"]),
      `takes the id of ${withArticle(name)} and is not open to every role`,
      () => toolsRefusingRoles(entity, model),
    ),
  ];
}

/** The names of the tools that refuse an account without access to the entity. */
function toolsRefusing(entity: Entity, model: Model): string[] {
  return model.tools
    .filter((tool) => listRefusedIds(entity, tool, idsIn(entity, tool, "input", model)).length > 0)
    .map(({ name }) => name);
}

function codesOfStates(machine: StateMachine, promise: PromiseCode): PromisedCode[] {
  const { name, refused, exclusive, at } = machine;
  const why = `changes the state of ${withArticle(name)}`;
  const [shared, own] = partition(toolTransitions(machine), (transition) => transition.refused === refused);
  return [
    ...promise(refused, locationBelow(at, ["refused"]), why, () => [
      ...new Set(shared.map(({ by }) => by.tool)),
    ]),
    ...own.flatMap((transition) =>
      promise(transition.refused, locationBelow(transition.at, ["refused"]), why, () => [transition.by.tool]),
    ),
    ...promise(
      exclusive?.refused,
      locationBelow(at, ["exclusive", "refused"]),
      `is for the account that led the ${name} to ${exclusive?.state}`,
      () => [...(exclusive?.tools ?? [])],
    ),
  ];
}

function partition<Item>(items: readonly Item[], test: (item: Item) => boolean): [Item[], Item[]] {
  return [items.filter(test), items.filter((item) => !test(item))];
}

/** The codes that keys of a tool name. */
function codesOfKeys({ name, file, behaviour }: Tool, promise: PromiseCode): PromisedCode[] {
  const { idempotency, revision, requires, overlaps, takes, tree } = behaviour;
  const refuse = (code: string | undefined, at: SpecLocation, why: string) =>
    promise(code, at, why, () => [name]);
  return [
    ...refuse(
      idempotency?.refused,
      { file, path: ["idempotency", "refused"] },
      "refuses a used key with other arguments",
    ),
    ...refuse(
      revision?.refused,
      { file, path: ["revision", "refused"] },
      "refuses another revision than the present one",
    ),
    ...requires.flatMap(({ refused, entity, at }) =>
      refuse(refused, locationBelow(at, ["refused"]), `requires something of ${withArticle(entity)}`),
    ),
    ...overlaps.flatMap(({ refused, entity, at }) =>
      refuse(
        refused,
        locationBelow(at, ["refused"]),
        `refuses ${withArticle(entity)} that overlaps another one`,
      ),
    ),
    ...refuse(tree?.refused, { file, path: ["tree", "refused"] }, "moves entities into others"),
    ...refuse(takes?.refused, { file, path: ["takes", "refused"] }, "takes what may not be there"),
  ];
}

export function failureUses(model: Model): Use[] {
  const ofStates = model.accountStates.map(({ refused, at }) => ({
    name: refused,
    at: locationBelow(at, ["refused"]),
  }));
  const ofOperations = listOperations(model).flatMap(({ ownFailures, file }) =>
    ownFailures.map((name, index) => ({ name, at: { file, path: ["failures", index] } })),
  );
  return [...ofOperations, ...ofStates];
}

/** The durations of transitions that the server makes. Another rule says whether they are declared. */
export function durationUses({ states }: Model): Use[] {
  return states
    .flatMap(({ transitions }) => transitions)
    .flatMap(({ within, after, at }) => [
      ...(within === undefined ? [] : [{ name: within, at: locationBelow(at, ["within"]) }]),
      ...(after === undefined ? [] : [{ name: after, at: locationBelow(at, ["after"]) }]),
    ]);
}

export function limitedTools({ limits }: Model): Use[] {
  return limits.flatMap(({ appliesTo, at }) =>
    appliesTo === "all"
      ? []
      : appliesTo.map((name, index) => ({ name, at: locationBelow(at, ["applies_to", index]) })),
  );
}

/** Tools, resources and prompts that are listed and have no file. Another rule reports them at the list. */
export function withoutFile(model: Model): string[] {
  const lists = [
    { order: model.toolOrder, all: model.tools },
    { order: model.resourceOrder, all: model.resources },
    { order: model.promptOrder, all: model.prompts },
  ];
  return lists.flatMap(({ order, all }) => {
    const known = all.map(({ name }) => name);
    return order.filter((name) => !known.includes(name));
  });
}
