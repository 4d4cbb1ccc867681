/** The offer of a form that takes no answers: to be told once when it takes them again. It works without scripts. */
import { inputs } from "../../../forms/fields/parts/inputs.ts";
import type { Html } from "../../../platform/html.ts";
import type { Availability } from "../../../responses/availability.ts";
import { offersWaiting } from "../../../responses/waiting/waiting-list.ts";
import { actions, button } from "../../components/controls/buttons.ts";
import { postForm } from "../../components/controls/post-form.ts";
import { entryField, trap } from "../../components/entry.ts";
import { type FormRequest, query } from "./form-request.ts";

/** An address that was refused. */
export interface WaitingEntry {
  readonly email: string;
  readonly message: string;
  readonly status: 422 | 429;
}

/** Undefined: the form does not offer it. */
export function waitingOffer(
  { t, form, publicForm, embedded }: FormRequest,
  state: Availability,
  entry?: WaitingEntry,
): Html | undefined {
  if (!offersWaiting(form, publicForm.hasWaitingList, state)) return undefined;
  const field = entryField({
    t,
    name: inputs.address,
    label: t.say("address_label"),
    type: "email",
    autocomplete: "email",
    hint: t.say("waiting_text"),
    message: entry?.message,
    ...(entry && { value: entry.email }),
  });
  return postForm({
    action: `/f/${form.id}/waiting${query(t.language, embedded)}`,
    className: "entry",
    isUnchecked: true,
    content: [field, trap(t), actions(button({ text: t.say("waiting_button"), look: "main" }))],
  });
}
