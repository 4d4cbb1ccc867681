/** The subject and the text that an account writes for its mails about responses, with a preview of them. */
import { type Html, html } from "../../../../platform/html.ts";
import { MAX_SUBJECT, MAX_TEXT } from "../../../../responses/notifications/mail-texts.ts";
import type { MentionableAnswer, TextsPreview } from "../../../../responses/notifications/preview-texts.ts";
import { disclosure } from "../../../components/blocks/disclosure.ts";
import { actions, button } from "../../../components/controls/buttons.ts";
import { lineField } from "../../../components/controls/line-field.ts";
import { postForm } from "../../../components/controls/post-form.ts";
import { textArea } from "../../../components/controls/text-area.ts";
import type { MailTextsView, SettingsView } from "./overview-view.ts";

export function mailTextsPart({ t, csrf, form }: SettingsView, view: MailTextsView): Html {
  const { texts, preview, answers } = view;
  const fields = [
    html`
      <div>
        ${subjectField(t, texts.subject)}
        ${insertMenu(t.say("mail_texts_insert"), answers)}
      </div>
    `,
    html`<div class="field">${bodyArea(t, texts.text)}</div>`,
    actions(
      button({ text: t.say("mail_texts_save"), look: "quiet", name: "action", value: "save" }),
      button({ text: t.say("mail_texts_preview"), look: "link", name: "action", value: "preview" }),
    ),
  ];
  return html`
    <h3>${t.say("mail_texts_title")}</h3>
    <p class="soft">${t.say("mail_texts_text")}</p>
    ${postForm({
      action: `/forms/${form.id}/mail-texts#mails`,
      csrf,
      className: "stack mail-texts",
      content: fields,
    })}
    <div id="mail-preview">${preview && previewPart(t, preview)}</div>
  `;
}

function subjectField(t: SettingsView["t"], subject: string): Html {
  return lineField({
    name: "subject",
    label: t.say("mail_texts_subject"),
    hint: t.say("mail_texts_subject_hint"),
    maxlength: MAX_SUBJECT,
    value: subject,
  });
}

function bodyArea(t: SettingsView["t"], text: string): Html {
  return textArea({
    name: "text",
    label: t.say("mail_texts_body"),
    hint: t.say("mail_texts_body_hint"),
    rows: 5,
    maxlength: MAX_TEXT,
    text,
  });
}

/** Draws the texts as text: an answer, or a mark in a text, is nothing but its characters. */
export function previewPart(t: SettingsView["t"], { subject, text, unknown }: TextsPreview): Html {
  return html`
    <div class="panel mail-sample">
      <p class="soft">${t.say("mail_texts_sample")}</p>
      <p><b>${subject === "" ? t.say("mail_texts_usual") : subject}</b></p>
      ${text !== "" && html`<p class="mail-words">${text}</p>`}
      <p class="soft">${t.say("mail_texts_follow")}</p>
      ${
        unknown.length > 0 &&
        html`<p class="hint">${t.say("mail_texts_unknown", { count: unknown.length, ids: unknown.join(", ") })}</p>`
      }
    </div>
  `;
}

/** More answers than this would push the text out of sight. */
const MOST_SHOWN = 12;

/**
 * Draws the answers that both inputs can mention. A script makes buttons of them that insert their mention where the caret is;
 * without it, they say what to type.
 */
function insertMenu(summary: string, answers: readonly MentionableAnswer[]): Html | false {
  if (answers.length === 0) return false;
  const entries = answers.map(
    ({ id, label }) => html`<li><span>${label}</span> <code>${`{{${id}}}`}</code></li>`,
  );
  const content = html`<ul class="mentions">${entries}</ul>`;
  return disclosure({ summary, content, isOpen: answers.length <= MOST_SHOWN });
}
