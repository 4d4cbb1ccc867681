/** A TypeScript type, as data; `print.ts` writes it. */
export type TypeNode =
  /** A keyword, a literal or the name of a type. */
  | { readonly kind: "word"; readonly text: string }
  | { readonly kind: "union" | "intersection"; readonly of: readonly TypeNode[] }
  | { readonly kind: "array"; readonly item: TypeNode }
  | { readonly kind: "tuple"; readonly items: readonly TupleItem[]; readonly rest?: TypeNode }
  | ObjectNode;

export interface ObjectNode {
  readonly kind: "object";
  readonly properties: readonly PropertyNode[];
  /** The type of all other properties; left out: there are none. */
  readonly others?: TypeNode;
}

export interface PropertyNode {
  readonly name: string;
  readonly type: TypeNode;
  readonly optional: boolean;
  /** Empty: nothing to say. */
  readonly doc: string;
}

interface TupleItem {
  readonly type: TypeNode;
  readonly optional: boolean;
}

/** A named type. */
export interface Declaration {
  readonly name: string;
  readonly type: TypeNode;
  readonly doc: string;
}

export const unknownType: TypeNode = word("unknown");
export const neverType: TypeNode = word("never");

export function word(text: string): TypeNode {
  return { kind: "word", text };
}

/** JSON data as the type of only that value. */
export function literalType(value: unknown): TypeNode {
  if (Array.isArray(value)) {
    return { kind: "tuple", items: value.map((item) => ({ type: literalType(item), optional: false })) };
  }
  if (typeof value !== "object" || value === null) return word(JSON.stringify(value));
  const properties = Object.entries(value).map(([name, child]) => ({
    name,
    type: literalType(child),
    optional: false,
    doc: "",
  }));
  return { kind: "object", properties };
}

/** `A | B`, each once; nothing but `unknown` where that is among them. */
export function unionOf(types: readonly TypeNode[]): TypeNode {
  const members = distinct(types.flatMap((type) => (type.kind === "union" ? type.of : [type]))).filter(
    (type) => !same(type, neverType),
  );
  if (members.some((type) => same(type, unknownType))) return unknownType;
  if (members.length === 0) return neverType;
  return members.length === 1 ? members[0]! : { kind: "union", of: members };
}

/** `A & B`, each once, without what says nothing. */
export function intersectionOf(types: readonly TypeNode[]): TypeNode {
  const members = distinct(types.flatMap((type) => (type.kind === "intersection" ? type.of : [type]))).filter(
    (type) => !same(type, unknownType),
  );
  if (members.some((type) => same(type, neverType))) return neverType;
  if (members.length === 0) return unknownType;
  return members.length === 1 ? members[0]! : { kind: "intersection", of: members };
}

function distinct(types: readonly TypeNode[]): TypeNode[] {
  return [...new Map(types.map((type) => [JSON.stringify(type), type])).values()];
}

function same(a: TypeNode, b: TypeNode): boolean {
  return a.kind === "word" && b.kind === "word" && a.text === b.text;
}
