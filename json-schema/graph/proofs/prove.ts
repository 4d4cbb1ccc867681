/** Proves that every value that fits some schemas fits another one. It never says so wrongly; it may fail to find a proof. */
import { type JsonType, listTypes, listValues, toLength } from "../bounds.ts";
import type { Clash } from "../emptiness/clash.ts";
import { findClashes } from "../emptiness/clashes.ts";
import { judge } from "../judge.ts";
import { findProperty, itemNodes } from "../members.ts";
import { joinConjuncts, type Node } from "../node.ts";
import { split, toUnion } from "../split.ts";
import { type ClassOf, findClasses } from "./classes.ts";
import { Induction } from "./induction.ts";
import { type Obligation, obligations, type Questions } from "./obligations.ts";

/** The search for impossible parts stops at this depth: large schemas have too many parts. */
const maxNested = 4;

export interface Prover {
  /** Whether every value that fits all left schemas (conjuncts) fits the right one. False: no proof was found. */
  implies(left: readonly Node[], right: Node): boolean;
  /** Whether it is proven that no value fits these conjuncts and another schema. */
  isEmpty(nodes: readonly Node[], other: Node): boolean;
  /** The obligations that could not be proven for conjuncts and a schema, one step deep. */
  unproven(left: readonly Node[], right: Node): readonly Obligation[];
}

/** @param roots of the graphs that will be compared */
export function makeProver(roots: readonly Node[]): Prover {
  const classOf = findClasses(roots);
  const sets = new Map<string, number>();
  const induction = new Induction();
  const ask: Questions = {
    implies: (left, right, deeper) => implies(left, right, deeper ? induction.depth + 1 : induction.depth),
    isEmpty: (nodes, deeper) => isEmpty(nodes, deeper ? induction.depth + 1 : induction.depth),
    isSame: (one, other) => classOf(one) === classOf(other),
  };
  /** How many questions about emptiness wait for each other. */
  let nested = 0;

  function implies(left: readonly Node[], right: Node, depth: number): boolean {
    const key = `${makeKey(left, classOf, sets)} < ${classOf(right)}`;
    return induction.answer(key, depth, () => proof(left, right));
  }

  function isEmpty(nodes: readonly Node[], depth: number): boolean {
    if (nested >= maxNested) return nodes.some(({ never }) => never);
    nested++;
    const key = `${makeKey(nodes, classOf, sets)} = 0`;
    const result = induction.answer(key, depth, () => emptiness(nodes));
    nested--;
    return result;
  }

  function proof(left: readonly Node[], right: Node): boolean {
    const wanted = classOf(right);
    if (left.some((node) => classOf(node) === wanted)) return true;
    const values = listValues(left);
    if (values) return values.every((value) => judge(right, value) === true);
    const here = induction.depth;
    if (obligations(left, right, ask).every((each) => each.holds()) || isEmpty(left, here)) return true;
    return split(left, right)?.every((branch) => implies(branch, right, here)) ?? false;
  }

  function emptiness(nodes: readonly Node[]): boolean {
    const here = induction.depth;
    const isEmptyPart = (parts: readonly Node[]) => isEmpty(parts, here + 1);
    const others = (node: Node) => nodes.filter((other) => other !== node);
    if (nodes.some(({ never }) => never) || listValues(nodes)?.length === 0) return true;
    const clashes = findClashes(nodes);
    return (
      clashes.some(({ on }) => on === undefined) ||
      refuseThemselves(nodes, classOf) ||
      listTypes(nodes).every((type) => isEmptyOf(type, nodes, clashes, isEmptyPart)) ||
      nodes.some((node) => node.not.some((child) => implies(others(node), child, here))) ||
      (toUnion(nodes)?.every((branch) => isEmpty(branch, here)) ?? false)
    );
  }

  return {
    implies: (left, right) => induction.start(() => implies(left, right, 0)),
    isEmpty: (nodes, other) => induction.start(() => isEmpty(joinConjuncts(nodes, [other]), 0)),
    unproven: (left, right) =>
      [...obligations(left, right, ask)].filter((each) => !induction.start(() => each.holds())),
  };
}

/** Tells whether the `not` of one node rejects another node. */
function refuseThemselves(nodes: readonly Node[], classOf: ClassOf): boolean {
  const present = new Set(nodes.map(classOf));
  return nodes.some((node) => node.not.some((child) => present.has(classOf(child))));
}

/** The key of a list of nodes: the same for lists that say the same. */
function makeKey(nodes: readonly Node[], classOf: ClassOf, sets: Map<string, number>): number {
  const text = [...new Set(nodes.map(classOf))].sort((a, b) => a - b).join(",");
  const id = sets.get(text) ?? sets.size;
  sets.set(text, id);
  return id;
}

/** Whether no value of a type fits, by a contradiction of keywords or for want of a required part. */
function isEmptyOf(
  type: JsonType,
  nodes: readonly Node[],
  clashes: readonly Clash[],
  isEmptyPart: (nodes: readonly Node[]) => boolean,
): boolean {
  const ruledOut = type === "integer" ? "number" : type;
  if (clashes.some(({ on }) => on === ruledOut)) return true;
  if (type === "array") {
    const { least } = toLength(nodes, "Items");
    return least > 0 && isEmptyPart(itemNodes(nodes, 0));
  }
  if (type !== "object") return false;
  const required = new Set(nodes.flatMap((node) => node.required));
  return [...required].some((name) => isEmptyPart(findProperty(nodes, name)));
}
