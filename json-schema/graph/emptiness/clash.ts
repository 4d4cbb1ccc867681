/** A contradiction between keywords. */
import type { JsonType } from "../bounds.ts";
import type { Node } from "../node.ts";

/** A keyword of one of the schemas that apply to a value. */
export interface Keyed {
  /** The schema that has the keyword. */
  readonly node: Node;
  /** Its name, such as `minimum`. */
  readonly keyword: string;
  /** One entry of the keyword's value. */
  readonly entry?: string;
}

/** Why no value fits: one keyword alone, or two that contradict each other. */
export interface Clash {
  /** The type of the values that it rules out; absent: all values. */
  readonly on?: JsonType;
  /** What contradicts what, as a sentence. */
  readonly detail: string;
  /** The keyword to report. */
  readonly at: Keyed;
  /** The keyword that it contradicts; absent if it contradicts itself. */
  readonly against?: Keyed;
  /** A name that may be a misspelled one of the others. */
  readonly misspelled?: { readonly name: string; readonly others: readonly string[] } | undefined;
}

/** A bound, and the keyword that sets it. */
export interface Bound extends Keyed {
  readonly value: number;
}

/** The bounds that a keyword sets, in the order of the schemas. */
export function boundsBy(nodes: readonly Node[], keyword: string): Bound[] {
  return nodes.flatMap((node) => {
    const value = node.numbers[keyword];
    return value === undefined ? [] : [{ node, keyword, value }];
  });
}

/** Returns the keyword that forbids unnamed properties or items. A node made for `unevaluated...` has no other keywords. */
export function closingKeyword({ schema }: Node, what: "Properties" | "Items"): string {
  if (schema === true) return `unevaluated${what}`;
  return what === "Items" ? "items" : "additionalProperties";
}
