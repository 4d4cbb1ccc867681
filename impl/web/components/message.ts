/** Pages with one message, such as "This form is closed". */
import type { Language } from "../../../generated/types.ts";
import { type Html, html } from "../../platform/html.ts";
import type { Translation } from "../../texts/translate.ts";
import { languageMenu } from "./languages.ts";
import type { Embedding, PageView, Script } from "./layout.ts";
import type { Look } from "./look.ts";

/** A page with one message: closed, thank you, not found. */
export interface MessageView {
  readonly t: Translation;
  /** The title of the form, if the visitor may know it. */
  readonly formTitle?: string | undefined;
  readonly title: string;
  /** Paragraphs below the title; "": none. */
  readonly text: Html | string;
  /** Links and forms below the text. */
  readonly more?: Html | undefined;
  readonly mark?: keyof typeof MARKS | undefined;
  readonly scripts?: readonly Script[];
  readonly embedded: Embedding;
  /** The look of the form; absent: the visitor may not see it. */
  readonly look?: Look | undefined;
  /** An address of another site to which the page leads at once. */
  readonly goTo?: string | undefined;
  readonly languages: readonly Language[];
  addressIn(language: Language): string;
}

const MARKS = {
  done: mark("M15 24.500l6.200 6.200L33.500 18"),
  mail: mark("M13.500 17.500h21v14h-21zM13.500 18l10.500 8 10.500-8"),
  lock: mark("M16 22.500h16v11H16zM19.500 22v-3.500a4.500 4.500 0 0 1 9 0V22"),
  pause: mark("M20 17v14M28 17v14"),
  closed: mark("M16 24h16"),
  late: mark("M24 15v9.500l6 3.500"),
};

function mark(path: string): Html {
  return html`
    <svg class="mark" viewBox="0 0 48 48" aria-hidden="true">
      <circle cx="24" cy="24" r="22"/>
      <path d="${path}"/>
    </svg>
  `;
}

export function messagePage(view: MessageView): PageView {
  const { t, formTitle, title, text, more, mark } = view;
  const menu = languageMenu(t, view.languages, undefined, view.addressIn);
  return {
    ...view.look,
    language: t.language,
    title: formTitle === undefined ? title : `${title} – ${formTitle}`,
    embedded: view.embedded,
    goTo: view.goTo,
    scripts: view.scripts ?? [],
    header: menu && html`<header class="top">${menu}</header>`,
    main: html`
      <div class="words">
        ${mark && MARKS[mark]}
        ${formTitle !== undefined && html`<p class="eyebrow">${formTitle}</p>`}
        <h1>${title}</h1>
        ${typeof text === "string" && text !== "" ? html`<p>${text}</p>` : text}
      </div>
      ${more}
    `,
  };
}
