/**
 * The depth of a condition or an expression; a test, a constant or a field has depth 1. Computed without recursion,
 * because this check protects the recursive functions.
 */
export function treeDepth(tree: unknown): number {
  let level = [tree];
  let depth = 0;
  while (level.length > 0) {
    depth += 1;
    level = level.flatMap(branches);
  }
  return depth;
}

const branching = ["all", "any", "not", "args", "left", "right", "arg", "condition", "then", "else"];

function branches(node: unknown): unknown[] {
  if (typeof node !== "object" || node === null) return [];
  const parts = node as Readonly<Record<string, unknown>>;
  return branching.flatMap((key) => (Object.hasOwn(parts, key) ? parts[key] : []));
}
