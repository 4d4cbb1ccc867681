/**
 * Whether a JSON value has more levels of arrays and objects than that. It does not recurse, because it protects code that
 * does: the depth at which recursion exhausts the stack changes with how V8 has compiled it.
 */
export function isDeeperThan(value: unknown, levels: number): boolean {
  let nodes = isContainer(value) ? [value] : [];
  for (let level = 1; nodes.length > 0; level++) {
    if (level > levels) return true;
    const inner: object[] = [];
    for (const node of nodes) addContainers(node, inner);
    nodes = inner;
  }
  return false;
}

/** Lists of all values would cost more than parsing them did. */
function addContainers(node: object, found: object[]): void {
  if (Array.isArray(node)) {
    for (const item of node) if (isContainer(item)) found.push(item);
  } else {
    for (const key in node) {
      const member: unknown = Reflect.get(node, key);
      if (isContainer(member)) found.push(member);
    }
  }
}

function isContainer(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}
