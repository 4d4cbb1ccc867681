/** `/forms/ID/mail-texts`: saves or previews the subject and the text of an account for its mails about responses. */
import { findForm } from "../../../../forms/access.ts";
import {
  areTooLong,
  cleanTexts,
  MAX_SUBJECT,
  MAX_TEXT,
  saveMailTexts,
} from "../../../../responses/notifications/mail-texts.ts";
import { seeOther } from "../../../reply.ts";
import type { Action } from "../actions.ts";
import { doneAddress } from "../done.ts";
import { replySettings, tabPath } from "../overview.ts";
import { PageRefusal, refusalText } from "../refusal-text.ts";
import { audit, handleRefusal } from "../refusals.ts";

export const postMailTexts: Action = async (request, formId, values) => {
  const { site, account, t, c } = request;
  await findForm(site.storage.db, account.id, formId);
  const texts = cleanTexts({ subject: values.get("subject") ?? "", text: values.get("text") ?? "" });
  const run = async () => {
    if (areTooLong(texts))
      throw new PageRefusal(t.say("mail_texts_too_long", { subject: MAX_SUBJECT, text: MAX_TEXT }));
    if (values.get("action") === "preview") return replySettings(request, formId, undefined, {}, { texts });
    await saveMailTexts(site.storage, { form: formId, account: account.id }, texts);
    audit(request, "mail_texts", formId);
    return seeOther(c, doneAddress(tabPath(formId, "settings"), "mail_texts"));
  };
  return handleRefusal(run, (refusal) => {
    const { status, ...refused } = refusalText(t, refusal);
    return replySettings(request, formId, refused, { status }, { texts });
  });
};
