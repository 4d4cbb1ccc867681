/** Tells from the words of a label how it is answered: questions by their first words, others by their head noun. */
import type { Range } from "../reading/accounting.ts";
import type { List } from "../reading/lexicon.ts";
import { headOf, wholeConcept } from "./concepts.ts";
import type { Text } from "./readers/reader.ts";
import { SHAPES, type Shape } from "./shapes.ts";

/** How questions are answered that begin with words of a list of the lexicon. The first list that fits counts. */
const QUESTIONS: readonly (readonly [list: List, shape: Shape])[] = [
  ["questions.likely", { type: "nps" }],
  ["questions.satisfied", { type: "scale", ends: ["very_dissatisfied", "very_satisfied"] }],
  ["questions.rate", { type: "rating", max: 5 }],
  ["questions.why", { type: "long_text" }],
  ["questions.count", { type: "number", min: 0, integer: true }],
  ["questions.amount", { type: "number", min: 0 }],
  ["questions.when", { type: "date" }],
  ["questions.yes_no", { type: "yes_no" }],
  ["questions.open", { type: "short_text" }],
];

/** Behind these, the words that follow may say more: "What is your email?", "Do you have any comments?" */
const HAS_SUBJECT: ReadonlySet<string> = new Set(["questions.why", "questions.open", "questions.yes_no"]);

/** Whether a label asks, by its question mark, its first words or an ending of its verb. */
export function isQuestion(text: Text, range: Range): boolean {
  const { prompt } = text;
  const marks = text.lexicon.language === "el" ? "?;" : "?";
  const isMarked = prompt.isMark(range.to - 1, marks) || prompt.isMark(range.to, marks);
  return isMarked || questionOf(text, range) !== undefined;
}

function questionOf(text: Text, { from, to }: Range): { list: string; shape: Shape; to: number } | undefined {
  const { prompt, lexicon } = text;
  const start = prompt.isMark(from, "¿¡") ? from + 1 : from;
  for (const [list, shape] of QUESTIONS) {
    const found = lexicon.table(list).at(prompt.tokens, start, to);
    if (found) return { list, shape, to: found.to };
  }
  const whether = lexicon.table("whether").at(prompt.tokens, start, to);
  return whether && { list: "whether", shape: { type: "yes_no" }, to: whether.to };
}

/** How a label is answered by its words; `isWeak`: other labels with the same words are answered in other ways. */
export interface Suggestion {
  readonly shape: Shape;
  readonly isWeak?: boolean;
}

/** @returns how a question is answered; undefined if the label is none or its first words do not tell */
export function questionShape(text: Text, range: Range): Suggestion | undefined {
  const { prompt, lexicon } = text;
  if (lexicon.table("whatTime").at(prompt.tokens, range.from, range.to)) return { shape: { type: "time" } };
  const question = questionOf(text, range);
  if (question)
    return {
      shape:
        (HAS_SUBJECT.has(question.list) && subjectShape(text, question.to, range.to, question.list)) ||
        question.shape,
      isWeak: text.lexicon.table("or").all(prompt.tokens, range.from, range.to).length > 0,
    };
  const isShort = prompt.isMark(range.to - 1, "?") && prompt.count(range) <= 4;
  if (!isShort) return undefined;
  const concept = wholeConcept(text, { from: range.from, to: range.to - 1 });
  if (concept) return { shape: SHAPES[concept] };
  return prompt.count(range) > 1 ? { shape: { type: "yes_no" }, isWeak: true } : undefined;
}

/** "Do you have any comments?" asks for these. */
const REMARKS: ReadonlySet<string> = new Set(
  "comments additional_comments suggestions special_requests notes feedback".split(" "),
);

/** The shape of what a question is about, where the words behind its opening are the whole name of a concept. */
function subjectShape(text: Text, from: number, limit: number, list: string): Shape | undefined {
  const { prompt, lexicon } = text;
  const to = prompt.trim({ from, to: limit }, "?!. ").to;
  let at = from;
  for (;;) {
    const filler = lexicon.table("fillers", "copulas", "plain").at(prompt.tokens, at, to);
    if (!filler || filler.to >= to) break;
    at = filler.to;
  }
  const concept = wholeConcept(text, { from: at, to });
  if (!concept) return undefined;
  const shape = SHAPES[concept];
  if (shape.type === "yes_no" || shape.type === "consent") return undefined;
  return list === "questions.yes_no" && !REMARKS.has(concept) ? undefined : shape;
}

/** Head nouns by how they are answered. */
const NOUNS: readonly (readonly [list: List, shape: Shape])[] = [
  ["answers.codes", { type: "short_text" }],
  ["answers.dates", { type: "date" }],
  ["answers.times", { type: "time" }],
  ["answers.measures", { type: "number", min: 0 }],
  ["answers.counted", { type: "number", min: 0, integer: true }],
];

/** Last words of labels by how these are answered, of which all but the first are found in other labels, too. */
const LAST_WORDS: readonly (readonly [list: List, shape: Shape])[] = [
  ["answers.rates", { type: "number", min: 0 }],
  ["answers.timeEnds", { type: "time" }],
  ["answers.dateEnds", { type: "date" }],
  ["answers.states", { type: "yes_no" }],
];

/** @returns how a label is answered that names no concept, by its last words and its head noun */
export function nounShape(text: Text, range: Range): Suggestion | undefined {
  const { lexicon } = text;
  for (const [list, shape] of LAST_WORDS)
    if (endsWith(text, range, list)) return { shape, isWeak: list !== "answers.rates" };
  const count = lexicon
    .table("questions.count", "questions.amount")
    .at(text.prompt.tokens, range.from, range.to);
  if (count && count.to < range.to) return { shape: { type: "number", min: 0, integer: true } };
  const head = headOf(text, range);
  for (const [list, shape] of NOUNS) {
    if (lexicon.isHeadFirst ? startsWith(text, head, list) : endsWith(text, head, list))
      return { shape, isWeak: list === "answers.counted" && text.prompt.count(range) > 1 };
  }
  return undefined;
}

function startsWith({ prompt, lexicon }: Text, { from, to }: Range, list: List): boolean {
  return lexicon.table(list).at(prompt.tokens, from, to) !== undefined;
}

function endsWith({ prompt, lexicon }: Text, { from, to }: Range, list: List): boolean {
  for (let at = Math.max(from + 1, to - 4); at < to; at++)
    if (lexicon.table(list).whole(prompt.tokens, at, to)) return true;
  return false;
}
