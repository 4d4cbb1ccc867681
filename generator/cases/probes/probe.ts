/** Defines the probe of a keyword, and makes probes. */

import type { Edit, Json } from "@toolwright/conformance/cases";
import type { Node } from "@toolwright/json-schema/graph";
import type { CaseContext } from "../case-context.ts";

/** An attempt to break a keyword or to keep just within it: the first of its changes that does so becomes a case. */
export interface Probe {
  /** Last part of the case's id, such as `above`. */
  readonly variant: string;
  /** The words between the value's name and `is refused`: `of 201 characters, one too many,`. */
  readonly says: string;
  readonly expect: "accepted" | "refused";
  readonly changes: readonly (readonly Edit[])[];
  /** Neighbouring keywords that may break too, where no value breaks this one alone. */
  readonly also?: readonly string[];
  /** Whether a value of an example is what the probe tries: then the case can start from that example. */
  readonly isTriedBy?: (value: Json) => boolean;
}

/** A value in a base, and the schema with the probed keyword. */
export interface ProbedValue {
  readonly node: Node;
  /** All schemas that apply to the value, this one included. */
  readonly nodes: readonly Node[];
  readonly pointer: string;
  readonly value: Json;
  readonly context: CaseContext;
}

/** Values with more items or entries are not made: a spec may allow more than memory holds. */
export const maxParts = 100_000;

export type Prober = (probed: ProbedValue, keyword: string) => Probe[];

export function accepted(variant: string, says: string, ...changes: readonly (readonly Edit[])[]): Probe {
  return { variant, says, expect: "accepted", changes };
}

export function refused(variant: string, says: string, ...changes: readonly (readonly Edit[])[]): Probe {
  return { variant, says, expect: "refused", changes };
}

export function set(pointer: string, to: Json): Edit[] {
  return [typeof to === "string" ? textEdit(pointer, to) : { set: pointer, to }];
}

/** Returns changes that set each of these values. */
export function setEach({ pointer }: ProbedValue, values: readonly Json[]): Edit[][] {
  return values.map((value) => set(pointer, value));
}

const shortRun = 40;

/** Writes a long run of one character as a count. */
function textEdit(pointer: string, text: string): Edit {
  const last = [...text.slice(-2)].at(-1) ?? "";
  let start = text.length;
  while (last !== "" && start > 0 && text.startsWith(last, start - last.length)) start -= last.length;
  const times = (text.length - start) / (last.length || 1);
  if (times < shortRun) return { set: pointer, to: text };
  const head = text.slice(0, start);
  return { set: pointer, text: last, times, ...(head !== "" && { head }) };
}

/** How far a probe is from a bound, in steps. */
export const steps = { below: -1, at: 0, above: 1 } as const;

/** The bound that a keyword sets. */
export function readBound({ node }: ProbedValue, keyword: string): number {
  return node.numbers[keyword] ?? 0;
}
