/** Writes conditions of any depth in the two levels that structures have, where they stay small. */
import type { Condition } from "../../../generated/types.ts";
import { type Leaf, negatedTest, oppositeTest, type Predicate } from "../answers/expression.ts";

/** The maximum length of a list, as in the schema. */
const MAX_PARTS = 50;
/** The maximum number of tests when a condition is expanded. */
const MAX_TESTS = 200;

type Kind = "all" | "any";

/** A condition without `not`. */
type Plain = Leaf | { readonly kind: Kind; readonly parts: readonly Plain[] };

/** The same condition in two levels; undefined where that takes more than 50 parts in a list, or 200 tests. */
export function twoLevels(condition: Predicate): Condition | undefined {
  const plain = flat(withoutNot(condition, false));
  const found =
    countLevels(plain) <= 2 ? plain : shorter(multiplyOut(plain, "all"), multiplyOut(plain, "any"));
  if (found === undefined || !fits(found)) return undefined;
  return print(found) as Condition;
}

const other = (kind: Kind): Kind => (kind === "all" ? "any" : "all");

/** Moves `not` down to the tests, which have opposites (De Morgan's laws). */
function withoutNot(condition: Predicate, isNegated: boolean): Plain {
  if ("not" in condition) return withoutNot(condition.not, !isNegated);
  const groupOf = (kind: Kind, parts: readonly Predicate[]): Plain => ({
    kind: isNegated ? other(kind) : kind,
    parts: parts.map((part) => withoutNot(part, isNegated)),
  });
  if ("all" in condition) return groupOf("all", condition.all);
  if ("any" in condition) return groupOf("any", condition.any);
  return isNegated ? negate(condition) : condition;
}

/** Negates a test. Neither an order nor its reverse holds for a missing answer, so "empty" is added where no exact opposite exists. */
function negate(leaf: Leaf): Plain {
  if ("left" in leaf) throw new Error("Only formulas compare expressions");
  const exact = negatedTest(leaf);
  return exact ?? { kind: "any", parts: [oppositeTest(leaf), { field: leaf.field, op: "empty" }] };
}

/** Simplifies a condition: joins nested groups of the same kind, unwraps groups of one part, and removes duplicates. */
function flat(plain: Plain): Plain {
  if (!("kind" in plain)) return plain;
  const { kind } = plain;
  const parts = plain.parts
    .map(flat)
    .flatMap((part) => ("kind" in part && part.kind === kind ? part.parts : [part]));
  return group(kind, parts);
}

function group(kind: Kind, parts: readonly Plain[]): Plain {
  const distinct = [...new Map(parts.map((part) => [JSON.stringify(part), part])).values()];
  const [only] = distinct;
  return distinct.length === 1 && only ? only : { kind, parts: distinct };
}

function countLevels(plain: Plain): number {
  return "kind" in plain ? 1 + Math.max(...plain.parts.map(countLevels)) : 0;
}

/** Groups of tests, joined by `kind`: the conjunctive or the disjunctive normal form. */
function multiplyOut(plain: Plain, kind: Kind): Plain | undefined {
  const groups = splitGroups(plain, kind);
  return (
    groups &&
    group(
      kind,
      groups.map((tests) => group(other(kind), tests)),
    )
  );
}

function splitGroups(plain: Plain, kind: Kind): readonly (readonly Leaf[])[] | undefined {
  if (!("kind" in plain)) return [[plain]];
  let groups: readonly (readonly Leaf[])[] = plain.kind === kind ? [] : [[]];
  for (const part of plain.parts) {
    const more = splitGroups(part, kind);
    if (more === undefined) return undefined;
    const isSum = plain.kind === kind;
    if ((isSum ? groups.length + more.length : groups.length * more.length) > MAX_PARTS) return undefined;
    groups = isSum ? [...groups, ...more] : groups.flatMap((one) => more.map((rest) => [...one, ...rest]));
  }
  return groups;
}

function shorter(one: Plain | undefined, another: Plain | undefined): Plain | undefined {
  if (one === undefined || another === undefined) return one ?? another;
  return testsIn(another) < testsIn(one) ? another : one;
}

function testsIn(plain: Plain): number {
  return "kind" in plain ? plain.parts.reduce((sum, part) => sum + testsIn(part), 0) : 1;
}

function fits(plain: Plain): boolean {
  return testsIn(plain) <= MAX_TESTS && hasRoom(plain);
}

function hasRoom(plain: Plain): boolean {
  return !("kind" in plain) || (plain.parts.length <= MAX_PARTS && plain.parts.every(hasRoom));
}

function print(plain: Plain): unknown {
  return "kind" in plain ? { [plain.kind]: plain.parts.map(print) } : plain;
}
