import { confirmationLetter } from "../../mail/confirmation-letter.ts";
import { forgetSending, issueProof } from "../../responses/verification.ts";
import { translation } from "../../texts/translate.ts";
import type { Site } from "../site.ts";
import type { Visit } from "../visit/visit.ts";

export type Mailed = "sent" | "failed" | "nothing to verify" | { readonly retryAfterSeconds: number };

/** Sends the mail that asks a respondent to confirm. Should it fail, the next try need not wait. */
export async function mailProof(site: Site, visit: Visit, responseId: string): Promise<Mailed> {
  const issued = await issueProof(site, responseId);
  if (!(typeof issued === "object" && "proof" in issued)) return issued;
  const response = await site.storage.db
    .selectFrom("responses")
    .select(["form_id", "form_version", "language"])
    .where("id", "=", responseId)
    .executeTakeFirstOrThrow();
  const structure = await visit.structureOf(response.form_version);
  if (structure === undefined) return "nothing to verify";
  const t = translation(response.language, structure.default_language);
  const { email, code, linkSecret } = issued.proof;
  const link = `${site.publicUrl()}/f/${response.form_id}/confirm/${linkSecret}?lang=${response.language}`;
  try {
    await site.mailer.send(confirmationLetter(t, { to: email, title: t.of(structure.title), code, link }));
    return "sent";
  } catch (error) {
    site.log.error({ event: "mail_not_sent", response: responseId, error });
    await forgetSending(site, responseId);
    return "failed";
  }
}
