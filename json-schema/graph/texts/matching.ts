/** Makes strings that match a regular expression. */
import type { AST } from "@eslint-community/regexpp";
import { memoizeText } from "../../memoize.ts";
import { patternOf } from "../../patterns/matcher.ts";
import { parsePattern } from "../../patterns/tree.ts";

const commonCharacters = [..."a1A0b_- .@/:,;%+é"];
const maxLength = 100_000;

/**
 * Returns strings that match a pattern (ECMAScript, `u` flag), simplest first; with `length`, only strings of this many code
 * points. The strings are made without assertions and backreferences; strings that then do not match are dropped.
 */
export function matching(pattern: string, length?: number): readonly string[] {
  const key = `${length}/${pattern}`;
  const texts = cache.get(key) ?? findMatching(pattern, length);
  if (cache.size === maxCached) cache.clear();
  cache.set(key, texts);
  return texts;
}

/** Many schemas have the same pattern. */
const cache = new Map<string, readonly string[]>();
const maxCached = 1_000;

function findMatching(pattern: string, length: number | undefined): string[] {
  const matches = patternOf(pattern);
  const tree = parsePattern(pattern);
  if (tree === undefined || (length ?? 0) > maxLength) return [];
  const texts = [0, 1, 2, 3].flatMap((choice) => candidates(tree, choice, length));
  return [...new Set(texts)].filter(
    (text) => matches.test(text) && (length === undefined || [...text].length === length),
  );
}

function candidates(tree: AST.Pattern, choice: number, length: number | undefined): string[] {
  const plain = renderTree(tree, choice, 0);
  if (length === undefined) return [plain, renderTree(tree, choice, 1), renderTree(tree, choice, 8)];
  const missing = length - [...plain].length;
  if (missing <= 0) return [plain];
  const grown = renderTree(tree, choice, missing);
  const filler = "a".repeat(Math.max(0, length - [...grown].length));
  return [grown + filler, filler + grown];
}

/** @param room how many characters more than the fewest to use; repetitions get them from left to right. */
function renderTree(tree: AST.Pattern, choice: number, room: number): string {
  let left = room;
  return chooseOne(tree.alternatives);

  function chooseOne(alternatives: readonly AST.Alternative[]): string {
    return alternatives[Math.min(choice, alternatives.length - 1)]!.elements.map(render).join("");
  }

  function render(element: AST.Element): string {
    switch (element.type) {
      case "Group":
      case "CapturingGroup":
        return chooseOne(element.alternatives);
      case "Quantifier":
        return printRepeated(element);
      case "Assertion":
      case "Backreference":
        return "";
      default:
        return characterOf(element.raw);
    }
  }

  function printRepeated({ element, min, max }: AST.Quantifier): string {
    const most = Math.min(max, maxLength);
    const once = most > 0 ? render(element) : "";
    const size = Math.max(1, [...once].length);
    const more = Math.min(most - min, Math.floor(left / size));
    left -= more * size;
    // The empty text replaces a text that is too long; it does not match and is dropped.
    return size * (min + more) > maxLength ? "" : once.repeat(min + more);
  }
}

const characterOf = memoizeText((source) => {
  const matches = new RegExp(`^${source}$`, "u");
  const inside = source.startsWith("[") ? [...source.slice(1, -1)] : [...source];
  return [...commonCharacters, ...inside].find((character) => matches.test(character)) ?? "";
});
