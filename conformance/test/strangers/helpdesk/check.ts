/** Checks arguments by the schemas of the manifest, as far as they use JSON Schema, and fills defaults in. */
import { readFileSync } from "node:fs";
import { join } from "node:path";

interface Schema {
  readonly $ref?: string;
  readonly $defs?: Readonly<Record<string, Schema>>;
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly default?: unknown;
  readonly pattern?: string;
  readonly format?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxItems?: number;
  readonly uniqueItems?: boolean;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean;
}

interface ListedTool {
  readonly name: string;
  readonly inputSchema: Schema;
}

export const listed = JSON.parse(readFileSync(join(import.meta.dirname, "manifest.json"), "utf8")) as {
  readonly tools: readonly ListedTool[];
};

const schemas = new Map(listed.tools.map(({ name, inputSchema }) => [name, inputSchema]));

const day = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/;
const time = /^([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d+)?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)$/i;

const formats: Readonly<Record<string, (text: string) => boolean>> = {
  email: (text) => /^[^\s@"(),:;<>[\\\]]+@[a-z0-9-]+(\.[a-z0-9-]+)+$/i.test(text),
  date: (text) => day.test(text) && isRealDay(text),
  "date-time": (text) => {
    const [date = "", clock = "", ...more] = text.split(/t/i);
    return more.length === 0 && day.test(date) && isRealDay(date) && time.test(clock);
  },
};

function isRealDay(text: string): boolean {
  const [year = 0, month = 0, number = 0] = text.split("-").map(Number);
  return new Date(Date.UTC(year, month - 1, number)).getUTCDate() === number;
}

/** A sentence about the first mistake; undefined if there is none. */
export function findMistake(tool: string, input: unknown): string | undefined {
  const root = schemas.get(tool)!;
  return check(input, root, root, "arguments");
}

function check(value: unknown, schema: Schema, root: Schema, place: string): string | undefined {
  const { $ref, ...own } = schema;
  if ($ref !== undefined) {
    const name = $ref.slice("#/$defs/".length);
    const mistake = check(value, root.$defs![name]!, root, place);
    if (mistake !== undefined) return mistake;
  }
  if (own.enum !== undefined && !own.enum.includes(value))
    return `${place} is one of ${own.enum.join(", ")}.`;
  if (own.type !== undefined && !isOfType(value, own.type)) return `${place} has the type ${own.type}.`;
  if (own.anyOf?.every((branch) => check(value, branch, root, place))) return `${place} has another form.`;
  if (typeof value === "string") return checkText(value, own, place);
  if (typeof value === "number") return checkNumber(value, own, place);
  if (Array.isArray(value)) return checkList(value, own, root, place);
  if (typeof value === "object" && value !== null)
    return checkObject(value as Record<string, unknown>, own, root, place);
  return undefined;
}

function isOfType(value: unknown, type: string): boolean {
  if (type === "integer") return Number.isInteger(value);
  if (type === "array") return Array.isArray(value);
  if (type === "object") return typeof value === "object" && value !== null && !Array.isArray(value);
  return typeof value === type;
}

function checkText(text: string, schema: Schema, place: string): string | undefined {
  const { minLength = 0, maxLength = Number.POSITIVE_INFINITY, pattern, format } = schema;
  const length = [...text].length;
  if (length < minLength) return `${place} has at least ${minLength} characters.`;
  if (length > maxLength) return `${place} has at most ${maxLength} characters.`;
  if (pattern !== undefined && !new RegExp(pattern, "u").test(text)) return `${place} does not look right.`;
  if (format !== undefined && formats[format]?.(text) === false) return `${place} is no ${format}.`;
  return undefined;
}

function checkNumber(number: number, { minimum, maximum }: Schema, place: string): string | undefined {
  if (minimum !== undefined && number < minimum) return `${place} is at least ${minimum}.`;
  if (maximum !== undefined && number > maximum) return `${place} is at most ${maximum}.`;
  return undefined;
}

function checkList(list: unknown[], schema: Schema, root: Schema, place: string): string | undefined {
  if (list.length > (schema.maxItems ?? Number.POSITIVE_INFINITY))
    return `${place} has at most ${schema.maxItems} items.`;
  if (schema.uniqueItems && new Set(list).size < list.length) return `${place} has an item twice.`;
  for (const [index, item] of list.entries()) {
    const mistake = check(item, schema.items ?? {}, root, `${place}[${index}]`);
    if (mistake !== undefined) return mistake;
  }
  return undefined;
}

function checkObject(object: Record<string, unknown>, schema: Schema, root: Schema, place: string) {
  const { properties = {}, required = [], additionalProperties } = schema;
  for (const name of required) if (!Object.hasOwn(object, name)) return `${place} lacks ${name}.`;
  for (const [name, value] of Object.entries(object)) {
    const property = Object.hasOwn(properties, name) ? properties[name] : undefined;
    if (property === undefined) {
      if (additionalProperties === false) return `${place} has the unknown ${name.slice(0, 40)}.`;
      continue;
    }
    const mistake = check(value, property, root, `${place}.${name}`);
    if (mistake !== undefined) return mistake;
  }
  for (const [name, property] of Object.entries(properties)) fill(object, name, property);
  return undefined;
}

/** A default object gets the defaults of its own properties. */
function fill(object: Record<string, unknown>, name: string, property: Schema): void {
  if (Object.hasOwn(object, name) || property.default === undefined) return;
  const value = structuredClone(property.default);
  object[name] = value;
  if (typeof value !== "object" || value === null || Array.isArray(value)) return;
  for (const [inner, schema] of Object.entries(property.properties ?? {}))
    fill(value as Record<string, unknown>, inner, schema);
}
