/** The nodes of a graph of schemas. */
import type { JsonSchema } from "../model/schema.ts";

/** One schema: what it asserts about a value. Empty lists and maps assert nothing. */
export interface Node {
  /** JSON Pointer into the document. */
  readonly at: string;
  /** The source, for texts and defaults. */
  readonly source: JsonSchema;
  /** It is `false`. */
  never?: true;
  types?: readonly string[];
  /** `enum`, or the one value of `const`; both are a list in a list. */
  enums: readonly (readonly unknown[])[];
  /** `minimum`, `maxLength` and the like. */
  numbers: Readonly<Record<string, number>>;
  pattern?: string;
  format?: string;
  unique?: true;
  properties: ReadonlyMap<string, Node>;
  patterns: ReadonlyMap<string, Node>;
  additional?: Node;
  names?: Node;
  required: readonly string[];
  dependentRequired: ReadonlyMap<string, readonly string[]>;
  dependentSchemas: ReadonlyMap<string, Node>;
  prefix: readonly Node[];
  rest?: Node;
  contains?: Node;
  allOf: readonly Node[];
  anyOf: readonly (readonly Node[])[];
  oneOf: readonly (readonly Node[])[];
  not: readonly Node[];
  condition?: { readonly when: Node; readonly then?: Node; readonly otherwise?: Node };
  /** Keywords whose effect depends on which branches apply, or that lead nowhere; with what they say. */
  opaque: ReadonlyMap<string, Node | string>;
}

/** A node that asserts nothing. */
export function emptyNode(at = "", source: JsonSchema = true): Node {
  return {
    at,
    source,
    enums: [],
    numbers: {},
    properties: new Map(),
    patterns: new Map(),
    required: [],
    dependentRequired: new Map(),
    dependentSchemas: new Map(),
    prefix: [],
    allOf: [],
    anyOf: [],
    oneOf: [],
    not: [],
    opaque: new Map(),
  };
}

/** A node that only has these parts. */
export function nodeOf(parts: Partial<Node>): Node {
  return { ...emptyNode(), ...parts };
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

/** Conjuncts, and what applies together with further nodes. The conjuncts are not expanded again: some have lost a union on purpose. */
export function joined(nodes: readonly Node[], more: readonly Node[]): Node[] {
  return [...new Set([...nodes, ...conjuncts(more)])];
}
