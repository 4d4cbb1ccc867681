/** Tells from the words of a label how it is answered: questions by their first words, others by their head noun. */
import type { Range } from "../reading/accounting.ts";
import type { Found } from "../reading/phrases.ts";
import { headOf, wholeConcept } from "./concepts.ts";
import { fillerEnd } from "./modifiers.ts";
import type { Text } from "./readers/reader.ts";
import { NOUNS, QUESTIONS, SHAPES, type Shape } from "./shapes.ts";

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
  const usual = question && QUESTIONS[question.value];
  if (usual) {
    const shape = (question.value === "open" && subjectShape(text, question.to, range.to)) || usual;
    const isEither = lexicon.table("or").all(prompt.tokens, range.from, range.to).length > 0;
    return isEither ? { ...shape, isWeak: true } : shape;
  }
  const isShort = prompt.isMark(range.to - 1, "?") && prompt.count(range) <= 4;
  if (!isShort) return undefined;
  const concept = wholeConcept(text, { from: range.from, to: range.to - 1 });
  if (concept) return SHAPES[concept];
  return prompt.count(range) > 1 ? { type: "yes_no", isWeak: true } : undefined;
}

/** "What is your email?": the words behind the opening are the name of a concept. */
function subjectShape(text: Text, from: number, limit: number): Shape | undefined {
  const { to } = text.prompt.trim({ from, to: limit }, "?");
  let at = from;
  for (let next = fillerEnd(text, at, to); next !== undefined && next < to; next = fillerEnd(text, at, to))
    at = next;
  const concept = wholeConcept(text, { from: at, to });
  return concept && SHAPES[concept];
}

/** @returns how a label is answered that names no concept, by its head noun: "entry fee", "check-in time" */
export function nounShape(text: Text, range: Range): Shape | undefined {
  const { prompt, lexicon } = text;
  const { from, to } = headOf(text, range);
  const nouns = lexicon.table("nouns");
  const first = lexicon.isHeadFirst ? nouns.at(prompt.tokens, from, to) : undefined;
  const ends = [4, 3, 2, 1].flatMap((length) => {
    const at = to - length;
    return (at > from && prompt.tokens[at]?.isSpaced && nouns.whole(prompt.tokens, at, to)) || [];
  });
  return NOUNS[first?.value ?? ends[0]?.value ?? ""];
}
