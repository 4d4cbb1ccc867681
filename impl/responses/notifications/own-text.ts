/** Texts of owners in mails, with the answers of the response that the mail is about. */
import type { FormStructure } from "../../../generated/types.ts";
import { mentionables, textParts } from "../../forms/mention.ts";
import { parseMarkdown } from "../../texts/markdown/parse.ts";
import { plainText } from "../../texts/markdown/tree.ts";
import { shorten } from "../../texts/shorten.ts";
import { showIn } from "../analysis/read-columns.ts";
import type { AnswerColumn } from "../exports/columns.ts";
import type { ReadResponse } from "../latest.ts";

/** Shown in place of a missing answer, as on pages. */
const MISSING = "…";
const MENTIONED_LENGTH = 500;
/** A text may mention a long answer hundreds of times. */
const LENGTH = 10_000;

/** Writes a text without marks. Answers are filled in afterwards, so marks in them stay as they are. */
export function writeOwnText(
  text: string,
  structure: FormStructure,
  columns: readonly AnswerColumn[],
  response: ReadResponse,
): string {
  const named = mentionables(structure);
  const answerTo = (id: string) => {
    const column = columns.find(({ field }) => field === id);
    return shorten((column && showIn(column, response)) ?? MISSING, MENTIONED_LENGTH);
  };
  const parts = textParts(plainText(parseMarkdown(text)), (id) => named.has(id));
  return shorten(parts.map((part) => (typeof part === "string" ? part : answerTo(part.id))).join(""), LENGTH);
}
