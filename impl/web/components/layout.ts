/** The HTML document around every page. */
import type { Language } from "../../../generated/types.ts";
import { attributes, type Html, html } from "../../platform/html.ts";
import type { OwnerLanguage } from "../../texts/owner/owner-texts.ts";

/**
 * Whether the address requests a page for a frame of another site: `1`, or `light` for a site without a dark mode, where the
 * form has none either.
 */
export type Embedding = false | "1" | "light";

/** A part of the script of a form: `form` is on each of its pages, the others are where one of its questions or texts needs them. */
export const FORM_PARTS = [
  "form",
  "mentions",
  "questions",
  "ranking",
  "signature",
  "slider",
  "uploads",
] as const;
export type FormPart = (typeof FORM_PARTS)[number];

/** A script of pages that is a file of its own: `frame` is on every embedded page, `embed` on other sites, the others where needed. */
export type Script =
  | "carry"
  | "copy"
  | "editor"
  | `editor-${OwnerLanguage}`
  | "embed"
  | "form-text"
  | "frame"
  | "hold"
  | "lesson"
  | "live-list"
  | "mail-texts"
  | "passkeys"
  | "sent"
  | "templates"
  | "time-zone"
  | "waiting";

/** A style sheet: `page` is on every page, the others are added where needed. */
export type Styles =
  | "page"
  | "form-head"
  | "look"
  | "media"
  | "places"
  | "lesson"
  | "carry"
  | "owner"
  | "editor"
  | "preview";

/** Addresses of the files that pages load. */
export interface PageFiles {
  styles(name: Styles): string;
  script(name: Script): string;
  /** The address of one file with these parts. */
  formScript(parts: readonly FormPart[]): string;
  /** The icon of the service, for the tab of the browser. */
  readonly icon: string;
}

/** The data of any page. */
export interface PageView {
  readonly language: Language;
  /** The title of the document. */
  readonly title: string;
  /** The scripts, which run in this order after the document is parsed. */
  readonly scripts?: readonly Script[];
  /** The parts of the script of a form. They are one file: together they are much smaller than compressed one by one. */
  readonly formParts?: readonly FormPart[];
  readonly styles?: readonly Exclude<Styles, "page">[];
  /** The address of an icon for the tab; undefined: the icon of the service. */
  readonly icon?: string | undefined;
  /** Content at the end of the head. */
  readonly head?: Html | undefined;
  /** The class of the document, for style sheets. */
  readonly className?: string | undefined;
  /** Seconds after which browsers without scripts reload the page. Other browsers have a script that does it. */
  readonly refreshSeconds?: number | undefined;
  /** The address to which the page leads at once. A later moment would be a time limit for slow readers (WCAG 2.2.1). */
  readonly goTo?: string | undefined;
  /** The origins of other sites whose pages a frame may show, after a click. */
  readonly frames?: readonly string[];
  /** Whether the page is embedded: then it has no margins and no background. */
  readonly embedded: Embedding;
  /** The first content of the body. */
  readonly lead?: Html | undefined;
  /** Content at the top, beside the language menu. */
  readonly header?: Html | undefined;
  /** Whether page and header are as wide as the window; else the page is a sheet in the middle. */
  readonly wide?: boolean;
  /** Pictures above everything else on the sheet. */
  readonly banner?: Html | undefined;
  /** The footer below the content. */
  readonly footer?: Html | undefined;
  /** The content, with `FIELDS` in place of the fields. */
  readonly main: Html;
  /** The fields, drawn while the page is sent; undefined: the page has none. */
  readonly fields?: Iterable<Html>;
}

/** A mark for the place of the fields. Texts of owners and respondents are escaped, so they cannot contain it. */
export const FIELDS: Html = html`<!--fields-->`;

const CLASSES = { 1: "embedded", light: "embedded light" } as const;

/** Draws the whole document. It works without scripts. */
export function layout(
  {
    language,
    title,
    scripts = [],
    formParts = [],
    styles = [],
    icon,
    head,
    className,
    banner,
    refreshSeconds,
    goTo,
    embedded,
    lead,
    header,
    wide,
    main,
    footer,
  }: PageView,
  files: PageFiles,
): string {
  const classes = [embedded && CLASSES[embedded], className].filter(Boolean).join(" ");
  const sheets = (["page", ...styles] as const).map(
    (name) => html`<link rel="stylesheet" href="${files.styles(name)}">`,
  );
  const addresses = [
    ...(embedded ? (["frame", ...scripts] as const) : scripts).map((name) => files.script(name)),
    ...(formParts.length > 0 ? [files.formScript(formParts)] : []),
  ];
  const loaded = addresses.map((address) => html`<script type="module" src="${address}"></script>`);
  const root = attributes({
    lang: language,
    class: classes || undefined,
  });
  const page = html`
    <html${root}>
      <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <meta name="color-scheme" content="${embedded === "light" ? "light" : "light dark"}">
        <title>${title}</title>
        <link rel="icon" href="${icon ?? files.icon}">
        ${sheets}
        ${loaded}
        ${refreshSeconds !== undefined && refresh(refreshSeconds)}
        ${goTo !== undefined && html`<meta http-equiv="refresh" content="0; url=${goTo}">`}
        ${head}
      </head>
      <body>
        ${lead}
        <div class="${wide ? "wide" : "sheet"}">${banner}${header}<main>${main}</main>${footer}</div>
      </body>
    </html>
  `;
  return `<!doctype html>${page}`;
}

/** Draws the element that reloads the page in browsers without scripts. */
function refresh(seconds: number): Html {
  return html`<noscript><meta http-equiv="refresh" content="${seconds}"></noscript>`;
}
