/** Small parts that several pages about forms have. */
import { attributes, type Html, html } from "../../../../platform/html.ts";

/** What was refused, and why. */
export function refusalBox(
  title: string,
  { text, details }: { readonly text: string; readonly details: readonly string[] },
  more: Html | false = false,
): Html {
  return html`<div class="refusal" role="alert"><p><b>${title}</b></p><p>${text}</p>${details.length > 0 && html`<ul>${details.map((detail) => html`<li>${detail}</li>`)}</ul>`}${more}</div>`;
}

interface LineInput {
  readonly name: string;
  readonly label: string;
  readonly hint?: string;
  readonly type?: "text" | "email" | "password" | "url";
  readonly maxlength: number;
  readonly isRequired?: boolean;
  readonly autocomplete?: string;
  /** What stands in it. */
  readonly value?: string | undefined;
}

export function lineInput({
  name,
  label,
  hint,
  type = "text",
  maxlength,
  isRequired,
  autocomplete = "off",
  value,
}: LineInput): Html {
  const values = attributes({
    class: "input",
    type,
    id: `in-${name}`,
    name,
    value,
    maxlength,
    required: isRequired,
    autocomplete,
    "aria-describedby": hint === undefined ? undefined : `in-${name}-hint`,
  });
  return html`<div class="field"><label class="label" for="in-${name}">${label}</label>${hint !== undefined && html`<p class="hint" id="in-${name}-hint">${hint}</p>`}<input${values}></div>`;
}
