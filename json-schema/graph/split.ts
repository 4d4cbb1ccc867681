/** Splits the values of some schemas into cases: by branches of unions, by types, and by values of properties. */
import { canonical } from "../json.ts";
import { memoize, memoizeText } from "../memoize.ts";
import { listTypes, listValues } from "./bounds.ts";
import { findProperty } from "./members.ts";
import { conjuncts, joinConjuncts, makeNode, type Node } from "./node.ts";

/**
 * Returns the cases, each as conjuncts. Every value that fits the left schemas fits one of them. Undefined if there is only one
 * case.
 */
export function split(left: readonly Node[], right: Node): Node[][] | undefined {
  return splitByType(left) ?? toUnion(left) ?? valuesOfProperty(left, right);
}

export function splitByType(left: readonly Node[]): Node[][] | undefined {
  const types = listTypes(left);
  return types.length > 1 ? types.map((type) => [...left, ofType(type)]) : undefined;
}

/** The node `{ "type": type }`, always the same object. */
export const ofType = memoizeText((type) => makeNode({ types: [type] }));

/** The node `{ "not": node }`, always the same object. */
export const notNode = memoize((node: Node) => makeNode({ not: [node] }));

/** The node without one of its unions or its condition, always the same object. */
const without = {
  anyOf: memoize((node: Node): Node => ({ ...node, allOf: [], anyOf: node.anyOf.slice(1) })),
  oneOf: memoize((node: Node): Node => ({ ...node, allOf: [], oneOf: node.oneOf.slice(1) })),
  condition: memoize(({ condition: _, ...rest }: Node): Node => ({ ...rest, allOf: [] })),
};

/** Returns the branches of the first union or condition, each together with the other schemas. */
export function toUnion(nodes: readonly Node[]): Node[][] | undefined {
  for (const node of nodes) {
    const rest = (part: keyof typeof without) =>
      nodes.map((other) => (other === node ? without[part](node) : other));
    const [any] = node.anyOf;
    if (any) return possible(any, rest("anyOf")).map((branch) => joinConjuncts(rest("anyOf"), [branch]));
    const [one] = node.oneOf;
    if (one) {
      const branches = possible(one, rest("oneOf"));
      return branches.map((branch) => {
        const others = branches.filter((other) => other !== branch && !areApart([branch], other));
        return joinConjuncts(rest("oneOf"), [branch, ...others.map(notNode)]);
      });
    }
    if (!node.condition) continue;
    const { when, then, otherwise } = node.condition;
    return [
      joinConjuncts(rest("condition"), [when, ...(then ? [then] : [])]),
      joinConjuncts(rest("condition"), [notNode(when), ...(otherwise ? [otherwise] : [])]),
    ];
  }
  return undefined;
}

/** Returns the branches that may share values with the other schemas. The test is quick and not complete. */
export function possible(branches: readonly Node[], nodes: readonly Node[]): Node[] {
  return branches.filter((branch) => !areApart(nodes, branch));
}

/** The most values that are examined one by one. */
const maxValues = 40;

/** If the right schema is a union: returns one case for each value of a required property that has few values. */
function valuesOfProperty(left: readonly Node[], right: Node): Node[][] | undefined {
  const isUnion = conjuncts([right]).some(
    ({ anyOf, oneOf, condition }) => anyOf.length > 0 || oneOf.length > 0 || condition,
  );
  if (!isUnion || listTypes(left)[0] !== "object") return undefined;
  for (const name of new Set(left.flatMap((node) => node.required))) {
    const values = listValues(findProperty(left, name));
    if (!values || values.length < 2 || values.length > maxValues) continue;
    return values.map((value) => [
      ...left,
      makeNode({ properties: new Map([[name, makeNode({ enums: [[value]] })]]) }),
    ]);
  }
  return undefined;
}

/** The features that distinguish a schema from others. */
interface Traits {
  readonly all: readonly Node[];
  readonly required: readonly string[];
  /** The values that it lists, as canonical JSON. */
  readonly own?: ReadonlySet<string>;
  /** The values that it lists for a property. */
  readonly ofProperty: ReadonlyMap<string, ReadonlySet<string>>;
}

/**
 * Whether it is certain that no value fits these schemas and another one: other types, other listed values, or another value of a
 * required property. Branches of a discriminated union are such.
 */
function areApart(nodes: readonly Node[], other: Node): boolean {
  const right = traitsOf(other);
  const left = nodes.map(traitsOf);
  const types = listTypes([...left.flatMap(({ all }) => all), ...right.all]);
  if (types.length === 0) return true;
  if (left.some(({ own }) => areDisjoint(own, right.own))) return true;
  if (types.length > 1 || types[0] !== "object") return false;
  const required = new Set([...left.flatMap((each) => each.required), ...right.required]);
  return [...right.ofProperty].some(
    ([name, values]) =>
      required.has(name) && left.some(({ ofProperty }) => areDisjoint(ofProperty.get(name), values)),
  );
}

function areDisjoint(one: ReadonlySet<string> | undefined, other: ReadonlySet<string> | undefined): boolean {
  return one !== undefined && other !== undefined && one.isDisjointFrom(other);
}

const traitsOf = memoize((node: Node): Traits => {
  const all = conjuncts([node]);
  const own = findFirstList(all);
  const ofProperty = new Map<string, ReadonlySet<string>>();
  for (const { properties } of all)
    for (const [name, child] of properties) {
      const values = findFirstList(conjuncts([child]));
      if (values) ofProperty.set(name, values);
    }
  return { all, required: all.flatMap(({ required }) => required), ofProperty, ...(own && { own }) };
});

/** The values of the first list among conjuncts. */
function findFirstList(nodes: readonly Node[]): ReadonlySet<string> | undefined {
  const values = nodes.find(({ enums }) => enums.length > 0)?.enums[0];
  return values && new Set(values.map(canonical));
}
