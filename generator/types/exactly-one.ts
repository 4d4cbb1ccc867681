import {
  documented,
  intersectionOf,
  type Lowered,
  type LoweredObject,
  unionOf,
  unknownType,
} from "./lowered.ts";
import { escapeInherited } from "./property-names.ts";

/** The schema with exactly one of these properties: the common properties, and a union with one member for each of them. */
export function exactlyOneOf(properties: readonly string[], schema: Lowered): Lowered {
  if (properties.length === 0) return schema;
  const names = properties.map(escapeInherited);
  const members = "allOf" in schema ? schema.allOf : [schema];
  const known = new Map(
    members.filter(isLoweredObject).flatMap((member) => Object.entries(member.properties)),
  );
  const common = members.map((member) => (isLoweredObject(member) ? without(member, names) : member));
  const shapes = names.map(
    (name): Lowered => ({
      type: "object",
      properties: Object.fromEntries(
        names.map((other) => [other, other === name ? (known.get(name) ?? unknownType) : absent]),
      ),
      required: [name],
      additionalProperties: false,
    }),
  );
  return intersectionOf([...common, unionOf(shapes)]);
}

const absent = documented({ tsType: "undefined" }, "");

function isLoweredObject(schema: Lowered): schema is LoweredObject {
  return "properties" in schema;
}

function without(schema: LoweredObject, names: readonly string[]): LoweredObject {
  const rest = Object.entries(schema.properties).filter(([name]) => !names.includes(name));
  return {
    ...schema,
    properties: Object.fromEntries(rest),
    required: schema.required.filter((name) => !names.includes(name)),
  };
}
