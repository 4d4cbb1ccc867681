/** The nodes of the graph of schemas. */

import { patternOf } from "../patterns/matcher.ts";
import type { LocatedSchema } from "../schema-locations.ts";
import type { SchemaRoot } from "../types.ts";

/** A schema: its assertions about a value, and its place. Empty lists and maps assert nothing. */
export interface Node extends LocatedSchema {
  /** It is `false`. */
  never?: true;
  /** The names of `type`; absent: every type. */
  types?: readonly string[];
  /** The one value of `const`, and `enum`: each is a list in the list. */
  enums: readonly (readonly unknown[])[];
  /** The numeric keywords, such as `minimum` and `maxLength`. */
  numbers: Readonly<Record<string, number>>;
  /** A pattern of ECMAScript that a string matches. */
  pattern?: string;
  /** The value of `format`. */
  format?: string;
  /** Set if the items of an array differ (`uniqueItems`). */
  unique?: true;
  /** Property -> the schema of its value. */
  properties: ReadonlyMap<string, Node>;
  /** Pattern -> the schema of the values whose names match it (`patternProperties`). */
  patterns: ReadonlyMap<string, Node>;
  /** The schema of the values of all other properties (`additionalProperties`). */
  additional?: Node;
  /** The schema of every name (`propertyNames`). */
  names?: Node;
  /** Properties that are there. */
  required: readonly string[];
  /** Exactly one of these properties is present. */
  exactlyOne: readonly string[];
  /** Property -> those that are there if it is. */
  dependentRequired: ReadonlyMap<string, readonly string[]>;
  /** Property -> the schema that applies to the object if it is there. */
  dependentSchemas: ReadonlyMap<string, Node>;
  /** The schemas of the first items (`prefixItems`). */
  prefix: readonly Node[];
  /** The schema of all items after them (`items`). */
  rest?: Node;
  /** The schema that some items fit. */
  contains?: Node;
  /** Schemas that apply to every value as well: first the target of `$ref`, then the branches of `allOf`. */
  allOf: readonly Node[];
  /** For each `anyOf`, its branches: at least one of them applies. */
  anyOf: readonly (readonly Node[])[];
  /** For each `oneOf`, its branches: exactly one of them applies. */
  oneOf: readonly (readonly Node[])[];
  /** Schemas that the value does not fit. */
  not: readonly Node[];
  /** `if`, `then` and `else`. */
  condition?: { readonly when: Node; readonly then?: Node; readonly otherwise?: Node };
  /** Keywords that depend on the branches that apply, with their schemas, and unresolved references. */
  opaque: ReadonlyMap<string, Node | string>;
  /** The values of `examples`, which may not fit. */
  examples: readonly unknown[];
  /** The value of `default`, in an object since it may be any value. */
  fallback?: { readonly value: unknown };
  /** The scope without which this property is removed. */
  scope?: string;
}

const nowhere: SchemaRoot = { uri: "", schema: true, dialect: "2020-12", at: { file: "", path: [] } };

/** Makes a node that asserts nothing. */
export function emptyNode({ root, pointer, schema }: LocatedSchema = anyPlace): Node {
  return {
    root,
    pointer,
    schema,
    enums: [],
    numbers: {},
    properties: new Map(),
    patterns: new Map(),
    required: [],
    exactlyOne: [],
    dependentRequired: new Map(),
    dependentSchemas: new Map(),
    prefix: [],
    allOf: [],
    anyOf: [],
    oneOf: [],
    not: [],
    opaque: new Map(),
    examples: [],
  };
}

const anyPlace: LocatedSchema = { root: nowhere, pointer: "", schema: true };

/** A node that only has these parts, and no place in a spec. */
export function makeNode(parts: Partial<Node>): Node {
  return { ...emptyNode(), ...parts };
}

/** A node that no value fits. */
export function neverNode(): Node {
  return { ...emptyNode({ root: nowhere, pointer: "", schema: false }), never: true };
}

/** Whether a node says anything of a value. */
export function assertsAnything(node: Node): boolean {
  const {
    root: _root,
    pointer: _pointer,
    schema: _schema,
    examples: _examples,
    fallback: _fallback,
    ...rest
  } = node;
  return Object.values(rest).some((part) => {
    if (part instanceof Map) return part.size > 0;
    return typeof part !== "object" || Object.keys(part).length > 0;
  });
}

/** The nodes of one node that apply to the property of this name. */
export function propertyNodes(node: Node, name: string): Node[] {
  const own = node.properties.get(name);
  const matching = [...node.patterns].filter(([pattern]) => patternOf(pattern).test(name));
  const described = [...(own ? [own] : []), ...matching.map(([, child]) => child)];
  return described.length === 0 && node.additional ? [node.additional] : described;
}

/** Returns every schema directly below a node: its subschemas and the targets of its references. */
export function listChildren(node: Node): Node[] {
  const { additional, names, rest, contains, condition } = node;
  const some = [additional, names, rest, contains, condition?.when, condition?.then, condition?.otherwise];
  return [
    ...node.properties.values(),
    ...node.patterns.values(),
    ...node.dependentSchemas.values(),
    ...node.prefix,
    ...node.allOf,
    ...node.anyOf.flat(),
    ...node.oneOf.flat(),
    ...node.not,
    ...[...node.opaque.values()].filter((child) => typeof child !== "string"),
    ...some.filter((child) => child !== undefined),
  ];
}

const ids = new WeakMap<Node, number>();
let nextId = 0;

/** Returns a number that identifies a node. */
export function nodeId(node: Node): number {
  const id = ids.get(node) ?? nextId++;
  ids.set(node, id);
  return id;
}

/** The schemas at which a way down from one of the roots comes back to itself, in the order in which they are met. */
export function recursiveSchemas(roots: readonly Node[]): Node[] {
  const open = new Set<Node>();
  const done = new Set<Node>();
  const found = new Set<Node>();
  const visit = (node: Node): void => {
    if (open.has(node)) found.add(node);
    if (open.has(node) || done.has(node)) return;
    open.add(node);
    listChildren(node).forEach(visit);
    open.delete(node);
    done.add(node);
  };
  roots.forEach(visit);
  return [...found];
}

/** A node, and all that apply together with it for every value, through references and `allOf`. */
export function conjuncts(nodes: readonly Node[]): Node[] {
  const found = new Set<Node>();
  const add = (node: Node): void => {
    if (found.has(node)) return;
    found.add(node);
    node.allOf.forEach(add);
  };
  nodes.forEach(add);
  return [...found];
}

/**
 * Adds nodes and their conjuncts to conjuncts. The first list is not expanded again: some of its nodes have lost a union on
 * purpose.
 */
export function joinConjuncts(nodes: readonly Node[], more: readonly Node[]): Node[] {
  return [...new Set([...nodes, ...conjuncts(more)])];
}
