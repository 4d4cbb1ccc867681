/** `/forms/text/notation`: the whole notation of form texts. */
import { readFileSync } from "node:fs";
import { markdownHtml } from "../../../platform/markdown.ts";
import type { OwnerRequest } from "../owner-pages.ts";
import { notationPage } from "../views/forms/notation.ts";

const documentUrl = new URL("../../../docs/form-text.md", import.meta.url);

let rendered: ReturnType<typeof markdownHtml> | undefined;

export function showNotation(request: OwnerRequest): Response {
  const { t } = request;
  rendered ??= markdownHtml(withoutComments(readFileSync(documentUrl, "utf8")));
  return request.reply({ title: t.say("notation_title"), main: notationPage(t, rendered) });
}

/** Removes the comments, which name tests and do not help readers. */
function withoutComments(markdown: string): string {
  return markdown.replaceAll(/<!--[\s\S]*?-->\n?/g, "");
}
