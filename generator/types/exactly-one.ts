import {
  intersectionOf,
  type ObjectNode,
  type PropertyNode,
  type TypeNode,
  unionOf,
  unknownType,
  word,
} from "./node.ts";

/** The type with exactly one of these properties: what all calls have in common, and one of several shapes. */
export function exactlyOneOf(names: readonly string[], type: TypeNode): TypeNode {
  if (names.length === 0) return type;
  const members = type.kind === "intersection" ? type.of : [type];
  const found = new Map(
    members
      .flatMap((member) => (member.kind === "object" ? member.properties : []))
      .map((property) => [property.name, property]),
  );
  const common = members.map((member) => (member.kind === "object" ? without(member, names) : member));
  const shapes = names.map(
    (name): TypeNode => ({
      kind: "object",
      properties: names.map((other) => (other === name ? present(found.get(name), name) : absent(other))),
    }),
  );
  return intersectionOf([...common, unionOf(shapes)]);
}

function without(type: ObjectNode, names: readonly string[]): ObjectNode {
  return { ...type, properties: type.properties.filter(({ name }) => !names.includes(name)) };
}

function present(property: PropertyNode | undefined, name: string): PropertyNode {
  return { name, type: unknownType, doc: "", ...property, optional: false };
}

function absent(name: string): PropertyNode {
  return { name, type: word("undefined"), optional: true, doc: "" };
}
