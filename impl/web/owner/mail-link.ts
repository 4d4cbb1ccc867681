/** Mails links for owners: to sign in, to make an account, to choose a new password. */

import {
  LINK_MINUTES,
  type LinkPurpose,
  makeLink,
  type NewLink,
} from "../../accounts/sign-in/mailed-links.ts";
import { type LinkLetter, linkLetter } from "../../platform/mail/link-letter.ts";
import type { OwnerTranslation } from "../../texts/owner/owner-texts.ts";
import { contactText } from "./contact.ts";
import type { EntrySite } from "./reply-entry.ts";

type Notice =
  | "password_changed"
  | "email_changed"
  | "token_made"
  | "passkey_added"
  | "app_connected"
  | "webhook_added"
  | "live_made";

/**
 * Informs the owner of an account about a change, in case another person made it.
 * @param what the new address, or the name of the new object
 */
export async function mailNotice(
  site: EntrySite,
  t: OwnerTranslation,
  to: string,
  notice: Notice,
  what = "",
): Promise<void> {
  const host = new URL(site.publicUrl()).host;
  const letter = linkLetter({
    to,
    language: t.language,
    subject: t.say(`letter_${notice}_subject`, { host }),
    greeting: t.say("letter_greeting"),
    text: [t.say(`letter_${notice}_text`, { host, email: what, name: what })],
    button: t.say("letter_not_me_button"),
    link: `${site.publicUrl()}/forgot-password`,
    lifetime: contactText(site, t),
    ignore: t.say("letter_not_me"),
  });
  await site.mailer.send(letter);
}

/**
 * Creates a link and mails it.
 * @param why the reason of a sign-in or sign-up: `known` if the address has an account; `invited` if an owner invites it to a form
 * @param owner address of the inviting owner
 */
export async function mailLink(
  site: EntrySite,
  t: OwnerTranslation,
  link: NewLink,
  why: LinkPurpose | "known" | "invited" | "invited_folder" = link.purpose,
  owner = "",
): Promise<void> {
  const { email: to, purpose, minutes = LINK_MINUTES[purpose] } = link;
  const secret = await makeLink(site.storage.db, link, site.clock());
  await mailLetter(site, t, why, { to, owner, link: `${site.publicUrl()}/link/${secret}`, minutes });
}

/**
 * Mails a link. The letter has a fixed text, since it may go to a stranger.
 * @param owner address of the owner who requests it
 */
export async function mailLetter(
  site: EntrySite,
  t: OwnerTranslation,
  why: LinkPurpose | "known" | "invited" | "invited_folder" | "copy",
  { to, owner, link, minutes }: Pick<LinkLetter, "to" | "link"> & { owner: string; minutes: number },
): Promise<void> {
  const host = new URL(site.publicUrl()).host;
  const name = why === "invited_folder" ? "invited" : why;
  const letter = linkLetter({
    to,
    language: t.language,
    subject: t.say(`letter_${name}_subject`, { host }),
    greeting: t.say("letter_greeting"),
    text: [t.say(`letter_${why}_text`, { host, owner })],
    button: t.say(`letter_${name}_button`),
    link,
    lifetime: wordLifetime(t, minutes),
    ignore: t.say("letter_ignore"),
  });
  await site.mailer.send(letter);
}

function wordLifetime(t: OwnerTranslation, minutes: number): string {
  return minutes < 60
    ? t.say("letter_minutes", { count: minutes })
    : t.say(minutes > 48 * 60 ? "letter_days" : "letter_hours", {
        count: minutes / (minutes > 48 * 60 ? 24 * 60 : 60),
      });
}
