/** Derives the cases about agreement: two tools that show an entity, and a list and a file of the same items, show the same values. */
import type { BehaviourCase } from "@toolwright/conformance/cases";
import { describing, type Node } from "@toolwright/json-schema/graph";
import { childPointer } from "@toolwright/runtime/json";
import { withArticle } from "@toolwright/runtime/problems";
import type { Entity } from "../../../model/behaviour.ts";
import type { Tool } from "../../../model/operation.ts";
import { promise } from "../../promise.ts";
import { type BehaviourContext, inTool } from "../context.ts";
import { entityRule } from "../entities.ts";
import { listPairs, nameType, readView } from "./views.ts";

/** Makes a case for each place of the same name and type in the results of two tools that show the entity. */
export function agreementCases(entity: Entity, context: BehaviourContext): BehaviourCase[] {
  const rule = entityRule(entity, context);
  if (rule.madeBy === undefined) return [];
  const views = rule.observedBy.flatMap((observer) => readView(entity, observer, context));
  return views.flatMap((view, index) =>
    views.slice(index + 1).flatMap((other) =>
      listPairs(view, other).map(([first, second]): BehaviourCase => {
        const where = first.path === second.path ? first.path : `${first.path} and ${second.path}`;
        const must = `${view.tool} and ${other.tool} show the same ${where.slice(1)} of ${withArticle(entity.name)}.`;
        const at = context.at({ ...entity.at, path: [...entity.at.path, "observed_by"] });
        const id = `${other.tool}/agrees-with/${view.tool}${second.at}`;
        const places = [first.at, second.at] as const;
        return {
          ...promise("results", id, other.tool, must, at),
          check: "agree",
          entity: entity.name,
          tools: [view.tool, other.tool],
          places,
        };
      }),
    ),
  );
}

/**
 * Makes a case for each part of a resource that a tool about the same entity shows, too: the whole, where a property of the tool has
 * its type, or a property of the same name and type.
 */
export function resourceAgreementCases(entity: Entity, context: BehaviourContext): BehaviourCase[] {
  const { model, readers, argumentsOf } = context;
  if (entity.madeBy === undefined) return [];
  const taking = readers.filter((reader) => argumentsOf(entity, reader).length > 0 && reader.output);
  const resources = taking.filter((reader) => !model.tools.includes(reader));
  const tools = taking.filter(({ name }) => entity.observedBy.includes(name));
  return resources.flatMap((resource) => {
    const parts = [...listParts(resource, context), wholePart(resource, context)];
    return tools.flatMap((tool) =>
      listParts(tool, context).flatMap((part): BehaviourCase[] => {
        const same = parts.find(
          ({ at, type, isWhole }) => type !== undefined && type === part.type && (isWhole || at === part.at),
        );
        if (same === undefined) return [];
        const must = `${resource.name} and ${tool.name} show the same ${part.at.slice(1)} of ${withArticle(entity.name)}.`;
        const at = context.at({ ...entity.at, path: [...entity.at.path, "observed_by"] });
        const id = `${resource.name}/agrees-with/${tool.name}${part.at}`;
        return [
          {
            ...promise("results", id, resource.name, must, at),
            check: "agree",
            entity: entity.name,
            tools: [tool.name, resource.name],
            places: [part.at, same.at],
          },
        ];
      }),
    );
  });
}

/** A part of an output. `type` is equal for parts of one type; undefined where it cannot be named. */
interface Part {
  readonly at: string;
  readonly type: string | undefined;
  readonly isWhole?: true;
}

function listParts(reader: Tool, { findSchemas }: BehaviourContext): Part[] {
  const described = findSchemas(reader, "output", "").flatMap(describing);
  return described.flatMap(({ properties }) =>
    [...properties].map(([name, node]) => ({
      at: childPointer("", name),
      type: nameWholeType(describing(node)),
    })),
  );
}

function wholePart(reader: Tool, { findSchemas }: BehaviourContext): Part {
  const type = nameWholeType(findSchemas(reader, "output", "").flatMap(describing));
  return { at: "", type: type?.startsWith("spec:") ? type : undefined, isWhole: true };
}

/** Names the type of a value, or of the items of a list. */
function nameWholeType(parts: readonly Node[]): string | undefined {
  const shared = parts.find(({ root, pointer }) => pointer === "" && root.uri.includes("/types/"));
  if (shared !== undefined) return shared.root.uri;
  const items = parts.flatMap(({ rest }) => (rest === undefined ? [] : describing(rest)));
  const sharedItem = items.find(({ root, pointer }) => pointer === "" && root.uri.includes("/types/"));
  if (sharedItem !== undefined) return `[${sharedItem.root.uri}]`;
  return nameType(parts);
}

/**
 * Makes cases for each file whose tool takes an id of the same entity as a list, or counts the items of the list: rows and items have
 * the same values, and an argument of both that selects items of the list selects the same rows.
 */
export function fileAgreementCases(context: BehaviourContext): BehaviourCase[] {
  const lists = context.model.tools.filter(({ behaviour }) => behaviour.pages !== undefined);
  return context.model.tools.flatMap((tool) =>
    tool.behaviour.files.flatMap(({ url }, rule) =>
      lists
        .filter((list) => namesSameEntity(tool, list, context) || countsItems(tool, list))
        .flatMap((list): BehaviourCase[] => {
          // Without optional filters the file has all items.
          const base = context.findPlainBase(tool) ?? context.baseOf(tool);
          if (base === undefined) return [];
          const must = `The file of ${tool.name} and ${list.name} show the same items.`;
          const id = `${tool.name}${url}/agrees-with/${list.name}`;
          const at = context.at(inTool(tool, "files"));
          const filters = sharedFilters(tool, list, context);
          return [
            {
              ...promise("results", id, tool.name, must, at),
              check: "file-agrees",
              rule,
              base,
              list: list.name,
              ...(filters.length > 0 && { filters }),
            },
          ];
        }),
    ),
  );
}

/** The arguments of both tools that select items of the list. An id of the entity is no such choice: both have it anyway. */
function sharedFilters(tool: Tool, list: Tool, context: BehaviourContext): string[] {
  const { model, findSchemas, argumentsOf } = context;
  const ids = new Set(model.entities.flatMap((entity) => argumentsOf(entity, list)));
  return (list.behaviour.pages?.filters ?? [])
    .filter(({ name, argument, is }) => argument === childPointer("", name) && is !== "similar")
    .filter(({ argument }) => !ids.has(argument))
    .filter(({ argument }) => findSchemas(tool, "input", argument).length > 0)
    .map(({ name }) => name);
}

/** Whether a number in the result of a tool is that of the items of a list, as the spec says. */
function countsItems({ behaviour }: Tool, list: Tool): boolean {
  return behaviour.sums.some(({ items }) => items?.list?.tool === list.name);
}

/** Whether both tools take an id of the same entity, and no id of another one. */
function namesSameEntity(tool: Tool, list: Tool, { model, argumentsOf }: BehaviourContext): boolean {
  const [ofTool, ofList] = [tool, list].map((each) =>
    model.entities.filter((entity) => argumentsOf(entity, each).length > 0).map(({ name }) => name),
  );
  return ofTool!.length === 1 && ofTool!.join() === ofList!.join();
}
