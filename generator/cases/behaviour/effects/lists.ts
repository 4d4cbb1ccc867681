/** Derives the rules and cases of the keys `adds` and `removes`: a list keeps what a call does not name. */
import {
  applyEdits,
  type BehaviourCase,
  type Edit,
  type Json,
  type ListCall,
  type ListCase,
  type ListRule,
  valueAt,
} from "@toolwright/conformance/cases";
import { describing } from "@toolwright/json-schema/graph";
import { withArticle } from "@toolwright/runtime/problems";
import type { Entity } from "../../../model/behaviour.ts";
import { type ListChange, listEntries } from "../../../model/list-change.ts";
import type { Tool } from "../../../model/operation.ts";
import { addCheck, noArguments, promise, unmade } from "../../promise.ts";
import type { BehaviourContext } from "../context.ts";

/** Plain words: a server that changes the case of entries or trims them shows these as they were sent. */
const words = ["first", "second", "third", "fourth"];
const mostEntries = 8;

type Key = "adds" | "removes";

export function listRules(tool: Tool, key: Key, context: BehaviourContext): ListRule[] | undefined {
  const rules = tool.behaviour[key].flatMap((list) => toRule(tool, list, context) ?? []);
  return rules.length === 0 ? undefined : rules;
}

export function listCases(tool: Tool, context: BehaviourContext): BehaviourCase[] {
  return (["adds", "removes"] as const).flatMap((key) =>
    (listRules(tool, key, context) ?? []).flatMap((rule, index) => {
      const isMade = context.model.entities.some(({ name, madeBy }) => name === rule.entity && madeBy);
      const call = isMade ? (findCall(tool, rule, index, context) ?? noArguments) : unmade(rule.entity);
      return promisesOf(tool, key, rule, context).map(({ name, must, check }): BehaviourCase => {
        const id = [tool.name, key, rule.argument.slice(1).replaceAll("/", "."), name].filter(Boolean);
        const promised = promise("effects", id.join("/"), tool.name, must, rule.at);
        return addCheck(promised, typeof call === "string" ? call : { ...call, ...check });
      });
    }),
  );
}

/** A case without its call. */
interface Promised {
  readonly name: string;
  readonly must: string;
  readonly check: CheckOf<ListCase>;
}

type CheckOf<Each> = Each extends ListCase ? Pick<Each, Extract<keyof Each, "check" | "adder">> : never;

function promisesOf(tool: Tool, key: Key, rule: ListRule, context: BehaviourContext): Promised[] {
  const { entity, place } = rule;
  const argument = rule.argument.slice(1);
  if (key === "removes") {
    const must = `${tool.name} removes ${argument} from ${place} of ${withArticle(entity)}, and leaves the other entries there.`;
    const adder = findAdder(rule, context);
    return [{ name: "", must, check: { check: "list-removes", ...(adder && { adder }) } }];
  }
  const once = `What ${tool.name} adds twice is once in ${place} of ${withArticle(entity)}.`;
  const atOnce = `Of what calls of ${tool.name} at once add to ${place} of ${withArticle(entity)}, nothing is lost.`;
  return [
    {
      name: "",
      must: `${tool.name} adds ${argument} to ${place} of ${withArticle(entity)}, and leaves there what was there.`,
      check: { check: "list-adds" },
    },
    ...(rule.isUnique ? [{ name: "once", must: once, check: { check: "list-adds-once" } } as const] : []),
    // Of calls that expect the same revision, one is refused.
    ...(tool.behaviour.revision
      ? []
      : [{ name: "at-once", must: atOnce, check: { check: "list-adds-at-once" } } as const]),
  ];
}

/** Finds the call of the first tool that adds to the list. */
function findAdder({ entity, entries }: ListRule, context: BehaviourContext): ListCall | undefined {
  return context.model.tools
    .flatMap((tool) =>
      (listRules(tool, "adds", context) ?? []).map((rule, index) =>
        rule.entity === entity && rule.entries === entries ? findCall(tool, rule, index, context) : undefined,
      ),
    )
    .find((call) => call !== undefined);
}

/** Finds arguments with an entry, without those that add to other lists or remove something. */
function findCall(
  tool: Tool,
  rule: ListRule,
  index: number,
  context: BehaviourContext,
): ListCall | undefined {
  const call = context.callWith(tool, rule.argument);
  if (call === undefined) return undefined;
  const { adds, removes } = tool.behaviour;
  let edits: readonly Edit[] = call.edits ?? [];
  const inputWith = (more: readonly Edit[]) => applyEdits(context.readContent(call.base), more);
  for (const { argument } of [...adds, ...removes]) {
    const without: Edit[] = [...edits, { remove: argument }];
    const isOther = argument !== rule.argument && valueAt(inputWith(edits), argument) !== undefined;
    if (isOther && context.fitsInput(tool, inputWith(without))) edits = without;
  }
  const fits = (entry: Json) =>
    context.fitsInput(tool, inputWith([...edits, { set: rule.argument, to: rule.isList ? [entry] : entry }]));
  const entries = rule.entryEntity === undefined ? listCandidates(tool, rule, context).filter(fits) : [];
  const { base } = call;
  return {
    tool: tool.name,
    base,
    ...(edits.length > 0 && { edits }),
    rule: index,
    entries: entries.slice(0, mostEntries),
  };
}

/** Lists the entries of examples, plain words, and sampled values that are plain. */
function listCandidates(tool: Tool, rule: ListRule, context: BehaviourContext): Json[] {
  const shown = context
    .listExamples(tool)
    .flatMap((base) => valueAt(context.readContent(base), rule.argument) ?? []);
  const at = rule.isList ? `${rule.argument}/*` : rule.argument;
  const counts = [4, 3, 2, 1];
  const samples = counts
    .map((count) => context.valuesFor(tool, at, count))
    .find((values) => values.length > 0);
  const all = [...shown, ...words, ...(samples ?? []).filter(isPlain)];
  return [...new Map(all.map((entry) => [JSON.stringify(entry), entry])).values()];
}

/** Whether a server may show a value as it was sent, although it changes the case of texts or trims them. */
function isPlain(value: Json): boolean {
  if (typeof value !== "string") return typeof value === "number";
  return /^[a-z0-9](.*[a-z0-9])?$/.test(value) && value === value.toLowerCase();
}

function toRule(tool: Tool, list: ListChange, context: BehaviourContext): ListRule | undefined {
  const { argument, place, at } = list;
  const entries = listEntries(list);
  const found = context.model.entities
    .flatMap((entity) =>
      context
        .argumentsOf(entity, tool)
        .filter((id) => id !== argument && !id.startsWith(`${argument}/`) && !id.includes("*"))
        .map((id) => ({ entity, id, shownBy: listShowing(entity, entries, context) })),
    )
    .find(({ shownBy }) => shownBy.length > 0);
  if (found === undefined) return undefined;
  const { entity, id, shownBy } = found;
  const isList = context
    .findSchemas(tool, "input", argument)
    .flatMap(describing)
    .some(({ types }) => types?.includes("array"));
  const sent = isList ? `${argument}/*` : argument;
  const entry = context.model.entities.find((each) => context.argumentsOf(each, tool).includes(sent));
  const own = findOwn(entity, tool, entries, context);
  return {
    at: context.at(at),
    entity: entity.name,
    id,
    argument,
    isList,
    place,
    entries,
    isUnique: shownBy.some((shower) => isUniqueIn(entity, shower, place, context)),
    ...(entry && { entryEntity: entry.name }),
    shownBy: shownBy.map(({ name }) => name),
    ...(own !== undefined && { own }),
  };
}

/** Lists the tools that show the entity with a place. */
function listShowing(entity: Entity, place: string, context: BehaviourContext): Tool[] {
  return entity.observedBy.flatMap((name) => {
    const tool = context.tool(name);
    return tool && context.findShownSchemas(entity, tool, place).length > 0 ? [tool] : [];
  });
}

function isUniqueIn(entity: Entity, tool: Tool, place: string, context: BehaviourContext): boolean {
  return context
    .findShownSchemas(entity, tool, place)
    .flatMap(describing)
    .some(({ schema }) => typeof schema === "object" && schema.uniqueItems === true);
}

/** Finds the id beside the list in the result of a tool. */
function findOwn(entity: Entity, tool: Tool, entries: string, context: BehaviourContext): string | undefined {
  if (context.findSchemas(tool, "output", entries).length === 0) return undefined;
  const beside = (id: string) => entries.startsWith(id.slice(0, id.lastIndexOf("/") + 1));
  return context.resultsOf(entity, tool).find((id) => !id.includes("*") && beside(id));
}
