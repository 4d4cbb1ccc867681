/** Checkboxes and radio buttons, as a list or as cards. */
import { attributes, type Html, type HtmlValue, html } from "../../../platform/html.ts";

export interface Box {
  /** `radio`: one box of the same name can be ticked; `checkbox`: any number. */
  readonly type?: "checkbox" | "radio";
  readonly name: string;
  /** The value that is sent if the box is ticked. */
  readonly value: string;
  readonly text: HtmlValue;
  /** The language of the text; undefined: the language of the page. */
  readonly lang?: string | undefined;
  /** The id of the form that sends it; undefined: the form around it. */
  readonly form?: string | undefined;
  /** An id for links to the first box of a group. */
  readonly id?: string | undefined;
  readonly isChecked?: boolean;
  /** Whether the form can only be sent with the box ticked. */
  readonly isRequired?: boolean;
}

/** Draws a box with its text beside it. */
export function checkBox(box: Box): Html {
  return html`<label class="check">${boxInput(box)}${boxText(box)}</label>`;
}

/** Draws a box in a card with its text. */
export function checkCard(box: Box): Html {
  return html`<label class="card">${boxInput(box)}${boxText(box)}</label>`;
}

function boxInput({ type = "checkbox", form, name, value, id, isChecked, isRequired }: Box): Html {
  return html`<input${attributes({ type, form, name, value, id, checked: isChecked, required: isRequired })}>`;
}

function boxText({ text, lang }: Box): Html {
  return html`<span${attributes({ lang })}>${text}</span>`;
}

export interface BoxGroup {
  /** The question that the boxes answer. */
  readonly legend: string;
  readonly content: HtmlValue;
}

/** Draws boxes that answer one question. */
export function boxGroup({ legend, content }: BoxGroup): Html {
  return html`<fieldset><legend class="label">${legend}</legend>${content}</fieldset>`;
}
