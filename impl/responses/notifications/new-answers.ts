/** Writes the new responses of a mail: their answers, and what the account has written for its mails with answers in it. */
import type { FormStructure, Language } from "../../../generated/types.ts";
import { type Form, structureOfVersion } from "../../forms/forms.ts";
import { getCached } from "../../platform/cache.ts";
import type { LetterRow } from "../../platform/mail/letter-rows.ts";
import type { Queries } from "../../platform/storage/storage.ts";
import type { OwnerTranslation } from "../../texts/owner/owner-texts.ts";
import { answerWording } from "../exports/answer-wording.ts";
import { type AnswerColumn, versionColumns } from "../exports/columns.ts";
import type { ReadResponse } from "../latest.ts";
import { parseAnswers } from "../responses.ts";
import { answerRows, MAIL_LENGTH } from "./answer-rows.ts";
import type { MailTexts } from "./mail-texts.ts";
import { writeOwnSubject, writeOwnText } from "./own-text.ts";

/** Responses whose answers are in one mail; the others are behind its link. */
const MAX_RESPONSES = 10;

/** A response in a mail. */
export interface NewAnswers {
  /** The address of the respondent, and the time with its zone: mails may go to readers without an account. */
  readonly title: string;
  /** The subject of a mail about this response; "": the account has not written one, or nothing of it is left. */
  readonly subject: string;
  /** The text of the account above the answers; "": none. */
  readonly text: string;
  readonly rows: readonly LetterRow[];
}

/** One version of a form as the readers of a mail see it. */
interface Version {
  readonly structure: FormStructure;
  readonly columns: readonly AnswerColumn[];
}

/** The latest responses that were confirmed, the first of them first, as many as one mail has room for. */
export async function newAnswers(
  queries: Queries,
  t: OwnerTranslation,
  form: Form,
  texts: MailTexts,
  count: number,
): Promise<NewAnswers[]> {
  const rows = await queries
    .selectFrom("live_responses")
    .selectAll()
    .where("form_id", "=", form.id)
    .where("status", "=", "verified")
    .orderBy("verified_at", "desc")
    .orderBy("id", "desc")
    .limit(Math.min(count, MAX_RESPONSES))
    .execute();
  const versions = new Map<number, Promise<Version | undefined>>();
  const room = Math.floor(MAIL_LENGTH / Math.max(rows.length, 1));
  const written: NewAnswers[] = [];
  for (const row of rows.reverse()) {
    const version = await getCached(versions, row.form_version, async () => {
      const structure = await structureOfVersion(queries, form.id, row.form_version);
      return structure && { structure, columns: columnsFor(t, structure, form.default_language) };
    });
    const response = { ...row, answers: parseAnswers(row) };
    const title = `${row.email ?? t.say("responses_no_address")} · ${t.zonedTime(row.submitted_at)}`;
    written.push({ title, ...(version ? writeAnswers(version, texts, response, room) : NOTHING) });
  }
  return written;
}

const NOTHING = { subject: "", text: "", rows: [] };

/** The columns of a version in the words of a mail. */
export function columnsFor(
  t: OwnerTranslation,
  structure: FormStructure,
  language: Language,
): readonly AnswerColumn[] {
  return versionColumns(structure, answerWording(t, { language, fallback: structure.default_language }));
}

/** @param room characters: the text of the account takes at most half of them */
function writeAnswers(
  version: Version,
  texts: MailTexts,
  response: ReadResponse,
  room: number,
): Omit<NewAnswers, "title"> {
  const mentioned = { ...version, response };
  const text = writeOwnText(texts.text, mentioned, Math.floor(room / 2));
  return {
    subject: writeOwnSubject(texts.subject, mentioned),
    text,
    rows: answerRows(version.columns, response, room - text.length),
  };
}
