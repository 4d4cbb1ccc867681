/** Reads a sentence of English prose by its clauses: who gives, chooses or uploads what, or what the owner wants to know. */
import { fold } from "../../lexicon/fold.ts";
import type { Grammar } from "../../lexicon/grammar.ts";
import { instructionsIn } from "../../lexicon/instructions.ts";
import { wordSet } from "../../lexicon/phrases.ts";
import { denialIn } from "../denials.ts";
import { saysSeveral } from "../detail.ts";
import { isInstruction } from "../instructions.ts";
import { isKnown } from "../known.ts";
import type { Item } from "../outline.ts";
import { withDigits } from "../plain-words.ts";
import { readRemark } from "../remarks.ts";
import { mentionsForm, saysPurpose } from "../request.ts";
import { colonAt, withoutTrailing } from "../split.ts";
import { withAlternatives } from "./alternatives.ts";
import type { Asked } from "./asked.ts";
import { itemsOf } from "./asked-items.ts";
import { askedIn } from "./objects.ts";
import { type Token, tokensOf, wordsOf } from "./tokens.ts";
import { mainClause } from "./verbs.ts";

/** A longer sentence is read in other ways. */
const MAX_SENTENCE = 1000;

/** Remarks, requests for a form, and lists in quotes are read in other ways. */
function isForBuilder(sentence: string, grammar: Grammar): boolean {
  const colon = colonAt(sentence);
  return (
    REQUEST.test(sentence) ||
    UNREAD.test(sentence) ||
    wordSet(instructionsIn("en").vocabulary.rank ?? []).first(fold(sentence)) !== undefined ||
    /["“„][^"”“]*,[^"”“]*["”“]/u.test(sentence) ||
    readRemark(sentence, grammar) !== undefined ||
    (colon > 0 &&
      sentence
        .slice(0, colon)
        .split(",")
        .some((part) => readRemark(part, grammar) !== undefined))
  );
}

const REQUEST =
  /^(?:[\p{L}!]+,? )?(?:(?:can|could|would|will) (?:you|u)|make|create|build|generate|design|draft|set up) /iu;

/** Conditions in other words than "if" are read by the patterns. */
const UNREAD = /^(?:and |but )?(?:when|unless|only|except|otherwise|once|in case) /iu;

/** What a sentence asks for. */
export interface ClauseReading {
  readonly items: readonly Item[];
  /** Words that are read and ask for nothing themselves: who gives it to whom, and why. */
  readonly leads: readonly string[];
  /** What else the sentence says. */
  readonly unused: readonly string[];
}

/** The fields that a sentence asks for; undefined: it is none that is read by its clauses. */
export function readClauses(sentence: string, grammar: Grammar): ClauseReading | undefined {
  if (sentence.length > MAX_SENTENCE || /[?]["”]?(?: \([^()]*\))?$/.test(sentence)) return undefined;
  if (denialIn(sentence, grammar) || isForBuilder(sentence, grammar)) return undefined;
  const text = withDashes(withDigits(withHundreds(withoutTrailing(sentence.trim(), " .!")), grammar))
    .replace(WHICH_IS, ": ")
    .replace(AS_MANY, bracketed)
    .replace(AT_THE_LEAST, (_whole, number: string, side: string) => `at ${side} ${number}`)
    .replace(ENDS, " ($1 = $2, $3 = $4)");
  const tokens = tokensOf(text);
  const isUnder = /^(?:if|those)$/.test(tokens[0]?.word ?? "");
  const condition = conditionBefore(tokens, text) ?? ageOf(tokens);
  if (isUnder && !condition) return undefined;
  const reading = askedIn(tokens, text, condition?.end ?? 0, {
    isField: (words) => isKnown(words, grammar),
    saysSeveral: (words) => saysSeveral(words, grammar),
  });
  if (!reading || reading.asked.length === 0) return undefined;
  const { asked, leads, unused } = reading;
  if (/^(?:owner|none)$/.test(reading.actor) && asksForForm(asked[0]!, tokens, text, grammar))
    return undefined;
  if (condition) for (const each of asked) each.condition ??= condition.words;
  if (!condition && asked.length < 2 && isInstruction(sentence, grammar)) return undefined;
  const said = ([from, to]: readonly [number, number]) =>
    text.slice(tokens[from]!.start, tokens[to - 1]!.end);
  const items = itemsOf(
    withAlternatives(asked, tokens, (span) => isKnown(said(span), grammar)),
    tokens,
    text,
    grammar,
  );
  return (
    items && {
      items: items.items,
      leads: leads.filter(([from, to]) => to > from && !restricts(tokens.slice(from, to))).map(said),
      unused: [...unused, ...items.unused].filter(([from, to]) => to > from).map(said),
    }
  );
}

/** "I need a form for job applications", "we want feedback on the food": a purpose. */
function asksForForm(
  { kind, from, to, choices }: Asked,
  tokens: readonly Token[],
  text: string,
  grammar: Grammar,
): boolean {
  const words = text.slice(tokens[from]!.start, tokens[to - 1]!.end);
  return (
    kind === "noun" &&
    !choices &&
    (mentionsForm(words, grammar) ||
      saysPurpose(words, grammar) ||
      /^(?:some |more )?(?:feedback|opinions?)/i.test(words))
  );
}

/** "After every concert the hall wants to hear from the audience" asks for nothing itself, unless it counts or excludes. */
function restricts(words: readonly Token[]): boolean {
  return words.some(({ part, word }) => part === "num" || part === "not" || RESTRICTIVE.test(word));
}

const RESTRICTIVE =
  /^(?:only|without|except|unless|no|under|over|those|if|who|whose|pay|page|pages|at|least|most)$|n't$/;

/** "the distance, which is 5, 10 or 21 km" */
const WHICH_IS = /, which (?:is|are|can be|may be|was) (?=[^,:;]+(?:, [^,:;]+){0,6},? or )/iu;

/** "as many evenings as they like from Monday to Sunday" */
const AS_MANY =
  /as many (\p{L}+) as (?:they|you) (?:like|want|wish|can|please)(?: from (\p{L}+) to (\p{L}+))?/iu;

function bracketed(_whole: string, noun: string, first?: string, last?: string): string {
  return first ? `the ${noun} (${first} to ${last}, several possible)` : `the ${noun} (several possible)`;
}

/** "20 at the very least" */
const AT_THE_LEAST = /(\d+) at (?:the )?(?:very )?(least|most)(?!\p{L})/giu;

/** "from 1 for very noisy to 5 for very quiet" */
const ENDS =
  /,? (?:on a scale )?from (\d{1,2})(?: for|,? which (?:is|means)| =|,? meaning) ([^,()\d]{2,30}?),? to (\d{1,2})(?: for|,? which (?:is|means)| =|,? meaning) ([^,()\d]{2,30})(?=$|,|\.)/iu;

/** "two hundred characters" */
function withHundreds(text: string): string {
  return text.replace(
    /(?<!\p{L})(one|two|three|four|five|six|seven|eight|nine|a) hundred(?!\p{L})/giu,
    (_whole, count: string) => `${Math.max(1, [...wordsOf("counts")].indexOf(count.toLowerCase()) + 1)}00`,
  );
}

/** "a service - small check or puncture - then a day": a list between dashes stands in brackets. */
function withDashes(text: string): string {
  return text
    .replace(/ [-–—] ([^()–—]{3,160}?) [-–—] /gu, (whole, list: string) =>
      isList(list) ? ` (${list}) ` : whole,
    )
    .replace(/ [-–—] ([^():–—]{3,160})$/u, (whole, list: string) => (isList(list) ? `: ${list}` : whole));
}

function isList(text: string): boolean {
  return /,| or /.test(text);
}

/** "those who haven't": the answer to the question before. */
const SHORT_ANSWER =
  /^(?:do|does|did|have|has|are|is|will|can|would|may)(?:n['’]t| not)?$|^(?:can|won)['’]t$/iu;

/** "If it's a boiler, ..." and "Those who come by car should ...". */
function conditionBefore(tokens: readonly Token[], text: string): { words: string; end: number } | undefined {
  const [first] = tokens;
  if (first?.word === "if") {
    const comma = tokens.findIndex(({ word }) => word === ",");
    const end = comma > 0 ? comma : endOfCondition(tokens);
    if (end === undefined || end < 2) return undefined;
    const words = text.slice(tokens[1]!.start, tokens[end - 1]!.end);
    const short =
      /^(?:so|yes)$|^(?:they|it|you|he|she|there|we) (?:do|does|did|is|are|have|has|will|can|would|may)$/iu.test(
        words,
      )
        ? "yes"
        : /^(?:not|no)$|^(?:they|it|you|he|she|there|we) (?:\p{L}+n['’]t|(?:do|does|did|is|are|have|has|will|can|would) not)$/iu.test(
              words,
            )
          ? "no"
          : words;
    return { words: short, end: comma > 0 ? end + 1 : end };
  }
  if (first?.word !== "those" || tokens[1]?.word !== "who") return undefined;
  const end = tokens.findIndex(
    ({ part, word }, index) =>
      index > 2 && (part === "aux" || word === "please" || /^(?:tell|give|need|say|state|enter)$/.test(word)),
  );
  if (end < 0) return undefined;
  const words = text.slice(tokens[2]!.start, tokens[end - 1]!.end);
  return {
    words: SHORT_ANSWER.test(words) ? (/n['’]t$| not$/i.test(words) ? "no" : "yes") : `they ${words}`,
    end,
  };
}

/** "Parents of pupils under 16 should also put in a phone number" */
function ageOf(tokens: readonly Token[]): { words: string; end: number } | undefined {
  const main = mainClause(tokens, 0);
  const at = tokens.findIndex(
    ({ word }, index) => /^(?:under|over|below|above)$/.test(word) && tokens[index + 1]?.part === "num",
  );
  if (!main || at < 1 || at > main.group.from) return undefined;
  const side = /^(?:under|below)$/.test(tokens[at]!.word) ? "under" : "over";
  return { words: `age is ${side} ${tokens[at + 1]!.word}`, end: 0 };
}

/** "If they want a gift box they write": a second subject begins the main clause. */
function endOfCondition(tokens: readonly Token[]): number | undefined {
  const at = tokens.findIndex(({ part, word }, index) => index > 3 && part === "subject" && word !== "it");
  return at < 0 ? undefined : at;
}
