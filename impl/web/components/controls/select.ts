/** Menus for the choice of one value. */
import { attributes, type Html, type HtmlValue, html } from "../../../platform/html.ts";

export interface Select {
  readonly id: string;
  readonly name: string;
  readonly label: string;
  /** Whether only screen readers say the label. */
  readonly isLabelHidden?: boolean;
  /** A sentence below the label. */
  readonly hint?: string;
  /** The options, drawn by `option`. */
  readonly options: HtmlValue;
}

/** Draws a menu with its label. */
export function labelledSelect({ id, name, label, isLabelHidden, hint, options }: Select): Html {
  const describedBy = hint === undefined ? undefined : `${id}-hint`;
  const values = attributes({ class: "input", id, name, "aria-describedby": describedBy });
  return html`
    <label class="${isLabelHidden ? "vh" : "label"}" for="${id}">${label}</label>
    ${hint !== undefined && html`<p class="hint" id="${id}-hint">${hint}</p>`}
    <select${values}>${options}</select>
  `;
}

export interface Option {
  /** The value that is sent. */
  readonly value: string | number;
  readonly text: HtmlValue;
  /** The language of the text; undefined: the language of the page. */
  readonly lang?: string | undefined;
  readonly isChosen?: boolean;
}

export function option({ value, text, lang, isChosen }: Option): Html {
  return html`<option${attributes({ value, lang, selected: isChosen })}>${text}</option>`;
}
