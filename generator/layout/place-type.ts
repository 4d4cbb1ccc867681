/** Finds how a value stands in a line of text: its type, and the texts that an enum allows. */
import { conjuncts, describing, listValues, type Node } from "@toolwright/json-schema/graph";
import type { LayoutPlace } from "@toolwright/runtime/layout";

export interface PlaceType extends Pick<LayoutPlace, "type" | "words"> {
  readonly isList: boolean;
  readonly isNullable: boolean;
}

/** Returns the type of a value, or undefined if it cannot stand in a line. @param below the schemas one step below the value */
export function readPlaceType(
  nodes: readonly Node[],
  below: (step: string) => readonly Node[],
): PlaceType | undefined {
  const types = namedTypes(nodes.flatMap(describing));
  const isNullable = types.delete("null");
  if (types.delete("array")) {
    const item = types.size === 0 ? readPlaceType(below("*"), () => []) : undefined;
    return item && !item.isList ? { ...item, isList: true, isNullable } : undefined;
  }
  const type = joinTypes(types);
  if (type === undefined) return undefined;
  const words = type === "string" ? joinWords(nodes) : undefined;
  return { type, ...(words && { words }), isList: false, isNullable };
}

/** The types that schemas of one value name, in any of their branches. */
function namedTypes(nodes: readonly Node[]): Set<string> {
  return new Set(
    nodes.flatMap(
      ({ types, enums }) => types ?? enums.flat().map((value) => (value === null ? "null" : typeof value)),
    ),
  );
}

function joinTypes(types: ReadonlySet<string>): LayoutPlace["type"] | undefined {
  if (types.has("object")) return undefined;
  if (types.size === 0 || types.has("string")) return "string";
  if (types.size === 1 && types.has("boolean")) return "boolean";
  if (types.has("boolean")) return undefined;
  return types.has("number") ? "number" : "integer";
}

/** The texts that enums allow, if each of the schemas has one. */
function joinWords(nodes: readonly Node[]): readonly string[] | undefined {
  const lists = nodes.map(listWords);
  const words = lists.flatMap((list) => list ?? []);
  return words.length === 0 || lists.includes(undefined) ? undefined : [...new Set(words)];
}

/** The texts of an enum, if no branch allows others. */
function listWords(node: Node): readonly string[] | undefined {
  const whole = conjuncts([node]);
  if (whole.some(({ enums }) => enums.length > 0)) {
    return listValues(whole)?.filter((value) => typeof value === "string");
  }
  const branches = whole.flatMap(({ anyOf, oneOf }) => [...anyOf, ...oneOf].flat());
  const textual = branches.filter(({ types }) => !(types?.length === 1 && types[0] === "null"));
  return joinWords(textual);
}
