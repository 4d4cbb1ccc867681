/** A matcher that tries every way to read a text, as the engines of `RegExp` do, and counts its steps. */
import type { AST } from "@eslint-community/regexpp";
import { parsePattern } from "../../patterns/tree.ts";

/** Matches the rest of the pattern from a position. */
type Rest = (at: number) => boolean;

/**
 * Matches a pattern of characters, groups, quantifiers, `^` and `$` (ECMA-262, section 22.2.2).
 *
 * @returns how many characters were tried; infinite where there were more than `most`
 */
export function backtrack(
  source: string,
  text: string,
  most: number,
): { readonly matches: boolean; readonly steps: number } {
  const pattern = parsePattern(source)!;
  const sets = new Map<string, RegExp>();
  let steps = 0;
  try {
    const matches = Array.from(`${text}$`).some((_, start) => alternatives(pattern, start, () => true));
    return { matches, steps };
  } catch (error) {
    if (error !== tooMany) throw error;
    return { matches: false, steps: Infinity };
  }

  function alternatives(
    group: AST.Pattern | AST.Group | AST.CapturingGroup,
    at: number,
    rest: Rest,
  ): boolean {
    return group.alternatives.some(({ elements }) => sequence(elements, 0, at, rest));
  }

  function sequence(elements: readonly AST.Element[], index: number, at: number, rest: Rest): boolean {
    const element = elements[index];
    if (element === undefined) return rest(at);
    return match(element, at, (end) => sequence(elements, index + 1, end, rest));
  }

  function match(element: AST.Element, at: number, rest: Rest): boolean {
    switch (element.type) {
      case "Group":
      case "CapturingGroup":
        return alternatives(element, at, rest);
      case "Quantifier":
        return repeat(element, 0, at, rest);
      case "Assertion":
        return (element.kind === "start" ? at === 0 : at === text.length) && rest(at);
      default:
        return reads(element.raw, at) && rest(at + 1);
    }
  }

  function repeat(quantifier: AST.Quantifier, done: number, at: number, rest: Rest): boolean {
    const { min, max, greedy, element } = quantifier;
    const again = () =>
      done < max &&
      // An iteration that reads nothing only counts towards the minimum.
      match(element, at, (end) => (end > at || done < min) && repeat(quantifier, done + 1, end, rest));
    if (done < min) return again();
    return greedy ? again() || rest(at) : rest(at) || again();
  }

  function reads(set: string, at: number): boolean {
    if (++steps > most) throw tooMany;
    const expression = sets.get(set) ?? new RegExp(`^${set}$`, "u");
    sets.set(set, expression);
    return at < text.length && expression.test(text[at]!);
  }
}

const tooMany = new Error("There are more steps than wanted.");
