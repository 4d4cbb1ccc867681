/** Derives the cases about agreement: two tools that show an entity, and a list and a file of the same items, show the same values. */
import type { BehaviourCase, ObserverRule } from "@toolwright/conformance/cases";
import { describing, type Node } from "@toolwright/json-schema/graph";
import { childPointer } from "@toolwright/runtime/json";
import type { Entity } from "../../model/behaviour.ts";
import type { Tool } from "../../model/model.ts";
import { promise } from "../promise.ts";
import { type BehaviourContext, firstPlace, inTool } from "./context.ts";
import { entityRule } from "./entities.ts";

/** The most levels of objects below an entity. */
const deepest = 3;

/** A value that a tool shows of an entity. */
interface ShownPlace {
  /** The pointer in the result, or in the item of a list. */
  readonly at: string;
  /** The same below the object that has the id. */
  readonly path: string;
  readonly name: string;
  /** Equal for places of the same type. */
  readonly type: string;
  /** Whether a name says what the value is, also at another place: `response_count`, of a type that is no plain text. */
  readonly isTelling: boolean;
}

interface View {
  readonly tool: string;
  readonly places: readonly ShownPlace[];
}

/** Makes a case for each place of the same name and type in the results of two tools that show the entity. */
export function agreementCases(entity: Entity, context: BehaviourContext): BehaviourCase[] {
  const rule = entityRule(entity, context);
  if (rule.madeBy === undefined) return [];
  const views = rule.observedBy.flatMap((observer) => readView(entity, observer, context));
  return views.flatMap((view, index) =>
    views.slice(index + 1).flatMap((other) =>
      listPairs(view, other).map(([first, second]): BehaviourCase => {
        const where = first.path === second.path ? first.path : `${first.path} and ${second.path}`;
        const must = `${view.tool} and ${other.tool} show the same ${where.slice(1)} of a ${entity.name}.`;
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
        const must = `${resource.name} and ${tool.name} show the same ${part.at.slice(1)} of a ${entity.name}.`;
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

/** Makes a case for each file whose tool takes an id of the same entity as a list: rows and items have the same values. */
export function fileAgreementCases(context: BehaviourContext): BehaviourCase[] {
  const lists = context.model.tools.filter(({ behaviour }) => behaviour.pages !== undefined);
  return context.model.tools.flatMap((tool) =>
    tool.behaviour.files.flatMap(({ url }, rule) =>
      lists
        .filter((list) => namesSameEntity(tool, list, context))
        .flatMap((list): BehaviourCase[] => {
          const base = context.baseOf(tool);
          if (base === undefined) return [];
          const must = `The file of ${tool.name} and ${list.name} show the same items.`;
          const id = `${tool.name}${url}/agrees-with/${list.name}`;
          const at = context.at(inTool(tool, "files"));
          return [
            {
              ...promise("results", id, tool.name, must, at),
              check: "file-agrees",
              rule,
              base,
              list: list.name,
            },
          ];
        }),
    ),
  );
}

/** Whether both tools take an id of the same entity, and no id of another one. */
function namesSameEntity(tool: Tool, list: Tool, { model, argumentsOf }: BehaviourContext): boolean {
  const [ofTool, ofList] = [tool, list].map((each) =>
    model.entities.filter((entity) => argumentsOf(entity, each).length > 0).map(({ name }) => name),
  );
  return ofTool!.length === 1 && ofTool!.join() === ofList!.join();
}

/** Reads the places below the object that has the id of the entity; none if the object may be another thing. */
function readView(entity: Entity, observer: ObserverRule, context: BehaviourContext): View[] {
  const tool = context.tool(observer.tool);
  if (tool === undefined) return [];
  const isList = observer.id === undefined;
  const ids = context
    .resultsOf(entity, tool)
    .filter((path) => path.includes("/*") === isList)
    .toSorted((a, b) => a.split("/").length - b.split("/").length);
  const [id] = ids;
  const holder = id?.slice(0, id.lastIndexOf("/"));
  if (id === undefined || holder === undefined || isAmbiguous(entity, tool, holder, ids, context)) return [];
  const item = isList ? holder.slice(0, holder.lastIndexOf("/*") + 2) : "";
  const places = listPlaces(context.findSchemas(tool, "output", firstPlace(holder)), "", deepest)
    .filter(({ path }) => `${holder}${path}` !== id)
    .map((place) => ({ ...place, at: holder.slice(item.length) + place.path }));
  return [{ tool: tool.name, places }];
}

/** Whether an object with an id of the entity may be another thing: one that was made of it, or an item with an id of its own. */
function isAmbiguous(
  entity: Entity,
  tool: Tool,
  holder: string,
  ids: readonly string[],
  context: BehaviourContext,
): boolean {
  const { model, resultsOf, argumentsOf, findSchemas } = context;
  const isIn = (path: string) => path.slice(0, path.lastIndexOf("/")) === holder;
  if (ids.filter(isIn).length > 1) return true;
  const { pages } = tool.behaviour;
  if (pages && holder.startsWith(`${pages.items}/*`)) return !ids.includes(`${pages.items}/*${pages.id}`);
  const others = model.entities.filter((other) => resultsOf(other, tool).some(isIn));
  // A visit with the id of a pet is a visit, since the id of a pet is needed to make one.
  const isMadeOfIt = others.some((other) => {
    const maker =
      other === entity || other.madeBy === undefined ? undefined : context.tool(other.madeBy.tool);
    return maker !== undefined && argumentsOf(entity, maker).length > 0;
  });
  const known = new Set(others.flatMap((other) => resultsOf(other, tool)));
  const names = findSchemas(tool, "output", firstPlace(holder))
    .flatMap(describing)
    .flatMap(({ properties }) => [...properties.keys()]);
  const hasOtherId = names.some(
    (name) => /(^|[_-])id$|[a-z]I[dD]$/.test(name) && !known.has(`${holder}${childPointer("", name)}`),
  );
  return isMadeOfIt || hasOtherId;
}

function listPlaces(nodes: readonly Node[], path: string, levels: number): Omit<ShownPlace, "at">[] {
  const described = nodes.flatMap(describing);
  const properties = new Map<string, Node[]>();
  for (const node of described)
    for (const [name, child] of node.properties)
      properties.set(name, [...(properties.get(name) ?? []), child]);
  if (levels === 0) return [];
  return [...properties].flatMap(([name, children]) => {
    const below = childPointer(path, name);
    const parts = children.flatMap(describing);
    if (parts.some(({ properties: own }) => own.size > 0)) return listPlaces(children, below, levels - 1);
    const type = nameType(parts);
    if (type === undefined) return [];
    const isShared = type.startsWith("spec:");
    const isTelling = isShared || (/[a-z0-9](_|[A-Z])/.test(name) && !/^\["string"\]/.test(type));
    return [{ path: below, name, type, isTelling }];
  });
}

/** Names the type of a scalar or a list of scalars: that of a file, else by its keywords. */
function nameType(parts: readonly Node[]): string | undefined {
  const shared = parts.find(({ root, pointer }) => pointer === "" && root.uri.includes("/types/"));
  if (parts.some(({ rest }) => rest && describing(rest).some(({ properties }) => properties.size > 0)))
    return undefined;
  if (shared !== undefined) return shared.root.uri;
  const types = [...new Set(parts.flatMap(({ types: own = [] }) => own))].filter((type) => type !== "null");
  if (types.length !== 1 || types[0] === "object") return undefined;
  const formats = parts.map(({ format }) => format).filter((format) => format !== undefined);
  return JSON.stringify(types) + formats.join();
}

function listPairs(view: View, other: View): (readonly [ShownPlace, ShownPlace])[] {
  const unique = (places: readonly ShownPlace[], { name, type }: ShownPlace) =>
    places.filter((each) => each.name === name && each.type === type).length === 1;
  return view.places.flatMap((first) => {
    const same = other.places.find(({ path, type }) => path === first.path && type === first.type);
    if (same !== undefined) return [[first, same] as const];
    const elsewhere = other.places.find(({ name, type }) => name === first.name && type === first.type);
    const isOne = elsewhere && unique(view.places, first) && unique(other.places, first);
    return isOne && first.isTelling && elsewhere.isTelling ? [[first, elsewhere] as const] : [];
  });
}
