/** Sends the mail with the code and the link. */
import type { Form } from "../../../forms/forms.ts";
import { confirmationLetter } from "../../../platform/mail/confirmation-letter.ts";
import type { Storage } from "../../../platform/storage/storage.ts";
import { allowResend, issueVerification } from "../../../responses/verification.ts";
import { translation } from "../../../texts/translate.ts";
import { secondsToWait } from "../../limits.ts";
import type { Site } from "../../site.ts";
import type { PublicForm } from "../public-form/public-form.ts";
import { holdSentence } from "./places.ts";

/** The parts of the site that are needed to confirm an address. */
export type MailSite = Pick<
  Site,
  "storage" | "clock" | "log" | "key" | "limits" | "tickets" | "mailer" | "publicUrl"
>;

export type MailOutcome = "sent" | "failed" | "nothing to verify" | { readonly retryAfterSeconds: number };

/**
 * Counts a mail to a respondent of a form. Returns the seconds until the address may get it; undefined: now. If a limit refuses
 * the mail, later limits do not count it.
 */
export async function waitForMail(
  { limits, storage }: Pick<Site, "limits" | "storage">,
  { id, owner_id: owner }: Pick<Form, "id" | "owner_id">,
  email: string,
  network: string,
): Promise<number | undefined> {
  const { subscription } = await findOwner(storage, owner);
  return secondsToWait([
    [limits.mailsOfNetwork, `${network} ${email}`],
    [limits.mails, email],
    [limits.mailsOfForm, id],
    [subscription === "trial" ? limits.mailsOfTrial : limits.mailsOfAccount, owner],
  ]);
}

/** Finds the account that a form belongs to. */
export function findOwner({ db }: Storage, id: string) {
  return db
    .selectFrom("accounts")
    .select(["email", "email_confirmed", "subscription"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
}

/** Sends the mail that asks a respondent to confirm. If that fails, the next attempt is possible at once. */
export async function sendConfirmationMail(
  site: Omit<MailSite, "limits" | "tickets">,
  publicForm: PublicForm,
  responseId: string,
): Promise<MailOutcome> {
  const issued = await issueVerification(site, responseId);
  if (!(typeof issued === "object" && "proof" in issued)) return issued;
  const response = await site.storage.db
    .selectFrom("responses")
    .select(["id", "form_id", "form_version", "language", "answers"])
    .where("id", "=", responseId)
    .executeTakeFirstOrThrow();
  const structure = await publicForm.structureOf(response.form_version);
  if (structure === undefined) return "nothing to verify";
  const t = translation(response.language, structure.default_language);
  const { email, code, linkSecret } = issued.proof;
  const link = `${site.publicUrl()}/f/${response.form_id}/confirm/${linkSecret}?lang=${response.language}`;
  const owner = await findOwner(site.storage, publicForm.form.owner_id);
  const { host } = new URL(site.publicUrl());
  const title = t.of(structure.title);
  const isOwnerConfirmed = owner.email_confirmed === 1;
  try {
    const form = { owner: owner.email, host, title, isOwnerConfirmed };
    const hold = await holdSentence(site, t, publicForm, response);
    await site.mailer.send(confirmationLetter(t, { to: email, ...form, code, link, hold }));
    return "sent";
  } catch (error) {
    site.log.error({ event: "mail_not_sent", response: responseId, error });
    await allowResend(site, responseId);
    return "failed";
  }
}
