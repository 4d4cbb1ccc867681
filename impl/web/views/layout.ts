import type { Language } from "../../../generated/types.ts";
import { attributes, type Html, html } from "../../html.ts";

/**
 * Whether a page is shown in a frame of another site, as the address says: `1`, or `light` for a site that has no dark
 * side, where the form has none either.
 */
export type Embedding = false | "1" | "light";

/** What every page of the service has in common. */
export interface PageView {
  readonly language: Language;
  /** In the title of the browser's window. */
  readonly title: string;
  readonly css: string;
  /** Addresses of modules, the one to start first; none: the page has no script. */
  readonly modules?: readonly string[];
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
export function layout({
  language,
  title,
  css,
  modules = [],
  embedded,
  lead,
  header,
  main,
}: PageView): string {
  const [entry, ...others] = modules;
  const page = html`<html${attributes({ lang: language, class: embedded ? CLASSES[embedded] : undefined })}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="${embedded === "light" ? "light" : "light dark"}">
<title>${title}</title>
<link rel="stylesheet" href="${css}">
${entry && html`<script type="module" src="${entry}"></script>${others.map((path) => html`<link rel="modulepreload" href="${path}">`)}`}
</head>
<body>
${lead}<div class="sheet">${header}<main>${main}</main></div>
</body>
</html>`;
  return `<!doctype html>${page}`;
}
