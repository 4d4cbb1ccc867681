/** `/forms/ID/questions`: parses form text with questions that the user pastes into the editor. It stores nothing. */
import type { FormStructure } from "../../../../generated/types.ts";
import { MAX_FORM_TEXT, requireClear } from "../../../ai/read-form-text.ts";
import { readWholeText } from "../../../ai/reading.ts";
import { findWritableForm } from "../../../forms/access.ts";
import { newPhoneCountry, withPhoneCountry } from "../../../forms/create/home-country.ts";
import { loadStructure } from "../../../forms/forms.ts";
import { isLanguage } from "../../../texts/languages.ts";
import { warningText } from "../../../texts/sentences/warnings.ts";
import type { QuestionsReply } from "../../editor/boot.ts";
import type { AcceptInput, FormValues } from "../../form-body.ts";
import type { OwnerRequest } from "../owner-pages.ts";
import { answerScript } from "./editor-posts.ts";
import { PageRefusal } from "./refusal-text.ts";

export const pasteInputs: AcceptInput = (name) => {
  if (name === "text") return { values: 1, length: 2 * MAX_FORM_TEXT };
  return name === "language" ? { values: 1, length: 10 } : undefined;
};

export function postQuestions(
  request: OwnerRequest<"readText">,
  formId: string,
  values: FormValues,
): Promise<Response> {
  const { site, account, t } = request;
  const text = (values.get("text") ?? "").replaceAll("\r\n", "\n");
  const language = values.get("language") ?? "";
  return answerScript(request, formId, async (): Promise<QuestionsReply> => {
    const form = await findWritableForm(site.storage.db, account.id, formId, "edit", site.clock());
    if (!isLanguage(language)) throw new PageRefusal(t.say("editor_not_json"));
    const written = { source: text, language };
    const { structure, warnings } = requireClear(
      await readWholeText(site.readText, "questions", written, account.id),
    );
    const country = newPhoneCountry(await loadStructure(site.storage.db, form), account.time_zone);
    return {
      ok: true,
      pages: withPhoneCountry(structure, country).pages,
      warnings: [
        ...warnings.map((warning) => warningText(warning, t.language)),
        ...(hasSettings(structure) ? [t.say("paste_settings")] : []),
      ],
    };
  });
}

/** Returns whether the pasted text has settings, which are ignored. */
function hasSettings({ settings, endings, languages }: FormStructure): boolean {
  return settings !== undefined || endings !== undefined || languages.length > 1;
}
