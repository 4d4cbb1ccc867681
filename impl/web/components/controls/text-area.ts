import { attributes, FIRST_LINE_BREAK, type Html, type HtmlValue, html } from "../../../platform/html.ts";

export interface TextArea {
  /** Id and name of the input. */
  readonly name: string;
  readonly label: string;
  /** A sentence below the label. */
  readonly hint?: HtmlValue;
  readonly rows: number;
  /** The maximum number of characters. */
  readonly maxlength?: number;
  /** An example, shown in the empty input. */
  readonly placeholder?: string;
  /** Whether the text is code: shown in a monospaced font, without a spelling check. */
  readonly isCode?: boolean;
  readonly isRequired?: boolean;
  /** Whether the text cannot be changed. */
  readonly isReadOnly?: boolean;
  /** The text in the input. */
  readonly text: string | undefined;
}

/** Draws an input of several lines with its label and hint. */
export function textArea(area: TextArea): Html {
  const { name, label, hint, rows, maxlength, placeholder, isCode, isRequired, isReadOnly, text } = area;
  const values = attributes({
    class: isCode ? "input code-text" : "input",
    id: name,
    name,
    rows,
    maxlength,
    spellcheck: isCode ? "false" : undefined,
    "aria-describedby": hint === undefined ? undefined : `${name}-hint`,
    placeholder,
    required: isRequired,
    readonly: isReadOnly,
  });
  return html`
    <label class="label" for="${name}">${label}</label>
    ${hint !== undefined && html`<p class="hint" id="${name}-hint">${hint}</p>`}
    <textarea${values}>${isCode && FIRST_LINE_BREAK}${text}</textarea>
  `;
}
