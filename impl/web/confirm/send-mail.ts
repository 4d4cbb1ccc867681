/** Sends the mail with the code and the link. */
import { confirmationLetter } from "../../mail/confirmation-letter.ts";
import { allowResend, issueVerification } from "../../responses/verification.ts";
import { translation } from "../../texts/translate.ts";
import type { PublicForm } from "../public-form/public-form.ts";
import type { Site } from "../site.ts";

export type MailOutcome = "sent" | "failed" | "nothing to verify" | { readonly retryAfterSeconds: number };

/** Counts a mail. Returns the seconds until the address may get it; undefined: now. */
export async function waitForMail(
  { limits }: Site,
  email: string,
  network: string,
): Promise<number | undefined> {
  const ofNetwork = await limits.mailsOfNetwork(`${network} ${email}`);
  if (!ofNetwork.allowed) return ofNetwork.retryAfterSeconds;
  const verdict = await limits.mails(email);
  return verdict.allowed ? undefined : verdict.retryAfterSeconds;
}

/** Sends the mail that asks a respondent to confirm. If that fails, the next attempt need not wait. */
export async function sendConfirmationMail(
  site: Site,
  publicForm: PublicForm,
  responseId: string,
): Promise<MailOutcome> {
  const issued = await issueVerification(site, responseId);
  if (!(typeof issued === "object" && "proof" in issued)) return issued;
  const response = await site.storage.db
    .selectFrom("responses")
    .select(["form_id", "form_version", "language"])
    .where("id", "=", responseId)
    .executeTakeFirstOrThrow();
  const structure = await publicForm.structureOf(response.form_version);
  if (structure === undefined) return "nothing to verify";
  const t = translation(response.language, structure.default_language);
  const { email, code, linkSecret } = issued.proof;
  const link = `${site.publicUrl()}/f/${response.form_id}/confirm/${linkSecret}?lang=${response.language}`;
  try {
    await site.mailer.send(confirmationLetter(t, { to: email, title: t.of(structure.title), code, link }));
    return "sent";
  } catch (error) {
    site.log.error({ event: "mail_not_sent", response: responseId, error });
    await allowResend(site, responseId);
    return "failed";
  }
}
