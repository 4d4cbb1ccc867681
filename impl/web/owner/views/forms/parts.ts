/** Small parts that several pages about forms have. */
import { limits } from "../../../../../generated/limits.ts";
import { attributes, type Html, html } from "../../../../platform/html.ts";
import { languageCodes } from "../../../../texts/languages.ts";
import type { OwnerTextKey, OwnerTranslation } from "../../../../texts/owner/owner-texts.ts";
import { languageName } from "../../../../texts/translate.ts";
import { csrfField } from "../frame.ts";

/** What was refused, and why. */
export function refusalBox(
  title: string,
  { text, details }: { readonly text: string; readonly details: readonly string[] },
  more: Html | false = false,
): Html {
  return html`<div class="refusal" role="alert"><p><b>${title}</b></p><p>${text}</p>${details.length > 0 && html`<ul>${details.map((detail) => html`<li>${detail}</li>`)}</ul>`}${more}</div>`;
}

/** A form of one button, which posts to a page below that of the form. */
export function formButton(
  { csrf, form }: { readonly csrf: string; readonly form: { readonly id: string } },
  action: string,
  label: string,
  {
    name,
    value,
    kind = "quiet",
    more,
  }: {
    name?: string;
    value?: string;
    kind?: "main" | "quiet" | "danger" | "link";
    /** Other inputs. */
    more?: Html | undefined;
  } = {},
): Html {
  return html`<form method="post" action="/forms/${form.id}/${action}">${csrfField(csrf)}${more}<button class="${kind}" name="${name}" value="${value}">${label}</button></form>`;
}

interface LineInput {
  readonly name: string;
  readonly label: string;
  readonly hint?: string;
  readonly type?: "text" | "email" | "password" | "url" | "date" | "time" | "datetime-local";
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

/** The languages of what is new, and the first of them, behind a button. */
export function languageChoice(
  t: OwnerTranslation,
  { languages, defaultLanguage }: { readonly languages: readonly string[]; readonly defaultLanguage: string },
  hint: OwnerTextKey,
): Html {
  const boxes = languageCodes.map(
    (code) =>
      html`<label class="check"><input type="checkbox" name="languages" value="${code}"${attributes({ checked: languages.includes(code) })}><span lang="${code}">${languageName(code)}</span></label>`,
  );
  const defaults = languageCodes.map(
    (code) =>
      html`<option value="${code}" lang="${code}"${attributes({ selected: defaultLanguage === code })}>${languageName(code)}</option>`,
  );
  const isOpen = languages.length > 0 || defaultLanguage !== "";
  return html`<details class="choose"${attributes({ open: isOpen })}><summary>${t.say("new_languages")}</summary><fieldset><legend class="hint">${t.say(hint)}</legend><div class="boxes">${boxes}</div></fieldset>
<label class="label" for="default">${t.say("new_default_language")}</label><select class="input" id="default" name="default_language"><option value="">${t.say("new_default_auto")}</option>${defaults}</select></details>`;
}

/** For the password that opens a form or a lesson. */
export function passwordInput(t: OwnerTranslation, label: string, isRequired = false): Html {
  return lineInput({
    name: "password",
    label,
    hint: t.say("password_new_hint"),
    type: "password",
    maxlength: limits.access_password.max,
    isRequired,
    autocomplete: "new-password",
  });
}
