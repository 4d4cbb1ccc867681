/** Tells labels of fields from instructions and half sentences. What is no label for sure is not made one. */
import type { Range } from "../reading/accounting.ts";
import { keyAt } from "../reading/keys.ts";
import { isQuestion } from "./answers.ts";
import type { Said } from "./draft.ts";
import type { Text } from "./readers/reader.ts";

export interface LabelEvidence {
  /** The item with the words that are not part of the label. */
  readonly whole: Range;
  readonly isLine: boolean;
  /** Something says how the field is answered. */
  readonly isTyped: boolean;
  readonly isConcept: boolean;
  readonly said: Said;
}

/** The most words of a label: on a line of its own, beside a type, and among commas. */
const MAX_WORDS = { line: 14, typed: 10, plain: 6 };
/** The longest label that is a question or a statement to agree to. */
const MAX_SENTENCE = 60;

export function isLabel(text: Text, range: Range, evidence: LabelEvidence): boolean {
  const { prompt } = text;
  const { isLine, isTyped, isConcept, said } = evidence;
  if (isConcept) return true;
  if (!/\p{L}/u.test(prompt.textOf(range)) || prompt.isOpenBracket(range.from)) return false;
  const words = prompt.count(range);
  if (isSentence(text, range)) return words <= MAX_SENTENCE;
  if (isOfBuilder(text, range, evidence) || isNoLabel(text, range, isLine)) return false;
  if (said.kind === "consent" && isLine) return words <= MAX_SENTENCE;
  return words <= (isLine ? MAX_WORDS.line : isTyped ? MAX_WORDS.typed : MAX_WORDS.plain);
}

/** A quoted label, a statement to agree to, or a question. */
function isSentence(text: Text, range: Range): boolean {
  const { prompt, lexicon } = text;
  const { from, to } = range;
  if (prompt.isOpenQuote(from) && prompt.after(from) === to) return true;
  if (lexicon.table("agree").at(prompt.tokens, from, to)) return true;
  return isQuestion(text, range);
}

function isOfBuilder(text: Text, range: Range, { isLine, isTyped, whole }: LabelEvidence): boolean {
  return isInstruction(text, range) || isUnsupported(text, isLine ? range : whole, isLine && isTyped);
}

/** Words for the builder: "create", "send me", "Google Sheets". */
function isInstruction({ prompt, lexicon }: Text, { from, to }: Range): boolean {
  const { tokens } = prompt;
  const first = lexicon
    .table("openers", "askFor", "put", "translate", "notNeeded", "calculate", "show", "hide", "each")
    .at(tokens, from, to);
  const request = lexicon.table("requests").at(tokens, from, to);
  if (request && request.to < to && !["us", "new", "short", "with"].includes(prompt.key(from))) return true;
  if (first && first.to < to && (first.to - first.from > 1 || INSTRUCTIONS.has(first.value))) return true;
  return lexicon.table("form").whole(tokens, from, to) !== undefined;
}

/** Lists of verbs that begin no label even where they are single words. */
const INSTRUCTIONS: ReadonlySet<string> = new Set([
  "each",
  "translate",
  "notNeeded",
  "calculate",
  "show",
  "hide",
]);

/** "no phone number", "10 points per question", "max 10 of each", "they can bring a dog" */
function isNoLabel({ prompt, lexicon }: Text, { from, to }: Range, isLine: boolean): boolean {
  const { tokens } = prompt;
  if (lexicon.table("negations", "not", "atMost", "atLeast", "insteadOf", "reasons").at(tokens, from, to))
    return true;
  if (
    lexicon
      .table("points")
      .all(tokens, from, to)
      .some((found) => tokens[found.from - 1]?.kind === "number")
  )
    return true;
  if (keyAt(prompt, from, to, "rows", "columns")) return true;
  const isCounted = tokens[from]?.kind === "number" && tokens[from + 1]?.kind === "word";
  if (isLine) return false;
  return (
    isCounted ||
    lexicon
      .table("they", "pronouns", "first")
      .all(tokens, from, to)
      .some(({ from: at }) => prompt.key(at) !== "you")
  );
}

/** "Google Sheets", "send me an email": nothing that a field could ask for. */
function isUnsupported({ prompt, lexicon }: Text, { from, to }: Range, isTyped: boolean): boolean {
  return (
    lexicon
      .table("unsupported", "insteadOf", ...(isTyped ? [] : ["relativeDays" as const]))
      .all(prompt.tokens, Math.max(0, from - 2), to).length > 0
  );
}
