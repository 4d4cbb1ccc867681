/** Tells how many characters an alternative of a pattern can match. */
import type { AST } from "@eslint-community/regexpp";

export type Lengths = readonly [min: number, max: number];

export function lengthsIn({ elements }: AST.Alternative): Lengths {
  const all = elements.map(lengthsOf);
  return [sum(all.map(([least]) => least)), sum(all.map(([, most]) => most))];
}

function lengthsOf(element: AST.Element): Lengths {
  if (element.type === "Assertion") return [0, 0];
  if (element.type === "Backreference") return [0, Number.POSITIVE_INFINITY];
  if (element.type === "Group" || element.type === "CapturingGroup") {
    const all = element.alternatives.map(lengthsIn);
    return [Math.min(...all.map(([least]) => least)), Math.max(...all.map(([, most]) => most))];
  }
  if (element.type !== "Quantifier") return [1, 1];
  const [least, most] = lengthsOf(element.element);
  return [element.min * least, most === 0 ? 0 : element.max * most];
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
