import { atPointer } from "../../pointer.ts";
import type { Schema } from "./schemas.ts";

/** A number in [0, 1): the same ones for the same seed (Tommy Ettinger's mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const anything = [
  null,
  true,
  0,
  1,
  -1,
  0.5,
  2,
  1e21,
  "",
  "a",
  "ab",
  "abc",
  "2026-01-31",
  "a@b.org",
  "k0",
  "k1",
  [],
  {},
  [1, 1],
  { a: 1 },
];

/** Makes a value that probably fits a schema, or nearly fits. References stay inside `root`. */
export function valueNear(root: Schema, random: () => number): unknown {
  return near(root, 0);

  function near(schema: Schema | undefined, depth: number): unknown {
    if (schema === undefined || typeof schema === "boolean" || depth > 6 || random() < 0.04)
      return pick(anything);
    const { $ref, const: constant, enum: values, allOf, anyOf, oneOf, type } = schema;
    if (typeof $ref === "string") return near(atPointer(root, $ref.slice(1)) as Schema, depth + 1);
    if (constant !== undefined) return constant;
    if (Array.isArray(values)) return pick(values);
    const branches: Schema[] = [allOf, anyOf, oneOf].flatMap((list) => (Array.isArray(list) ? list : []));
    const parts = branches.length > 0 ? [near(pick(branches), depth + 1)] : [];
    const kind = Array.isArray(type) ? pick(type) : (type ?? impliedType(schema));
    const own = ofType(kind, schema, depth);
    const [part] = parts;
    if (isObject(own) && isObject(part)) return { ...part, ...own };
    return parts.length > 0 && (own === undefined || random() < 0.5) ? part : (own ?? pick(anything));
  }

  function ofType(type: unknown, schema: Record<string, unknown>, depth: number): unknown {
    const number = (key: string, otherwise: number) =>
      typeof schema[key] === "number" ? (schema[key] as number) : otherwise;
    switch (type) {
      case "null":
        return null;
      case "boolean":
        return random() < 0.5;
      case "integer":
      case "number": {
        const base = pick([
          number("minimum", 0),
          number("maximum", 3),
          number("exclusiveMinimum", -1),
          number("exclusiveMaximum", 2),
        ]);
        return base + pick([0, 0, 1, -1, 0.5]);
      }
      case "string": {
        const length = Math.max(
          0,
          pick([number("minLength", 0), number("maxLength", 3)]) + pick([0, 0, 1, -1]),
        );
        return pick(["a", "b", "c", "😀", "1"]).repeat(Math.min(length, 9));
      }
      case "array":
        return arrayNear(
          schema,
          depth,
          Math.min(5, Math.max(0, pick([number("minItems", 0), number("maxItems", 2), 2]) + pick([0, 0, 1]))),
        );
      case "object":
        return objectNear(schema, depth);
      default:
        return undefined;
    }
  }

  function arrayNear(schema: Record<string, unknown>, depth: number, length: number): unknown[] {
    const prefix = (
      Array.isArray(schema.prefixItems) ? schema.prefixItems : Array.isArray(schema.items) ? schema.items : []
    ) as Schema[];
    const rest = (Array.isArray(schema.items) ? schema.additionalItems : schema.items) as Schema | undefined;
    return Array.from({ length }, (_, index) => {
      const wanted =
        schema.contains !== undefined && random() < 0.4 ? schema.contains : (prefix[index] ?? rest);
      return near(wanted as Schema | undefined, depth + 1);
    });
  }

  function objectNear(schema: Record<string, unknown>, depth: number): object {
    const properties = (schema.properties ?? {}) as Record<string, Schema>;
    const required = new Set((schema.required ?? []) as string[]);
    const likely = [...new Set([...Object.keys(properties), ...required])].filter(
      (name) => required.has(name) || random() < 0.5,
    );
    const strange = random() < 0.15 ? [pick(["a", "b", "with space", "__proto__"])] : [];
    const rest = schema.additionalProperties ?? schema.unevaluatedProperties ?? true;
    const names = [...likely, ...strange].filter(() => random() > 0.04);
    return Object.fromEntries(
      names.map((name) => [
        name,
        near(Object.hasOwn(properties, name) ? properties[name] : (rest as Schema), depth + 1),
      ]),
    );
  }

  function pick<Item>(items: readonly Item[]): Item {
    return items[Math.floor(random() * items.length)] as Item;
  }
}

function impliedType(schema: object): string | undefined {
  if ("properties" in schema || "required" in schema) return "object";
  return "items" in schema || "prefixItems" in schema ? "array" : undefined;
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
