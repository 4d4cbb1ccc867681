/** Tells which characters the elements of one pattern can match. */
import type { AST } from "@eslint-community/regexpp";
import { memoize } from "../cache/memoize.ts";
import type { CharacterSet } from "./characters.ts";

export const allCharacters: CharacterSet = -1n;

export function elementCharacters(setOf: (source: string) => CharacterSet) {
  const contents = new Map<AST.Element, CharacterSet>();
  /** The characters that an element can match alone, without any other beside them. */
  const singleCharacters = memoize(findSingleCharacters);
  /** Whether an element can fail: it does not match everywhere. */
  const isNeeded = memoize(findNeeded);
  return { contentOf, contentIn, singleCharacters, singleCharactersIn, isNeeded, firstIn };

  function contentOf(element: AST.Element): CharacterSet {
    let cached = contents.get(element);
    if (cached !== undefined) return cached;
    contents.set(element, 0n);
    cached = computeContent(element);
    contents.set(element, cached);
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

  function findSingleCharacters(element: AST.Element): CharacterSet {
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

  function findNeeded(element: AST.Element): boolean {
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

/** What a backreference repeats; nothing where it stands inside its group, which has matched nothing yet. */
export function groupsOf({ resolved, start }: AST.Backreference): AST.CapturingGroup[] {
  return [resolved].flat().filter((group) => group.end <= start || group.start > start);
}
