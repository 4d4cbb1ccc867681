/** The ways to put a form into another page, each with its code: in a frame, behind a button, and as a pop-up. */
import type { FormStructure } from "../../../../../generated/types.ts";
import { cleanName } from "../../../../platform/clean-name.ts";
import { type Html, html } from "../../../../platform/html.ts";
import type { OwnerTranslation } from "../../../../texts/owner/owner-texts.ts";
import { translation } from "../../../../texts/translate.ts";
import { disclosure } from "../../../components/blocks/disclosure.ts";
import { button } from "../../../components/controls/buttons.ts";
import { hiddenInputs } from "../../../components/controls/hidden-inputs.ts";
import { lineField } from "../../../components/controls/line-field.ts";
import { parseColour } from "../../../components/theme/colour.ts";
import { lightPalette } from "../../../components/theme/palette.ts";
import { EMBED_SCRIPT } from "../../../embed-script.ts";
import { copyable } from "../snippets.ts";

/** The choices of an owner, which are in the address of the page. */
export interface EmbeddingChoices {
  /** The words on the button; undefined: the title of the form. */
  readonly words: string | undefined;
  /** The seconds after which a pop-up opens. */
  readonly seconds: number;
  /** Whether the owner has chosen, so the part is open. */
  readonly isChosen: boolean;
  /** The path of the page. */
  readonly path: string;
}

export interface EmbeddedForm {
  readonly t: OwnerTranslation;
  readonly form: {
    readonly title: string;
    readonly structure?: FormStructure;
    readonly password_hash: string | null;
  };
  readonly choices: EmbeddingChoices;
  /** The address of the form. */
  readonly url: string;
  /** The prefilled answers, as in an address. */
  readonly parameters: string;
}

/** Names of parameters have a dot, so that none is the id of a field, whose answer a parameter prefills. */
const [WORDS, SECONDS] = ["embed.words", "embed.seconds"];
const MAX_WORDS = 80;
const MIN_SECONDS = 1;
const MAX_SECONDS = 3_600;
const DEFAULT_SECONDS = 10;
/** The colours of a button for a form without a colour. */
const COLOURS = { button: "#0f6557", "on-button": "#ffffff" };

export function readEmbeddingChoices(address: string): EmbeddingChoices {
  const { pathname, searchParams } = new URL(address);
  const seconds = Number(searchParams.get(SECONDS) || DEFAULT_SECONDS);
  return {
    words: cleanName(searchParams.get(WORDS) ?? "", MAX_WORDS),
    seconds: seconds >= MIN_SECONDS && seconds <= MAX_SECONDS ? Math.round(seconds) : DEFAULT_SECONDS,
    isChosen: searchParams.has(WORDS) || searchParams.has(SECONDS),
    path: pathname,
  };
}

/** Returns the parameters without those of the choices. */
export function withoutChoices(parameters: URLSearchParams): URLSearchParams {
  return new URLSearchParams([...parameters].filter(([name]) => name !== WORDS && name !== SECONDS));
}

export function embedding(view: EmbeddedForm): Html {
  const { t, form, choices } = view;
  const content = form.password_hash === null ? ways(view) : lockedWay(view);
  return html`
    <div id="embed">
      ${disclosure({ summary: t.say("public_embed"), content, isOpen: choices.isChosen })}
    </div>
  `;
}

function ways(view: EmbeddedForm): Html {
  const { t, form, choices, url, parameters } = view;
  const { words = form.title, seconds } = choices;
  const code = (attributes: Html) => html`
    ${link(view, attributes, words)}
    ${"\n"}
    ${script(url)}
  `;
  return html`
    <div class="ways">
      <p class="soft">${t.say("public_embed_text")}</p>
      <h3>${t.say("embed_frame")}</h3>
      ${copyable(t, embedCode(form.title, url, parameters))}
      <h3>${t.say("embed_button")}</h3>
      <p class="soft">${t.say("embed_button_text")}</p>
      ${choice(view, WORDS, lineField({ name: WORDS, label: t.say("embed_words"), maxlength: MAX_WORDS, value: words }))}
      ${copyable(t, code(buttonAttributes(view)).toString())}
      <p class="try"><span class="soft">${t.say("embed_preview")}</span> ${link(view, buttonAttributes(view), words)}</p>
      <h3>${t.say("embed_popup")}</h3>
      <p class="soft">${t.say("embed_popup_text", { seconds })}</p>
      ${choice(
        view,
        SECONDS,
        lineField({
          name: SECONDS,
          label: t.say("embed_seconds"),
          type: "number",
          min: MIN_SECONDS,
          value: String(seconds),
        }),
      )}
      ${copyable(t, code(html` data-form-popup="${seconds}"${closeWord(view)} hidden`).toString())}
    </div>
  `;
}

/** Browsers show no form with a password in another page, so there is only a link to it. */
function lockedWay(view: EmbeddedForm): Html {
  const { t, form } = view;
  return html`
    <p class="soft">${t.say("embed_password")}</p>
    ${copyable(t, link(view, html``, form.title).toString())}
  `;
}

/** Draws an input for one choice, which keeps the others. */
function choice({ t, choices, parameters }: EmbeddedForm, name: string, input: Html): Html {
  const others = {
    [WORDS]: choices.words ?? "",
    [SECONDS]: String(choices.seconds),
  };
  delete others[name];
  const prefilled = [...new URLSearchParams(parameters)].map(([id, value]) => hiddenInputs({ [id]: value }));
  return html`
    <form class="embed-choice" action="${choices.path}#embed">
      ${prefilled}
      ${hiddenInputs(others)}
      ${input}
      ${button({ text: t.say("embed_apply"), look: "quiet" })}
    </form>
  `;
}

function link({ url, parameters }: EmbeddedForm, attributes: Html, words: string): Html {
  return html`<a href="${url}${parameters && `?${parameters}`}"${attributes}>${words}</a>`;
}

function script(url: string): Html {
  return html`<script async src="${new URL(EMBED_SCRIPT, url).href}"></script>`;
}

function buttonAttributes(view: EmbeddedForm): Html {
  const color = view.form.structure?.theme?.color;
  const palette = color === undefined ? COLOURS : lightPalette(parseColour(color));
  return html` data-form-button data-form-colors="${palette.button} ${palette["on-button"]}"${closeWord(view)}`;
}

/** Names the button that closes the dialog in the language of the form. */
function closeWord({ form }: EmbeddedForm): Html {
  const language = form.structure?.default_language ?? "en";
  return html` data-form-close="${translation(language, language).say("embed_close")}"`;
}

/** Returns the code of a frame. Its script sets the height of the frame that the page inside reports. */
export function embedCode(title: string, url: string, parameters = ""): string {
  const search = html`?embed=1${parameters && `&${parameters}`}`;
  return `<iframe src="${url}${search}" title="${title.replace(/["<>&]/g, "'")}" style="width:100%;height:40rem;border:0"></iframe>
<script>addEventListener("message", ({ source, data }) => { for (const frame of document.querySelectorAll("iframe")) if (frame.contentWindow === source && data?.type === "form:height") frame.style.height = data.height + "px" })</script>`;
}
