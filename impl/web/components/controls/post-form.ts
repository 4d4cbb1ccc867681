/** Forms that change something. */
import { attributes, type Html, type HtmlValue, html } from "../../../platform/html.ts";
import { hiddenInputs } from "./hidden-inputs.ts";

/** The name of the input with the session's token, in every form of a signed-in page. */
export const CSRF_INPUT = "csrf";

export interface PostForm {
  /** The address that the form is sent to. */
  readonly action: string;
  /** The token of the session; undefined: the user is not signed in. */
  readonly csrf?: string | undefined;
  /** The id of the form, for buttons outside it. */
  readonly id?: string;
  /** The class of the form. */
  readonly className?: string;
  /** Id of the element that names the form. */
  readonly labelledBy?: string;
  /** Whether only the server checks the inputs. */
  readonly isUnchecked?: boolean;
  /** Values of hidden inputs, by the names of the inputs. */
  readonly hidden?: Readonly<Record<string, string>>;
  /** Inputs and buttons. */
  readonly content: HtmlValue;
}

export function postForm(form: PostForm): Html {
  const { action, csrf, id, className, labelledBy, isUnchecked, hidden = {}, content } = form;
  const values = attributes({
    method: "post",
    action,
    id,
    class: className,
    "aria-labelledby": labelledBy,
    novalidate: isUnchecked,
  });
  const token = csrf !== undefined && csrfInput(csrf);
  return html`<form${values}>${token}${hiddenInputs(hidden)}${content}</form>`;
}

/** Draws the token of the session, for forms that `postForm` does not draw. */
export function csrfInput(csrf: string): readonly Html[] {
  return hiddenInputs({ [CSRF_INPUT]: csrf });
}
