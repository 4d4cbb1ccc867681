/** Puts the answers that stand behind a colon inside of a question into brackets, as lists have them. */
import { fold } from "../lexicon/fold.ts";
import { type Grammar, questionKind } from "../lexicon/grammar.ts";
import { sentences } from "./split.ts";

/** A longer line is read as it is. */
const MAX_LINE = 4000;

/** The line with the answers of its questions in brackets. */
export function withAnswersInBrackets(line: string, grammar: Grammar): string {
  if (line.length > MAX_LINE || !line.includes(": ")) return line;
  const parts = sentences(line);
  const written = parts.map((part) => answersInBrackets(part, grammar));
  return written.every((part, index) => part === parts[index]) ? line : written.join(" ");
}

/** "Which device did you use: phone, tablet or computer?" -> "Which device did you use? (phone, tablet or computer)" */
function answersInBrackets(text: string, grammar: Grammar): string {
  const [, question = "", answers = ""] = /^([^:?,;()]{5,100}): ([^:?;()]{3,200})\?$/u.exec(text) ?? [];
  if (question === "" || questionKind(question, grammar) === undefined) return text;
  const areAnswers = answers.includes(",") || grammar.or.first(fold(answers)) !== undefined;
  return areAnswers && questionKind(answers, grammar) === undefined ? `${question}? (${answers})` : text;
}
