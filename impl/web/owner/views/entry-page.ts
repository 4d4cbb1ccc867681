/** Pages for users who are not signed in: one short form, or one message. */
import { type Html, html } from "../../../platform/html.ts";
import type { OwnerTranslation } from "../../../texts/owner/owner-texts.ts";
import type { PageView, Script } from "../../components/layout.ts";
import { brand } from "./frame.ts";

export interface EntryPage {
  readonly t: OwnerTranslation;
  readonly title: string;
  readonly text?: string;
  /** Forms, and links to other pages below them. */
  readonly more?: Html;
  readonly scripts?: readonly Script[];
}

export function entryPage({ t, title, text, more, scripts = [] }: EntryPage): PageView {
  return {
    language: t.language,
    title: `${title} – ${t.say("service_name")}`,
    styles: ["owner"],
    scripts,
    embedded: false,
    header: html`<header class="top">${brand(t)}</header>`,
    main: html`<div class="words"><h1>${title}</h1>${text !== undefined && html`<p>${text}</p>`}</div>${more}`,
  };
}

/** Draws links below a form, each after the question that it answers. */
export function linkList(
  links: readonly { readonly question?: string; readonly address: string; readonly text: string }[],
): Html {
  const items = links.map(
    ({ question, address, text }) => html`<li>${question} <a href="${address}">${text}</a></li>`,
  );
  return html`<ul class="elsewhere">${items}</ul>`;
}
