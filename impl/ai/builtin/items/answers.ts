/** Tells from the words of a label how it is answered: questions by their first words, others by their head noun. */
import type { Range } from "../reading/accounting.ts";
import type { List } from "../reading/lexicon.ts";
import type { Found } from "../reading/phrases.ts";
import { headOf, wholeConcept } from "./concepts.ts";
import type { Text } from "./readers/reader.ts";
import { ANSWERS, SHAPES, type Shape } from "./shapes.ts";

/** Whether a label asks, by its question mark or its first words. */
export function isQuestion(text: Text, range: Range): boolean {
  const { prompt } = text;
  const marks = text.lexicon.language === "el" ? "?;" : "?";
  const isMarked = prompt.isMark(range.to - 1, marks) || prompt.isMark(range.to, marks);
  return isMarked || questionAt(text, range) !== undefined;
}

/** The first words of a question; the value is their list. */
function questionAt({ prompt, lexicon }: Text, { from, to }: Range): Found<string> | undefined {
  const start = prompt.isMark(from, "¿¡") ? from + 1 : from;
  return lexicon.table("questions", "whether").at(prompt.tokens, start, to);
}

/** @returns how a question is answered; undefined if the label is none or its first words do not tell */
export function questionShape(text: Text, range: Range): Shape | undefined {
  const { prompt, lexicon } = text;
  const question = questionAt(text, range);
  const usual = question && ANSWERS.questions[question.value];
  if (usual) {
    const shape = subjectShape(text, question, range.to) ?? usual;
    const isEither = lexicon.table("or").all(prompt.tokens, range.from, range.to).length > 0;
    return isEither ? { ...shape, isWeak: true } : shape;
  }
  const isShort = prompt.isMark(range.to - 1, "?") && prompt.count(range) <= 4;
  if (!isShort) return undefined;
  const concept = wholeConcept(text, { from: range.from, to: range.to - 1 });
  if (concept) return SHAPES[concept];
  return prompt.count(range) > 1 ? { type: "yes_no", isWeak: true } : undefined;
}

/** Behind these, the words that follow may say more: "What is your email?", "Do you have any comments?" */
const HAS_SUBJECT: ReadonlySet<string> = new Set(["why", "open", "yes_no"]);

/** "Do you have any comments?" asks for these. */
const REMARKS: ReadonlySet<string> = new Set(
  "comments additional_comments suggestions special_requests notes feedback".split(" "),
);

/** The shape of what a question is about, where the words behind its opening are the whole name of a concept. */
function subjectShape(
  text: Text,
  { value: opening, to: from }: Found<string>,
  limit: number,
): Shape | undefined {
  const { prompt, lexicon } = text;
  const { to } = prompt.trim({ from, to: limit }, "?!. ");
  let at = from;
  for (;;) {
    const filler = lexicon.table("fillers", "copulas", "plain").at(prompt.tokens, at, to);
    if (!filler || filler.to >= to) break;
    at = filler.to;
  }
  const concept = HAS_SUBJECT.has(opening) ? wholeConcept(text, { from: at, to }) : undefined;
  const shape = concept && SHAPES[concept];
  const isOpen = opening !== "yes_no" || REMARKS.has(concept ?? "");
  return shape && isOpen && shape.type !== "yes_no" && shape.type !== "consent" ? shape : undefined;
}

/** @returns how a label is answered that names no concept, by its last words and its head noun */
export function nounShape(text: Text, range: Range): Shape | undefined {
  const { prompt, lexicon } = text;
  const { tokens } = prompt;
  const last = lastWords(
    text,
    range,
    "answers.rates",
    "answers.timeEnds",
    "answers.dateEnds",
    "answers.states",
  );
  if (last !== undefined) return ANSWERS.endings[last];
  const count = lexicon.table("questions.count", "questions.amount").at(tokens, range.from, range.to);
  if (count && count.to < range.to) return ANSWERS.questions.count;
  const head = headOf(text, range);
  const lists = [
    "answers.codes",
    "answers.dates",
    "answers.times",
    "answers.measures",
    "answers.counted",
  ] as const;
  const noun = lexicon.isHeadFirst
    ? lexicon.table(...lists).at(tokens, head.from, head.to)?.value
    : lastWords(text, head, ...lists);
  const shape = ANSWERS.heads[noun ?? ""];
  // "People" are counted; "authorised persons" may be named.
  const isNamed = noun === "answers.counted" && prompt.count(range) > 1;
  return shape && isNamed ? { ...shape, isWeak: true } : shape;
}

/** The list of the longest phrase that ends a label and is not the whole of it. */
function lastWords({ prompt, lexicon }: Text, { from, to }: Range, ...lists: readonly List[]) {
  for (let at = Math.max(from + 1, to - 4); at < to; at++) {
    const found = lexicon.table(...lists).whole(prompt.tokens, at, to);
    if (found) return found.value;
  }
  return undefined;
}
