/** `/forms/ID/translation`: translates texts of the editor, from the texts that the service knows or by its model. It stores nothing. */
import { limits } from "../../../../generated/limits.ts";
import type { FormStructure, Language } from "../../../../generated/types.ts";
import { runGeneration } from "../../../accounts/generation/generation.ts";
import { findWritableForm } from "../../../forms/access.ts";
import { structureProblems } from "../../../forms/structure/check.ts";
import { lackingTexts, withKnownTexts } from "../../../forms/structure/lacking-texts.ts";
import { placedTexts } from "../../../forms/structure/places.ts";
import { isLanguage } from "../../../texts/languages.ts";
import type { TranslationReply, Translations } from "../../editor/boot.ts";
import type { AcceptInput, FormValues } from "../../form-body.ts";
import type { OwnerRequest } from "../owner-pages.ts";
import { answerScript } from "./editor-posts.ts";
import { STRUCTURE_BYTES } from "./preview/sent-structure.ts";
import { PageRefusal } from "./refusal-text.ts";
import { parseStructure } from "./structure-text.ts";

export const translationInputs: AcceptInput = (name) => {
  if (name === "labels" || name === "choices")
    return { values: 20_000, length: limits.localized_text_length.max };
  if (name === "structure") return { values: 1, length: STRUCTURE_BYTES };
  return name === "from" || name === "to" ? { values: 1, length: 10 } : undefined;
};

export type TranslationRequest = OwnerRequest<"translateForm" | "knownTranslation" | "generationWaitMs">;

/** Answers a request for translations. If the request has a structure, the model translates it. */
export function postTranslation(
  request: TranslationRequest,
  formId: string,
  values: FormValues,
): Promise<Response> {
  const { site, account } = request;
  const [from, to] = [values.get("from") ?? "", values.get("to") ?? ""];
  return answerScript(request, formId, async (): Promise<TranslationReply> => {
    await findWritableForm(site.storage.db, account.id, formId, "edit", site.clock());
    if (!isLanguage(from) || !isLanguage(to)) throw new PageRefusal(request.t.say("editor_not_json"));
    const sent = values.get("structure");
    const found = sent && (await translateByModel(request, parseStructure(request, sent), to)).found;
    const translateKind = (kind: keyof Translations) => {
      const isChoice = kind === "choices";
      const texts = values
        .all(kind)
        .map((text) => [text, found ? found.get(text) : site.knownTranslation({ text, isChoice }, from, to)]);
      return Object.fromEntries(texts.filter(([, words]) => words !== undefined));
    };
    return { ok: true, translations: { labels: translateKind("labels"), choices: translateKind("choices") } };
  });
}

/** Counts the missing texts of a language. */
export function countLacking(structure: FormStructure, to: Language): number {
  return placedTexts(structure).filter(({ value }) => value[structure.default_language] && !value[to]).length;
}

/** Translates by the model, which costs one generation unless it translates nothing. @returns the structure, and each new text */
export async function translateByModel(
  { site, account, c, t }: TranslationRequest,
  sent: FormStructure,
  to: Language,
) {
  const from = sent.default_language;
  const structure = { ...sent, languages: [from, to] };
  if (structureProblems(structure, sent).length > 0) throw new PageRefusal(t.say("translation_failed"));
  const known = withKnownTexts(structure, site.knownTranslation);
  const found = (filled: FormStructure) => listTranslations(filled, structure, to);
  if (lackingTexts(known).length === 0)
    return { structure: { ...known, languages: sent.languages }, found: found(known) };
  return runGeneration(
    site,
    {
      accountId: account.id,
      operation: "update_form",
      idempotencyKey: undefined,
      input: structure,
      async generate(signal) {
        const made = await site.translateForm?.({ accountId: account.id, structure }, signal);
        const isTranslated = made && lackingTexts(made.structure).length < lackingTexts(known).length;
        if (!isTranslated) throw new PageRefusal(t.say("translation_failed"));
        return { structure: { ...made.structure, languages: sent.languages }, found: found(made.structure) };
      },
      store: async (_, translated) => translated,
    },
    c.req.raw.signal,
  );
}

/** Lists the new translations by their original. */
function listTranslations(filled: FormStructure, before: FormStructure, to: Language): Map<unknown, unknown> {
  const lacked = new Set(lackingTexts(before).map(({ path }) => path));
  const texts = placedTexts(filled).filter(({ path, value }) => lacked.has(path) && value[to] !== undefined);
  return new Map(texts.map(({ value }) => [value[before.default_language], value[to]]));
}
