/** Parts of a page that open with a click, also without scripts. */
import { attributes, type Html, type HtmlValue, html } from "../../../platform/html.ts";
import { type ButtonLook, button } from "../controls/buttons.ts";
import { postForm } from "../controls/post-form.ts";

export interface Disclosure {
  /** The text that opens it. */
  readonly summary: string;
  readonly content: HtmlValue;
  /** Whether it is open at first. */
  readonly isOpen?: boolean;
}

export function disclosure({ summary, content, isOpen }: Disclosure): Html {
  return html`
    <details class="choose"${attributes({ open: isOpen })}><summary>${summary}</summary>${content}</details>
  `;
}

export interface ConfirmBox {
  /** The text that opens the box. */
  readonly summary: string;
  /** Says what the button does. */
  readonly text?: string;
  /** The address that the form is sent to. */
  readonly action: string;
  /** The token of the session. */
  readonly csrf: string;
  /** Values of hidden inputs, by the names of the inputs. */
  readonly hidden?: Readonly<Record<string, string>>;
  /** Inputs before the button, such as a box to tick. */
  readonly fields?: HtmlValue;
  /** Whether it is open at first. */
  readonly isOpen?: boolean;
  readonly button: {
    readonly text: string;
    readonly look: ButtonLook;
    /** The name of the value that the button sends; undefined: it sends nothing. */
    readonly name?: string;
    readonly value?: string;
  };
}

/** Draws a box that asks for confirmation: the first click only opens it. */
export function confirmBox(box: ConfirmBox): Html {
  const { summary, text, action, csrf, hidden = {}, fields, isOpen = false } = box;
  const form = postForm({ action, csrf, hidden, content: [fields, button(box.button)] });
  return disclosure({ summary, content: [text !== undefined && html`<p>${text}</p>`, form], isOpen });
}
