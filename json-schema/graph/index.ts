/** `@toolwright/json-schema/graph`: the graph of a schema: its parts, the values that they describe, contradictions between them. */
export { type JsonType, listTypes, listValues } from "./bounds.ts";
export { documentTarget, makeGraph, referenceIn } from "./document.ts";
export type { Clash, Keyed } from "./emptiness/clash.ts";
export { shallowClashes } from "./emptiness/clashes.ts";
export { type Graph, graphFor } from "./graph.ts";
export { type Judgement, judge } from "./judge.ts";
export { findProperty, itemNodes, namedProperties } from "./members.ts";
export { conjuncts, listChildren, type Node, nodeId, propertyNodes, recursiveSchemas } from "./node.ts";
export { multiplesNear } from "./numbers.ts";
export type { Step } from "./proofs/obligations.ts";
export { samples } from "./samples.ts";
export { matching } from "./texts/matching.ts";
export {
  misformatted,
  shortText,
  type TextConstraints,
  textConstraints,
  textOfLength,
} from "./texts/texts.ts";
export { childrenAt, describedNames, describing, schemasAt, unread } from "./value-at.ts";
