/** Tells what the elements of one pattern can read, given only some characters. */
import type { AST } from "@eslint-community/regexpp";
import { type CharacterSet, characterSets } from "./characters.ts";

export type ElementSets = ReturnType<typeof elementSets>;
/** The elements between two repetitions as a linked list, the last one first. */
export interface ReadElement {
  readonly element: AST.Element;
  readonly before: ReadElement | undefined;
}

type Repeated = AST.Quantifier | "start";
const allCharacters: CharacterSet = -1n;

/** Most patterns take a few hundred comparisons; this many take a second. */
const maxComparisons = 300_000;

/** Too many elements of the pattern would have to be compared. */
export class TooComplex extends Error {}

export function elementSets(pattern: AST.Pattern) {
  const setOf = characterSets(pattern.raw);
  const word = setOf("\\w");
  let comparisons = 0;
  const hasModifiers = /\(\?[a-z-]+:/.test(pattern.raw);
  const contentCache = new Map<AST.Element, CharacterSet>();
  const singleCharacterCache = new Map<AST.Element, CharacterSet>();
  const neededCache = new Map<AST.Element, boolean>();
  const sequences = new Map<AST.Alternative, readonly CharacterSet[] | undefined>();
  return { fits, fitsAll, canShare, canBeSame, charactersOf, singleCharacters, singleCharactersIn, isNeeded };

  /** Whether an element can match a text of only these characters. */
  function fits(element: AST.Element, set: CharacterSet): boolean {
    if (++comparisons > maxComparisons) throw new TooComplex();
    switch (element.type) {
      case "Quantifier":
        return element.min === 0 || fits(element.element, set);
      case "Group":
      case "CapturingGroup":
        return element.alternatives.some(({ elements }) => fitsAll(elements, set));
      case "Assertion":
        if (element.kind === "word") return element.negate || ((set & word) !== 0n && (set & ~word) !== 0n);
        return hasModifiers || (element.kind !== "start" && element.kind !== "end");
      case "Backreference":
        return groupsOf(element).every((group) => fits(group, set));
      default:
        return (setOf(element.raw) & set) !== 0n;
    }
  }

  function fitsAll(elements: readonly AST.Element[], set: CharacterSet): boolean {
    return elements.every((element) => fits(element, set));
  }

  /** Whether a text after `one` could as well be read by `one`, by `other`, and in part by what is between them. */
  function canShare(one: Repeated, other: AST.Quantifier, between: ReadElement | undefined): boolean {
    const common = charactersOf(one) & charactersOf(other);
    if (common === 0n || !canRead(one, common) || !canRead(other, common)) return false;
    for (let read = between; read; read = read.before) if (!fits(read.element, common)) return false;
    return true;
  }

  function canRead(repeated: Repeated, set: CharacterSet): boolean {
    if (repeated === "start") return true;
    const single = singleCharacters(repeated);
    return single === 0n ? fits(repeated.element, set) : (single & set) !== 0n;
  }

  /** What a repetition reads one by one, or else in longer pieces. */
  function charactersOf(repeated: Repeated): CharacterSet {
    return repeated === "start" ? allCharacters : singleCharacters(repeated) || contentOf(repeated);
  }

  function contentOf(element: AST.Element): CharacterSet {
    let cached = contentCache.get(element);
    if (cached !== undefined) return cached;
    contentCache.set(element, 0n);
    cached = computeContent(element);
    contentCache.set(element, cached);
    return cached;
  }

  function computeContent(element: AST.Element): CharacterSet {
    switch (element.type) {
      case "Quantifier":
        return contentOf(element.element);
      case "Group":
      case "CapturingGroup":
        return element.alternatives.reduce((all, one) => all | contentIn(one), 0n);
      case "Assertion":
        return 0n;
      case "Backreference":
        return groupsOf(element).reduce((all, group) => all | contentOf(group), 0n);
      default:
        return setOf(element.raw);
    }
  }

  function contentIn({ elements }: AST.Alternative): CharacterSet {
    return elements.reduce((all, element) => all | contentOf(element), 0n);
  }

  /** The characters that an element can match alone, without any other beside them. */
  function singleCharacters(element: AST.Element): CharacterSet {
    const cached = singleCharacterCache.get(element) ?? computeSingleCharacters(element);
    singleCharacterCache.set(element, cached);
    return cached;
  }

  function computeSingleCharacters(element: AST.Element): CharacterSet {
    if (element.type === "Quantifier") return singleCharacters(element.element);
    if (element.type === "Group" || element.type === "CapturingGroup")
      return element.alternatives.reduce((all, one) => all | singleCharactersIn(one), 0n);
    return element.type === "Assertion" || element.type === "Backreference" ? 0n : setOf(element.raw);
  }

  function singleCharactersIn({ elements }: AST.Alternative): CharacterSet {
    const needed = elements.filter(isNeeded);
    if (needed.length > 1) return 0n;
    return (needed.length === 1 ? needed : elements).reduce(
      (all, element) => all | singleCharacters(element),
      0n,
    );
  }

  /** Whether two alternatives can match the same text; exact where neither repeats anything. */
  function canBeSame(one: AST.Alternative, other: AST.Alternative): boolean {
    if (++comparisons > maxComparisons) throw new TooComplex();
    const [sets, others] = [setsIn(one), setsIn(other)];
    if (sets && others)
      return sets.length === others.length && sets.every((set, index) => (set & others[index]!) !== 0n);
    if (![...one.elements, ...other.elements].some(isNeeded)) return true;
    const [[min, max], [otherMin, otherMax]] = [lengthsIn(one), lengthsIn(other)];
    return (
      min <= otherMax &&
      otherMin <= max &&
      (firstIn(one) & firstIn(other)) !== 0n &&
      fitsAll(one.elements, contentIn(other)) &&
      fitsAll(other.elements, contentIn(one))
    );
  }

  function setsIn(alternative: AST.Alternative): readonly CharacterSet[] | undefined {
    if (!sequences.has(alternative)) sequences.set(alternative, computeSets(alternative));
    return sequences.get(alternative);
  }

  function computeSets({ elements }: AST.Alternative): CharacterSet[] | undefined {
    const sets: CharacterSet[] = [];
    for (const element of elements) {
      if (
        element.type !== "Character" &&
        element.type !== "CharacterSet" &&
        element.type !== "CharacterClass"
      )
        return undefined;
      sets.push(setOf(element.raw));
    }
    return sets;
  }

  /** Whether an element can fail: it does not match everywhere. */
  function isNeeded(element: AST.Element): boolean {
    const cached = neededCache.get(element) ?? computeNeeded(element);
    neededCache.set(element, cached);
    return cached;
  }

  function computeNeeded(element: AST.Element): boolean {
    if (element.type === "Quantifier") return element.min > 0 && isNeeded(element.element);
    if (element.type === "Group" || element.type === "CapturingGroup")
      return element.alternatives.every(({ elements }) => elements.some(isNeeded));
    return true;
  }

  function firstIn({ elements }: AST.Alternative): CharacterSet {
    const end = elements.findIndex(isNeeded);
    return elements
      .slice(0, end === -1 ? undefined : end + 1)
      .reduce((all, element) => all | first(element), 0n);
  }

  function first(element: AST.Element): CharacterSet {
    if (element.type === "Quantifier") return first(element.element);
    if (element.type === "Group" || element.type === "CapturingGroup")
      return element.alternatives.reduce((all, one) => all | firstIn(one), 0n);
    return element.type === "Assertion" ? allCharacters : contentOf(element);
  }
}

type Lengths = readonly [min: number, max: number];

function lengthsIn({ elements }: AST.Alternative): Lengths {
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

/** What a backreference repeats; nothing where it stands inside its group, which has matched nothing yet. */
function groupsOf({ resolved, start }: AST.Backreference): AST.CapturingGroup[] {
  return [resolved].flat().filter((group) => group.end <= start || group.start > start);
}
