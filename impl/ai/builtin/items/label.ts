/** Tells labels of fields from instructions and half sentences. What is no label for sure is not made one. */
import type { Range } from "../reading/accounting.ts";
import { isQuestion } from "./answers.ts";
import type { Said } from "./draft.ts";
import type { Text } from "./readers/reader.ts";

export interface LabelEvidence {
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
  const { prompt, lexicon } = text;
  const { from, to } = range;
  if (evidence.isConcept) return true;
  if (!/\p{L}/u.test(prompt.textOf(range))) return false;
  const words = prompt.count(range);
  const isQuoted = prompt.isOpenQuote(from) && prompt.after(from) === to;
  const isAgreed = lexicon.table("agree").at(prompt.tokens, from, to) !== undefined;
  if (isQuoted || isAgreed || isQuestion(text, range)) return words <= MAX_SENTENCE;
  if (isInstruction(text, range)) return false;
  const { kind, choices } = evidence.said;
  if (kind === "consent" && evidence.isLine) return words <= MAX_SENTENCE;
  if (isStatement(text, range) && kind === undefined && !choices) return false;
  const most = evidence.isLine ? MAX_WORDS.line : evidence.isTyped ? MAX_WORDS.typed : MAX_WORDS.plain;
  return words <= most;
}

/** Words for the builder: "create", "send me", "Google Sheets". */
function isInstruction({ prompt, lexicon }: Text, { from, to }: Range): boolean {
  const { tokens } = prompt;
  const first = lexicon
    .table("openers", "askFor", "put", "translate", "notNeeded", "calculate")
    .at(tokens, from, to);
  const request = lexicon.table("requests").at(tokens, from, to);
  if (request && request.to < to && !["us", "new", "short", "with"].includes(prompt.key(from))) return true;
  if (first && first.to < to && first.to - first.from > 1) return true;
  if (lexicon.table("unsupported", "relativeDays", "insteadOf").all(tokens, from, to).length > 0) return true;
  return lexicon.table("form").whole(tokens, from, to) !== undefined;
}

/** A sentence with a verb of its own: "the rest should be optional". */
function isStatement({ prompt, lexicon }: Text, { from, to }: Range): boolean {
  if (lexicon.table("statementStarts").at(prompt.tokens, from, to) && to - from > 2) return true;
  const verbs = lexicon.table("copulas", "must", "mustBe").all(prompt.tokens, from + 1, to);
  return verbs.some((verb) => !NO_VERBS.has(prompt.key(verb.from)));
}

/** Prepositions that the lists of verbs contain. */
const NO_VERBS: ReadonlySet<string> = new Set(["as", "to", "both"]);
