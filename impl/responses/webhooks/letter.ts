/** The mail to the owner of a form whose webhook was disabled. */
import type { Webhook } from "../../forms/webhooks/webhooks.ts";
import { type Letter, messageId } from "../../platform/mail/letter.ts";
import { linkLetter } from "../../platform/mail/link-letter.ts";
import { isOwnerLanguage, ownerTranslation } from "../../texts/owner/owner-texts.ts";

type Disabled = Webhook & { readonly email: string; readonly language: string | null };

export function disabledLetter(hook: Disabled, publicUrl: string): Letter {
  const { id, form_id, url, disabled_at, email, language } = hook;
  const t = ownerTranslation(language !== null && isOwnerLanguage(language) ? language : "en");
  const { host } = new URL(publicUrl);
  const letter = linkLetter({
    to: email,
    language: t.language,
    subject: t.say("letter_webhook_off_subject", { host }),
    greeting: t.say("letter_greeting"),
    text: [t.say("letter_webhook_off_text", { host, receiver: new URL(url).hostname })],
    button: t.say("letter_webhook_off_button"),
    link: `${publicUrl}/forms/${form_id}/connections/${id}`,
    lifetime: t.say("letter_webhook_off_note"),
    ignore: t.say("letter_webhook_off_ignore"),
  });
  return { ...letter, messageId: messageId(publicUrl, [id, String(disabled_at)]) };
}
