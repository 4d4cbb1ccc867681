/** Attacks on mails that have answers in their subjects. */
import type { Letter } from "../../platform/mail/letter.ts";
import { letterWriter } from "../../platform/outgoing/smtp.ts";

/** Answers that try to change a mail whose subject has them in it, by the name of the attack. */
export const hostileAnswers: readonly (readonly [string, string])[] = [
  ["another header", "Ada\r\nBcc: eve@example.org\r\nContent-Type: text/html"],
  ["an end of the head", "Ada\n\n<script>alert(1)</script>"],
  ["an encoded word", "=?utf-8?Q?=0D=0ABcc=3A_eve=40example.org?="],
  ["marks of direction", "\u202eadA\u202c \u2067Bo\u2069"],
  ["control characters", "A\u001b]0;x\u0007da\u007f\u0085\u2028\u2029"],
  ["a mention of another answer", "{{note}} {{price}}"],
  ["HTML and Markdown", '<img src=x onerror=alert(1)> **bold** [a](https://evil.example) <a href="//evil">'],
  ["a long answer", "word ".repeat(900)],
];

/** The headers of a letter on its way that say who gets it and what it is called, in their order. */
export async function headersOf({
  subject,
  text,
  html,
}: Pick<Letter, "subject" | "text" | "html">): Promise<string[]> {
  const envelope = { from: "a@example.org", to: "b@example.org" };
  const source = await letterWriter()({ ...envelope, subject, text, html });
  const [head = ""] = source.toString().split("\r\n\r\n");
  return (head.match(/^[\w-]+(?=:)/gm) ?? []).filter((name) => /^(bcc|subject|to)$/i.test(name));
}
