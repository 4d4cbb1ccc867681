/** Turns JSON Schemas into a graph of nodes, in which references are edges and each keyword has one form. */

import { isSchemaObject, keywords } from "../keywords.ts";
import { memoize } from "../memoize.ts";
import { normalise } from "../normalise.ts";
import type { SchemaNode } from "../place.ts";
import { toPointer } from "../pointer.ts";
import type { LocatedSchema, Resolver } from "../schema-locations.ts";
import { sourceRoot } from "../source-root.ts";
import type { SchemaObject } from "../types.ts";
import { emptyNode, makeNode, type Node } from "./node.ts";
import { staticUnevaluated } from "./static-unevaluated.ts";

/** Keywords with a number. */
const counts = Object.entries(keywords).flatMap(([keyword, { shape }]) =>
  shape === "count" || shape === "number" || shape === "positive" ? [keyword] : [],
);

/** The node of a schema: the same object for the same schema. */
export type Graph = (target: LocatedSchema) => Node;

/** The graph of all schemas between which these references lead. */
export const graphFor: (resolve: Resolver) => Graph = memoize((resolve) => {
  const nodes = new WeakMap<SchemaObject, Node>();
  /** Nodes whose parts are not read yet: a chain of a thousand references would end a function that recurses. */
  const unread: { readonly into: Node; readonly target: SchemaNode }[] = [];
  let isReading = false;
  return (target) => {
    const made = node(target);
    if (isReading) return made;
    isReading = true;
    try {
      for (let next = unread.pop(); next !== undefined; next = unread.pop()) fill(next.into, next.target);
    } finally {
      isReading = false;
    }
    return made;
  };

  function node(target: LocatedSchema): Node {
    if (isNode(target)) return target;
    const { schema } = target;
    const existing = isSchemaObject(schema) ? nodes.get(schema) : undefined;
    if (existing) return existing;
    const created = emptyNode(target);
    if (schema === false) created.never = true;
    if (!isSchemaObject(schema)) return created;
    nodes.set(schema, created);
    unread.push({ into: created, target: { ...target, schema: normaliseNode({ ...target, schema }) } });
    return created;
  }

  function fill(into: Node, target: SchemaNode): void {
    const children = makeChildren(target, node);
    const { schema } = target;
    const { below, optional, list, map } = children;
    Object.assign(into, assertions(schema), readComposition(target, children));
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

  /**
   * Returns the schemas that apply together with a schema's other keywords, and the keywords whose effect depends on other
   * schemas.
   */
  function readComposition(target: SchemaNode, { optional, list }: Children): Pick<Node, "allOf" | "opaque"> {
    const { referred, opaque } = reference(target);
    const allOf = [...referred, ...list("allOf")];
    for (const keyword of ["unevaluatedProperties", "unevaluatedItems"] as const) {
      const child = optional(keyword);
      if (!child || child.schema === true) continue;
      const equal = staticUnevaluated(keyword, target, child, (part) => listParts(part, resolve));
      if (equal === undefined) opaque.set(keyword, child);
      else allOf.push(makeNode({ ...equal, root: target.root, pointer: target.pointer }));
    }
    return { allOf, opaque };
  }

  /** Resolves `$ref`. An unresolved reference is opaque. */
  function reference({ schema: { $ref }, root }: SchemaNode) {
    const target = typeof $ref === "string" ? resolve($ref, root) : undefined;
    const isLost = typeof $ref === "string" && !target;
    const opaque = new Map<string, Node | string>(isLost ? [["$ref", $ref]] : []);
    return { referred: target ? [node(target)] : [], opaque };
  }
});

/** Returns the schema in the keywords of 2020-12. Roots made by the model are normalised already. */
function normaliseNode({ schema, root }: SchemaNode): SchemaObject {
  return sourceRoot(root) === root ? normalise(schema, root.dialect) : schema;
}

function isNode(target: LocatedSchema): target is Node {
  return "enums" in target;
}

/** Reads the subschemas in the keywords of a schema as nodes. */
interface Children {
  /** The subschema of a keyword, or below it at these steps. */
  below(keyword: string, ...steps: (string | number)[]): Node;
  optional(keyword: string): Node | undefined;
  list(keyword: string): Node[];
  map(keyword: string): Map<string, Node>;
}

function makeChildren({ schema, root, pointer }: SchemaNode, node: Graph): Children {
  const below = (keyword: string, ...steps: (string | number)[]): Node => {
    const child = [keyword, ...steps].reduce<unknown>((value, step) => (value as SchemaObject)[step], schema);
    return node({
      root,
      pointer: pointer + toPointer([keyword, ...steps]),
      schema: isSchemaObject(child) ? child : child !== false,
    });
  };
  const listKeys = (keyword: string) => Object.keys(isSchemaObject(schema[keyword]) ? schema[keyword] : {});
  const indexes = (keyword: string) => (Array.isArray(schema[keyword]) ? [...schema[keyword].keys()] : []);
  return {
    below,
    optional: (keyword) => (schema[keyword] === undefined ? undefined : below(keyword)),
    list: (keyword) => indexes(keyword).map((index) => below(keyword, index)),
    map: (keyword) => new Map(listKeys(keyword).map((name) => [name, below(keyword, name)])),
  };
}

function conditionIn({ optional }: Children): Node["condition"] {
  const [when, then, otherwise] = [optional("if"), optional("then"), optional("else")];
  if (when === undefined || !(then || otherwise)) return undefined;
  return { when, ...(then && { then }), ...(otherwise && { otherwise }) };
}

/** Returns the schemas that always apply together with a schema: the target of its reference, and its `allOf`. */
function listParts(target: SchemaNode, resolve: Resolver): SchemaNode[] | undefined {
  const { root } = target;
  const { $ref, allOf } = target.schema;
  const referred = typeof $ref === "string" ? resolve($ref, root) : undefined;
  if (typeof $ref === "string" && referred === undefined) return undefined;
  const branches = Array.isArray(allOf) ? allOf.map((schema) => ({ root, pointer: "", schema })) : [];
  return [...(referred ? [referred] : []), ...branches].flatMap(({ schema, ...place }) =>
    isSchemaObject(schema) ? [{ ...place, schema: normaliseNode({ ...place, schema }) }] : [],
  );
}

/** The keywords without subschemas. */
function assertions(schema: SchemaObject): Partial<Node> {
  const { type, const: constant, enum: values, pattern, format, required, examples, exactlyOne } = schema;
  const enums = [
    ...(Object.hasOwn(schema, "const") ? [[constant]] : []),
    ...(Array.isArray(values) ? [values] : []),
  ];
  const numbers = Object.fromEntries(
    counts
      .filter((keyword) => typeof schema[keyword] === "number")
      // These keywords have no effect without `contains`.
      .filter((keyword) => schema.contains !== undefined || !keyword.endsWith("Contains"))
      .map((keyword) => [keyword, schema[keyword]]),
  ) as Record<string, number>;
  const { dependentRequired, "x-requires-scope": scope } = schema;
  const names = Object.entries((dependentRequired as Record<string, string[]> | undefined) ?? {});
  return {
    enums,
    numbers,
    required: namesIn(required),
    exactlyOne: namesIn(exactlyOne),
    dependentRequired: new Map(names.filter(([, list]) => list.length > 0)),
    examples: Array.isArray(examples) ? examples : [],
    ...(type !== undefined && { types: [type].flat().map(String) }),
    ...(typeof pattern === "string" && { pattern }),
    ...(typeof format === "string" && { format }),
    ...(schema.uniqueItems === true && { unique: true as const }),
    ...(schema.default !== undefined && { fallback: { value: schema.default } }),
    ...(scope !== undefined && { scope: String(scope) }),
  };
}

function namesIn(list: unknown): string[] {
  return Array.isArray(list) ? list.map(String) : [];
}
