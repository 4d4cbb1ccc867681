/** The second yes to a form that asks for a secret, where it is published. */
import type { FormStructure } from "../../../../../generated/types.ts";
import type { FormOverview } from "../../../../forms/overview.ts";
import { newSecretLabels } from "../../../../forms/structure/warnings/secret-fields.ts";
import type { Html } from "../../../../platform/html.ts";
import type { OwnerTranslation } from "../../../../texts/owner/owner-texts.ts";
import { checkBox } from "../../../components/controls/boxes.ts";

interface Published {
  readonly status?: FormOverview["status"];
  readonly structure?: FormStructure | undefined;
  /** What would be published in place of the structure. */
  readonly pending?: { readonly structure?: FormStructure };
}

/** A box to tick; undefined: the form that would be published asks for no secret that is not public already. */
export function secretBox(t: OwnerTranslation, form: Published): Html | undefined {
  const { status, structure, pending } = form;
  const next: FormStructure | undefined = pending?.structure ?? structure;
  const labels = next ? newSecretLabels(next, status === "published" ? structure : undefined) : [];
  return labels.length === 0 ? undefined : agreeBox(secretQuestion(t, labels));
}

/** What somebody agrees to. */
export function secretQuestion(t: OwnerTranslation, labels: readonly string[]): string {
  return t.say("secret_agree", {
    labels: labels.map((label) => t.say("quoted", { text: label })).join(", "),
  });
}

export function agreeBox(text: string): Html {
  return checkBox({ name: "acknowledge", value: "yes", text, isRequired: true });
}
