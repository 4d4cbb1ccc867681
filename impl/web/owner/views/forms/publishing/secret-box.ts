/** A box to confirm that a form may ask respondents for a secret, before it is published. */
import type { FormStructure } from "../../../../../../generated/types.ts";
import type { FormOverview } from "../../../../../forms/overview.ts";
import { newSecretLabels } from "../../../../../forms/structure/warnings/secret-fields.ts";
import type { Html } from "../../../../../platform/html.ts";
import type { OwnerTranslation } from "../../../../../texts/owner/owner-texts.ts";
import { checkBox } from "../../../../components/controls/boxes.ts";

interface Published {
  readonly status?: FormOverview["status"];
  readonly structure?: FormStructure | undefined;
  /** The changes that would be published instead of the structure. */
  readonly pending?: { readonly structure?: FormStructure } | undefined;
}

/** Draws the box; undefined: publishing adds no question for a secret. */
export function secretBox(t: OwnerTranslation, form: Published): Html | undefined {
  const { status, structure, pending } = form;
  const next: FormStructure | undefined = pending?.structure ?? structure;
  const labels = next ? newSecretLabels(next, status === "published" ? structure : undefined) : [];
  return labels.length === 0 ? undefined : agreeBox(secretQuestion(t, labels));
}

/** Returns the sentence that the user agrees to. */
export function secretQuestion(t: OwnerTranslation, labels: readonly string[]): string {
  return t.say("secret_agree", {
    labels: labels.map((label) => t.say("quoted", { text: label })).join(", "),
  });
}

export function agreeBox(text: string): Html {
  return checkBox({ name: "acknowledge", value: "yes", text, isRequired: true });
}
