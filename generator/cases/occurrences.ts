/** Finds the values in the examples of a tool that a schema describes. */
import { type Json, steps } from "@toolwright/conformance/cases";
import { printAddress } from "@toolwright/json-schema";
import type { Fits } from "@toolwright/json-schema/evaluation";
import type { Node } from "@toolwright/json-schema/graph";
import type { Example } from "../model/operation.ts";
import { describingSchemas } from "./example-values.ts";

/** A value in the arguments of an example. */
export interface Occurrence {
  readonly example: string;
  readonly pointer: string;
  readonly value: Json;
}

/** The values in examples by the schemas that describe them. They are collected once, when the first is asked for. */
export class Occurrences {
  readonly #examples: readonly Example[];
  readonly #target: Node;
  readonly #fits: Fits;
  #byAddress: ReadonlyMap<string, readonly Occurrence[]> | undefined;

  /** @param target the schema of the arguments */
  constructor(examples: readonly Example[], target: Node, fits: Fits) {
    this.#examples = examples;
    this.#target = target;
    this.#fits = fits;
  }

  /** Returns a value that a schema describes, of the example with parts of most schemas: a value may refer to others beside it. */
  first(node: Node): Occurrence | undefined {
    return this.#list(node)[0];
  }

  /**
   * Returns a wanted value at a place, or at one where only the indices of items differ: other arguments of a shared type do not show
   * what this one accepts. Of several examples it is the one with parts of fewest schemas.
   */
  find(node: Node, pointer: string, isWanted: (value: Json) => boolean): Occurrence | undefined {
    const place = withoutIndices(pointer);
    return this.#list(node).findLast(
      (each) => withoutIndices(each.pointer) === place && isWanted(each.value),
    );
  }

  #list(node: Node): readonly Occurrence[] {
    this.#byAddress ??= this.#collect();
    return this.#byAddress.get(printAddress(node)) ?? [];
  }

  #collect(): ReadonlyMap<string, readonly Occurrence[]> {
    const described = this.#examples.map(({ name, input }) => {
      const parts = describingSchemas(input as Json, this.#target, this.#fits);
      const occurrences = parts.map(({ node, ...part }) => ({
        address: printAddress(node),
        example: name,
        ...part,
      }));
      return { occurrences, schemas: new Set(occurrences.map(({ address }) => address)).size };
    });
    const richestFirst = described.sort(
      (a, b) => b.schemas - a.schemas || b.occurrences.length - a.occurrences.length,
    );
    return Map.groupBy(
      richestFirst.flatMap(({ occurrences }) => occurrences),
      ({ address }) => address,
    );
  }
}

function withoutIndices(pointer: string): string {
  return steps(pointer)
    .map((step) => (/^\d+$/.test(step) ? "*" : step))
    .join("/");
}
