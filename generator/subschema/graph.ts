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
    const children = childrenOf(schema, at, node);
    const { below, optional, list, map } = children;
    Object.assign(into, assertions(schema), composed(schema, at, children));
    into.properties = map("properties");
    into.patterns = map("patternProperties");
    into.dependentSchemas = map("dependentSchemas");
    into.prefix = list("prefixItems");
    const single = {
      additional: optional("additionalProperties"),
      names: optional("propertyNames"),
      rest: optional("items"),
      contains: optional("contains"),
      condition: conditionIn(children),
    };
    for (const [key, child] of Object.entries(single)) if (child) Object.assign(into, { [key]: child });
    for (const keyword of ["anyOf", "oneOf"] as const) if (schema[keyword]) into[keyword] = [list(keyword)];
    if (schema.not !== undefined) into.not = [below("not")];
  }

  /** What applies together with the other keywords of a schema, and what depends on more than the schema itself. */
  function composed(
    schema: SchemaObject,
    at: string,
    { optional, list }: Children,
  ): Pick<Node, "allOf" | "opaque"> {
    const opaque = new Map<string, Node | string>();
    const { $ref } = schema;
    const target = referred($ref);
    if (typeof $ref === "string" && !target) opaque.set("$ref", $ref);
    const allOf = [...(target ? [target] : []), ...list("allOf")];
    for (const keyword of ["unevaluatedProperties", "unevaluatedItems"] as const) {
      const child = optional(keyword);
      if (!child || child.source === true) continue;
      const equal = staticUnevaluated(keyword, schema, child, (part) => partsOf(part, document));
      if (equal === undefined) opaque.set(keyword, child);
      else allOf.push(nodeOf({ at, source: schema, ...equal }));
    }
    return { allOf, opaque };
  }

  function referred(reference: unknown): Node | undefined {
    const target = typeof reference === "string" ? referenceIn(reference, document) : undefined;
    return target && node(target.schema, target.pointer);
  }

  return node(document, "");
}

interface Children {
  below(keyword: string, ...steps: (string | number)[]): Node;
  optional(keyword: string): Node | undefined;
  list(keyword: string): Node[];
  map(keyword: string): Map<string, Node>;
}

/** Reads the subschemas of a schema as nodes. */
function childrenOf(schema: SchemaObject, at: string, node: (schema: unknown, at: string) => Node): Children {
  const below = (keyword: string, ...steps: (string | number)[]): Node => {
    const child = [keyword, ...steps].reduce<unknown>((value, step) => (value as SchemaObject)[step], schema);
    return node(child, at + pointerOf([keyword, ...steps]));
  };
  const keysOf = (keyword: string) => Object.keys(isSchemaObject(schema[keyword]) ? schema[keyword] : {});
  const indexesOf = (keyword: string) => (Array.isArray(schema[keyword]) ? [...schema[keyword].keys()] : []);
  return {
    below,
    optional: (keyword: string) => (schema[keyword] === undefined ? undefined : below(keyword)),
    list: (keyword: string) => indexesOf(keyword).map((index) => below(keyword, index)),
    map: (keyword: string) => new Map(keysOf(keyword).map((name) => [name, below(keyword, name)])),
  };
}

function conditionIn({ optional }: Children): Node["condition"] {
  const [when, then, otherwise] = [optional("if"), optional("then"), optional("else")];
  if (when === undefined || !(then || otherwise)) return undefined;
  return { when, ...(then && { then }), ...(otherwise && { otherwise }) };
}

/** The schemas that apply together with one for every value: what it refers to, and its `allOf`. */
function partsOf(schema: SchemaObject, document: JsonSchema): SchemaObject[] | undefined {
  const dialect = dialectOf(document);
  const normalised = normalise(schema, dialect);
  const target =
    typeof normalised.$ref === "string" ? referenceIn(normalised.$ref, document)?.schema : undefined;
  if (typeof normalised.$ref === "string" && target === undefined) return undefined;
  return [target, ...((normalised.allOf as unknown[] | undefined) ?? [])].flatMap((part) =>
    isSchemaObject(part) ? [normalise(part, dialect)] : [],
  );
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
