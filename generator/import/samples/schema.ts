/** Makes a schema of the values that a tool returned. It has their forms, and nothing of the values. */
import { define, isObject, type SchemaObject } from "@toolwright/json-schema";
import { isIdName, isMap, type Member } from "./names.ts";

/** The deepest level that is described. */
const maxDepth = 8;

/** A schema with more parts is described to a lower depth. */
const maxParts = 1_000;

/**
 * A schema that says which members these values have, and promises nothing: nothing is required, and `{}` allows any other value. A server may
 * return what no call has shown, such as a sentence where there is nothing to list.
 */
export function schemaOf(values: readonly unknown[]): SchemaObject {
  const texts = listTexts(values);
  for (let depth = maxDepth; ; depth--) {
    const counter = { parts: 0 };
    const described = describe(values, { texts, depth, name: "", counter });
    if (depth === 0 || counter.parts <= maxParts) return { anyOf: [described, {}] };
  }
}

/** The place of values: how much deeper it is described, and the name of the member that it is. */
interface Place {
  /** The texts among all values. A name that is one of them may be data. */
  readonly texts: ReadonlySet<string>;
  readonly depth: number;
  readonly name: string;
  /** Counts the parts of the whole schema, so that no more than necessary are made. */
  readonly counter: { parts: number };
}

function describe(values: readonly unknown[], place: Place): SchemaObject {
  place.counter.parts += 1;
  if (place.counter.parts > maxParts) return {};
  const objects = values.filter(isObject);
  const lists = values.filter((value) => Array.isArray(value));
  const types = [...new Set(values.flatMap((value) => scalarTypes(value, place.name)))].sort();
  const isAlwaysNull = values.every((value) => value === null);
  if (isAlwaysNull) return {};
  const [branch, ...others]: SchemaObject[] = [
    ...(objects.length > 0 ? [describeObjects(objects, place)] : []),
    ...(lists.length > 0 ? [describeLists(lists, place)] : []),
    // A type of ids can take the place of a branch of its own.
    ...(isIdName(place.name) ? types.map((type) => ({ type })) : oneBranch(types)),
  ];
  return branch !== undefined && others.length === 0 ? branch : { anyOf: [branch, ...others] };
}

function oneBranch(types: readonly string[]): SchemaObject[] {
  if (types.length === 0) return [];
  return [{ type: types.length === 1 ? types[0] : types }];
}

/** Only ids are known to stay whole numbers. */
function scalarTypes(value: unknown, name: string): string[] {
  if (typeof value === "object") return value === null ? ["null"] : [];
  return typeof value === "number" && isIdName(name) && Number.isSafeInteger(value)
    ? ["integer"]
    : [typeof value];
}

function describeObjects(objects: readonly Members[], place: Place): SchemaObject {
  const { texts, depth } = place;
  const below = { ...place, depth: depth - 1 };
  if (depth === 0) return { type: "object" };
  const members = groupMembers(objects);
  if (isMap(members)) {
    const all = [...members.values()].flatMap(({ values }) => values);
    return { type: "object", additionalProperties: describe(all, { ...below, name: "" }) };
  }
  const properties: Record<string, SchemaObject> = {};
  for (const [name, { values }] of inOrder(members))
    if (!texts.has(name)) define(properties, name, describe(values, { ...below, name }));
  return { type: "object", properties };
}

function describeLists(lists: readonly (readonly unknown[])[], place: Place): SchemaObject {
  const items = lists.flat();
  if (items.length === 0 || place.depth === 0) return { type: "array" };
  return { type: "array", items: describe(items, { ...place, depth: place.depth - 1 }) };
}

type Members = Readonly<Record<string, unknown>>;

function groupMembers(objects: readonly Members[]): ReadonlyMap<string, Member> {
  const members = new Map<string, Member>();
  for (const object of objects)
    for (const [position, name] of Object.keys(object).entries()) {
      const member = members.get(name) ?? { values: [], position };
      member.values.push(object[name]);
      member.position = Math.min(member.position, position);
      members.set(name, member);
    }
  return members;
}

/** As the server writes them, whatever object comes first. */
function inOrder(members: ReadonlyMap<string, Member>): [string, Member][] {
  return [...members].sort(([a, one], [b, other]) => one.position - other.position || (a < b ? -1 : 1));
}

function listTexts(values: readonly unknown[]): ReadonlySet<string> {
  const texts = new Set<string>();
  // Values may be nested deeper than calls can be.
  const open: unknown[] = [...values];
  while (open.length > 0) {
    const value = open.pop();
    if (typeof value === "string") texts.add(value);
    else if (typeof value === "object" && value !== null)
      for (const each of Object.values(value)) open.push(each);
  }
  return texts;
}
