import { attributes, type Html, html } from "../../../platform/html.ts";

export interface LineField {
  readonly name: string;
  readonly label: string;
  /** A sentence below the label. */
  readonly hint?: string;
  readonly type?: "text" | "email" | "password" | "url" | "date" | "time" | "datetime-local" | "number";
  /** The maximum number of characters; undefined: the type of the input bounds it. */
  readonly maxlength?: number;
  /** The least number that may be entered. */
  readonly min?: number;
  readonly isRequired?: boolean;
  /** The kind of value that browsers may fill in (HTML Standard, "autofill field"). */
  readonly autocomplete?: string;
  /** The text in the input. */
  readonly value?: string | undefined;
}

/** Draws an input of one line with its label and hint. */
export function lineField(field: LineField): Html {
  const { name, label, hint, type = "text", maxlength, min, isRequired, autocomplete = "off", value } = field;
  const id = `in-${name}`;
  const values = attributes({
    class: "input",
    type,
    id,
    name,
    value,
    maxlength,
    min,
    required: isRequired,
    autocomplete,
    "aria-describedby": hint === undefined ? undefined : `${id}-hint`,
  });
  return html`
    <div class="field">
      <label class="label" for="${id}">${label}</label>
      ${hint !== undefined && html`<p class="hint" id="${id}-hint">${hint}</p>`}
      <input${values}>
    </div>
  `;
}
