/** Splits a prompt's own statements into sections, so that each picture has a section of its own. */
import type { StatementGroup } from "./prompt/read-prompt.ts";

/** The contents of one section and its picture: a group of statements, or a part of a large one. */
export interface StatementPart extends StatementGroup {
  /** Such as "2/3"; absent where a group has one section. */
  readonly place?: string;
  /** The number of its first statement in its group, from 1. */
  readonly firstNumber: number;
}

const MOST_IN_A_PICTURE = 6;
const FEWEST_IN_A_PICTURE = 2;

/** @param pictures how many are ordered; there may be fewer parts, where the statements are too few */
export function statementParts(groups: readonly StatementGroup[], pictures: number): StatementPart[] {
  const counts = partCounts(groups, pictures);
  return groups.flatMap((group, index) => splitParts(group, counts[index] ?? 1));
}

/** How many parts each group has. Without pictures nothing is split. */
function partCounts(groups: readonly StatementGroup[], pictures: number): number[] {
  const sizes = groups.map(({ statements }) => statements.length);
  const counts = sizes.map((size) => (pictures === 0 ? 1 : Math.ceil(size / MOST_IN_A_PICTURE)));
  for (let total = sum(counts); total < pictures; total += 1) {
    const largest = sizes
      .map((size, index) => ({ index, size, count: counts[index] ?? 1 }))
      .filter(({ size, count }) => size >= FEWEST_IN_A_PICTURE * (count + 1))
      .toSorted((one, other) => other.size / other.count - one.size / one.count)[0];
    if (largest === undefined) break;
    counts[largest.index] = largest.count + 1;
  }
  return counts;
}

function splitParts(group: StatementGroup, count: number): StatementPart[] {
  if (count === 1) return [{ ...group, firstNumber: 1 }];
  const { statements } = group;
  const start = (part: number) => Math.floor((part * statements.length) / count);
  return Array.from({ length: count }, (_, part) => ({
    ...group,
    statements: statements.slice(start(part), start(part + 1)),
    place: `${part + 1}/${count}`,
    firstNumber: start(part) + 1,
  }));
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
