/** The fields of a step of a form, and the field for the address of the respondent. */
import type { FormPage } from "../../../generated/types.ts";
import { isTrue } from "../../forms/answers/calculation.ts";
import { focusId, inputs } from "../../forms/fields/parts/inputs.ts";
import { drawWording } from "../../forms/fields/parts/wordings.ts";
import { addressField } from "../../forms/structure/offered-form.ts";
import { attributes, type Html, html } from "../../platform/html.ts";
import { ADDRESS } from "../../responses/respondent.ts";
import { errorText } from "./entry.ts";
import { fieldView } from "./field.ts";
import type { FormPageView, FormView } from "./form-view.ts";

/** Draws the fields one by one, because a page may have many large ones. */
export function* fields(view: FormPageView): Generator<Html> {
  const { t, step, structure, rawAnswers, uploads, places, checked, messages } = view;
  const addressId = addressField(structure)?.id;
  for (const { field, condition, begins } of step.fields) {
    if (begins) yield stepStart(view, begins);
    yield fieldView({
      field,
      t,
      language: structure.default_language,
      rawAnswer: Object.hasOwn(rawAnswers, field.id) ? rawAnswers[field.id] : undefined,
      files: uploads[field.id] ?? [],
      removed: view.removed,
      places: places.get(field.id) ?? new Map(),
      waitingAddress: view.waitingAddress?.(field.id),
      message: messages.get(field.id),
      condition: condition && { rule: condition, holds: isTrue(condition, checked.answers) },
      note: field.id === addressId ? t.say("address_from_field") : undefined,
      images: view.images,
      isFirst: field === step.fields[0]?.field,
      seed: view.seed,
      now: view.now,
      mentions: view.mentions,
    });
  }
}

/** Closes the preceding question, and opens one that a script shows alone. */
function stepStart({ t, step, mentions }: FormPageView, page: FormPage): Html {
  const heading =
    page.title && html`<h2 class="page-title">${drawWording(t, page.title, mentions.show)}</h2>`;
  return html`${step.fields[0]?.begins !== page && html`</div>`}<div class="step">${heading}`;
}

export function address({ t, rawAnswers, messages }: FormView): Html {
  const message = messages.get(ADDRESS);
  const values = attributes({
    type: "email",
    class: "input",
    id: focusId({ id: inputs.address }),
    name: inputs.address,
    autocomplete: "email",
    value: typeof rawAnswers[ADDRESS] === "string" ? rawAnswers[ADDRESS] : "",
    "aria-required": "true",
    "aria-invalid": message === undefined ? undefined : "true",
    "aria-describedby": `d-${inputs.address}${message === undefined ? "" : ` e-${inputs.address}`}`,
  });
  const rules = JSON.stringify([
    ["required", t.say("required")],
    ["email", t.say("email")],
  ]);
  const outer = attributes({
    class: message === undefined ? "field" : "field wrong",
    "data-field": inputs.address,
    "data-kind": "text",
    "data-rules": rules,
  });
  return html`
    <div class="section"><h2>${t.say("address_title")}</h2></div>
    <div${outer}>
      <label class="label" for="${focusId({ id: inputs.address })}">${t.say("address_label")}</label>
      <div class="hint" id="d-${inputs.address}"><p>${t.say("address_hint")}</p></div>
      <p class="message" id="e-${inputs.address}"${attributes({ hidden: message === undefined })}>
        ${message !== undefined && errorText(t, message)}
      </p>
      <input${values}>
    </div>
  `;
}
