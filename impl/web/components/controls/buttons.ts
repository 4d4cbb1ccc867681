/** Buttons, and links that look like buttons. */
import { attributes, type Html, type HtmlValue, html } from "../../../platform/html.ts";

/** `main`: the action that the page is for; `quiet`: another one; `danger`: deletes something; `link`: looks like a link. */
export type ButtonLook = "main" | "quiet" | "danger" | "link";

export interface Button {
  readonly text: HtmlValue;
  readonly look: ButtonLook;
  /** The name of the value that is sent if the button is pressed; undefined: nothing is sent. */
  readonly name?: string | undefined;
  /** The value that is sent. */
  readonly value?: string | undefined;
  /** The name for screen readers, if the text alone is not clear. */
  readonly label?: string | undefined;
  /** Whether the form is sent even if inputs are invalid. */
  readonly skipsChecks?: boolean;
}

export function button({ text, look, name, value, label, skipsChecks }: Button): Html {
  const values = { class: look, name, value, "aria-label": label, formnovalidate: skipsChecks };
  return html`<button${attributes(values)}>${text}</button>`;
}

export interface LinkButton {
  readonly text: string;
  readonly look: ButtonLook;
  readonly address: string;
}

export function linkButton({ text, look, address }: LinkButton): Html {
  return html`<a class="${look}" href="${address}">${text}</a>`;
}

/** Draws the row of buttons and links at the end of a form or a page. */
export function actions(...items: readonly HtmlValue[]): Html {
  return html`<div class="actions">${items}</div>`;
}
