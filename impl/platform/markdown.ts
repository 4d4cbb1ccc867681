/** Documents of the service in Markdown, as HTML. HTML in them is text, and headings have ids, so links within a page lead somewhere. */
import { micromark } from "micromark";
import { gfmTable, gfmTableHtml } from "micromark-extension-gfm-table";
import type { Html } from "./html.ts";

export function markdownHtml(text: string): Html {
  const rendered = micromark(text, { extensions: [gfmTable()], htmlExtensions: [gfmTableHtml()] })
    .replaceAll(
      /<h([2-6])>(.*?)<\/h\1>/g,
      (_, level, title) => `<h${level} id="${slug(title)}">${title}</h${level}>`,
    )
    // A wide table scrolls by itself, also by keyboard.
    .replaceAll("<table>", '<div class="wide" tabindex="0"><table>')
    .replaceAll("</table>", "</table></div>");
  return { isEscaped: true, toString: () => rendered };
}

/** The id that links of Markdown use for a heading: its words with hyphens. */
function slug(title: string): string {
  const words = title.replaceAll(/<[^>]*>|&\w+;/g, "").toLowerCase();
  return words.replaceAll(/[^\p{L}\p{N} -]/gu, "").replaceAll(" ", "-");
}
