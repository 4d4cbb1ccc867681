/** Proves that every value that fits some schemas fits another one. It never says so wrongly; it may fail to find a proof. */
import { lengthOf, listed, rangeOf, typesOf } from "./bounds.ts";
import { type ClassOf, classesOf } from "./classes.ts";
import { judge } from "./judge.ts";
import { itemOf, propertyOf } from "./members.ts";
import { joined, type Node } from "./node.ts";
import { type Obligation, obligations, type Questions } from "./obligations.ts";
import { split, unionOf } from "./split.ts";

/** A proof takes no more steps than this. */
const maxSteps = 40_000;

/** All proofs of one comparison together: what is compared after them is undecided, unless a value shows it. */
const maxTotal = 120_000;

/** Whether nothing fits a part of a part of a value is not looked into further: large schemas have too many. */
const maxNested = 4;

/** Questions that wait for the answers to others. Only schemas that grow while they are split have more. */
const maxOpen = 150;

export interface Prover {
  /** Whether every value that fits all left schemas (conjuncts) fits the right one. False: no proof was found. */
  implies(left: readonly Node[], right: Node): boolean;
  /** Whether it is proven that no value fits these conjuncts and another schema. */
  isEmpty(nodes: readonly Node[], other: Node): boolean;
  /** What could not be shown for conjuncts and a schema, one step deep. */
  unproven(left: readonly Node[], right: Node): Obligation[];
}

interface Answer {
  readonly holds: boolean;
  /** The index of the outermost open question that the answer assumes to hold; `Infinity`: it assumes nothing. */
  readonly restsOn: number;
}

/** @param roots of the graphs that will be compared */
export function proverOf(roots: readonly Node[]): Prover {
  const classOf = classesOf(roots);
  const sets = new Map<string, number>();
  let steps = 0;
  let total = 0;
  const ask: Questions = {
    implies: (left, right, deeper) => implies(left, right, deeper ? depth + 1 : depth),
    isEmpty: (nodes, deeper) => isEmpty(nodes, deeper ? depth + 1 : depth),
    isSame: (one, other) => classOf(one) === classOf(other),
  };
  /** How deep in the value the present question is. */
  let depth = 0;
  const open = new Map<string, { readonly at: number; readonly index: number }>();
  const known = new Map<string, Answer>();
  /** Proofs that rest on an open question, in the order in which they were found: they go when it is answered with "no". */
  let resting: string[] = [];
  /** The outermost open question that was assumed to hold, since the innermost one began. */
  let assumed = Infinity;
  /** How many questions about emptiness wait for each other. */
  let nested = 0;
  /** How often the search was cut off. */
  let cuts = 0;

  function implies(left: readonly Node[], right: Node, at: number): boolean {
    return question(`${keyOf(left, classOf, sets)} < ${classOf(right)}`, at, () => proof(left, right));
  }

  function isEmpty(nodes: readonly Node[], at: number): boolean {
    if (nested >= maxNested) return nodes.some(({ never }) => never);
    nested++;
    const result = question(`${keyOf(nodes, classOf, sets)} = 0`, at, () => emptiness(nodes));
    nested--;
    return result;
  }

  /** Answers a question once. One that leads back to itself for a smaller part of the value is assumed to hold (induction). */
  function question(key: string, at: number, answer: () => boolean): boolean {
    const answered = known.get(key);
    if (answered) {
      assumed = Math.min(assumed, answered.restsOn);
      return answered.holds;
    }
    const since = open.get(key);
    if (since && at > since.at) {
      assumed = Math.min(assumed, since.index);
      return true;
    }
    if (since || ++steps > maxSteps || ++total > maxTotal || open.size > maxOpen) {
      cuts++;
      return false;
    }
    const [outer, mark, before, outside, index] = [depth, resting.length, cuts, assumed, open.size];
    open.set(key, { at, index });
    depth = at;
    assumed = Infinity;
    const holds = answer();
    const restsOn = assumed < index ? assumed : Infinity;
    depth = outer;
    assumed = outside;
    open.delete(key);
    if (holds) {
      keep(key, restsOn, mark);
      assumed = Math.min(assumed, restsOn);
    } else {
      for (const dropped of resting.splice(mark)) known.delete(dropped);
      // Assumptions can only turn a "no" into a "yes", so a "no" stays one, unless the search was cut off.
      if (cuts === before) known.set(key, { holds: false, restsOn: Infinity });
    }
    return holds;
  }

  /** Records a proof. Those since `mark` that rest on its question now rest on what it rests on itself. */
  function keep(key: string, restsOn: number, mark: number): void {
    for (const each of [key, ...resting.slice(mark)]) known.set(each, { holds: true, restsOn });
    if (restsOn === Infinity) resting = resting.slice(0, mark);
    else resting.push(key);
  }

  function proof(left: readonly Node[], right: Node): boolean {
    const wanted = classOf(right);
    if (left.some((node) => classOf(node) === wanted)) return true;
    const values = listed(left);
    if (values) return values.every((value) => judge(right, value) === true);
    const here = depth;
    if (allHold(obligations(left, right, ask)) || isEmpty(left, here)) return true;
    return split(left, right)?.every((branch) => implies(branch, right, here)) ?? false;
  }

  function allHold(all: Iterable<Obligation>): boolean {
    for (const obligation of all) if (!obligation.holds()) return false;
    return true;
  }

  function emptiness(nodes: readonly Node[]): boolean {
    if (nodes.some(({ never }) => never)) return true;
    const types = typesOf(nodes);
    if (types.length === 0) return true;
    if (listed(nodes)?.length === 0) return true;
    const here = depth;
    const present = new Set(nodes.map(classOf));
    if (nodes.some((node) => node.not.some((child) => present.has(classOf(child))))) return true;
    if (types.every((type) => isEmptyOf(type, nodes, here))) return true;
    const refused = nodes.some((node) =>
      node.not.some((child) =>
        implies(
          nodes.filter((other) => other !== node),
          child,
          here,
        ),
      ),
    );
    if (refused) return true;
    const branches = unionOf(nodes);
    return branches?.every((branch) => isEmpty(branch, here)) ?? false;
  }

  function isEmptyOf(type: string, nodes: readonly Node[], at: number): boolean {
    if (type === "number" || type === "integer") {
      const { low, high } = rangeOf(nodes, type === "integer");
      return low.value > high.value || (low.value === high.value && (low.open || high.open));
    }
    if (type === "string") {
      const { least, most } = lengthOf(nodes, "Length");
      return least > most;
    }
    if (type === "array") {
      const { least, most } = lengthOf(nodes, "Items");
      return least > most || (least > 0 && isEmpty(itemOf(nodes, 0), at + 1));
    }
    if (type !== "object") return false;
    const required = new Set(nodes.flatMap((node) => node.required));
    return [...required].some((name) => isEmpty(propertyOf(nodes, name), at + 1));
  }

  return {
    implies: (left, right) => start(() => implies(left, right, 0)),
    isEmpty: (nodes, other) => start(() => isEmpty(joined(nodes, [other]), 0)),
    unproven: (left, right) =>
      [...obligations(left, right, ask)].filter((each) => !start(() => each.holds())),
  };

  function start<T>(act: () => T): T {
    steps = 0;
    depth = 0;
    return act();
  }
}

/** The key of a list of nodes: the same for lists that say the same. */
function keyOf(nodes: readonly Node[], classOf: ClassOf, sets: Map<string, number>): number {
  const text = [...new Set(nodes.map(classOf))].sort((a, b) => a - b).join(",");
  const id = sets.get(text) ?? sets.size;
  sets.set(text, id);
  return id;
}
