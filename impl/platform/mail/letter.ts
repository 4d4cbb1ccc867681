import type { Envelope } from "../outgoing/smtp.ts";

/** A letter to one person. */
export type Letter = Omit<Envelope, "from">;

export interface Mailer {
  /** Resolves when the mail server has accepted the letter; rejects otherwise. */
  send(letter: Letter): Promise<void>;
}

/** Out-of-office programs do not answer such letters (RFC 3834, section 5). */
export const AUTOMATIC = { "Auto-Submitted": "auto-generated" };
