/** Reads requests to rate several things, such as "rate food and service from 1 to 5". */
import { SHAPES } from "../fields/shapes.ts";
import { findConcept, findOpinion } from "../lexicon/dictionary.ts";
import { fold } from "../lexicon/fold.ts";
import { type Grammar, questionKind, stripAnd, stripFillers, withoutStart } from "../lexicon/grammar.ts";
import { instructionsIn } from "../lexicon/instructions.ts";
import { wordSet } from "../lexicon/phrases.ts";
import { applyModifiers, withoutDangling } from "./modifiers.ts";
import type { Item } from "./outline.ts";
import { withoutTrailing } from "./split.ts";

/**
 * "Rate the following from 1 to 5: food, service" and "rate the food, the service and the room from 1 to 5": every part
 * is rated, and the range applies to all of them. Undefined if neither `head` nor the first part asks to rate anything.
 */
export function ratedItems(head: string, parts: readonly string[], grammar: Grammar): Item[] | undefined {
  const headIsRating =
    head !== "" && grammar.ratings.first(fold(head)) !== undefined && isOnlyRating(head, grammar);
  const [first = "", ...others] = parts;
  const bare = stripFillers(first, grammar);
  const opened = withoutStart(bare, grammar.ratings);
  if (!headIsRating && (opened === bare || isNothing(opened, grammar))) return undefined;
  const texts = headIsRating ? parts : [others.length > 0 ? opened.replace(ON, "") : opened, ...others];
  const isNoun = NOUN.test(fold(bare.slice(0, bare.length - opened.length)));
  const end = headIsRating
    ? -1
    : texts.findIndex((text, index) => index > 0 && !isAspect(text, isNoun, grammar));
  let rated = end < 0 ? texts : texts.slice(0, end);
  const behind = rangeIn(headIsRating ? head : (rated.at(-1) ?? ""), grammar);
  const before = behind || headIsRating ? undefined : rangeIn(rated[0] ?? "", grammar);
  const shared = behind ?? before;
  if (before && rated.length > 1) rated = [behindRange(rated[0]!, grammar), ...rated.slice(1)];
  return [
    ...splitLast(rated, shared, grammar).map(
      (text): Item => ({ text: withoutRange(text, grammar), opinion: "rated", ...(shared && { shared }) }),
    ),
    ...texts.slice(rated.length).map((text) => ({ text })),
  ];
}

/** "writing", "listening and speaking from 1 to 10" -> three: what shares a range is rated apart. */
function splitLast(
  rated: readonly string[],
  shared: string | undefined,
  grammar: Grammar,
): readonly string[] {
  const last = shared === undefined ? "" : withoutRange(rated.at(-1) ?? "", grammar);
  const [word, ...more] = grammar.and.all(fold(last));
  if (
    !word ||
    more.length > 0 ||
    /[?(]/.test(last) ||
    findConcept(stripFillers(last, grammar), grammar.languages)
  )
    return rated;
  const sides = [last.slice(0, word.start), last.slice(word.end)].map((side) => side.trim());
  const areNames = sides.every((side) => side !== "" && side.split(" ").length <= MAX_WORDS);
  return areNames ? [...rated.slice(0, -1), ...sides] : rated;
}

/** "food, service and price, each from 1 to 5": what stands before "each" shares the range. Undefined: nothing does. */
export function ratedEach(parts: readonly string[], grammar: Grammar): Item[] | undefined {
  const each = wordSet(instructionsIn(grammar.languages[0]!).vocabulary.eachWord ?? []);
  const says = (text: string) => each.first(fold(text)) !== undefined && rangeIn(text, grammar) !== undefined;
  const at = parts.findIndex((part) => says(BRACKET.exec(part)?.[2] ?? part));
  const [, last, bracket] = BRACKET.exec(parts[at] ?? "") ?? [];
  const remark = bracket ?? parts[at];
  if (at < 0 || remark === undefined || (last === undefined && !each.start(fold(stripAnd(remark, grammar)))))
    return undefined;
  const things = [...parts.slice(0, at), ...(last === undefined ? [] : [last])];
  const from = things.findLastIndex((text) => !mayBeRated(text, grammar)) + 1;
  if (things.length - from < 2) return undefined;
  const shared = rangeIn(remark, grammar)!;
  return [
    ...things.slice(0, from).map((text) => ({ text })),
    ...splitLast(things.slice(from), shared, grammar).map(
      (text): Item => ({ text, opinion: "rated", shared }),
    ),
    ...parts.slice(at + 1).map((text) => ({ text })),
  ];
}

const BRACKET = /^([^()]+) \(([^()]+)\)$/;

/** A thing that the list says nothing else of, and that is not asked for otherwise, as a name is. */
function mayBeRated(text: string, grammar: Grammar): boolean {
  const bare = stripFillers(stripAnd(text, grammar), grammar);
  const concept = findConcept(bare, grammar.languages)?.value;
  if (concept && !findOpinion(bare, grammar.languages) && SHAPES[concept].type !== "rating")
    return "choices" in SHAPES[concept];
  return isAspect(text, false, grammar);
}

/** "from 1 to 5 stars the quality" -> "the quality" */
function behindRange(text: string, grammar: Grammar): string {
  return stripFillers(
    withoutStart(applyModifiers(text, { label: "", choices: [] }, grammar), grammar.dangling),
    grammar,
  );
}

/** An aspect of more words is a sentence. */
const MAX_WORDS = 4;

/** "our support team on" before the aspects to rate. */
const ON = /^.{1,60}? (?:on|in terms of|regarding|nach|hinsichtlich) (?=\S)/i;

/** "Rate from 1 to 5" does not say what to rate. */
function isNothing(text: string, grammar: Grammar): boolean {
  const rest = stripFillers(withoutRange(text, grammar), grammar);
  return !/\p{L}/u.test(rest) || grammar.dangling.is(fold(rest));
}

/** Whether a text asks to rate but names nothing to rate: "Please rate the following from 1 to 5". */
function isOnlyRating(head: string, grammar: Grammar): boolean {
  return !grammar.form.first(fold(head)) && !findConcept(stripFillers(head, grammar), grammar.languages);
}

/** After "rating of", only aspects that the lexicon knows are rated; after "rate", others are, too. */
const NOUN = / (?:of|for|on|de|du|des|del|della|di|da|do|van|von|der|des|fur|av|af|o|za|na|за|на) *$/;

/** Whether a part of the list is rated, too. A known field of another kind is not. */
function isAspect(text: string, afterNoun: boolean, grammar: Grammar): boolean {
  const bare = stripFillers(withoutRange(stripAnd(text, grammar), grammar), grammar);
  if (findOpinion(bare, grammar.languages)) return true;
  const concept = findConcept(bare, grammar.languages)?.value;
  if (concept) return SHAPES[concept].type === "rating";
  return (
    !afterNoun &&
    !/[(:?]/.test(text) &&
    !CLAUSE.test(stripAnd(text, grammar)) &&
    questionKind(bare, grammar) === undefined &&
    sidesOf(bare, grammar).every((side) => side.split(" ").length <= MAX_WORDS)
  );
}

/** "the variety of tasks and the team spirit" -> the words on both sides of "and". */
function sidesOf(text: string, grammar: Grammar): string[] {
  const [word] = grammar.and.all(fold(text));
  return word
    ? [text.slice(0, word.start).trim(), stripFillers(text.slice(word.end).trim(), grammar)]
    : [text];
}

/** "with stars out of 5" */
const OUT_OF = /(?:with stars |in stars )?out of (?:5|five|7|10|ten|100)(?: stars)?$/u;

/** "say what impressed them" is no aspect. */
const CLAUSE =
  /^(?:say|tell|leave|write|add|give|describe|explain|name|choose|pick|list|whether|if|anything) /iu;

/** The range that a text names, such as `1-5`. */
export function rangeIn(text: string, grammar: Grammar): string | undefined {
  return (fold(text).matchAll(grammar.range).next().value ?? OUT_OF.exec(fold(text)))?.[0];
}

/** A text up to its range, without "on a scale from". */
export function withoutRange(text: string, grammar: Grammar): string {
  const match = fold(text).matchAll(grammar.range).next().value ?? OUT_OF.exec(fold(text));
  if (!match) return text;
  return withoutTrailing(
    withoutDangling(
      text.slice(0, match.index).replace(/ (?:on a scale )?(?:from|of|between)? ?$/i, ""),
      grammar,
    ),
    " ,(",
  );
}
