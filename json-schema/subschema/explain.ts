/** Finds the places at which it is not proven that a schema accepts the values of others. */
import { assertsAnything, type Node, nodeId } from "../graph/node.ts";
import type { Obligation, Step } from "../graph/proofs/obligations.ts";
import type { Prover } from "../graph/proofs/prove.ts";
import { possible, splitByType, toUnion } from "../graph/split.ts";

/** One keyword of the right schema that is not proven to hold. */
export interface Failure {
  /** The path from the whole value to the part. */
  readonly path: readonly Step[];
  /** Its name, such as `required`. */
  readonly keyword: string;
  /** The left schemas that apply to the part; branches of unions have been chosen. */
  readonly left: readonly Node[];
  /** The schema that has the keyword. */
  readonly right: Node;
  /** A required or refused name. */
  readonly name?: string;
  /** The left schemas that apply to the whole value and to each part on the way, from the outside in. */
  readonly trail: readonly (readonly Node[])[];
}

/** More failures are not listed. */
const maxFailures = 200;

/** More choices of branches are not followed: unions that lead to unions have exponentially many. */
const maxVisits = 2_000;

/** Whether a node says anything beside that other schemas apply. */
function assertsItself(node: Node): boolean {
  return assertsAnything({ ...node, allOf: [] });
}

const unions: ReadonlySet<string> = new Set(["anyOf", "oneOf", "not", "if", "enum"]);

/** Why `implies(left, right)` has no proof. Empty where it has one. */
export function explain(prover: Prover, left: readonly Node[], right: Node): Failure[] {
  const failures: Failure[] = [];
  const visited = new Map<Node, Set<string>>();
  let visits = 0;
  visit(left, right, [], []);
  return failures;

  function visit(
    nodes: readonly Node[],
    wanted: Node,
    path: readonly Step[],
    trail: readonly (readonly Node[])[],
  ): void {
    if (
      failures.length >= maxFailures ||
      ++visits > maxVisits ||
      isVisited(nodes, wanted, path) ||
      prover.implies(nodes, wanted)
    )
      return;
    const direct = prover.unproven(nodes, wanted);
    const branches =
      toUnion(nodes) ?? (direct.some(({ keyword }) => unions.has(keyword)) ? splitByType(nodes) : undefined);
    if (branches) {
      for (const branch of branches) visit(branch, wanted, path, trail);
      return;
    }
    for (const obligation of direct) explainOne(obligation, nodes, path, trail);
  }

  function explainOne(
    { keyword, right, part, name }: Obligation,
    left: readonly Node[],
    path: readonly Step[],
    above: readonly (readonly Node[])[],
  ): void {
    const trail = [...above, left];
    if (part) {
      visit(part.left, part.right, [...path, part.step], trail);
      return;
    }
    const chosen = likelyBranch(left, right, keyword);
    const before = failures.length;
    if (chosen) visit(left, chosen, path, above);
    if (failures.length > before) return;
    failures.push({ path, keyword, left, right, ...(name !== undefined && { name }), trail });
  }

  /** The one branch of a union that shares values with the left schemas. */
  function likelyBranch(nodes: readonly Node[], { anyOf, oneOf }: Node, keyword: string): Node | undefined {
    if (keyword !== "anyOf" && keyword !== "oneOf") return undefined;
    const [branches = []] = keyword === "anyOf" ? anyOf : oneOf;
    const shared = possible(branches, nodes).filter((branch) => !prover.isEmpty(nodes, branch));
    return shared.length === 1 ? shared[0] : undefined;
  }

  /** Whether the same was already explained at this place or above it. */
  function isVisited(nodes: readonly Node[], wanted: Node, path: readonly Step[]): boolean {
    const keys = visited.get(wanted) ?? new Set<string>();
    visited.set(wanted, keys);
    // References alone say nothing: several can lead to the same schema, which is among the nodes.
    const key = nodes.filter(assertsItself).map(nodeId).sort().join(",");
    if (keys.has(key)) return true;
    keys.add(key);
    return path.length > 40;
  }
}
