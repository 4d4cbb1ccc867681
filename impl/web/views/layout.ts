import type { Language } from "../../../generated/types.ts";
import { attributes, type Html, html } from "../../html.ts";

/**
 * Whether a page is shown in a frame of another site, as the address says: `1`, or `light` for a site that has no dark
 * side, where the form has none either.
 */
export type Embedding = false | "1" | "light";

/** A script of the public pages: `form` is on every page of a form, the others where the page has something for them. */
export type Script = "form" | "mentions" | "ranking" | "signature" | "uploads";

/** Addresses of the files that pages load. */
export interface PageFiles {
  readonly css: string;
  script(name: Script): string;
}

/** What every page of the service has in common. */
export interface PageView {
  readonly language: Language;
  /** In the title of the browser's window. */
  readonly title: string;
  /** They run in this order, after the document has been read. */
  readonly scripts?: readonly Script[];
  /** Shown in a frame of another site: without margins and background of its own. */
  readonly embedded: Embedding;
  /** Before everything else in the body. */
  readonly lead?: Html | undefined;
  /** At the top, beside the language. */
  readonly header?: Html | undefined;
  readonly main: Html;
}

const CLASSES = { 1: "embedded", light: "embedded light" } as const;

/** The whole document. It works without script. */
export function layout(
  { language, title, scripts = [], embedded, lead, header, main }: PageView,
  files: PageFiles,
): string {
  const page = html`<html${attributes({ lang: language, class: embedded ? CLASSES[embedded] : undefined })}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="${embedded === "light" ? "light" : "light dark"}">
<title>${title}</title>
<link rel="stylesheet" href="${files.css}">
${scripts.map((name) => html`<script type="module" src="${files.script(name)}"></script>`)}
</head>
<body>
${lead}<div class="sheet">${header}<main>${main}</main></div>
</body>
</html>`;
  return `<!doctype html>${page}`;
}
