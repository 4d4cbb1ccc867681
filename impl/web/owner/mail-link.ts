/** Mails links of the owner's pages: to sign in, to make an account, to choose a new password. */

import { LINK_MINUTES, makeLink, type NewLink } from "../../accounts/sign-in/mailed-links.ts";
import { linkLetter } from "../../platform/mail/link-letter.ts";
import type { MailedLinksTable } from "../../platform/storage/schema.ts";
import type { OwnerTextKey, OwnerTranslation } from "../../texts/owner/owner-texts.ts";
import { contactText } from "./contact.ts";
import type { EntrySite } from "./reply-entry.ts";

/** What a letter says. */
interface Words {
  readonly subject: OwnerTextKey;
  readonly text: OwnerTextKey;
  readonly button: OwnerTextKey;
}

export const LETTERS = {
  sign_up: {
    subject: "letter_sign_up_subject",
    text: "letter_sign_up_text",
    button: "letter_sign_up_button",
  },
  known: { subject: "letter_known_subject", text: "letter_known_text", button: "letter_sign_in_button" },
  sign_in: {
    subject: "letter_sign_in_subject",
    text: "letter_sign_in_text",
    button: "letter_sign_in_button",
  },
  reset_password: {
    subject: "letter_reset_subject",
    text: "letter_reset_text",
    button: "letter_reset_button",
  },
  change_email: {
    subject: "letter_change_subject",
    text: "letter_change_text",
    button: "letter_change_button",
  },
  delete_account: {
    subject: "letter_delete_subject",
    text: "letter_delete_text",
    button: "letter_delete_button",
  },
} as const satisfies Record<string, Words>;

const NOTICES = {
  password_changed: { subject: "letter_changed_subject", text: "letter_changed_text" },
  email_changed: { subject: "letter_moved_subject", text: "letter_moved_text" },
  token_made: { subject: "letter_token_subject", text: "letter_token_text" },
  passkey_added: { subject: "letter_passkey_subject", text: "letter_passkey_text" },
  app_connected: { subject: "letter_app_subject", text: "letter_app_text" },
} as const;

/**
 * Mails the owner of an account what was changed, in case another person did it.
 * @param what the new address, or the name of what was made
 */
export async function mailNotice(
  site: EntrySite,
  t: OwnerTranslation,
  to: string,
  notice: keyof typeof NOTICES,
  what = "",
): Promise<void> {
  const host = new URL(site.publicUrl()).host;
  const { subject, text } = NOTICES[notice];
  const letter = linkLetter({
    to,
    language: t.language,
    subject: t.say(subject, { host }),
    greeting: t.say("letter_greeting"),
    text: [t.say(text, { host, email: what, name: what })],
    button: t.say("letter_not_me_button"),
    link: `${site.publicUrl()}/forgot-password`,
    lifetime: contactText(site, t),
    ignore: t.say("letter_not_me"),
  });
  await site.mailer.send(letter);
}

/** Makes a link and mails it. */
export async function mailLink(
  site: EntrySite,
  t: OwnerTranslation,
  link: NewLink,
  words: Words,
): Promise<void> {
  const secret = await makeLink(site.storage.db, link, site.clock());
  const host = new URL(site.publicUrl()).host;
  const letter = linkLetter({
    to: link.email,
    language: t.language,
    subject: t.say(words.subject, { host }),
    greeting: t.say("letter_greeting"),
    text: [t.say(words.text, { host })],
    button: t.say(words.button),
    link: `${site.publicUrl()}/link/${secret}`,
    lifetime: wordLifetime(t, link.purpose),
    ignore: t.say("letter_ignore"),
  });
  await site.mailer.send(letter);
}

function wordLifetime(t: OwnerTranslation, purpose: MailedLinksTable["purpose"]): string {
  const minutes = LINK_MINUTES[purpose];
  return minutes < 60
    ? t.say("letter_minutes", { count: minutes })
    : t.say("letter_hours", { count: minutes / 60 });
}
