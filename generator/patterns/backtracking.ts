/** Finds patterns that make a backtracking engine slow: where repetitions share a text, the engine tries every division of it. */
import type { AST } from "@eslint-community/regexpp";
import { memoize } from "../cache/memoize.ts";
import { type ElementSets, elementSets, type ReadElement, TooComplex } from "./elements.ts";
import { type Group, parsed } from "./tree.ts";

export interface Backtracking {
  /** In how many ways an engine may read a text of 1,000 characters, or of `maxLength` where that is less; at most 1e300. */
  readonly ways: number;
  /** The repetitions or alternatives that share a text, as the pattern has them; none where it could not be analysed. */
  readonly between?: readonly [string, string];
}

/** A repetition that the elements after it have not closed: it could have read their characters, too. */
interface Open {
  readonly repeated: AST.Quantifier | "start";
  readonly since: ReadElement | undefined;
}

/** More ways than that for each character of a text are slow. */
const maxWaysPerCharacter = 1_000;
const maxWays = 1e300;
/** Of patterns that are too long, too deep or too complex to be analysed: slow, but not known to be exponential. */
const waysIfUnknown = 1e6;
/** No request has more characters. */
const longestText = 4_194_304;

/** `^`, at most one repetition whose count varies, and nothing to choose. Most patterns are of this kind, and are fast. */
const obviouslyFast =
  /^\^[^*+?{(|]*(?:\{\d+\}[^*+?{(|]*)*(?:(?:[*+?]|\{\d+,\d*\})[^*+?{(|]*)?(?:\{\d+\}[^*+?{(|]*)*$/;

const cache = new Map<string, Backtracking | undefined>();

/** @returns undefined where the pattern is fast with every text of at most `maxLength` characters */
export function backtrackingOf(source: string, maxLength = longestText): Backtracking | undefined {
  const key = `${maxLength} ${source}`;
  if (!cache.has(key)) cache.set(key, obviouslyFast.test(source) ? undefined : analysed(source, maxLength));
  return cache.get(key);
}

function analysed(source: string, maxLength: number): Backtracking | undefined {
  const pattern = parsed(source);
  if (pattern === undefined) return { ways: waysIfUnknown };
  try {
    return slowest(pattern, maxLength);
  } catch (error) {
    if (error instanceof TooComplex) return { ways: waysIfUnknown };
    throw error;
  }
}

function slowest(pattern: AST.Pattern, maxLength: number): Backtracking | undefined {
  const sets = elementSets(pattern);
  if (waysToRead(pattern, sets, maxLength).ways === 1) return undefined;
  const lengths = [4, 30, 100, 1_000].filter((length) => length < maxLength).concat(maxLength);
  const measured = lengths.map((length) => ({ length, ...waysToRead(pattern, sets, length) }));
  const isSlow = measured.some(({ length, ways }) => ways > length * maxWaysPerCharacter);
  return isSlow ? (measured.findLast(({ length }) => length <= 1_000) ?? measured[0]) : undefined;
}

/**
 * Walks through the pattern with the repetitions that are still open. Where one meets another that can read the same text, their
 * ways multiply; in a loop they do so with each turn.
 */
function waysToRead(pattern: AST.Pattern, sets: ElementSets, length: number): Backtracking {
  const { waysOf, waysOfBoth, keep } = repetitionWays(length);
  const { afterElement, endingsOf } = openRepetitions(sets);
  let choices = 1;
  let worst: Backtracking = { ways: 1 };
  // An engine starts anew at each character.
  for (const { elements } of pattern.alternatives)
    visitAll(elements, [{ repeated: "start", since: undefined }], false);
  return worst;

  function report(ways: number, one: string, other: string): number {
    const bounded = Math.min(ways, maxWays);
    if (bounded > worst.ways) worst = { ways: bounded, between: [one, other] };
    return bounded;
  }

  /** @param canFail whether something after the elements may not match, so that the engine comes back to try other ways */
  function visitAll(elements: readonly AST.Element[], before: readonly Open[], canFail: boolean): void {
    const lastNeeded = elements.findLastIndex(sets.isNeeded);
    let open = before;
    elements.forEach((element, index) => {
      visit(element, open, canFail || index < lastNeeded);
      open = afterElement(open, element);
    });
  }

  function visit(element: AST.Element, open: readonly Open[], canFail: boolean): void {
    if (worst.ways === maxWays) return;
    if (element.type === "Quantifier") visitQuantifier(element, open, canFail);
    else if (element.type === "Backreference" && canFail) visitBackreference(element, open);
    else if (element.type === "Group" || element.type === "CapturingGroup")
      visitGroup(element, open, canFail);
    else if (element.type === "Assertion" && "alternatives" in element) visitLookaround(element, open);
  }

  function visitGroup(group: Group, open: readonly Open[], canFail: boolean): void {
    if (canFail) compareAlternatives(group);
    for (const { elements } of group.alternatives) visitAll(elements, open, canFail);
  }

  function visitLookaround({ kind, alternatives }: AST.LookaroundAssertion, open: readonly Open[]): void {
    for (const { elements } of alternatives)
      visitAll(kind === "lookbehind" ? elements.toReversed() : elements, open, false);
  }

  function visitQuantifier(quantifier: AST.Quantifier, open: readonly Open[], canFail: boolean): void {
    const { element, min, max } = quantifier;
    const again = max > 1 ? [...open, ...endingsOf(element)] : open;
    const isVariable = max > min;
    if (canFail && isVariable) meet(quantifier, again);
    const own: Open[] = max > 1 && isVariable ? [{ repeated: quantifier, since: undefined }] : [];
    visit(element, [...again, ...own], canFail || min > 1);
  }

  function meet(quantifier: AST.Quantifier, open: readonly Open[]): void {
    const ways = open
      .filter(({ repeated, since }) => sets.canShare(repeated, quantifier, since))
      .map(({ repeated }) =>
        report(waysOfBoth(repeated, quantifier), repeated === "start" ? "" : repeated.raw, quantifier.raw),
      );
    keep(quantifier, Math.max(countsOf(quantifier, length), ...ways));
  }

  /** A backreference compares as many characters as its group took, in each way. */
  function visitBackreference({ raw, resolved }: AST.Backreference, open: readonly Open[]): void {
    const isLong = [resolved].flat().some((group) => /[*+]|,\}/.test(group.raw));
    for (const { repeated } of isLong ? open : [])
      if (repeated !== "start") report(waysOf(repeated) * length, repeated.raw, raw);
  }

  function compareAlternatives(group: Group): void {
    const turns = turnsAround(group, group, length);
    const { alternatives, parent } = group;
    const alone = parent.type === "Quantifier" ? sets.singleCharacters(parent) : 0n;
    alternatives.forEach((one, index) => {
      const same = alternatives.slice(index + 1).find((other) => sets.canBeSame(one, other));
      if (same) {
        choices *= 2 ** turns;
        report(choices, one.raw, same.raw);
      }
      // Like `aa` in `(a|aa)*`: other alternatives can read it in several turns.
      const isDivisible =
        alone !== 0n && sets.singleCharactersIn(one) === 0n && sets.fitsAll(one.elements, alone);
      if (isDivisible) report(2 ** turns, parent.raw, one.raw);
    });
  }
}

/** In how many ways repetitions read a text of this length. */
function repetitionWays(length: number) {
  const waysUntil = new Map<AST.Quantifier, number>();
  const keep = (quantifier: AST.Quantifier, ways: number) => void waysUntil.set(quantifier, ways);
  return { waysOf, waysOfBoth, keep };

  function waysOfBoth(repeated: Open["repeated"], quantifier: AST.Quantifier): number {
    const own = countsOf(quantifier, length);
    if (repeated === "start") return length * own;
    const counts = Math.min(countsOf(repeated, length), own);
    const isNested = isInside(repeated, quantifier) || isInside(quantifier, repeated);
    const once = isNested ? counts : waysOf(repeated) * own;
    return once * counts ** (turnsAround(repeated, quantifier, length) - 1);
  }

  function waysOf(repeated: Open["repeated"]): number {
    return (repeated !== "start" && waysUntil.get(repeated)) || countsOf(repeated, length);
  }
}

/** Which repetitions may still go on after an element. */
function openRepetitions(sets: ElementSets) {
  /** Those inside an element that may go on where it ends. */
  const endingsOf = memoize(findEndings);
  return { afterElement, endingsOf };

  function afterElement(open: readonly Open[], element: AST.Element): readonly Open[] {
    const passing = open.filter(({ repeated }) => sets.fits(element, sets.charactersOf(repeated)));
    return [
      ...passing.map(({ repeated, since }) => ({ repeated, since: { element, before: since } })),
      ...endingsOf(element),
    ];
  }

  function findEndings(element: AST.Element): readonly Open[] {
    if (element.type === "Quantifier") {
      const own: Open[] = element.max > element.min ? [{ repeated: element, since: undefined }] : [];
      return [...own, ...endingsOf(element.element)];
    }
    if (element.type !== "Group" && element.type !== "CapturingGroup") return [];
    return element.alternatives.flatMap(({ elements }) => elements.reduce<readonly Open[]>(afterElement, []));
  }
}

/** How many counts of turns a quantifier may have. */
function countsOf(repeated: Open["repeated"], length: number): number {
  return repeated === "start" ? length : Math.min(repeated.max - repeated.min + 1, length);
}

/** How often loops repeat what has both. */
function turnsAround(one: AST.Element, other: AST.Element, length: number): number {
  let turns = 1;
  for (let node: AST.Node | null = other; node !== null; node = node.parent) {
    if (node.type !== "Quantifier" || (node === one && node === other)) continue;
    if (isInside(one, node)) turns *= Math.max(1, node.max);
  }
  return Math.min(turns, length);
}

function isInside(one: AST.Element, other: AST.Node): boolean {
  return other.start <= one.start && one.end <= other.end;
}
