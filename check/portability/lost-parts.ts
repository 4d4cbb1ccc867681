/** Lists the parts of a value that a schema describes, and the parts that another schema loses. */
import type { JsonSchema } from "@toolwright/json-schema";
import { childrenAt, describing, makeGraph, type Node, nodeId } from "@toolwright/json-schema/graph";

/** Parts further in are not compared. */
const maxDepth = 24;

/** A part that the first schema describes and the second one does not. */
export interface LostPart {
  /** The path from the value to the part; `*` means every item or entry. */
  readonly path: string;
  /** The JSON Pointer of the schema that describes it. */
  readonly pointer: string;
}

/** Returns the outermost parts whose type the model no longer sees. */
export function lostParts(original: JsonSchema, shown: JsonSchema): LostPart[] {
  const lost: LostPart[] = [];
  const visited = new Set<string>();
  visit([makeGraph(original)], [makeGraph(shown)], []);
  return lost;

  function visit(ours: readonly Node[], theirs: readonly Node[], path: readonly string[]): void {
    const [own, other] = [spread(ours), spread(theirs)];
    const typed = own.find(isTyped);
    if (typed && !other.some(isTyped)) {
      lost.push({ path: path.map((step) => `/${step}`).join(""), pointer: typed.pointer });
      return;
    }
    const key = `${own.map(nodeId)} ${other.map(nodeId)}`;
    if (visited.has(key) || path.length > maxDepth) return;
    visited.add(key);
    const names = new Set(own.flatMap(({ properties }) => [...properties.keys()]));
    for (const step of [...names, "*"]) {
      const below = (nodes: readonly Node[]) => nodes.flatMap((node) => childrenAt(node, step));
      const child = below(own);
      if (child.length > 0) visit(child, below(other), [...path, step]);
    }
  }
}

/** The schemas that describe the same value, of all branches. */
function spread(nodes: readonly Node[]): Node[] {
  return [...new Set(nodes.flatMap(describing))];
}

function isTyped({ types, enums, properties }: Node): boolean {
  return types !== undefined || enums.length > 0 || properties.size > 0;
}
