/** A part of a JSON Schema, as data. */
export type Shape = Readonly<Record<string, unknown>>;

/** The kinds of names in a spec. `x-name-of` marks a value that is such a name; the emitted schema lists the declared names. */
export type NameKind =
  | "mode"
  | "scope"
  | "failure"
  | "limit"
  | "quota"
  | "duration"
  | "tool"
  | "resource"
  | "prompt"
  | "type"
  | "format";

export const text = (description: string): Shape => ({ type: "string", minLength: 1, description });
/** A JSON Pointer (RFC 6901). The rules check whether it leads somewhere. */
export const pointer = (description: string): Shape => ({ type: "string", pattern: "^(/.*)?$", description });
/** A text that may be empty, as it is in the manifests of some existing servers. */
export const prose = (description: string): Shape => ({ type: "string", description });
export const number = (description: string): Shape => ({ type: "number", description });
export const flag = (description: string): Shape => ({ type: "boolean", description });
export const choice = (values: readonly unknown[], description: string): Shape => ({
  enum: values,
  description,
});
export const anyObject = (description: string): Shape => ({ type: "object", description });
export const list = (items: Shape, description: string): Shape => ({ type: "array", items, description });
export const map = (values: Shape, description: string): Shape => ({
  type: "object",
  additionalProperties: values,
  description,
});

/** A name that the spec declares. The rules check whether it does. */
export const nameShape = (kind: NameKind, description: string): Shape => ({
  type: "string",
  minLength: 1,
  description,
  "x-name-of": kind,
});

/** A list of distinct texts; with `kind`, names that the spec declares. */
export const names = (description: string, kind?: NameKind): Shape => ({
  type: "array",
  items: { type: "string", ...(kind && { "x-name-of": kind }) },
  uniqueItems: true,
  description,
});

/** A JSON Schema. The rules check it keyword by keyword; the emitted schema describes each keyword. */
export const schemaOfObject = (description: string): Shape => ({
  type: "object",
  description,
  "x-schema": true,
});

/** An object with these keys and no others. */
export function closed(
  properties: Readonly<Record<string, Shape>>,
  required: readonly string[],
  description?: string,
): Shape {
  return {
    type: "object",
    ...(description && { description }),
    properties,
    required,
    additionalProperties: false,
  };
}

/** An object of one of several shapes. The value of the property `tag` decides which. */
export function tagged(
  description: string,
  tag: string,
  tagDescription: string,
  shapes: readonly Shape[],
): Shape {
  const values = shapes.flatMap((shape) => {
    const { const: value, enum: several } = (shape.properties as Record<string, Shape>)[tag]!;
    return Array.isArray(several) ? several : [value];
  });
  return {
    type: "object",
    description,
    required: [tag],
    properties: { [tag]: choice(values, tagDescription) },
    discriminator: { propertyName: tag },
    oneOf: shapes,
  };
}
