/** Turns a JSON Schema into a graph of nodes, in which references are edges and each keyword has one form. */
import { pointerOf } from "@toolwright/runtime/json";
import type { JsonSchema, SchemaObject } from "../model/schema.ts";
import { isSchemaObject } from "../schema/keywords.ts";
import { dialectOf, normalise } from "../schema/normalise.ts";
import { emptyNode, type Node, nodeOf } from "./node.ts";
import { referenceIn } from "./references.ts";
import { staticUnevaluated } from "./unevaluated.ts";

const counts = [
  "minLength",
  "maxLength",
  "minItems",
  "maxItems",
  "minProperties",
  "maxProperties",
  "minContains",
  "maxContains",
  "minimum",
  "maximum",
  "exclusiveMinimum",
  "exclusiveMaximum",
  "multipleOf",
];

/** The graph of a document: the root, and everything that it refers to. */
export function graphOf(document: JsonSchema): Node {
  const dialect = dialectOf(document);
  const nodes = new Map<unknown, Node>();

  function node(schema: unknown, at: string): Node {
    const existing = isSchemaObject(schema) ? nodes.get(schema) : undefined;
    if (existing) return existing;
    const created = emptyNode(at, schema as JsonSchema);
    if (schema === false) created.never = true;
    if (!isSchemaObject(schema)) return created;
    nodes.set(schema, created);
    fill(created, normalise(schema, dialect), at);
    return created;
  }

  function fill(into: Node, schema: SchemaObject, at: string): void {
    const below = (keyword: string, ...steps: (string | number)[]): Node => {
      const child = [keyword, ...steps].reduce<unknown>(
        (value, step) => (value as SchemaObject)[step],
        schema,
      );
      return node(child, at + pointerOf([keyword, ...steps]));
    };
    const optional = (keyword: string) => (schema[keyword] === undefined ? undefined : below(keyword));
    const list = (keyword: string) =>
      Array.isArray(schema[keyword])
        ? (schema[keyword] as unknown[]).map((_, index) => below(keyword, index))
        : [];
    const map = (keyword: string) =>
      new Map(
        Object.keys(isSchemaObject(schema[keyword]) ? (schema[keyword] as object) : {}).map((name) => [
          name,
          below(keyword, name),
        ]),
      );
    Object.assign(into, assertions(schema));
    into.properties = map("properties");
    into.patterns = map("patternProperties");
    into.dependentSchemas = map("dependentSchemas");
    into.prefix = list("prefixItems");
    const single = {
      additional: optional("additionalProperties"),
      names: optional("propertyNames"),
      rest: optional("items"),
      contains: optional("contains"),
    };
    for (const [key, child] of Object.entries(single)) if (child) Object.assign(into, { [key]: child });
    for (const keyword of ["anyOf", "oneOf"] as const) if (schema[keyword]) into[keyword] = [list(keyword)];
    if (schema.not !== undefined) into.not = [below("not")];
    const [then, otherwise] = [optional("then"), optional("else")];
    if (schema.if !== undefined && (then || otherwise))
      into.condition = { when: below("if"), ...(then && { then }), ...(otherwise && { otherwise }) };
    const opaque = new Map<string, Node | string>();
    const target = typeof schema.$ref === "string" ? referred(schema.$ref) : undefined;
    if (typeof schema.$ref === "string" && !target) opaque.set("$ref", schema.$ref);
    into.allOf = [...(target ? [target] : []), ...list("allOf")];
    for (const keyword of ["unevaluatedProperties", "unevaluatedItems"] as const) {
      const child = optional(keyword);
      if (!child || child.source === true) continue;
      const equal = staticUnevaluated(keyword, schema, child, (part) => partsOf(part));
      if (equal === undefined) opaque.set(keyword, child);
      else into.allOf = [...into.allOf, nodeOf({ at, source: schema, ...equal })];
    }
    into.opaque = opaque;
  }

  /** The schemas that apply together with one for every value: what it refers to, and its `allOf`. */
  function partsOf(schema: SchemaObject): SchemaObject[] | undefined {
    const normalised = normalise(schema, dialect);
    const target = typeof normalised.$ref === "string" ? located(normalised.$ref)?.schema : undefined;
    if (typeof normalised.$ref === "string" && target === undefined) return undefined;
    return [target, ...((normalised.allOf as unknown[] | undefined) ?? [])].flatMap((part) =>
      isSchemaObject(part) ? [normalise(part, dialect)] : [],
    );
  }

  function referred(reference: string): Node | undefined {
    const target = located(reference);
    return target && node(target.schema, target.at);
  }

  function located(reference: string): { readonly schema: unknown; readonly at: string } | undefined {
    const target = referenceIn(reference, document);
    return target && { schema: target.schema, at: target.pointer };
  }

  return node(document, "");
}

/** The keywords without subschemas. */
function assertions(schema: SchemaObject): Partial<Node> {
  const { type, const: constant, enum: values, pattern, format, required, dependentRequired } = schema;
  const enums = [
    ...(Array.isArray(values) ? [values] : []),
    ...(Object.hasOwn(schema, "const") ? [[constant]] : []),
  ];
  const numbers = Object.fromEntries(
    counts
      .filter((keyword) => typeof schema[keyword] === "number")
      .map((keyword) => [keyword, schema[keyword]]),
  ) as Record<string, number>;
  const names = Object.entries((dependentRequired as Record<string, string[]> | undefined) ?? {});
  return {
    enums,
    numbers,
    required: [...((required as string[] | undefined) ?? [])].sort(),
    dependentRequired: new Map(names.filter(([, list]) => list.length > 0)),
    ...(type !== undefined && { types: [type].flat().map(String).sort() }),
    ...(typeof pattern === "string" && { pattern }),
    ...(typeof format === "string" && { format }),
    ...(schema.uniqueItems === true && { unique: true as const }),
  };
}
