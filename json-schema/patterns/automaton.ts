/** The automaton of a pattern, as a backtracking engine walks through it: Glushkov's, with the number of ways from place to place. */
import type { AST } from "@eslint-community/regexpp";
import { allCharacters, type CharacterSet } from "./characters.ts";

/** A place of the pattern that reads one character. */
export interface Position {
  /** Undefined: any character before the match, since an engine starts anew at each one. */
  readonly element: AST.Element | undefined;
  readonly characters: CharacterSet;
  /** The positions that may be read next, with the number of ways to get there: 1, or 2 for more. */
  readonly next: Map<Position, number>;
  /** Whether the pattern matches as soon as it is read. */
  isFinal: boolean;
}

export interface Automaton {
  readonly positions: readonly Position[];
  /** The lookarounds in the pattern, which are automata of their own. */
  readonly lookarounds: readonly AST.LookaroundAssertion[];
  /** The backreferences in the pattern, which the positions leave out. */
  readonly references: readonly AST.Backreference[];
}

/** Repetitions up to this count become two copies of the repeated part. */
const maxCopied = 10;
/** Larger automata take a second. */
const maxLinks = 300_000;

/** The pattern is too large to be analysed. */
export class TooComplex extends Error {}

/** Whether a repetition is treated as unbounded, because its largest count is too high to copy. */
export function isLoop({ max, min, element }: AST.Quantifier): boolean {
  return max > maxCopied && !(min === max && isCharacter(element));
}

function isCharacter({ type }: AST.Element): boolean {
  return type === "Character" || type === "CharacterSet" || type === "CharacterClass";
}

type Ends = ReadonlyMap<Position, number>;

/** A part of the pattern: its first and last positions, and in how many ways it matches the empty text. */
interface Part {
  readonly first: Ends;
  readonly last: Ends;
  readonly empty: number;
}

const none: Ends = new Map();
const empty: Part = { first: none, last: none, empty: 1 };
const impossible: Part = { first: none, last: none, empty: 0 };

/** The automaton while it is made. */
interface Draft extends Automaton {
  readonly positions: Position[];
  readonly lookarounds: AST.LookaroundAssertion[];
  readonly references: AST.Backreference[];
  readonly setOf: (source: string) => CharacterSet;
  readonly begins: Begins;
  links: number;
}

/** How matching starts: at any position, at the current one, or backwards for a lookbehind. */
type Begins = "anywhere" | "here" | "backwards";

export function buildAutomaton(
  alternatives: readonly AST.Alternative[],
  setOf: (source: string) => CharacterSet,
  begins: Begins,
): Automaton {
  const draft: Draft = { positions: [], lookarounds: [], references: [], setOf, begins, links: 0 };
  const whole = either(alternatives.map(({ elements }) => fromStart(elements, draft)));
  for (const position of whole.last.keys()) position.isFinal = true;
  return draft;
}

function fromStart(elements: readonly AST.Element[], draft: Draft): Part {
  const [first, ...rest] = elements;
  const isAnchored = first?.type === "Assertion" && first.kind === "start";
  if (isAnchored && draft.begins === "anywhere") return sequence(rest, draft);
  if (draft.begins === "here") return sequence(elements, draft);
  const start = read(undefined, allCharacters, draft);
  link(start.last, start.first, draft);
  return joinParts({ ...start, empty: 1 }, sequence(elements, draft), draft);
}

function read(element: AST.Element | undefined, characters: CharacterSet, { positions }: Draft): Part {
  const position = { element, characters, next: new Map(), isFinal: false };
  positions.push(position);
  const ends = new Map([[position, 1]]);
  return { first: ends, last: ends, empty: 0 };
}

function sequence(elements: readonly AST.Element[], draft: Draft): Part {
  const ordered = draft.begins === "backwards" ? elements.toReversed() : elements;
  return ordered
    .map((element) => buildPart(element, draft))
    .reduce((one, other) => joinParts(one, other, draft), empty);
}

function buildPart(element: AST.Element, draft: Draft): Part {
  switch (element.type) {
    case "Group":
    case "CapturingGroup":
      return either(element.alternatives.map(({ elements }) => sequence(elements, draft)));
    case "Quantifier":
      return repeatPart(element, draft);
    case "Assertion":
      return assertion(element, draft);
    case "Backreference":
      draft.references.push(element);
      return empty;
    default:
      return read(element, draft.setOf(element.raw), draft);
  }
}

/** The end of the text is a position that reads nothing, so the position before it is not the last one. */
function assertion(element: AST.Assertion, draft: Draft): Part {
  if (element.kind === "start") return impossible;
  if (element.kind === "end") return read(element, 0n, draft);
  if ("alternatives" in element) draft.lookarounds.push(element);
  return empty;
}

function repeatPart(quantifier: AST.Quantifier, draft: Draft): Part {
  const { element, min, max } = quantifier;
  if (max === 0) return empty;
  const once = buildPart(element, draft);
  const part = { ...once, empty: Number(min === 0 || once.empty > 0) };
  if (isLoop(quantifier)) link(once.last, once.first, draft);
  else if (max > 1 && !isCharacter(element))
    return joinParts(part, { ...buildPart(element, draft), empty: 1 }, draft);
  return part;
}

function joinParts(one: Part, other: Part, draft: Draft): Part {
  link(one.last, other.first, draft);
  return {
    first: sum(one.first, other.first, one.empty),
    last: sum(other.last, one.last, other.empty),
    empty: atMostTwo(one.empty * other.empty),
  };
}

function link(last: Ends, first: Ends, draft: Draft): void {
  draft.links += last.size * first.size;
  if (draft.links > maxLinks) throw new TooComplex();
  for (const [from, ways] of last)
    for (const [to, more] of first) from.next.set(to, atMostTwo((from.next.get(to) ?? 0) + ways * more));
}

function either(parts: readonly Part[]): Part {
  return parts.reduce((one, other) => ({
    first: sum(one.first, other.first, 1),
    last: sum(one.last, other.last, 1),
    empty: atMostTwo(one.empty + other.empty),
  }));
}

/** Adds the ways of both; the ways of `other` count `factor` times. */
function sum(one: Ends, other: Ends, factor: number): Ends {
  if (factor === 0) return one;
  const all = new Map(one);
  for (const [position, ways] of other)
    all.set(position, atMostTwo((all.get(position) ?? 0) + ways * factor));
  return all;
}

function atMostTwo(ways: number): number {
  return Math.min(ways, 2);
}
