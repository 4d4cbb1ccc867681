/** The subject and the text above the answers that an account has written for its mails about responses to a form. */
import { limits } from "../../../generated/limits.ts";
import { findForm } from "../../forms/access.ts";
import { subjectText } from "../../platform/mail/subject-text.ts";
import type { Queries, Storage } from "../../platform/storage/storage.ts";
import type { Subscription } from "./subscriptions.ts";

/** Both may mention answers. */
export interface MailTexts {
  /** "": that of the service. */
  readonly subject: string;
  /** "": none. */
  readonly text: string;
}

const NO_TEXTS: MailTexts = { subject: "", text: "" };
export const MAX_SUBJECT = limits.title_length.max;
export const MAX_TEXT = 2_000;

/** Control characters except line breaks and tabs: PostgreSQL does not store all of them, and no reader sees them. */
const CONTROLS = /[^\P{Cc}\n\t]/gu;

/** Removes what neither mails nor databases take. */
export function cleanTexts({ subject, text }: MailTexts): MailTexts {
  return {
    subject: subjectText(subject, 2 * MAX_SUBJECT),
    text: text.replace(/\r\n?/g, "\n").replace(CONTROLS, "").toWellFormed().trim(),
  };
}

export function areTooLong({ subject, text }: MailTexts): boolean {
  return [...subject].length > MAX_SUBJECT || [...text].length > MAX_TEXT;
}

export async function mailTexts(queries: Queries, { form, account }: Subscription): Promise<MailTexts> {
  const row = await queries
    .selectFrom("response_mail_texts")
    .select(["subject", "text"])
    .where("form_id", "=", form)
    .where("account_id", "=", account)
    .executeTakeFirst();
  return row ?? NO_TEXTS;
}

/** Saves texts that are clean and not too long; empty ones are deleted. @throws Refusal not_found */
export async function saveMailTexts(
  { db }: Pick<Storage, "db">,
  { form, account }: Subscription,
  { subject, text }: MailTexts,
): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await findForm(transaction, account, form);
    if (subject === "" && text === "") {
      await transaction
        .deleteFrom("response_mail_texts")
        .where("form_id", "=", form)
        .where("account_id", "=", account)
        .execute();
      return;
    }
    await transaction
      .insertInto("response_mail_texts")
      .values({ form_id: form, account_id: account, subject, text })
      .onConflict((conflict) => conflict.columns(["form_id", "account_id"]).doUpdateSet({ subject, text }))
      .execute();
  });
}
