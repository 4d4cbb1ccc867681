/** The mails of waiting lists. Their texts are fixed, as any visitor can have the first one sent to a stranger. */
import { harmlessTitle } from "../../platform/mail/harmless-title.ts";
import { type Letter, messageId } from "../../platform/mail/letter.ts";
import { linkLetter } from "../../platform/mail/link-letter.ts";
import type { Translation } from "../../texts/translate.ts";

/** The form that a mail is about. */
export interface WaitingForm {
  readonly id: string;
  /** Its title in the language of the mail; undefined: visitors may not know it. */
  readonly title: string | undefined;
  /** The label of the choice that the reader waits for, in the language of the mail; undefined: any place. */
  readonly choice?: string | undefined;
  /** Address of the account that the form belongs to. */
  readonly owner: string;
  /** Whether the owner reads the mails of that address, so that it says who is behind the title. */
  readonly isOwnerConfirmed: boolean;
}

interface WaitingMail {
  readonly to: string;
  readonly form: WaitingForm;
  readonly publicUrl: string;
}

/** Asks whether the reader wants to be on the list. */
export function waitingLetter(
  t: Translation,
  { to, form, publicUrl, secret }: WaitingMail & { readonly secret: string },
): Letter {
  return linkLetter({
    to,
    language: t.language,
    subject: t.say("waiting_confirm_title"),
    greeting: t.say("mail_greeting"),
    text: [introduce(t, "mail_waiting_intro", form, publicUrl), ...nameChoice(t, form)],
    button: t.say("waiting_confirm"),
    link: `${publicUrl}/f/${form.id}/waiting/${secret}?lang=${t.language}`,
    lifetime: t.say("mail_waiting_lifetime"),
    ignore: t.say("mail_waiting_ignore"),
  });
}

/** Tells a person once that the form takes answers, or that a choice has a place. @param person the id of its row, so that a repetition is the same message */
export function freeLetter(
  t: Translation,
  { to, form, publicUrl, person }: WaitingMail & { readonly person: string },
): Letter {
  const letter = linkLetter({
    to,
    language: t.language,
    subject: t.say("mail_free_subject"),
    greeting: t.say("mail_greeting"),
    text: [
      introduce(t, form.choice === undefined ? "mail_free_intro" : "mail_free_choice", form, publicUrl),
      ...nameChoice(t, form),
    ],
    button: t.say("mail_free_button"),
    link: `${publicUrl}/f/${form.id}?lang=${t.language}`,
    lifetime: t.say("mail_free_note"),
    ignore: t.say("mail_free_ignore"),
  });
  return { ...letter, messageId: messageId(publicUrl, ["waiting", person]) };
}

/** Names the choice, unless that could bring a stranger the words of somebody who has not confirmed an address. */
function nameChoice(t: Translation, { choice, isOwnerConfirmed }: WaitingForm): string[] {
  const harmless = choice !== undefined && isOwnerConfirmed ? harmlessTitle(choice) : undefined;
  return harmless === undefined ? [] : [t.say("waiting_choice", { choice: harmless })];
}

function introduce(
  t: Translation,
  key: "mail_waiting_intro" | "mail_free_intro" | "mail_free_choice",
  { title, owner, isOwnerConfirmed }: WaitingForm,
  publicUrl: string,
): string {
  const harmless = title !== undefined && isOwnerConfirmed ? harmlessTitle(title) : undefined;
  const { host } = new URL(publicUrl);
  if (harmless === undefined) return t.say(key, { owner, host });
  return t.say(`${key}_title`, { title: harmless, owner, host });
}
