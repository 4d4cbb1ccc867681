/** Splits a list of fields at semicolons, commas and "and". */
import { meaningOf } from "../fields/meaning.ts";
import { findConcept } from "../lexicon/dictionary.ts";
import { fold } from "../lexicon/fold.ts";
import { type Grammar, questionKind, stripAnd, withoutStart } from "../lexicon/grammar.ts";
import { instructionsIn } from "../lexicon/instructions.ts";
import { wordSet } from "../lexicon/phrases.ts";
import { splitAtAnd } from "./conjunctions.ts";
import { isKnown, MAX_LABEL } from "./known.ts";
import { joinOptions, optionsAt } from "./options.ts";
import { joinAlternatives, joinSizes } from "./or-lists.ts";
import { startsCondition } from "./request.ts";
import { colonAt, enclosed, splitOutside, withoutTrailing } from "./split.ts";
import { listsSeveral } from "./stands-alone.ts";

/**
 * Splits the words after "with" or a colon into one part for each field: at semicolons, else at commas, and at "and"
 * where each side is a field. Brackets, quotes and questions stay whole, and so do choices after "with the options".
 */
export function splitList(text: string, grammar: Grammar): string[] {
  const parts = text.includes(";") ? splitOutside(text, /;/g) : [text];
  return parts
    .flatMap((part) => knownRun(part, grammar) ?? [part])
    .flatMap((part) => splitOutside(part, / \+ (?=\p{L})/gu))
    .flatMap((part) => (parts.length > 1 && isOneField(part) ? [part] : splitCommas(part, grammar)))
    .flatMap((part) => (isKnown(part, grammar) ? [part] : (knownRun(part, grammar) ?? [part])))
    .map((part) => withoutAlso(withoutTrailing(part, " .,;:!"), grammar))
    .filter((part) => /[\p{L}\p{N}]/u.test(part) && !/^(?:etc|and so on|usw|atd|itd|enz|osv)$/i.test(part));
}

/** "size: S, M, L" between semicolons is one field, and "team, date, room: A, B" is three. */
function isOneField(part: string): boolean {
  const at = part.search(/:\s|\s[-–—]\s/);
  return at >= 0 && splitOutside(part.slice(0, at), /,/g).length < 3;
}

/** "How satisfied are you? (1-10), What do you like?, ...": each question ends with its mark and what stands in brackets. */
function splitAtQuestionMarks(text: string): string[] {
  const parts = splitOutside(text, /(?<=[?;](?: ?\([^()]*\))?), ?(?=[\p{L}¿"“])/gu);
  return parts.length > 1 && parts.slice(0, -1).every((part) => /[?;](?: ?\([^()]*\))?$/.test(part))
    ? parts
    : [];
}

/** Drops "as well" and "always" at the ends of a part. */
export function withoutAlso(whole: string, grammar: Grammar): string {
  // "name first" says where the field stands.
  const part = whole.split(" ").length < 5 ? whole.replace(FIRST, "") : whole;
  const words = wordSet(instructionsIn(grammar.languages[0]!).vocabulary.alsoWords ?? []);
  const folded = fold(part);
  const last = words.all(folded).findLast(({ start }) => /[\s,]/.test(folded.charAt(start - 1)));
  const text = last && last.start > 0 && last.end === folded.length ? part.slice(0, last.start).trim() : part;
  const first = words.start(fold(text));
  return first && first.end < text.length && text.charAt(first.end) === " "
    ? text.slice(first.end).trim()
    : text;
}

const FIRST =
  /(?<=^(?!which |what |who )[\p{L}][\p{L} -]{2,40}) (?:first|at the (?:top|beginning|start)|zuerst|en premier|primero|per primo)$/iu;

/** "name email phone cv": words without commas that are all names of known fields. */
function knownRun(text: string, grammar: Grammar): string[] | undefined {
  const words = text.trim().split(/ +/);
  if (words.length < 3 || words.length > 30 || /[,:;()?/]/.test(text)) return undefined;
  const found: string[] = [];
  for (let from = 0; from < words.length; ) {
    const length = [3, 2, 1].find((count) => {
      const phrase = words.slice(from, from + count).join(" ");
      return from + count <= words.length && findConcept(phrase, grammar.languages) !== undefined;
    });
    if (length === undefined) return undefined;
    found.push(words.slice(from, from + length).join(" "));
    from += length;
  }
  return found.length > 2 ? found : undefined;
}

function splitCommas(text: string, grammar: Grammar): string[] {
  const marked = splitAtQuestionMarks(text);
  if (marked.length > 1) return marked.flatMap((part) => splitCommas(part, grammar));
  const questions = splitQuestions(text, grammar);
  if (questions.length > 1) return questions;
  const asked = questionStart(text, grammar);
  const question = asked >= 0 && listsSeveral(text.slice(asked), grammar) ? -1 : asked;
  if (question === 0 || isQuestionWithAnswers(text, grammar)) return [text];
  const all = joinOptions(splitAtCommas(question > 0 ? text.slice(0, question) : text), grammar);
  const parts = joinAlternatives(joinSizes(joinConditions(all, grammar), grammar), grammar);
  const closedByAnd = parts.length > 1 && stripAnd(parts.at(-1)!, grammar) !== parts.at(-1);
  const items = parts.flatMap((part, index) => {
    const bare = stripAnd(part, grammar);
    if (colonAt(bare) > 0 && !optionsAt(bare, grammar)) return knownBefore(bare, grammar);
    if (optionsAt(bare, grammar)) return [bare];
    return splitAtAnd(bare, grammar, index === parts.length - 1 && !closedByAnd);
  });
  if (question <= 0) return items;
  const last = stripAnd(text.slice(question).trim(), grammar);
  // "what do you sell, do you need power?" asks twice.
  const several = splitQuestions(last, grammar);
  return [...items, ...(several.length > 1 ? several : [last])];
}

/** "a car", "and if yes", "then which" -> "a car", "if yes, which": an answer goes with the question after it. */
function joinConditions(parts: readonly string[], grammar: Grammar): string[] {
  const then = wordSet(instructionsIn(grammar.languages[0]!).vocabulary.thenWord ?? []);
  const joined: string[] = [];
  parts.forEach((part, index) => {
    const before = parts[index - 1];
    const condition = before === undefined ? undefined : answerIn(before, grammar);
    const clause = before === undefined ? undefined : finalCondition(before, grammar);
    if (clause !== undefined) joined[joined.length - 1] = `${part} (${clause})`;
    else if (condition === undefined) joined.push(part);
    else joined[joined.length - 1] = `${condition}, ${withoutStart(part, then)}`;
  });
  return joined;
}

/** "et si un joueur est mineur": behind "and", what follows is asked for only then. English is written out before. */
function finalCondition(part: string, grammar: Grammar): string | undefined {
  const bare = stripAnd(part, grammar);
  if (grammar.languages[0] === "en" || bare === part || /[()?:]/.test(part)) return undefined;
  const ifs = wordSet(instructionsIn(grammar.languages[0]!).vocabulary.if ?? []);
  return ifs.start(fold(bare)) === undefined || answerIn(bare, grammar) ? undefined : bare;
}

/** "a jeśli tak" -> "jeśli tak", "si no los tienen" -> "si no"; undefined: the part is more than an answer. */
function answerIn(part: string, grammar: Grammar): string | undefined {
  for (const text of [part, part.replace(/^\p{L}{1,3} /u, "")]) {
    const folded = fold(text);
    const found = grammar.ifYes.start(folded) ?? grammar.ifNo.start(folded);
    const rest = found ? folded.slice(found.end).trim() : "";
    if (found && (rest === "" || isRepeated(rest, grammar))) return text.slice(0, found.end);
  }
  return undefined;
}

/** A pronoun and the verb of the question before: "los tienen". "If yes new address" has its own question. */
function isRepeated(text: string, grammar: Grammar): boolean {
  const isNamed = meaningOf(text, grammar, false) !== undefined;
  return grammar.languages[0] !== "en" && REPEATED.test(text) && !isNamed;
}

const REPEATED = /^\p{L}{1,4} \p{L}{2,14}$/u;

/** "age and level: beginner, advanced" -> "age", "level: beginner, advanced": a known field before the label is its own. */
function knownBefore(part: string, grammar: Grammar): string[] {
  const colon = colonAt(part);
  const pieces = splitAtAnd(part.slice(0, colon), grammar, true);
  const others = pieces.slice(0, -1);
  return others.length > 0 && others.every((piece) => isKnown(piece, grammar))
    ? [...others, `${pieces.at(-1)!}${part.slice(colon)}`]
    : [part];
}

/** Splits at commas; without commas, at slashes, as in "First name / Last name / Email". */
function splitAtCommas(text: string): string[] {
  const parts = splitOutside(
    text,
    /,(?!\d)|(?<!\d),|[\n|•·،、]|(?<=\?) (?!\(|(?:yes|ja|oui|s[ií]|tak|ano|da)\b|[yjosatd] ?\/ ?n\b)/gi,
  );
  if (parts.length > 1) return parts;
  const slashed = splitOutside(text, / \/ /g);
  return slashed.length > 2 ? slashed : parts;
}

/** "what's your name, what's your email, any feedback?" are three questions. */
export function splitQuestions(text: string, grammar: Grammar): string[] {
  if (!/\?["”»)]*$/.test(text) || !questionKind(text, grammar)) return [];
  const parts = splitOutside(text, /(?:,|;|(?<=\?)) /g).map((part) => stripAnd(part, grammar));
  const asked = parts.filter((part) => questionKind(part, grammar) || startsCondition(part, grammar)).length;
  // "what do you bring (cake, salad), how many portions, contains nuts?": the last ones may be short.
  const areApart =
    parts.length > 2 &&
    asked > 1 &&
    (questionKind(parts[1]!, grammar) !== undefined || grammar.or.first(fold(parts[1]!)) !== undefined);
  return asked === parts.length || areApart ? parts : [];
}

/** "What shall we eat? Pizza, sushi or tacos": its commas separate choices, not fields. */
function isQuestionWithAnswers(text: string, grammar: Grammar): boolean {
  const [question = "", ...rest] = splitOutside(text, /(?<=\?) /g);
  const answers = splitOutside(rest.join(" "), /,/g);
  const questions = splitOutside(question, /, /g).filter((part) => questionKind(part, grammar));
  return (
    answers.length > 1 &&
    questions.length < 2 &&
    !startsCondition(answers[0]!, grammar) &&
    !/^\d{1,4} ?[-–] ?\d{1,4}$/.test(answers[0]!) &&
    questionKind(question, grammar) !== undefined &&
    !answers.some((one) => isKnown(one, grammar))
  );
}

/** Where the question begins that ends the text; -1 if the text does not end with one. Its commas do not separate fields. */
function questionStart(text: string, grammar: Grammar): number {
  if (!/\?["”»)]*$/.test(text)) return -1;
  if (questionKind(text, grammar) && !listsCounts(text, grammar)) return 0;
  const inside = enclosed(text);
  for (const match of text.matchAll(/, */g)) {
    const start = match.index + match[0].length;
    const rest = stripAnd(text.slice(start, start + MAX_LABEL), grammar);
    if (inside[match.index] === 0 && questionKind(rest, grammar) && !listsCounts(text.slice(start), grammar))
      return start;
  }
  return -1;
}

/** "number of adults, number of children, will you stay?" begins with a count, and only its last part is a question. */
function listsCounts(text: string, grammar: Grammar): boolean {
  const [first = "", ...others] = splitAtCommas(text);
  const kind = questionKind(first, grammar);
  const last = stripAnd(others.at(-1) ?? "", grammar);
  return (
    (kind === "count" || kind === "amount") &&
    last !== "" &&
    (questionKind(last, grammar) !== undefined || isKnown(last, grammar))
  );
}
