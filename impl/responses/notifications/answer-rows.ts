/** Writes the answers of a response as rows of a mail: only given answers, and only as many as a mail should have. */
import type { LetterRow } from "../../platform/mail/letter-rows.ts";
import { shorten } from "../../texts/shorten.ts";
import { fillIn, showWithUnit } from "../analysis/read-columns.ts";
import type { AnswerColumn } from "../exports/columns.ts";
import type { ReadResponse } from "../latest.ts";

const ANSWER_LENGTH = 2_000;
const QUESTION_LENGTH = 300;
/** The number of characters in all rows of a mail; mail programs cut off mails above 100 KB. */
export const MAIL_LENGTH = 40_000;

/**
 * @param room characters; rows that do not fit are left out from the end
 * @param all the columns whose answers a question may mention
 */
export function answerRows(
  columns: readonly AnswerColumn[],
  response: ReadResponse,
  room = MAIL_LENGTH,
  all = columns,
): LetterRow[] {
  const rows: LetterRow[] = [];
  let left = room;
  for (const column of columns) {
    const text = showWithUnit(column, response);
    if (text === undefined) continue;
    const question = shorten(fillIn(column.label, all, response), QUESTION_LENGTH);
    const row = [question, shorten(text, ANSWER_LENGTH)] as const;
    left -= row[0].length + row[1].length;
    if (left < 0) break;
    rows.push(row);
  }
  return rows;
}
