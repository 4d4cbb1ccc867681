/** Reads questions that rate several things: "How satisfied are you with the room, the food and the price (1-5)?" */
import { fold } from "../lexicon/fold.ts";
import { type Grammar, stripAnd, stripFillers } from "../lexicon/grammar.ts";
import { isKnown } from "./known.ts";
import type { Item } from "./outline.ts";
import { rangeIn, withoutRange } from "./ratings.ts";
import { splitOutside, withoutTrailing } from "./split.ts";

/** What is rated has at most so many words. */
const MAX_WORDS = 4;

/** One rating for each thing; undefined: the parts are something else. Parts behind the range are not touched. */
export function ratedQuestion(
  parts: readonly string[],
  grammar: Grammar,
): { from: number; to: number; items: Item[] } | undefined {
  // English is written out before its lists are read.
  if (grammar.languages[0] === "en") return undefined;
  const from = parts.findIndex((part) => thingOf(part, grammar) !== undefined);
  if (from < 0) return undefined;
  const to = parts.findIndex((part, index) => index >= from && rangeIn(part, grammar) !== undefined);
  if (to < 0) return undefined;
  const shared = rangeIn(parts[to]!, grammar)!;
  const things = [thingOf(parts[from]!, grammar)!, ...parts.slice(from + 1, to + 1)]
    .map((part) => bareThing(part, grammar))
    .flatMap((thing) => bothOf(thing, grammar));
  if (things.length < 2 || things.some((thing) => !isThing(thing, grammar))) return undefined;
  return { from, to, items: things.map((text): Item => ({ text, opinion: "rated", shared })) };
}

/** The things of a whole question. */
export function ratedThings(question: string, grammar: Grammar): Item[] | undefined {
  const parts = splitOutside(withoutTrailing(question, " .?"), /,/g);
  const found = ratedQuestion(parts, grammar);
  return found && found.from === 0 && found.to === parts.length - 1 ? found.items : undefined;
}

/** "how satisfied are you with the room" -> "the room"; undefined: the part asks to rate nothing. */
function thingOf(part: string, grammar: Grammar): string | undefined {
  const bare = stripAnd(part, grammar).replace(/^[¿\s]+/, "");
  const folded = fold(bare);
  const opened = [grammar.questions.satisfied, grammar.questions.rate]
    .map((set) => set.start(folded))
    .find(Boolean);
  if (!opened) return undefined;
  const rest = bareThing(bare.slice(opened.end), grammar);
  const words = rest.split(" ");
  const at = words.findLastIndex(
    (word, index) => index < words.length - 1 && grammar.dangling.is(fold(word)),
  );
  const thing = stripFillers(
    words
      .slice(at + 1)
      .join(" ")
      .trim(),
    grammar,
  );
  return thing === "" ? undefined : thing;
}

/** A thing without its range and brackets. */
function bareThing(text: string, grammar: Grammar): string {
  const plain = withoutTrailing(withoutRange(text.replace(/\([^()]*\)/g, " "), grammar), " ?.,(");
  return stripFillers(stripAnd(plain.trim(), grammar), grammar);
}

/** "the rooms and the staff" */
function bothOf(thing: string, grammar: Grammar): string[] {
  const [word, ...more] = grammar.and.all(fold(thing));
  if (!word || more.length > 0 || word.start === 0 || isKnown(thing, grammar)) return [thing];
  return [thing.slice(0, word.start), thing.slice(word.end)].map((side) =>
    stripFillers(side.trim(), grammar),
  );
}

function isThing(thing: string, grammar: Grammar): boolean {
  return (
    thing !== "" &&
    thing.split(" ").length <= MAX_WORDS &&
    !/[?:()\d]/.test(thing) &&
    grammar.or.first(fold(thing)) === undefined
  );
}
