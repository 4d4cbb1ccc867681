/** Small parts that several pages about forms share. */
import { limits } from "../../../../../generated/limits.ts";
import { type Html, html } from "../../../../platform/html.ts";
import { languageCodes } from "../../../../texts/languages.ts";
import type { OwnerTextKey, OwnerTranslation } from "../../../../texts/owner/owner-texts.ts";
import { writeZoneName } from "../../../../texts/time-zone.ts";
import { languageName } from "../../../../texts/translate.ts";
import { bulletList } from "../../../components/blocks/bullets.ts";
import { disclosure } from "../../../components/blocks/disclosure.ts";
import { checkBox } from "../../../components/controls/boxes.ts";
import { type ButtonLook, button, linkButton } from "../../../components/controls/buttons.ts";
import { lineField } from "../../../components/controls/line-field.ts";
import { postForm } from "../../../components/controls/post-form.ts";
import { labelledSelect, option } from "../../../components/controls/select.ts";

/** Draws a box with a refusal and its reasons. */
export function refusalBox(
  title: string,
  { text, details }: { readonly text: string; readonly details: readonly string[] },
  more: Html | false = false,
): Html {
  return html`
    <div class="refusal" role="alert">
      <p><b>${title}</b></p>
      <p>${text}</p>
      ${details.length > 0 && bulletList(details, {})}
      ${more}
    </div>
  `;
}

/** The changes between two versions of a form in sentences. */
export interface ChangeTexts {
  readonly texts: readonly string[];
  /** The number of further changes. */
  readonly more: number;
}

export function changeList(t: OwnerTranslation, { texts, more }: ChangeTexts): Html {
  if (texts.length === 0) return html`<p>${t.say("versions_same")}</p>`;
  return bulletList([...texts, more > 0 && t.say("pending_more", { count: more })]);
}

/** Draws the link to older items, below a list. */
export function olderLink(text: string, address: string): Html {
  return html`<p class="older">${linkButton({ text, look: "quiet", address })}</p>`;
}

/** Names the time zone of the times on a page, and leads to where it is chosen. */
export function zoneText(t: OwnerTranslation, zone: string): Html {
  const named = t.say("limits_zone", { zone: writeZoneName(zone) });
  return html`${named} <a href="/settings/account#time-zone">${t.say("limits_zone_change")}</a>`;
}

/** The place where the script of a list announces how many items there are. */
export function liveNews(): Html {
  return html`<p class="vh" id="live-news" role="status"></p>`;
}

/** Draws a form with one button, which posts to an address below the form's. */
export function formButton(
  { csrf, form }: { readonly csrf: string; readonly form: { readonly id: string } },
  action: string,
  label: string,
  {
    name,
    value,
    look = "quiet",
    more,
  }: {
    name: string;
    value: string;
    look?: ButtonLook;
    /** Other inputs. */
    more?: Html | undefined;
  },
): Html {
  return postForm({
    action: `/forms/${form.id}/${action}`,
    csrf,
    content: [more, button({ text: label, look, name, value })],
  });
}

/** Draws the choice of languages and of the default language, behind a button. */
export function languageChoice(
  t: OwnerTranslation,
  { languages, defaultLanguage }: { readonly languages: readonly string[]; readonly defaultLanguage: string },
  hint: OwnerTextKey,
): Html {
  const boxes = languageCodes.map((code) =>
    checkBox({
      name: "languages",
      value: code,
      text: languageName(code),
      lang: code,
      isChecked: languages.includes(code),
    }),
  );
  const defaults = languageCodes.map((code) =>
    option({ value: code, text: languageName(code), lang: code, isChosen: defaultLanguage === code }),
  );
  const isOpen = languages.length > 0 || defaultLanguage !== "";
  return disclosure({
    summary: t.say("new_languages"),
    isOpen,
    content: html`
      <fieldset><legend class="hint">${t.say(hint)}</legend><div class="boxes">${boxes}</div></fieldset>
      ${labelledSelect({
        id: "default",
        name: "default_language",
        label: t.say("new_default_language"),
        options: [option({ value: "", text: t.say("new_default_auto") }), defaults],
      })}
    `,
  });
}

/** Draws the input for the password of a form or a lesson. */
export function passwordInput(t: OwnerTranslation, label: string, isRequired = false): Html {
  return lineField({
    name: "password",
    label,
    hint: t.say("password_new_hint"),
    type: "password",
    maxlength: limits.access_password.max,
    isRequired,
    autocomplete: "new-password",
  });
}
