/** `/forms/ID/translation`: texts of the editor in another language, as far as the service knows them. It stores nothing. */
import { limits } from "../../../../generated/limits.ts";
import { knownTranslation } from "../../../ai/known-texts.ts";
import { findWritableForm } from "../../../forms/access.ts";
import { isLanguage } from "../../../texts/languages.ts";
import type { TranslationReply, Translations } from "../../client/editor/boot.ts";
import type { AcceptInput, FormValues } from "../../form-body.ts";
import type { OwnerRequest } from "../owner-pages.ts";
import { answerScript } from "./editor-posts.ts";
import { PageRefusal } from "./refusal-text.ts";

export const translationInputs: AcceptInput = (name) => {
  if (name === "labels" || name === "choices")
    return { values: 20_000, length: limits.localized_text_length.max };
  return name === "from" || name === "to" ? { values: 1, length: 10 } : undefined;
};

export function postTranslation(
  request: OwnerRequest,
  formId: string,
  values: FormValues,
): Promise<Response> {
  const { site, account } = request;
  const [from, to] = [values.get("from") ?? "", values.get("to") ?? ""];
  return answerScript(request, formId, async (): Promise<TranslationReply> => {
    await findWritableForm(site.storage.db, account.id, formId, "edit", site.clock());
    if (!isLanguage(from) || !isLanguage(to)) throw new PageRefusal(request.t.say("editor_not_json"));
    const known = (kind: keyof Translations) => {
      const isChoice = kind === "choices";
      const texts = values
        .all(kind)
        .map((text) => [text, knownTranslation({ text, isChoice }, from, to)] as const);
      return Object.fromEntries(texts.filter(([, words]) => words !== undefined));
    };
    return { ok: true, translations: { labels: known("labels"), choices: known("choices") } };
  });
}
