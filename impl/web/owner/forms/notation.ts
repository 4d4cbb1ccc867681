/** `/forms/text/notation`: the whole notation of form texts. */
import { readFileSync } from "node:fs";
import { markdownHtml } from "../../../platform/markdown.ts";
import type { OwnerRequest } from "../owner-pages.ts";
import { notationPage } from "../views/forms/notation.ts";

const documentUrl = new URL("../../../docs/form-text.md", import.meta.url);

let rendered: ReturnType<typeof markdownHtml> | undefined;

export function showNotation(request: OwnerRequest): Response {
  const { t } = request;
  rendered ??= markdownHtml(forReaders(readFileSync(documentUrl, "utf8")));
  return request.reply({ title: t.say("notation_title"), main: notationPage(t, rendered) });
}

/** Removes what does not help readers of the page: comments, which name tests, and links to other documents, which are not served. */
function forReaders(markdown: string): string {
  return markdown.replaceAll(/<!--[\s\S]*?-->\n?/g, "").replaceAll(/ \(\[[^\]]+\]\([\w/-]+\.md\)\)/g, "");
}
