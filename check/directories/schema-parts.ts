/** The parts that the schemas of server.json and of server cards share. */
type Schema = Readonly<Record<string, unknown>>;

export const text: Schema = { type: "string" };
export const uri: Schema = { type: "string", format: "uri" };
export const flag: Schema = { type: "boolean" };

export function list(items: Schema): Schema {
  return { type: "array", items };
}

export function object(properties: Schema, required: readonly string[]): Schema {
  return { type: "object", properties, required };
}

/** The members of a value that a user enters or that is given. */
export const inputMembers: Schema = {
  description: text,
  value: text,
  default: text,
  placeholder: text,
  choices: list(text),
  format: { enum: ["string", "number", "boolean", "filepath"] },
  isRequired: flag,
  isSecret: flag,
};

/** Variables by name. */
export const inputs: Schema = { type: "object", additionalProperties: object(inputMembers, []) };
export const keyValues: Schema = list(object({ name: text, ...inputMembers, variables: inputs }, ["name"]));
export const repository: Schema = object({ url: uri, source: text, id: text, subfolder: text }, [
  "url",
  "source",
]);
export const iconMembers: Schema = {
  src: uri,
  mimeType: text,
  sizes: list(text),
  theme: { enum: ["light", "dark"] },
};
