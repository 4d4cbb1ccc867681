/** `/forms/text/notation`: the whole notation of form texts. */
import { readFileSync } from "node:fs";
import { markdownHtml } from "../../../platform/markdown.ts";
import { notationPage } from "../../views/owner/forms/notation.ts";
import type { OwnerRequest } from "../owner-pages.ts";

let rendered: ReturnType<typeof markdownHtml> | undefined;

export function showNotation(request: OwnerRequest): Response {
  const { t } = request;
  rendered ??= markdownHtml(readFileSync(new URL("../../../docs/form-text.md", import.meta.url), "utf8"));
  return request.reply({ title: t.say("notation_title"), main: notationPage(t, rendered) });
}
