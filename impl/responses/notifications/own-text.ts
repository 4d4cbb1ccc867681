/** Writes the texts of owners in mails, with the answers of a response in place of mentions. */
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

/** The maximum length of an answer in a text. */
const MAX_ANSWER_LENGTH = 500;
/** The maximum length of a text with answers: it may mention a long answer hundreds of times. */
const MAX_LENGTH = 10_000;
/** The maximum length of an answer in a subject, so that the owner's own words have room. */
const MAX_ANSWER_IN_SUBJECT = 60;

/** The response whose answers a text mentions, with the structure that it answers. */
export interface MentionedResponse {
  readonly structure: FormStructure;
  /** The columns of `structure`, in the words of the mail. */
  readonly columns: readonly AnswerColumn[];
  readonly response: ReadResponse;
}

/** Writes a text without Markdown. Answers are inserted afterwards, so Markdown characters in them stay as they are. */
export function writeOwnText(text: string, mentioned: MentionedResponse, maxLength = MAX_LENGTH): string {
  const answerTo = (id: string) => shorten(findAnswer(mentioned, id), MAX_ANSWER_LENGTH);
  return shorten(fillText(plainText(parseMarkdown(text)), mentioned.structure, answerTo), maxLength);
}

/**
 * Writes the subject of a mail. It is one line, so an answer cannot begin another header. @returns "" if nothing is left of the
 * subject
 */
export function writeOwnSubject(subject: string, mentioned: MentionedResponse): string {
  const answerTo = (id: string) => subjectText(findAnswer(mentioned, id), MAX_ANSWER_IN_SUBJECT) || MISSING;
  return subjectText(fillText(subject, mentioned.structure, answerTo), limits.title_length.max);
}

function fillText(text: string, structure: FormStructure, answerTo: (id: string) => string): string {
  const named = mentionables(structure);
  return fillMentions(text, (id) => named.has(id), answerTo);
}

function findAnswer({ columns, response }: MentionedResponse, id: string): string {
  const column = columns.find(({ field }) => field === id);
  return (column && showIn(column, response)) ?? MISSING;
}
