/** Finds the choices of a field that stand in a list of fields: "role with the options developer, designer". */
import { findChoice, findKind } from "../lexicon/dictionary.ts";
import { fold } from "../lexicon/fold.ts";
import { type Grammar, stripAnd, stripFillers } from "../lexicon/grammar.ts";
import { instructionsIn } from "../lexicon/instructions.ts";
import { phraseSet } from "../lexicon/phrases.ts";
import { splitAtAnd } from "./conjunctions.ts";
import { isKnown } from "./known.ts";
import { colonAt, enclosed } from "./split.ts";
import { asksByWords } from "./stands-alone.ts";
import { statesPrice } from "./stated-prices.ts";

/** Where "with the options" stands after a label. */
export function optionsAt(text: string, grammar: Grammar): { start: number; end: number } | undefined {
  const inside = enclosed(text);
  const listed = listedChoices(text, grammar);
  if (listed) return listed;
  return grammar.options.all(fold(text)).find(({ start }) => start > 0 && inside[start] === 0);
}

/** Kinds whose choices may follow "with" or "of". */
const LISTED: ReadonlySet<string> = new Set(["dropdown", "single_choice", "multiple_choice", "ranking"]);

/** "a dropdown for the country with Germany, France": after a kind that has choices, "with" begins them. */
function listedChoices(text: string, grammar: Grammar): { start: number; end: number } | undefined {
  const bare = stripFillers(text, grammar);
  const folded = fold(bare);
  const kind = grammar.kinds.start(folded);
  const value = kind && findKind(kind.phrase, grammar.languages)?.value;
  if (!kind || !LISTED.has(value ?? "")) return undefined;
  const words = instructionsIn(grammar.languages[0]!).vocabulary.withChoices ?? [];
  const found = phraseSet(words.map(fold)).all(folded.slice(kind.end))[0];
  if (!found) return undefined;
  const offset = text.length - bare.length + kind.end;
  return { start: offset + found.start, end: offset + found.end };
}

/** "role with the options developer", "designer", "or manager" -> one part again. */
export function joinOptions(parts: readonly string[], grammar: Grammar): string[] {
  const joined: string[][] = [];
  let open = false;
  for (const part of parts) {
    const continues: boolean = open && !isNewItem(part, grammar);
    if (continues) joined.at(-1)!.push(part);
    else joined.push([part]);
    const opens =
      (colonAt(part) > 0 && !isComplete(part, grammar)) ||
      (OPENED.test(part) && !grammar.or.first(fold(part)));
    open =
      (continues && !isLimit(part, grammar) && !closesList(part, grammar)) ||
      optionsAt(part, grammar) !== undefined ||
      opens;
  }
  return joined.map((pieces) => pieces.join(", "));
}

/** "time control - blitz": a dash begins the choices, if no other mark separates them. */
const OPENED = /^[^(),:/]{3,60} [-–—] [^(),:/]{2,40}$/u;

/** "portrait and animals" is the end of a list of choices. */
function closesList(part: string, grammar: Grammar): boolean {
  const folded = fold(part);
  const found = [...grammar.and.all(folded), ...grammar.or.all(folded)];
  return found.some(({ start, end }) => start > 0 && end < folded.length && !/["“„«(]/.test(part));
}

/** "max 2" ends a list of choices. */
function isLimit(part: string, grammar: Grammar): boolean {
  const [limit] = fold(part).matchAll(grammar.atMost);
  return limit?.index === 0;
}

/** "how often: daily/weekly" has all its choices, and neither "seats: 1 to 4" nor "fee: none" has any. */
function isComplete(part: string, grammar: Grammar): boolean {
  if (/^[^/]+: *[^\s/,]+(?: ?\/ ?[^\s/,]+)+$/.test(part)) return true;
  const detail = part.slice(colonAt(part) + 1).trim();
  const [range] = fold(detail).matchAll(grammar.range);
  return range?.[0].length === detail.length || statesPrice(part, grammar);
}

/** Whether a part begins a new item: an article or a known field ends a list of options, as in "..., and a comment". */
function isNewItem(part: string, grammar: Grammar): boolean {
  const bare = stripAnd(part, grammar);
  if (colonAt(bare) > 0) return true;
  const joined = splitAtAnd(bare, grammar, true);
  if (joined.length > 1 && joined.every((one) => isNewItem(one, grammar))) return true;
  return (
    // "room: The Vault, The Lab" goes on, and "size: S, M, the colour" does not.
    (stripFillers(bare, grammar) !== bare && !/^\p{Lu}/u.test(bare)) ||
    (isKnown(bare, grammar) && !findChoice(bare, grammar.languages)) ||
    asksByWords(bare, grammar)
  );
}
