/** Texts of owners in mails, with the answers of the response that the mail is about. */
import { limits } from "../../../generated/limits.ts";
import type { FormStructure } from "../../../generated/types.ts";
import { fillMentions, MISSING, mentionables } from "../../forms/mention.ts";
import { subjectText } from "../../platform/mail/subject-text.ts";
import { parseMarkdown } from "../../texts/markdown/parse.ts";
import { plainText } from "../../texts/markdown/tree.ts";
import { shorten } from "../../texts/shorten.ts";
import { showIn } from "../analysis/read-columns.ts";
import type { AnswerColumn } from "../exports/columns.ts";
import type { ReadResponse } from "../latest.ts";

const MENTIONED_LENGTH = 500;
/** A text may mention a long answer hundreds of times. */
const LENGTH = 10_000;
/** A long answer leaves room for the owner's own words. */
const MENTIONED_IN_SUBJECT = 60;

/** Writes a text without marks. Answers are filled in afterwards, so marks in them stay as they are. */
export function writeOwnText(
  text: string,
  structure: FormStructure,
  columns: readonly AnswerColumn[],
  response: ReadResponse,
  length = LENGTH,
): string {
  const answerTo = (id: string) => shorten(findAnswer(columns, response, id), MENTIONED_LENGTH);
  return shorten(fillText(plainText(parseMarkdown(text)), structure, answerTo), length);
}

/** Writes the subject of a mail: one line, and nothing in an answer can begin another header. "": nothing is left of it. */
export function writeOwnSubject(
  subject: string,
  structure: FormStructure,
  columns: readonly AnswerColumn[],
  response: ReadResponse,
): string {
  const answerTo = (id: string) =>
    subjectText(findAnswer(columns, response, id), MENTIONED_IN_SUBJECT) || MISSING;
  return subjectText(fillText(subject, structure, answerTo), limits.title_length.max);
}

function fillText(text: string, structure: FormStructure, answerTo: (id: string) => string): string {
  const named = mentionables(structure);
  return fillMentions(text, (id) => named.has(id), answerTo);
}

function findAnswer(columns: readonly AnswerColumn[], response: ReadResponse, id: string): string {
  const column = columns.find(({ field }) => field === id);
  return (column && showIn(column, response)) ?? MISSING;
}
