/** Reads from output schemas the places at which a tool shows an entity, and pairs those of two tools that mean the same. */
import type { ObserverRule } from "@toolwright/conformance/cases";
import { describing, type Node } from "@toolwright/json-schema/graph";
import { childPointer } from "@toolwright/runtime/json";
import type { Entity } from "../../../model/behaviour.ts";
import type { Tool } from "../../../model/operation.ts";
import { type BehaviourContext, firstPlace } from "../context.ts";
import { innermostItem } from "../places.ts";

/** The most levels of objects below an entity. */
const deepest = 3;

/** A value that a tool shows of an entity. */
export interface ShownPlace {
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

export interface View {
  readonly tool: string;
  readonly places: readonly ShownPlace[];
}

/** Reads the places below the object that has the id of the entity; none if the object may be another thing. */
export function readView(entity: Entity, observer: ObserverRule, context: BehaviourContext): View[] {
  const tool = context.tool(observer.tool);
  if (tool === undefined) return [];
  const isList = observer.id === undefined;
  const ids = context
    .resultsOf(entity, tool)
    .filter((path) => path.includes("/*") === isList)
    .toSorted((a, b) => a.split("/").length - b.split("/").length);
  const [first = ""] = ids;
  const siblings = ids.filter((path) => holderOf(path) === holderOf(first));
  const id = findOwnId(entity, siblings) ?? ids[0];
  return id === undefined || isAmbiguous(entity, tool, id, ids, context)
    ? []
    : [readPlaces(tool, id, context)];
}

/** Reads the places below the object of a result in which a call names the entity that it makes, copies or takes. */
export function readNamedView(
  entity: Entity,
  tool: Tool,
  context: BehaviourContext,
): (View & { readonly id: string }) | undefined {
  const { copies } = tool.behaviour;
  const made = entity.madeBy?.tool === tool.name ? entity.madeBy.path : undefined;
  const ids = context.resultsOf(entity, tool).filter((path) => !path.includes("/*"));
  const known = made ?? copies?.copy;
  if (known === undefined && context.argumentsOf(entity, tool).length === 0) return undefined;
  const isOneObject = new Set(ids.map(holderOf)).size === 1;
  const only = ids.length === 1 ? ids[0] : isOneObject ? findOwnId(entity, ids) : undefined;
  const id = ids.find((path) => path === known) ?? only;
  if (id === undefined || isAmbiguous(entity, tool, id, [id], context)) return undefined;
  return { ...readPlaces(tool, id, context), id };
}

/** Reads the places in a result, or in the item of a list, below the object with an id. */
function readPlaces(tool: Tool, id: string, context: BehaviourContext): View {
  const holder = holderOf(id);
  const item = innermostItem(holder) ?? "";
  const places = listPlaces(context.findSchemas(tool, "output", firstPlace(holder)), "", deepest)
    .filter(({ path }) => `${holder}${path}` !== id)
    .map((place) => ({ ...place, at: holder.slice(item.length) + place.path }));
  return { tool: tool.name, places };
}

/** Whether an object with an id of the entity may be another thing: one that was made of it, or an item with an id of its own. */
function isAmbiguous(
  entity: Entity,
  tool: Tool,
  id: string,
  ids: readonly string[],
  context: BehaviourContext,
): boolean {
  const { model, resultsOf, argumentsOf, findSchemas } = context;
  const holder = holderOf(id);
  const isIn = (path: string) => holderOf(path) === holder;
  const beside = ids.filter(isIn);
  if (beside.length > 1 && findOwnId(entity, beside) !== id) return true;
  const { pages } = tool.behaviour;
  if (pages && holder.startsWith(`${pages.items}/*`)) return !ids.includes(`${pages.items}/*${pages.id}`);
  const others = model.entities.filter((other) => resultsOf(other, tool).some(isIn));
  // A visit with the id of a pet is a visit, since the id of a pet is needed to make one.
  const isMadeOfIt = others.some((other) => {
    const maker =
      other === entity || other.madeBy === undefined ? undefined : context.tool(other.madeBy.tool);
    return maker !== undefined && argumentsOf(entity, maker).length > 0;
  });
  // A lot with its `id` and the `sale_id` of its sale is a lot.
  const isOfOther = others.some(
    (other) => other !== entity && resultsOf(other, tool).includes(`${holder}/id`),
  );
  const known = new Set(others.flatMap((other) => resultsOf(other, tool)));
  const names = findSchemas(tool, "output", firstPlace(holder))
    .flatMap(describing)
    .flatMap(({ properties }) => [...properties.keys()]);
  const hasOtherId = names.some(
    (name) => /(^|[_-])id$|[a-z]I[dD]$/.test(name) && !known.has(`${holder}${childPointer("", name)}`),
  );
  return isMadeOfIt || isOfOther || hasOtherId;
}

/**
 * Finds the own id of an object that has several ids of its kind: it has the same name in the result of the tool that makes the entity.
 * A lot with a `lot_id`, and with the `from_lot_id` of another lot, has the own id `lot_id`.
 */
function findOwnId({ madeBy }: Entity, ids: readonly string[]): string | undefined {
  if (madeBy === undefined) return undefined;
  const named = ids.filter((path) => nameOf(path) === nameOf(madeBy.path));
  return named.length === 1 ? named[0] : undefined;
}

/** Returns the pointer to the object that has a value as its property. */
function holderOf(path: string): string {
  return path.slice(0, path.lastIndexOf("/"));
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
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

/** Names the type of a scalar, or of a list of scalars: by the file of the type, else by keywords. */
export function nameType(parts: readonly Node[]): string | undefined {
  const shared = parts.find(({ root, pointer }) => pointer === "" && root.uri.includes("/types/"));
  if (parts.some(({ rest }) => rest && describing(rest).some(({ properties }) => properties.size > 0)))
    return undefined;
  if (shared !== undefined) return shared.root.uri;
  const types = [...new Set(parts.flatMap(listTypes))].filter((type) => type !== "null");
  if (types.length !== 1 || types[0] === "object") return undefined;
  const formats = parts.map(({ format }) => format).filter((format) => format !== undefined);
  return JSON.stringify(types) + formats.join();
}

/** An enumeration without a type has those of its values, as far as they are scalars. */
function listTypes({ types, enums }: Node): readonly string[] {
  if (types !== undefined) return types;
  const [values = []] = enums;
  return values.map((value) => (value === null ? "null" : typeof value));
}

export function listPairs(view: View, other: View): (readonly [ShownPlace, ShownPlace])[] {
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
