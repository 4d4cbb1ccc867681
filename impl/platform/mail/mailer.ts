/** Sends mails by SMTP. */
import { createTransport } from "nodemailer";

/** A letter to one person. */
export interface Letter {
  /** Normalised address. */
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** In angle brackets; undefined: the mailer makes one up. */
  readonly messageId?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Mailer {
  /** Resolves when the mail server has accepted the letter; rejects otherwise. */
  send(letter: Letter): Promise<void>;
}

/** Short, because a respondent waits for the page. */
const TIMEOUT_MS = 10_000;

/**
 * Sends through an SMTP server.
 * @param url such as `smtps://user:password@mail.example.org`
 * @param from the sender, such as `Forms <forms@example.org>`
 */
export function smtpMailer(url: string, from: () => string): Mailer {
  const transport = createTransport({
    url,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    // Letters have no attachments, so nodemailer must not read files or fetch addresses.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    async send(letter) {
      await transport.sendMail({ from: from(), ...letter, headers: { ...AUTOMATIC, ...letter.headers } });
    },
  };
}

/** Out-of-office programs do not answer such letters (RFC 3834, section 5). */
export const AUTOMATIC = { "Auto-Submitted": "auto-generated" };
