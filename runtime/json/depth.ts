/**
 * Whether a JSON value has more levels of arrays and objects than that. It does not recurse, because it protects code that
 * does: the depth at which recursion exhausts the stack changes with how V8 has compiled it.
 */
export function isDeeperThan(value: unknown, levels: number): boolean {
  let nodes = [value];
  for (let level = 0; nodes.length > 0; level++) {
    if (level > levels) return true;
    nodes = nodes.flatMap((node) => (typeof node === "object" && node !== null ? Object.values(node) : []));
  }
  return false;
}
