/**
 * The offers to be told once: by a form that takes no answers, when it takes them again, and by a full choice, when it has a
 * place. They work without scripts.
 */
import type { Language, LocalizedText } from "../../../../generated/types.ts";
import { inputs } from "../../../forms/fields/parts/inputs.ts";
import { drawWording } from "../../../forms/fields/parts/wordings.ts";
import { isChoiceField } from "../../../forms/structure/capacities.ts";
import { attributes, type Html, html } from "../../../platform/html.ts";
import type { Availability } from "../../../responses/availability.ts";
import { offersWaiting, offersWaitingForChoices } from "../../../responses/waiting/waiting-list.ts";
import type { Translation } from "../../../texts/translate.ts";
import { actions, button } from "../../components/controls/buttons.ts";
import { postForm } from "../../components/controls/post-form.ts";
import { entryField, errorText, trap } from "../../components/entry.ts";
import { type FormRequest, query } from "./form-request.ts";

/** An address that was refused. */
export interface WaitingEntry {
  readonly email: string;
  /** Undefined: the address is right, and something else is not. */
  readonly message: string | undefined;
  readonly status: 422 | 429;
}

/** Undefined: the form does not offer it. */
export function waitingOffer(
  { t, form, publicForm, embedded }: FormRequest,
  state: Availability,
  entry?: WaitingEntry,
): Html | undefined {
  if (!offersWaiting(form, publicForm.hasWaitingList, state)) return undefined;
  return postForm({
    action: `/f/${form.id}/waiting${query(t.language, embedded)}`,
    className: "entry",
    isUnchecked: true,
    content: [addressEntry(t, t.say("waiting_text"), entry), trap(t), sendButton(t)],
  });
}

function addressEntry(t: Translation, hint: string | undefined, entry: WaitingEntry | undefined): Html {
  return entryField({
    t,
    name: inputs.address,
    label: t.say("address_label"),
    type: "email",
    autocomplete: "email",
    ...(hint !== undefined && { hint }),
    message: entry?.message,
    ...(entry && { value: entry.email }),
  });
}

function sendButton(t: Translation): Html {
  return actions(button({ text: t.say("waiting_button"), look: "main" }));
}

/** A question with choices that are full, which people can wait for. */
export interface FullQuestion {
  readonly id: string;
  readonly label: LocalizedText;
  readonly choices: readonly { readonly id: string; readonly label: LocalizedText }[];
}

/** Finds the full choices of a question; undefined if there are none, or the form does not offer to wait for them. */
export function fullQuestion(
  { form, publicForm }: Pick<FormRequest, "form" | "publicForm">,
  id: string,
): FullQuestion | undefined {
  const { structure, places, hasWaitingList, state } = publicForm;
  if (!offersWaitingForChoices(form, hasWaitingList, state)) return undefined;
  const fields = structure.pages.flatMap((page) => page.fields.filter(isChoiceField));
  const field = fields.find((each) => each.id === id);
  const choices = field?.choices.filter((choice) => places.get(id)?.get(choice.id) === 0) ?? [];
  return field && choices.length > 0 ? { id, label: field.label, choices } : undefined;
}

/** Returns the address of the page on which people wait for choices of a question. */
export function choiceWaitingAddress(
  { t, form, embedded }: FormRequest,
  field: string,
  language: Language = t.language,
): string {
  return `/f/${form.id}/waiting${query(language, embedded)}&field=${field}`;
}

/** What was sent for a full choice, and refused. */
export interface ChoiceEntry {
  /** Undefined: none, or one that is not full. */
  readonly choice: FullQuestion["choices"][number] | undefined;
  readonly entry: WaitingEntry;
}

/** Draws the full choices of a question and the box for an address. A single choice is chosen already. */
export function choiceOffer(request: FormRequest, question: FullQuestion, sent?: ChoiceEntry): Html {
  const { t } = request;
  const [only, ...others] = question.choices;
  const chosen = others.length === 0 ? only?.id : sent?.choice?.id;
  const cards = question.choices.map(({ id, label }) => {
    const values = attributes({ type: "radio", name: inputs.choice, value: id, checked: id === chosen });
    return html`<label class="card"><input${values}><span>${drawWording(t, label)}</span></label>`;
  });
  const message = sent && sent.choice === undefined ? t.say("required_choice") : undefined;
  const choices = html`
    <fieldset class="${message === undefined ? "field" : "field wrong"}">
      <legend class="label">${drawWording(t, question.label)}</legend>
      ${message !== undefined && html`<p class="message" role="alert">${errorText(t, message)}</p>`}
      <div class="cards">${cards}</div>
    </fieldset>
  `;
  return postForm({
    action: choiceWaitingAddress(request, question.id),
    className: "entry",
    isUnchecked: true,
    content: [choices, addressEntry(t, undefined, sent?.entry), trap(t), sendButton(t)],
  });
}
