/** Derives the rules and cases of tools that copy an entity: the copy has every part of its source. */
import type { BehaviourCase, CopyRule } from "@toolwright/conformance/cases";
import { valueAt } from "@toolwright/conformance/cases";
import { withArticle } from "@toolwright/runtime/problems";
import type { Entity } from "../../../model/behaviour.ts";
import type { Tool } from "../../../model/operation.ts";
import { addCheck, noArguments, promise, unmade } from "../../promise.ts";
import { samePlaces } from "../changed-places.ts";
import { type BehaviourContext, contains, firstPlace, inTool } from "../context.ts";

/** The number of calls after which a source is copied: those with the longest arguments, since they give it most parts. */
const mostSources = 8;

export function copyRule(tool: Tool, context: BehaviourContext): CopyRule | undefined {
  const { copies } = tool.behaviour;
  const entity = copies && findEntity(tool, copies.source, context);
  if (copies === undefined || entity === undefined) return undefined;
  const except = copies.except.flatMap((place) => [place, ...samePlaces(place, entity.name, context)]);
  return {
    at: context.at(inTool(tool, "copies")),
    entity: entity.name,
    ...copies,
    except: [...new Set(except)],
  };
}

/** The base of the call that makes a source, and the base of one that changes it. */
export interface Source {
  readonly made: string;
  readonly change?: string;
}

/** Makes a case for each example that makes or changes an entity. Examples that cost something are left out. */
export function copyCases(tool: Tool, context: BehaviourContext): BehaviourCase[] {
  const { copies } = tool.behaviour;
  const entity = copies && findEntity(tool, copies.source, context);
  if (copies === undefined || entity === undefined) return [];
  const base = context.findPlainBase(tool) ?? context.listExamples(tool)[0];
  const sources = listSources(entity, tool, context);
  const differs = copies.except.length > 0 ? `, except ${copies.except.join(", ")}` : "";
  const must = `A copy that ${tool.name} makes has every part of its source${differs}.`;
  const promiseOf = (name: string) => {
    const at = context.at(inTool(tool, "copies"));
    return promise("effects", `${tool.name}/copies/${name}`, tool.name, must, at);
  };
  const [first] = sources;
  if (first === undefined)
    return [{ ...promiseOf(entity.name), untestable: entity.madeBy ? noArguments : unmade(entity.name) }];
  const bases = base === undefined ? [] : [base];
  const apart = promise(
    "effects",
    `${tool.name}/${entity.name}/copy-apart`,
    tool.name,
    `Calls that change a copy of ${withArticle(entity.name)} leave its source as it is.`,
    context.at(inTool(tool, "copies")),
  );
  return [
    ...sources.map((source) =>
      addCheck(
        promiseOf(lastBase(source).replace(":", "/")),
        base === undefined ? noArguments : { check: "copies", entity: entity.name, bases, ...source },
      ),
    ),
    addCheck(
      apart,
      base === undefined
        ? noArguments
        : { check: "copy-apart", entity: entity.name, bases, made: first.made },
    ),
  ];
}

function findEntity(tool: Tool, source: string, context: BehaviourContext): Entity | undefined {
  return context.model.entities.find((entity) => context.argumentsOf(entity, tool).includes(source));
}

/**
 * Lists the calls that make an entity, and calls of other tools than `tool` that change it. Calls that cost something are left out, but for
 * one that makes it where each does.
 */
export function listSources(entity: Entity, tool: Tool | undefined, context: BehaviourContext): Source[] {
  const { madeBy, endedBy } = entity;
  const maker = madeBy && context.tool(madeBy.tool);
  const free = maker ? listFreeBases(maker, context) : [];
  const makings = maker && free.length === 0 ? listBases(maker, context).slice(0, 1) : free;
  const [made] = makings;
  if (made === undefined) return [];
  const writers = context.model.tools.filter(
    (other) =>
      other !== tool &&
      other !== maker &&
      other.annotations?.readOnlyHint !== true &&
      context.argumentsOf(entity, other).length > 0,
  );
  const changes = writers.flatMap((writer) =>
    listFreeBases(writer, context)
      .filter((base) => endedBy?.tool !== writer.name || !contains(context.readContent(base), endedBy.input))
      .map((change) => ({ made, change })),
  );
  return longestFirst(
    [...makings.map((each): Source => ({ made: each })), ...changes],
    lastBase,
    context,
  ).slice(0, mostSources);
}

function lastBase({ made, change = made }: Source): string {
  return change;
}

/** Lists the examples of a writing tool that cost nothing; the plain arguments if there is none. */
export function listFreeBases(tool: Tool, context: BehaviourContext): string[] {
  const { draws, spends } = tool.behaviour;
  const isFree = (base: string) =>
    spends === undefined &&
    (draws === undefined ||
      (draws.with !== undefined && valueAt(context.readContent(base), firstPlace(draws.with)) === undefined));
  return listBases(tool, context, isFree);
}

/** Lists the examples of a tool that meet a condition, the longest first; the plain arguments if there is none. */
function listBases(tool: Tool, context: BehaviourContext, meets = (_: string) => true): string[] {
  const examples = context.listExamples(tool).filter(meets);
  const plain = context.findPlainBase(tool);
  if (examples.length === 0 && plain !== undefined && meets(plain)) return [plain];
  return longestFirst(examples, (base) => base, context);
}

function longestFirst<Item>(
  items: readonly Item[],
  baseOf: (item: Item) => string,
  context: BehaviourContext,
): Item[] {
  const length = (item: Item) => JSON.stringify(context.readContent(baseOf(item))).length;
  return items.toSorted((one, other) => length(other) - length(one));
}
