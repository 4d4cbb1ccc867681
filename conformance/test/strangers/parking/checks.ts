/** Checks arguments against the schema of their tool, as far as these schemas go. */
export interface Schema {
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly format?: string;
  readonly enum?: readonly unknown[];
}

/** Returns the first thing that is wrong with the arguments of a call. */
export function findProblem({ properties = {}, required = [] }: Schema, input: unknown): string | undefined {
  if (nameType(input) !== "object") return "The arguments must be an object.";
  const given = input as Readonly<Record<string, unknown>>;
  const missing = required.find((name) => !Object.hasOwn(given, name));
  if (missing !== undefined) return `${missing} is missing.`;
  for (const [name, value] of Object.entries(given)) {
    if (!Object.hasOwn(properties, name)) return `${name} is unknown.`;
    const problem = findProblemIn(properties[name]!, value);
    if (problem !== undefined) return `${name} ${problem}.`;
  }
  return undefined;
}

function findProblemIn(schema: Schema, value: unknown): string | undefined {
  const types = [schema.type ?? []].flat();
  if (types.length > 0 && !types.includes(nameType(value))) return `must be ${types.join(" or ")}`;
  if (schema.enum?.includes(value) === false) return `must be one of ${schema.enum.join(", ")}`;
  if (typeof value === "number") return findProblemInNumber(schema, value);
  return typeof value === "string" ? findProblemInText(schema, value) : undefined;
}

function findProblemInNumber({ minimum, maximum }: Schema, value: number): string | undefined {
  if (minimum !== undefined && value < minimum) return `must be at least ${minimum}`;
  return maximum !== undefined && value > maximum ? `must be at most ${maximum}` : undefined;
}

function findProblemInText({ minLength, maxLength, pattern, format }: Schema, value: string) {
  const { length } = [...value];
  if (minLength !== undefined && length < minLength) return "is too short";
  if (maxLength !== undefined && length > maxLength) return "is too long";
  if (pattern !== undefined && !new RegExp(pattern, "u").test(value)) return `must match ${pattern}`;
  return format === "date" && !isDay(value) ? "must be a day" : undefined;
}

function nameType(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  return Number.isInteger(value) ? "integer" : typeof value;
}

function isDay(text: string): boolean {
  const time = /^\d{4}-\d\d-\d\d$/.test(text) ? new Date(text) : undefined;
  return time !== undefined && !Number.isNaN(time.getTime()) && time.toISOString().startsWith(text);
}
