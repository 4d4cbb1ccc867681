import { allCharacters, type Characters, hasCharacter } from "./characters.ts";
import type { Program, Step } from "./program.ts";

/**
 * A program as an automaton without empty moves (Glushkov): a position is a place that takes one character, and the one
 * before the text is 0. Conditions count as fulfilled, except `^` and `$` where they cannot be.
 */
export interface Positions {
  /** Of each position, the classes of characters that it takes, as bits. */
  readonly classes: readonly bigint[];
  /** One character of each class. */
  readonly characters: readonly number[];
  /** Code points with which another class begins, ascending from 0, and these classes. */
  readonly ranges: readonly (readonly [from: number, character: number])[];
  /** Where each position leads, and on how many ways: 2 stands for more than one. */
  readonly follow: readonly ReadonlyMap<number, number>[];
  /** Where the text may end. */
  readonly ends: ReadonlySet<number>;
  /** Where the pattern is done, whatever the text goes on with. */
  readonly done: ReadonlySet<number>;
  /** Whether this is all that the pattern says: nothing had to be taken for fulfilled, and no way was left out. */
  readonly isExact: boolean;
}

/** Ways between two positions are looked at as far as this. */
const mostMoves = 5_000;

export function positionsOf(program: Program): Positions {
  const { steps, first, isAnchored } = program;
  const index = new Map<number, number>();
  const sets: Characters[] = [[]];
  steps.forEach((step, number) => {
    if (step.kind === "character") index.set(number, sets.push(step.set) - 1);
  });
  // A pattern that may begin anywhere is tried everywhere: as if it began with any number of any characters.
  const anywhere = isAnchored ? undefined : sets.push(allCharacters) - 1;
  const follow: ReadonlyMap<number, number>[] = [];
  const ends = new Set<number>();
  const done = new Set<number>();
  let isExact = steps.every(isRead);
  const entries = new Map([...index].map(([number, position]) => [position, nextOf(program, number)]));
  for (let position = 0; position < sets.length; position++) {
    const begins = position === 0 || position === anywhere;
    const found = reached(program, begins ? first : entries.get(position)!, position === 0);
    const next = new Map([...found.ways].map(([number, ways]) => [index.get(number)!, ways]));
    if (begins && anywhere !== undefined) next.set(anywhere, 1);
    follow.push(next);
    if (found.ends) ends.add(position);
    if (found.isDone) done.add(position);
    isExact &&= found.isWhole;
  }
  return { ...classified(sets), follow, ends, done, isExact };
}

/** Whether what a step asks for can be told from the position alone. */
function isRead(step: Step): boolean {
  if (step.kind === "start" || step.kind === "end") return !step.multiline;
  return step.kind !== "look" && step.kind !== "boundary" && step.kind !== "again";
}

function nextOf({ steps }: Program, number: number): number {
  const step = steps[number]!;
  return step.kind === "character" ? step.next : number;
}

interface Reached {
  /** The characters that are looked at next, with the number of ways there. */
  readonly ways: ReadonlyMap<number, number>;
  readonly ends: boolean;
  readonly isDone: boolean;
  readonly isWhole: boolean;
}

function reached({ steps }: Program, from: number, isStart: boolean): Reached {
  const ways = new Map<number, number>();
  const entered = new Set<number>();
  let ends = false;
  let isDone = false;
  let moves = 0;
  move(from, false);
  return { ways, ends, isDone, isWhole: moves <= mostMoves };

  function move(number: number, isEnd: boolean): void {
    const step = steps[number]!;
    // A turn that takes nothing is not made.
    if (moves++ > mostMoves || (step.kind === "leave" && entered.has(step.register))) return;
    if (step.kind === "accept") {
      ends = true;
      isDone ||= !isEnd;
      return;
    }
    if (step.kind === "character") {
      if (!isEnd) ways.set(number, Math.min(2, (ways.get(number) ?? 0) + 1));
      return;
    }
    if (step.kind === "start" && !isStart && !step.multiline) return;
    const isNew = step.kind === "enter" && !entered.has(step.register);
    if (isNew) entered.add(step.register);
    if (step.kind === "choice") for (const next of step.nexts) move(next, isEnd);
    else {
      if (step.kind === "look") move(step.body, isEnd);
      move(step.next, isEnd || (step.kind === "end" && !step.multiline));
    }
    if (isNew) entered.delete(step.register);
  }
}

/** Characters that people know, so that examples are made of them. */
const shown = [..."a!1A-_. /@:,"].map((character) => character.codePointAt(0)!);

/** Characters that every position takes alike are one class. */
function classified(sets: readonly Characters[]): Pick<Positions, "classes" | "characters" | "ranges"> {
  const borders = new Set([0, ...sets.flatMap((set) => set.flatMap(([from, to]) => [from, to + 1]))]);
  const numbers = new Map<string, number>();
  const characters: number[] = [];
  const classes = sets.map(() => 0n);
  const classOf = (character: number): number => {
    const takers = sets.flatMap((set, position) => (hasCharacter(set, character) ? [position] : []));
    const key = takers.join();
    const known = numbers.get(key);
    if (known !== undefined) return known;
    const number = characters.push(character) - 1;
    numbers.set(key, number);
    for (const taker of takers) classes[taker]! |= 1n << BigInt(number);
    return number;
  };
  for (const character of shown) classOf(character);
  const ranges = [...borders]
    .filter((from) => from <= 0x10ffff)
    .sort((one, other) => one - other)
    .map((from) => [from, classOf(from)] as const);
  return { classes, characters, ranges };
}
