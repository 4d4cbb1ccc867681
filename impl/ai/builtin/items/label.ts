/** Tells labels of fields from instructions and half sentences. What is no label for sure is not made one. */
import type { Range } from "../reading/accounting.ts";
import type { List } from "../reading/lexicon.ts";
import { isQuestion } from "./answers.ts";
import type { Draft } from "./draft.ts";
import type { Text } from "./readers/reader.ts";
import type { Decided } from "./shape.ts";

/** The most words of a label: on a line of its own, beside a type, and among commas. */
const MAX_WORDS = { line: 14, typed: 10, plain: 6 };
/** The longest label that is a question or a statement to agree to. */
const MAX_SENTENCE = 60;

/** @param isLine whether the item stands alone on a line of a list, so that a longer label may be one */
export function isLabel(
  text: Text,
  label: Range,
  { draft, decided }: { draft: Draft; decided: Decided },
  isLine: boolean,
): boolean {
  const { prompt } = text;
  if (draft.concept?.isWhole) return true;
  if (!/\p{L}/u.test(prompt.textOf(label)) || prompt.isOpenBracket(label.from)) return false;
  const words = prompt.count(label);
  if (isSentence(text, label)) return words <= MAX_SENTENCE;
  const isTyped = !decided.isGuess;
  // "driver or passenger" may be a choice.
  const isEither = text.lexicon.table("or").all(prompt.tokens, label.from + 1, label.to).length > 0;
  if (isEither && !isLine && !isTyped) return false;
  if (isInstruction(text, label) || isNoLabel(text, label, isLine)) return false;
  if (isUnsupported(text, isLine ? label : draft.at, isLine && isTyped)) return false;
  return words <= (isLine ? MAX_WORDS.line : isTyped ? MAX_WORDS.typed : MAX_WORDS.plain);
}

/** A quoted label, a statement to agree to, or a question. */
function isSentence(text: Text, range: Range): boolean {
  const { prompt, lexicon } = text;
  const { from, to } = range;
  const isQuoted = prompt.isOpenQuote(from) && prompt.after(from) === to;
  return (
    isQuoted || lexicon.table("agree").at(prompt.tokens, from, to) !== undefined || isQuestion(text, range)
  );
}

/** Lists of verbs that begin no label even where they are single words. */
const VERBS: readonly List[] = ["each", "translate", "notNeeded", "calculate", "show", "hide"];

/** Words for the builder: "create", "send me". */
function isInstruction({ prompt, lexicon }: Text, { from, to }: Range): boolean {
  const { tokens } = prompt;
  const request = lexicon.table("requests").at(tokens, from, to);
  if (request && request.to < to && !["us", "new", "short", "with"].includes(prompt.key(from))) return true;
  const first = lexicon.table("openers", "askFor", "put", ...VERBS).at(tokens, from, to);
  const isVerb = first && (first.to - first.from > 1 || VERBS.some((list) => list === first.value));
  return (isVerb && first.to < to) || lexicon.table("form").whole(tokens, from, to) !== undefined;
}

/** "no phone number", "max 10 of each", "they can bring a dog" */
function isNoLabel({ prompt, lexicon }: Text, { from, to }: Range, isLine: boolean): boolean {
  const { tokens } = prompt;
  if (lexicon.table("negations", "not", "atMost", "atLeast", "insteadOf", "reasons").at(tokens, from, to))
    return true;
  if (isLine) return false;
  // "everything required but the photo"
  if (lexicon.table("required", "optional").all(tokens, from, to).length > 0) return true;
  const people = lexicon.table("they", "pronouns", "first").all(tokens, from, to);
  const isCounted = tokens[from]?.kind === "number" && tokens[from + 1]?.kind === "word";
  return isCounted || people.some((found) => prompt.key(found.from) !== "you");
}

/** "Google Sheets", "send me an email": nothing that a field could ask for. */
function isUnsupported({ prompt, lexicon }: Text, { from, to }: Range, isTyped: boolean): boolean {
  const lists: readonly List[] = isTyped
    ? ["unsupported", "insteadOf"]
    : ["unsupported", "insteadOf", "relativeDays"];
  return lexicon.table(...lists).all(prompt.tokens, Math.max(0, from - 2), to).length > 0;
}
