/** Forms that use a passkey, and the list of passkeys of an account. The script shows the forms if the browser supports passkeys. */
import { offersPasskeys, type PasskeyInfo } from "../../../accounts/sign-in/passkeys.ts";
import { type Html, html } from "../../../platform/html.ts";
import type { OwnerTextKey, OwnerTranslation } from "../../../texts/owner/owner-texts.ts";
import { part } from "../../components/blocks/part.ts";
import { row, rowList } from "../../components/blocks/rows.ts";
import { actions, button } from "../../components/controls/buttons.ts";
import { csrfInput, postForm } from "../../components/controls/post-form.ts";
import { entryField } from "../../components/entry.ts";
import type { Script } from "../../components/layout.ts";
import { showOrSignInAgain } from "./sign-in-again.ts";

export const PASSKEYS_PATH = "/settings/account/passkeys";

/** Lists the scripts of a page with such a form; none if browsers cannot create passkeys for the public address. */
export function passkeyScripts(publicUrl: string): readonly Script[] {
  return offersPasskeys(publicUrl) ? ["passkeys"] : [];
}

export interface PasskeyForm {
  /** Whether the browser creates a passkey or signs in with one. */
  readonly does: "create" | "get";
  /** Inputs before the button. */
  readonly content: Html;
  readonly button: OwnerTextKey;
  /** The reason why the last answer was refused. */
  readonly message?: string | undefined;
}

/** Draws a form. @param path the path that returns the challenge and receives the answer */
export function passkeyForm(t: OwnerTranslation, path: string, form: PasskeyForm): Html {
  const { does, content, button: label, message } = form;
  return html`
    <form method="post" action="${path}" class="entry stack passkey" data-does="${does}" hidden>
      ${content}
      <input type="hidden" name="answer">
      <p class="message" role="alert"${message === undefined && html` hidden`}>
        ${message ?? t.say("passkey_failed")}
      </p>
      ${actions(button({ text: t.say(label), look: "quiet" }))}
    </form>
  `;
}

export interface PasskeysView {
  readonly t: OwnerTranslation;
  readonly csrf: string;
  readonly own: readonly PasskeyInfo[];
  /** The proposed name of a new passkey. */
  readonly name: string;
  /** The address of a new sign-in, which is needed first; undefined: the sign-in is fresh. */
  readonly again: string | undefined;
}

export function passkeysPart({ t, csrf, own, name, again }: PasskeysView): Html {
  const hint = t.say("passkey_name_hint");
  const label = t.say("token_name");
  const entry = entryField({ t, name: "name", label, type: "text", autocomplete: "off", hint, value: name });
  const content = html`${csrfInput(csrf)}${entry}`;
  const form = { does: "create", content, button: "passkey_add" } as const;
  const rows = own.length > 0 && rowList(own.map((one) => passkeyRow(t, csrf, one)));
  return part({
    title: t.say("passkeys_title"),
    id: "passkeys",
    content: html`
      <p class="soft">${t.say("passkeys_text")}</p>
      ${rows}
      ${showOrSignInAgain(t, again, passkeyForm(t, PASSKEYS_PATH, form))}
    `,
  });
}

function passkeyRow(t: OwnerTranslation, csrf: string, { id, name, created_at }: PasskeyInfo): Html {
  const date = t.day(created_at);
  return row({
    title: html`<b>${name}</b>`,
    text: t.say("token_created", { date }),
    end: postForm({
      action: `${PASSKEYS_PATH}/remove`,
      csrf,
      hidden: { passkey: id },
      content: html`
        <button class="link revoke" aria-label="${t.say("passkey_remove_name", { name })}">
          ${t.say("passkey_remove")}
        </button>
      `,
    }),
  });
}
