/** The page that makes prefilled links: an input for each answer, and the link. It works without scripts. */
import type { FormField, FormStructure, FormUrls } from "../../../../../generated/types.ts";
import { answerKind } from "../../../../forms/fields/client/client-kinds.ts";
import type { FormOverview } from "../../../../forms/overview.ts";
import { type Html, html } from "../../../../platform/html.ts";
import type { OwnerTranslation } from "../../../../texts/owner/owner-texts.ts";
import type { Translation } from "../../../../texts/translate.ts";
import { part } from "../../../components/blocks/part.ts";
import { checkBox } from "../../../components/controls/boxes.ts";
import { actions, button } from "../../../components/controls/buttons.ts";
import { lineField } from "../../../components/controls/line-field.ts";
import { labelledSelect, option } from "../../../components/controls/select.ts";
import { isPrefillable } from "../../../prefilled-answers.ts";
import type { EmbeddingChoices } from "./embedding.ts";
import { formHead } from "./form-head.ts";
import { linkParts } from "./overview.ts";
import { refusalBox } from "./parts.ts";

export interface PrefilledView {
  readonly t: OwnerTranslation;
  /** The translation of texts for respondents. */
  readonly words: Translation;
  readonly form: FormOverview & { readonly structure: FormStructure };
  readonly parameters: URLSearchParams;
  /** Problems with the entered answers. */
  readonly wrong: readonly string[];
  readonly urls: FormUrls;
  readonly choices: EmbeddingChoices;
}

const INPUT_TYPES = { date: "date", time: "time", datetime: "datetime-local" } as const;

export function prefilledPage(view: PrefilledView): Html {
  const { t, words, form, parameters, wrong } = view;
  const hidden = (form.structure.hidden_fields ?? []).map(({ id, label }) =>
    lineField({
      name: id,
      label: label ? words.of(label) : id,
      hint: t.say("prefilled_hidden"),
      maxlength: 1_000,
      value: parameters.get(id) ?? "",
    }),
  );
  const fields = form.structure.pages.flatMap((page) => page.fields).filter(isPrefillable);
  const isMade = parameters.size > 0 && wrong.length === 0;
  return html`
    ${formHead(t, form, "share")}
    ${part({
      title: t.say("prefilled_title"),
      content: html`<p class="soft">${t.say("prefilled_text")}</p>`,
    })}
    ${wrong.length > 0 && refusalBox(t.say("refused_title"), { text: t.say("prefilled_wrong"), details: wrong })}
    ${
      isMade &&
      part({ title: t.say("prefilled_link"), look: "panel", content: linkParts(view, `${parameters}`) })
    }
    <form class="part panel" action="/forms/${form.id}/prefilled">
      ${hidden}
      ${fields.map((field) => fieldEntry(view, field))}
      ${actions(button({ text: t.say("prefilled_button"), look: "main" }))}
    </form>
  `;
}

function fieldEntry({ t, words, parameters }: PrefilledView, field: FormField): Html {
  const { kind, choices } = { choices: [], ...answerKind(field) };
  const [name, given] = [field.id, parameters.getAll(field.id)];
  const unit = field.type === "number" && field.unit ? ` (${words.of(field.unit)})` : "";
  const label = words.of(field.label) + unit;
  if (kind === "choices") {
    const boxes = choices.map(({ id, label: text }) =>
      checkBox({ name, value: id, text: words.of(text), isChecked: given.includes(id) }),
    );
    return html`
      <fieldset class="field">
        <legend class="label">${label}</legend>
        <div class="boxes">${boxes}</div>
      </fieldset>
    `;
  }
  const type = kind === "date" || kind === "time" || kind === "datetime" ? INPUT_TYPES[kind] : "text";
  if (kind !== "choice" && kind !== "boolean")
    return lineField({ name, label, type, maxlength: 1_000, value: given[0] ?? "" });
  const values =
    kind === "choice"
      ? choices.map((choice) => [choice.id, words.of(choice.label)] as const)
      : (["yes", "no"] as const).map((value) => [value, words.say(value)] as const);
  const options = values.map(([value, text]) => option({ value, text, isChosen: given.includes(value) }));
  return html`
    <div class="field">
      ${labelledSelect({
        id: `in-${name}`,
        name,
        label,
        options: [option({ value: "", text: t.say("prefilled_none") }), options],
      })}
    </div>
  `;
}
