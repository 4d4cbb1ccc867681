/** Tells what the elements of one pattern can read, given only some characters. */
import type { AST } from "@eslint-community/regexpp";
import { memoize } from "../cache/memoize.ts";
import { type CharacterSet, characterSets } from "./characters.ts";
import { allCharacters, elementCharacters, groupsOf } from "./element-characters.ts";
import { lengthsIn } from "./element-lengths.ts";

export type ElementSets = ReturnType<typeof elementSets>;
/** The elements between two repetitions as a linked list, the last one first. */
export interface ReadElement {
  readonly element: AST.Element;
  readonly before: ReadElement | undefined;
}

type Repeated = AST.Quantifier | "start";

/** Most patterns take a few hundred comparisons; this many take a second. */
const maxComparisons = 300_000;

/** Too many elements of the pattern would have to be compared. */
export class TooComplex extends Error {}

export function elementSets(pattern: AST.Pattern) {
  const setOf = characterSets(pattern.raw);
  const word = setOf("\\w");
  let comparisons = 0;
  const hasModifiers = /\(\?[a-z-]+:/.test(pattern.raw);
  const { contentOf, contentIn, singleCharacters, singleCharactersIn, isNeeded, firstIn } =
    elementCharacters(setOf);
  const setsIn = memoize((alternative: AST.Alternative) => setsOfPlaces(alternative, setOf));
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
}

/** The characters of each place, where the elements take one character each. */
function setsOfPlaces(
  { elements }: AST.Alternative,
  setOf: (source: string) => CharacterSet,
): CharacterSet[] | undefined {
  const types = ["Character", "CharacterSet", "CharacterClass"];
  return elements.every(({ type }) => types.includes(type))
    ? elements.map(({ raw }) => setOf(raw))
    : undefined;
}
