/** Splits lists of choices, such as "red, blue or green". */
import type { Draft } from "../fields/draft.ts";
import { findChoice } from "../lexicon/dictionary.ts";
import { fold } from "../lexicon/fold.ts";
import type { Grammar } from "../lexicon/grammar.ts";
import { hasMarks } from "../lexicon/mark-brackets.ts";
import { type PhraseSet, standsAlone } from "../lexicon/phrases.ts";
import { sentenceCase } from "../lexicon/spelling.ts";
import { listedCapacity } from "./capacity.ts";
import { sizesFromTo } from "./choice-runs.ts";
import { readMark } from "./marks.ts";
import { selectionsAtMost } from "./selection-limits.ts";
import { enclosed, splitOutside, withoutTrailing } from "./split.ts";
import { weekdaysFromTo } from "./weekdays.ts";

/** `a) Mars b) Venus` */
const LETTER = /(?<![\p{L}\p{N}])\(?[a-hA-H]\)\s/gu;

/** Splits `S, M, L`, `red/blue/black`, `HR, IT or Sales`, `low | high` into choices. */
export function splitChoices(text: string, grammar: Grammar): string[] {
  const range = sizesFromTo(text) ?? weekdaysFromTo(text, grammar);
  if (range) return range;
  const lettered = splitOutside(text, LETTER);
  if (lettered.length > 1 && [...text.matchAll(LETTER)].length > 1)
    return lettered.map((part) => withoutQuotes(withoutTrailing(part, " ,;")));
  const dashed = splitOutside(text, / [-–—] /g);
  if (dashed.length > 2 && !/[,;|/]/.test(text)) return dashed.map(withoutQuotes);
  for (const separator of [/[;|•]/g, /,(?!\d)|(?<!\d),|,(?=\d+[-–+])|、/g]) {
    const parts = splitOutside(text, separator);
    if (parts.length > 1)
      return [...parts.slice(0, -1), ...splitLast(parts.at(-1)!, grammar)].map(withoutQuotes);
  }
  const alternatives = splitAtWords(text, grammar.or);
  if (alternatives.length > 1) return alternatives.map(withoutQuotes);
  const slashed = splitOutside(text, / ?\/ ?/g);
  const areApart = slashed.length > 2 && splitOutside(text, / \/ /g).length === slashed.length;
  if (slashed.length > 1 && (areApart || isSlashList(slashed))) return slashed.map(withoutQuotes);
  return splitAtWords(text, grammar.and).map(withoutQuotes);
}

/** The last part of a list with commas: "L or XL", "and XL". */
function splitLast(part: string, grammar: Grammar): string[] {
  const alternatives = splitAtWords(part, grammar.or);
  return alternatives.length > 1 ? alternatives : splitAtWords(alternatives[0] ?? part, grammar.and);
}

/** Splits at words such as "or" outside of brackets; one at the very beginning is dropped. */
function splitAtWords(text: string, words: PhraseSet): string[] {
  const inside = enclosed(text);
  const parts: string[] = [];
  let from = 0;
  for (const word of words.all(fold(text))) {
    if (inside[word.start] === 1 || !standsAlone(text, word)) continue;
    parts.push(text.slice(from, word.start));
    from = word.end;
  }
  parts.push(text.slice(from));
  return parts.map((part) => part.trim()).filter((part) => part !== "");
}

/** `red/blue` but not `km/h`, `n/a`, `10/12/2026` or `and/or`. */
function isSlashList(parts: readonly string[]): boolean {
  if (parts.every((part) => /^\d+$/.test(part))) return false;
  if (parts.some(hasMarks)) return true;
  if (parts.length > 2 || parts.every((part) => part.length > 2)) return true;
  return parts.every((part) => /^(?:\d?x*[sl]|[mfdwyn]|ja|no|mr|ms)$/i.test(part));
}

function withoutQuotes(choice: string): string {
  return withoutTrailing(choice.replace(/^["“„«'‘]+|["”“»'’]+$|(?<=[\d.])\?$/g, "").trim(), ".");
}

/** "C. Each session has 20 seats": a sentence behind the last choice. */
function withoutSentence(choice: string, grammar: Grammar): string[] {
  const [, text = "", sentence = ""] = /^(.{1,60}?)\. (.{5,300})$/u.exec(choice) ?? [];
  if (sentence === "") return [choice];
  if (listedCapacity(sentence, grammar) !== undefined) return [text, sentence];
  // What else the prompt says there is no choice. The warnings quote it.
  return /^\p{Lu}/u.test(sentence) && sentence.split(" ").length > 3 ? [text] : [choice];
}

/** "yoga, dance, pilates, max 2": the last part limits the others. A limit that cannot be one is left to the warnings. */
function withoutLimit(choices: readonly string[], draft: Draft, grammar: Grammar): readonly string[] {
  if (listedCapacity(choices.at(-1) ?? "", grammar) !== undefined) return choices;
  const most = selectionsAtMost(choices, grammar);
  if (most === undefined) return choices;
  const others = choices.slice(0, -1);
  if (most === 1) draft.kind ??= "single_choice";
  else if (most <= others.length) {
    draft.kind ??= "multiple_choice";
    draft.selections = { ...draft.selections, max: most };
  }
  return others;
}

/**
 * Adds choices to the draft, in sentence case if none has a capital letter. "Other" and "etc." let respondents type an
 * answer of their own.
 */
export function addChoices(choices: readonly string[], draft: Draft, grammar: Grammar): void {
  const listed = choices.flatMap((choice) => withoutSentence(choice, grammar));
  for (const whole of withoutLimit(listed, draft, grammar)) {
    const { text: choice, mark } = readMark(whole, grammar);
    const bare = withoutTrailing(choice.replace(/\([^()]*\)/g, "").trim(), ".:_… ");
    const isOther =
      /^(?:etc|usw|atd|itd|enz)$/i.test(bare) || isOtherAnswer(bare, whole === listed.at(-1), grammar);
    const capacity = draft.choices.length > 1 ? listedCapacity(bare, grammar) : undefined;
    if (isOther) draft.allowOther = true;
    else if (capacity !== undefined) draft.capacity = capacity;
    else if (bare !== "" && !draft.choices.includes(choice)) {
      draft.choices.push(choice);
      if (mark) draft.marks ??= [];
      if (mark) draft.marks![draft.choices.length - 1] = mark;
    }
  }
  draft.choices = draft.choices.map((choice) => (/^\p{Lu}/u.test(choice) ? choice : sentenceCase(choice)));
}

/** "other", and at the end of a list "other to be specified". */
function isOtherAnswer(choice: string, isLast: boolean, grammar: Grammar): boolean {
  if (findChoice(choice, grammar.languages)?.value === "other") return true;
  const [first = "", ...others] = choice.split(/[\s,–-]+/);
  return (
    isLast &&
    grammar.languages[0] !== "en" &&
    others.length > 0 &&
    others.length <= 3 &&
    first.length > 3 &&
    findChoice(first, grammar.languages)?.value === "other"
  );
}
