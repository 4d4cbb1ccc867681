/** The subject and the text that an account writes for its mails about responses, with a preview of them. */
import { type Html, html } from "../../../../platform/html.ts";
import { MAX_SUBJECT, MAX_TEXT } from "../../../../responses/notifications/mail-texts.ts";
import type { MentionableAnswer, TextsPreview } from "../../../../responses/notifications/preview-texts.ts";
import { disclosure } from "../../../components/blocks/disclosure.ts";
import { factList } from "../../../components/blocks/facts.ts";
import { actions, button } from "../../../components/controls/buttons.ts";
import { lineField } from "../../../components/controls/line-field.ts";
import { postForm } from "../../../components/controls/post-form.ts";
import { textArea } from "../../../components/controls/text-area.ts";
import type { MailTextsView, SettingsView } from "./overview-view.ts";

export function mailTextsPart({ t, csrf, form }: SettingsView, view: MailTextsView): Html {
  const { texts, preview, answers } = view;
  const fields = [
    lineField({
      name: "subject",
      label: t.say("mail_texts_subject"),
      hint: t.say("mail_texts_subject_hint"),
      maxlength: MAX_SUBJECT,
      value: texts.subject,
    }),
    html`<div class="field">${bodyArea(t, texts.text)}</div>`,
    actions(
      button({ text: t.say("mail_texts_save"), look: "quiet", name: "action", value: "save" }),
      button({ text: t.say("mail_texts_preview"), look: "link", name: "action", value: "preview" }),
    ),
  ];
  return disclosure({
    summary: t.say("mail_texts_title"),
    isOpen: preview !== undefined,
    content: [
      html`<p class="soft">${t.say("mail_texts_text")}</p>`,
      postForm({ action: `/forms/${form.id}/mail-texts#mails`, csrf, className: "stack", content: fields }),
      preview && previewPart(t, preview),
      answers.length > 0 && mentionsPart(t, answers),
    ],
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

function mentionsPart(t: SettingsView["t"], answers: readonly MentionableAnswer[]): Html {
  const facts = answers.map(({ id, label }) => [`{{${id}}}`, label] as const);
  return disclosure({ summary: t.say("mail_texts_ids"), content: factList(facts) });
}
