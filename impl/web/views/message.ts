import type { Language } from "../../../generated/types.ts";
import { type Html, html } from "../../html.ts";
import type { Translation } from "../../texts/translate.ts";
import { languageMenu } from "./languages.ts";
import type { PageView } from "./layout.ts";

/** A page that says one thing: closed, thank you, not found. */
export interface MessageView {
  readonly t: Translation;
  /** Of the form, where people may know it. */
  readonly formTitle?: string | undefined;
  readonly title: string;
  /** Paragraphs below the title. */
  readonly text: Html | string;
  /** What can be done from here. */
  readonly more?: Html | undefined;
  readonly mark?: "done" | "mail" | undefined;
  readonly embedded: boolean;
  readonly languages: readonly Language[];
  addressIn(language: Language): string;
}

const MARKS = {
  done: html`<svg class="mark" viewBox="0 0 48 48" aria-hidden="true"><circle cx="24" cy="24" r="22"/><path d="M15 24.500l6.200 6.200L33.500 18"/></svg>`,
  mail: html`<svg class="mark" viewBox="0 0 48 48" aria-hidden="true"><circle cx="24" cy="24" r="22"/><path d="M13.500 17.500h21v14h-21zM13.500 18l10.500 8 10.500-8"/></svg>`,
};

export function messagePage(view: MessageView): Omit<PageView, "css" | "modules"> {
  const { t, formTitle, title, text, more, mark } = view;
  const menu = languageMenu(t, view.languages, undefined, view.addressIn);
  return {
    language: t.language,
    title: formTitle === undefined ? title : `${title} – ${formTitle}`,
    embedded: view.embedded,
    header: menu && html`<header class="top">${menu}</header>`,
    main: html`<div class="words">${mark && MARKS[mark]}${formTitle !== undefined && html`<p class="eyebrow">${formTitle}</p>`}<h1>${title}</h1>${typeof text === "string" ? html`<p>${text}</p>` : text}</div>${more}`,
  };
}
