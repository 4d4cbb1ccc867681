/** Makes valid calls of a tool that together take every branch of its input schema. */
import { evaluatorFor } from "@toolwright/json-schema/evaluation";
import {
  conjuncts,
  documentTarget,
  findProperty,
  itemNodes,
  makeGraph,
  type Node,
  namedProperties,
  nodeId,
  referenceIn,
  samples,
} from "@toolwright/json-schema/graph";
import type { PublishedTool } from "../surface/published-interface.ts";

/** Calls of one tool. */
const maxCalls = 60;

/** Parts further in have no calls of their own. */
const maxDepth = 8;

/**
 * A step to a part: `item` for the items of an array, else the name of a property; with the schemas of the value that has the
 * part.
 */
interface Step {
  readonly name: string | typeof item;
  readonly nodes: readonly Node[];
}

const item = Symbol("item");

/** Arguments that the input schema accepts, by Ajv; the smallest ones, and one for each branch. */
export function makeCalls({ inputSchema }: PublishedTool): unknown[] {
  const target = documentTarget(inputSchema);
  const { fits } = evaluatorFor(referenceIn);
  const calls = new Map<string, unknown>();
  const visited = new Set<string>();
  const root = conjuncts([makeGraph(inputSchema)]);
  const add = (value: unknown): void => {
    if (fits(value, target)) calls.set(JSON.stringify(value), value);
  };
  samples(root, 8).forEach(add);
  visit(root, []);
  return [...calls.values()];

  function visit(nodes: readonly Node[], path: readonly Step[]): void {
    const key = nodes.filter(hasParts).map(nodeId).join();
    if (key === "" || visited.has(key) || path.length > maxDepth) return;
    visited.add(key);
    const branches = nodes.flatMap(({ anyOf, oneOf }) => [...anyOf, ...oneOf].flat());
    for (const branch of branches) {
      if (calls.size >= maxCalls) return;
      add(within(path, first(conjuncts([...nodes, branch]))));
    }
    const lists = branches.length === 0 ? [nodes] : branches.map((branch) => conjuncts([...nodes, branch]));
    for (const list of lists) {
      for (const name of namedProperties(list))
        visit(findProperty(list, name), [...path, { name, nodes: list }]);
      visit(itemNodes(list, Infinity), [...path, { name: item, nodes: list }]);
    }
  }
}

/** Whether a schema has branches, properties or items, so that calls can differ in them. */
function hasParts({ properties, anyOf, oneOf, rest }: Node): boolean {
  return properties.size + anyOf.length + oneOf.length > 0 || rest !== undefined;
}

/** The smallest value that has a part at the end of a way. */
function within(path: readonly Step[], part: unknown): unknown {
  return path.reduceRight<unknown>(
    (inner, { name, nodes }) => (name === item ? [inner] : { ...Object(first(nodes)), [name]: inner }),
    part,
  );
}

function first(nodes: readonly Node[]): unknown {
  return samples(nodes, 1)[0];
}
