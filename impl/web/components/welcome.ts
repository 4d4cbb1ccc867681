/** The page before the first question of a form. */
import type { FormStructure, Language } from "../../../generated/types.ts";
import { drawFormatted } from "../../forms/fields/parts/formatted-text.ts";
import { inputs, WELCOME } from "../../forms/fields/parts/inputs.ts";
import { drawPicture, type Images } from "../../forms/fields/parts/picture.ts";
import { drawWording } from "../../forms/fields/parts/wordings.ts";
import { attributes, type Html, html } from "../../platform/html.ts";
import type { Translation } from "../../texts/translate.ts";
import { actions, button } from "./controls/buttons.ts";
import { hiddenInputs } from "./controls/hidden-inputs.ts";
import { languageMenu } from "./languages.ts";
import type { Embedding, PageView } from "./layout.ts";
import type { Look } from "./look.ts";
import type { Mentions } from "./mentions.ts";

export interface WelcomeView {
  readonly t: Translation;
  readonly structure: FormStructure;
  readonly mentions: Mentions;
  readonly images: Images;
  /** A notice above the page. */
  readonly notice?: Html | string | undefined;
  readonly ticket: string;
  /** The address that the form is sent to. */
  readonly action: string;
  readonly embedded: Embedding;
  readonly look: Look;
  /** Inputs that are sent with the page. */
  readonly extraInputs?: Html;
  addressIn(language: Language): string;
}

const FORM = "form";

export function welcomePage(view: WelcomeView): PageView {
  const { t, structure, look, embedded, notice } = view;
  return {
    ...look,
    // One question at a time has a script and a layout of its own.
    styles: [...new Set([...(look.styles ?? []), "look" as const])],
    language: t.language,
    title: t.of(structure.title),
    embedded,
    header: html`<header class="top">${languageMenu(t, structure.languages, FORM, view.addressIn)}</header>`,
    main: html`
      ${notice && html`<div class="notice" role="status">${notice}</div>`}
      ${welcomeText(view)}
      ${startForm(view)}
    `,
  };
}

/** Draws the title, the text and the picture, also where no visit begins. */
export function welcomeText({
  t,
  structure,
  mentions,
  images,
}: Pick<WelcomeView, "t" | "structure" | "mentions" | "images">): Html {
  const { title, text, image } = structure.welcome ?? {};
  const formTitle = drawWording(t, structure.title);
  return html`
    <div class="words">
      ${title && html`<p class="eyebrow">${formTitle}</p>`}
      <h1>${title ? drawWording(t, title, mentions.show) : formTitle}</h1>
      ${text && drawFormatted(t, text, mentions)}
      ${drawPicture(t, image, images, { isFirst: true, name: () => mentions.plain(t.of(title ?? structure.title)) })}
    </div>
  `;
}

function startForm({ t, structure, ticket, action, extraInputs }: WelcomeView): Html {
  const text = structure.welcome?.button;
  const sent = { [inputs.ticket]: ticket, [inputs.page]: WELCOME, [inputs.language]: t.language };
  const start = button({
    text: text ? drawWording(t, text) : t.say("begin"),
    look: "main",
    name: inputs.action,
    value: "next",
  });
  return html`
    <form${attributes({ id: FORM, method: "post", action, enctype: "multipart/form-data", dir: "auto" })}>
      ${hiddenInputs(sent)}
      ${extraInputs}
      ${actions(start)}
    </form>
  `;
}
