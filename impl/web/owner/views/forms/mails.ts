/** The mails that a form sends. Each choice is a button, so it is saved at once, even without scripts. */
import { attributes, type Html, html } from "../../../../platform/html.ts";
import { disclosure } from "../../../components/blocks/disclosure.ts";
import { part } from "../../../components/blocks/part.ts";
import { row, rowList } from "../../../components/blocks/rows.ts";
import { button } from "../../../components/controls/buttons.ts";
import { lineField } from "../../../components/controls/line-field.ts";
import { postForm } from "../../../components/controls/post-form.ts";
import { showOrSignInAgain } from "../sign-in-again.ts";
import { mailTextsPart, previewPart } from "./mail-texts.ts";
import type { OverviewView, SettingsView } from "./overview-view.ts";
import { formButton } from "./parts.ts";
import { refusalIn } from "./refused-part.ts";

const MODES = ["off", "each", "daily"] as const;
const ON_OFF = ["on", "off"] as const;

/** Draws the choice of mails about new responses to this account. */
export function mailsPart(view: SettingsView): Html {
  const { t, mails, mailTexts, webhooks } = view;
  const mode = mails?.mode ?? "off";
  const modes = MODES.map((one) => [one, t.say(`mails_${one}`)] as const);
  return part({
    title: t.say("mails_title"),
    id: "mails",
    content: html`
      <p class="soft">${t.say("mails_text")}</p>
      ${choices(view, {
        action: "mails",
        name: "mode",
        label: t.say("mails_mode"),
        chosen: mode,
        options: modes,
      })}
      ${mails && withAnswers(view, mails.answers)}
      ${mailTexts && mailTextsPart(view, mailTexts)}
      ${mails && webhooks && copiesPart(view)}
    `,
  });
}

/** Draws the part of the share page that says which mails this account gets, and leads to them. */
export function mailsLink(view: OverviewView): Html {
  const { t, form, mails } = view;
  const answers = html`<input type="hidden" name="answers" value="on">`;
  const content =
    mails === undefined
      ? html`
        <p>${t.say("mails_share_none")}</p>
        ${formButton(view, "mails", t.say("mails_share_button"), { name: "mode", value: "each", more: answers })}
      `
      : html`
        <p>${t.say(`mails_share_${mails.mode}`)}</p>
        <p class="open"><a href="/forms/${form.id}/settings#mails">${t.say("mails_share_change")}</a></p>
      `;
  return part({ title: t.say("mails_title"), content });
}

function withAnswers(view: SettingsView, isOn: boolean): Html {
  const { t } = view;
  const [label, hint] = [t.say("mails_answers"), t.say("mails_answers_text")];
  return onOff(view, { action: "mails", name: "answers", label, isOn, hint });
}

/** Draws the list of further addresses that get the same mails. */
function copiesPart(view: SettingsView): Html {
  const { t, csrf, form, copies, again } = view;
  const refusal = refusalIn(view, "copies");
  const rows = (copies ?? []).map(({ id, email, confirmed_at }) =>
    row({
      title: html`<b>${email}</b>`,
      text: t.say(confirmed_at === null ? "copies_unconfirmed" : "copies_confirmed"),
      end: formButton({ csrf, form }, "mails", t.say("copies_end"), {
        name: "copy",
        value: id,
        look: "link",
      }),
    }),
  );
  const entry = lineField({
    name: "email",
    label: t.say("copies_email"),
    hint: t.say("copies_text"),
    type: "email",
    maxlength: 254,
    isRequired: true,
  });
  const add = postForm({
    action: `/forms/${form.id}/copies`,
    csrf,
    content: [entry, button({ text: t.say("copies_add"), look: "quiet" })],
  });
  return disclosure({
    summary: t.say("copies_title"),
    isOpen: rows.length > 0 || refusal !== undefined,
    content: [rows.length > 0 && rowList(rows, "people"), refusal, showOrSignInAgain(t, again, add)],
  });
}

/** Draws the choice of copies of answers to respondents, and what the owner's own words in them look like. */
export function receiptsPart(view: SettingsView): Html {
  const { t, form, receipt } = view;
  return part({
    title: t.say("receipts_title"),
    id: "receipts",
    content: html`
      ${onOff(view, {
        action: "receipts",
        name: "receipts",
        label: t.say("receipts_label"),
        isOn: form.receipts === 1,
        hint: t.say("receipts_text"),
      })}
      ${receipt && disclosure({ summary: t.say("receipts_preview"), content: previewPart(t, receipt) })}
      <p class="open soft"><a href="/forms/${form.id}/edit#settings">${t.say("receipts_words")}</a></p>
    `,
  });
}

/** Draws a switch whose two buttons are saved at once. */
export function onOff(
  view: SettingsView,
  { isOn, ...more }: Omit<Choices, "options" | "chosen"> & { readonly isOn: boolean },
): Html {
  const options = ON_OFF.map((one) => [one, view.t.say(`switch_${one}`)] as const);
  return choices(view, { ...more, chosen: isOn ? "on" : "off", options });
}

interface Choices {
  readonly action: string;
  readonly name: string;
  readonly label: string;
  readonly hint?: string;
  readonly chosen: string;
  readonly options: readonly (readonly [value: string, text: string])[];
}

function choices(
  { csrf, form }: SettingsView,
  { action, name, label, hint, chosen, options }: Choices,
): Html {
  const buttons = options.map(([value, text]) => {
    const pressed = value === chosen ? "true" : "false";
    return html`<button${attributes({ name, value, "aria-pressed": pressed })}>${text}</button>`;
  });
  return postForm({
    action: `/forms/${form.id}/${action}`,
    csrf,
    className: "switch",
    labelledBy: `${name}-label`,
    content: html`
      <p class="label" id="${name}-label">${label}</p>
      ${hint !== undefined && html`<p class="hint">${hint}</p>`}
      <div class="segments">${buttons}</div>
    `,
  });
}
