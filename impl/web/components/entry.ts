/** Inputs that belong to the service, not to a form, such as for a password or a code. */
import { inputs } from "../../forms/fields/parts/inputs.ts";
import { attributes, type Html, html } from "../../platform/html.ts";
import type { Translation } from "../../texts/translate.ts";

export interface EntryView {
  readonly t: Translation;
  readonly name: string;
  readonly label: string;
  readonly type: "password" | "text" | "email";
  readonly autocomplete: string;
  readonly hint?: string;
  /** A hint about what the script of the page does, which shows it. */
  readonly scriptHint?: string | undefined;
  readonly value?: string;
  /** How many digits the value has; undefined: it is not a number. */
  readonly digits?: number;
  readonly message?: string | undefined;
}

/** The time zone of the browser, which a script fills in. */
export const zoneInput = html`<input type="hidden" name="time_zone">`;

export function entryField({
  t,
  name,
  label,
  type,
  autocomplete,
  hint,
  scriptHint,
  value,
  digits,
  message,
}: EntryView): Html {
  const describedBy = [hint !== undefined && `d-${name}`, message !== undefined && `e-${name}`].filter(
    Boolean,
  );
  const values = attributes({
    type,
    class: digits === undefined ? "input" : "input code",
    id: `f-${name}`,
    name,
    value,
    autocomplete,
    inputmode: digits === undefined ? undefined : "numeric",
    // Users may copy codes with spaces.
    maxlength: digits === undefined ? undefined : digits + 4,
    "aria-required": "true",
    "aria-invalid": message === undefined ? undefined : "true",
    "aria-describedby": describedBy.join(" ") || undefined,
    autofocus: message !== undefined,
  });
  const hiddenHint = scriptHint !== undefined && html`<p data-script hidden>${scriptHint}</p>`;
  return html`
    <div class="${message === undefined ? "field" : "field wrong"}">
      <label class="label" for="f-${name}">${label}</label>
      ${hint !== undefined && html`<div class="hint" id="d-${name}"><p>${hint}</p>${hiddenHint}</div>`}
      ${message !== undefined && html`<p class="message" id="e-${name}" role="alert">${errorText(t, message)}</p>`}
      <input${values}>
    </div>
  `;
}

/** Draws the message about a wrong input, after the word "Error" for screen readers. */
export function errorText(t: Translation, message: string): Html {
  return html`<span class="vh">${t.say("error_prefix")}: </span>${message}`;
}

/** Draws a trap for programs: people do not see this input, and leave it empty. */
export function trap(t: Translation): Html {
  return html`
    <div class="trap" aria-hidden="true">
      <label>
        ${t.say("leave_empty")}
        <input type="text" name="${inputs.trap}" tabindex="-1" autocomplete="off">
      </label>
    </div>
  `;
}
