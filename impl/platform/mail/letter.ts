/** Letters, and the interface of everything that sends them. */
import { hash } from "node:crypto";
import type { Envelope } from "../outgoing/smtp.ts";

/** A letter to one person. */
export type Letter = Omit<Envelope, "from">;

export interface Mailer {
  /** Resolves when the mail server has accepted the letter; rejects otherwise. */
  send(letter: Letter): Promise<void>;
}

/** The header of automatic letters, which out-of-office programs do not answer (RFC 3834, section 5). */
export const AUTOMATIC = { "Auto-Submitted": "auto-generated" };

/**
 * Returns the id of a mail. A mail that is sent again, because its first sending was not recorded, has the same id, so mail programs
 * show it once. @param identity values that identify the mail
 */
export function messageId(publicUrl: string, identity: readonly string[]): string {
  return `<${hash("sha256", JSON.stringify(identity)).slice(0, 40)}@${new URL(publicUrl).hostname}>`;
}
