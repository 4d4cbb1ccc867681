/** A letter with one link, such as to sign in. */
import { html } from "../html.ts";
import type { Letter } from "./letter.ts";
import { letterButton, letterDocument, letterParagraphs } from "./letter-html.ts";

export interface LinkLetter {
  readonly to: string;
  readonly language: string;
  readonly subject: string;
  readonly greeting: string;
  /** The effect of the link, in paragraphs. */
  readonly text: readonly string[];
  readonly button: string;
  readonly link: string;
  readonly lifetime: string;
  readonly ignore: string;
}

export function linkLetter(words: LinkLetter): Letter {
  const { to, subject, greeting, text, button, link, lifetime, ignore } = words;
  const paragraphs = [greeting, ...text];
  const rows = html`${letterParagraphs(paragraphs)}${letterButton(link, button, lifetime)}`;
  return {
    to,
    subject,
    text: `${[...paragraphs, `${button}:\n${link}\n${lifetime}`, ignore].join("\n\n")}\n`,
    html: `<!doctype html>${letterDocument(words, rows)}`,
  };
}
