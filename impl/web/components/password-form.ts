/** The form that asks for the password of a form or a lesson. */
import { inputs } from "../../forms/fields/parts/inputs.ts";
import type { Html } from "../../platform/html.ts";
import type { Translation } from "../../texts/translate.ts";
import { actions, button } from "./controls/buttons.ts";
import { postForm } from "./controls/post-form.ts";
import { entryField } from "./entry.ts";

export interface PasswordForm {
  readonly t: Translation;
  /** The address that the password is sent to. */
  readonly action: string;
  /** Values of hidden inputs, by the names of the inputs. */
  readonly hidden?: Readonly<Record<string, string>>;
  /** The reason why the last password was refused; undefined: none was sent. */
  readonly message: string | undefined;
  /** The text of the button. */
  readonly open: string;
}

export function passwordForm({ t, action, hidden = {}, message, open }: PasswordForm): Html {
  const entry = entryField({
    t,
    name: inputs.password,
    label: t.say("password"),
    type: "password",
    autocomplete: "off",
    message,
  });
  const content = [entry, actions(button({ text: open, look: "main" }))];
  return postForm({ action, className: "entry", hidden, content });
}
