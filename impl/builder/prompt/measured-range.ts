/** Reads a range with decimals and a unit: "between 4 and 18.75 metres", "0,5-3 m". */
import type { Language } from "../../../generated/types.ts";
import type { Draft } from "../fields/draft.ts";
import { unitIn } from "../fields/units.ts";
import { fold } from "../lexicon/fold.ts";
import type { Grammar } from "../lexicon/grammar.ts";
import type { Span } from "./split.ts";

const patterns = new Map<Language, RegExp>();

/** Two numbers, one of them with decimals, and the one or two words behind them. Times of day have no unit behind them. */
function patternOf(grammar: Grammar): RegExp {
  const language = grammar.languages[0]!;
  let pattern = patterns.get(language);
  if (!pattern) {
    const number = "-?\\d{1,5}(?:[.,]\\d{1,3})?";
    const words = [...grammar.words.range.split(","), ...grammar.words.and.split(",")]
      .map((word) => fold(word.trim()))
      .filter((word) => /^[\p{L} ]+$/u.test(word))
      .sort((a, b) => b.length - a.length);
    pattern = new RegExp(
      `(?<![\\p{L}\\p{N}.,:/-])(${number}) ?(?:-|(?:${words.join("|")}) )? ?(${number}) ?([^\\s\\d,.()-]{1,14}(?: \\p{L}{1,12})?)`,
      "gu",
    );
    patterns.set(language, pattern);
  }
  return pattern;
}

/** The folded text keeps its offsets, so the unit is read as it is spelled in lower case. */
export function measuredRange(folded: string, draft: Draft, grammar: Grammar): Span | undefined {
  if (draft.bounds || !/\d[.,]\d/.test(folded)) return undefined;
  for (const match of folded.matchAll(patternOf(grammar))) {
    const [whole, low = "", high = "", behind = ""] = match;
    if (!/[.,]/.test(low + high)) continue;
    const unit = [behind, behind.split(" ")[0]!].find((one) => unitIn(one, grammar) !== undefined);
    const [min, max] = [low, high].map((one) => Number(one.replace(",", ".")));
    if (unit === undefined || min! >= max!) continue;
    Object.assign(draft, { bounds: { min, max }, unit, kind: draft.kind ?? "number" });
    return { start: match.index, end: match.index + whole.length - (behind.length - unit.length) };
  }
  return undefined;
}
