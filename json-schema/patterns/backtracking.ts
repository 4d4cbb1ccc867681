/** Finds patterns that make a backtracking engine slow: it tries every way to read a text before it says no. */
import type { AST } from "@eslint-community/regexpp";
import { memoize, memoizeText } from "../memoize.ts";
import { type Automaton, buildAutomaton, isLoop, type Position, TooComplex } from "./automaton.ts";
import { allCharacters, characterSets } from "./characters.ts";
import { parsePattern } from "./tree.ts";

/** Why a pattern can take long with some texts. */
export interface Backtracking {
  /** How the ways to read a text grow with its length; `unknown` where the pattern is too large to be analysed. */
  readonly growth: "exponential" | "polynomial" | "unknown";
  /** The repetitions or alternatives that can read the same text; the empty one is the text before the match. */
  readonly between?: readonly [string, string];
}

/** Texts that are so short are read at once, though a pattern backtracks. */
export const shortEnough = { exponential: 10, polynomial: 500, unknown: 0 } as const;

/** This many choices in a row give a thousand ways to match a text. */
const maxForks = 10;
/** Most patterns take a few hundred steps; this many take half a second. */
const maxSteps = 300_000;

/**
 * Finds why a pattern may read some texts slowly. `source` is a pattern of ECMAScript with the flag `u`.
 *
 * @returns undefined where the pattern is fast with every text of at most `maxLength` characters
 */
export function findBacktracking(source: string, maxLength = Infinity): Backtracking | undefined {
  const found = analyse(source);
  return found && maxLength > shortEnough[found.growth] ? found : undefined;
}

const analyse = memoizeText((source): Backtracking | undefined => {
  const pattern = parsePattern(source);
  if (pattern === undefined) return { growth: "unknown" };
  try {
    return slowest(pattern);
  } catch (error) {
    if (error instanceof TooComplex) return { growth: "unknown" };
    throw error;
  }
});

/** Returns the slowest ambiguity of the pattern and its lookarounds. */
function slowest(pattern: AST.Pattern): Backtracking | undefined {
  const setOf = characterSets(pattern.raw);
  const automata = [buildAutomaton(pattern.alternatives, setOf, "anywhere")];
  for (const { lookarounds } of automata)
    for (const { alternatives, kind } of lookarounds)
      automata.push(buildAutomaton(alternatives, setOf, kind === "lookbehind" ? "backwards" : "here"));
  const found = automata.flatMap((automaton) => [
    ...ambiguity(automaton),
    ...automaton.references.filter(isLong).map(describeReference),
  ]);
  return found.find(({ growth }) => growth === "exponential") ?? found[0];
}

/** A backreference compares as many characters as its group read, in each of the ways to read them. */
function isLong({ resolved }: AST.Backreference): boolean {
  return [resolved].flat().some(({ raw }) => /[*+]|,\}/.test(raw));
}

function describeReference({ resolved, raw }: AST.Backreference): Backtracking {
  return { growth: "polynomial", between: [[resolved].flat()[0]?.raw ?? "", raw] };
}

/**
 * An automaton is exponentially ambiguous if two ways lead from a position back to itself over the same text. It is
 * polynomially ambiguous if one text leads from a position to itself, to another position, and from there to itself (Weber and
 * Seidl, 1991). Many forks whose ways meet again are as slow as a loop with one fork.
 */
function ambiguity({ positions }: Automaton): Backtracking[] {
  const { findFork, leadsToBoth } = searches();
  const isLooping = (position: Position) => loopsAround(position).length > 0;
  const [looping, others] = [positions.filter(isLooping), positions.filter((each) => !isLooping(each))];
  for (const position of looping) {
    const fork = findFork(position, (state) => state.every((each) => each === position));
    if (fork) return [{ growth: "exponential", between: namePair(position, fork) }];
  }
  const forks = others.flatMap((position) => findFork(position, ([one, other]) => one === other) ?? []);
  const [first, second] = forks;
  if (forks.length > maxForks && first && second)
    return [{ growth: "exponential", between: [showAlternative(first), showAlternative(second)] }];
  for (const one of looping)
    for (const other of looping)
      if (one !== other && leadsToBoth(one, other))
        return [{ growth: "polynomial", between: [namePosition(one), namePosition(other)] }];
  return [];
}

/** Searches for texts that lead several copies of the automaton from some positions to others. */
function searches() {
  let steps = 0;
  return { findFork, leadsToBoth };

  /** Searches for two ways from a position to a goal over the same text. Returns the position at which the second way begins. */
  function findFork(from: Position, isGoal: IsGoal): Position | undefined {
    const next = [...from.next];
    const loops = [outermostLoop(from), outermostLoop(from)];
    const leads = (...start: Position[]) =>
      start.every((each) => !each.isFinal && outermostLoop(each) === loops[0]) &&
      shares(start) &&
      reaches(start, isGoal, loops);
    if (next.some(([to, ways]) => ways > 1 && leads(to, to))) return from;
    for (const [index, [one]] of next.entries())
      for (const [other] of next.slice(index + 1)) if (leads(one, other)) return other;
    return undefined;
  }

  function leadsToBoth(one: Position, other: Position): boolean {
    const isGoal: IsGoal = ([first, second, third]) => first === one && second === other && third === other;
    return reaches([one, one, other], isGoal, [outermostLoop(one), undefined, outermostLoop(other)]);
  }

  /** @param loops the outermost loop that each of the positions stays in */
  function reaches(
    start: readonly Position[],
    isGoal: IsGoal,
    loops: readonly (Loop | undefined)[],
  ): boolean {
    const ids = new Map<Position, number>();
    const numberPosition = (position: Position) => ids.get(position) ?? ids.set(position, ids.size).size - 1;
    const states = new Map([[start.map(numberPosition).join(), start]]);
    for (const state of states.values()) {
      if (isGoal(state)) return true;
      for (const next of successors(state, loops)) {
        const key = next.map(numberPosition).join();
        if (!states.has(key)) states.set(key, next);
      }
    }
    return false;
  }

  function successors(state: readonly Position[], loops: readonly (Loop | undefined)[]): Position[][] {
    let found: Position[][] = [[]];
    for (const [index, position] of state.entries()) {
      const loop = loops[index];
      const next = [...position.next.keys()].filter(
        (each) => !each.isFinal && (loop === undefined || outermostLoop(each) === loop),
      );
      steps += found.length * next.length;
      if (steps > maxSteps) throw new TooComplex();
      found = found.flatMap((before) => next.map((each) => [...before, each]).filter(shares));
    }
    return found;
  }
}

type IsGoal = (state: readonly Position[]) => boolean;

/** Tells whether all of these positions can read one common character. */
function shares(positions: readonly Position[]): boolean {
  return positions.reduce((common, { characters }) => common & characters, allCharacters) !== 0n;
}

type Loop = AST.Quantifier | "start";

/** The loops around a position, the innermost first. */
const loopsAround = memoize(({ element }: Position): readonly Loop[] => {
  if (element === undefined) return ["start"];
  const loops: Loop[] = [];
  for (let node: AST.Node | null = element; node !== null; node = node.parent)
    if (node.type === "Quantifier" && isLoop(node)) loops.push(node);
  return loops;
});

function outermostLoop(position: Position): Loop | undefined {
  return loopsAround(position).at(-1);
}

function namePosition(position: Position): string {
  const [loop] = loopsAround(position);
  return loop === undefined || loop === "start" ? "" : loop.raw;
}

/** Two loops where they differ, else two alternatives of one loop. */
function namePair(one: Position, other: Position): [string, string] {
  const outer = outermostLoop(one);
  const names: [string, string] = [
    namePosition(one),
    one === other && outer && outer !== "start" ? outer.raw : namePosition(other),
  ];
  return names[0] !== names[1] ? names : [showAlternative(one), showAlternative(other)];
}

function showAlternative({ element }: Position): string {
  return element?.parent?.type === "Alternative" ? element.parent.raw : (element?.raw ?? "");
}
