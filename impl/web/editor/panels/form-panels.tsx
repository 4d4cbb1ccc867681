/** The properties of the form as a whole, of a page, and the settings. */
import type { FormSettings, LocalizedText } from "../../../../generated/types.ts";
import { scoredFields } from "../../../forms/answers/answer-key.ts";
import { pickText, useParts } from "../context.ts";
import { CheckBox } from "../inputs/controls.tsx";
import { LocalText, Menu, NumberInput, TextInput } from "../inputs/inputs.tsx";
import { browserZone, fromLocalTime, localTime } from "../inputs/local-time.ts";
import { mapPages, setProperty, setSetting } from "../model/edits.ts";
import { RemovePage } from "./remove-page.tsx";

export function FormPanel() {
  const { editor, say } = useParts();
  const { structure } = editor;
  return (
    <div class="ed-fields">
      <LocalText
        label={say("form_name")}
        maxLength={200}
        text={structure.title}
        path="/title"
        onChange={(text) =>
          editor.edit((form) => setProperty(form, "title", text ?? ({} as LocalizedText)), "title")
        }
      />
      <LocalText
        label={say("description")}
        hint={say("description_hint")}
        isMultiline
        text={structure.description}
        path="/description"
        onChange={(text) => editor.edit((form) => setProperty(form, "description", text), "description")}
      />
    </div>
  );
}

export function PagePanel({ id }: { id: string }) {
  const { editor, say } = useParts();
  const at = editor.structure.pages.findIndex((page) => page.id === id);
  return (
    <div class="ed-fields">
      <LocalText
        label={say("page_title")}
        text={editor.structure.pages[at]?.title}
        path={`/pages/${at}/title`}
        onChange={(text) =>
          editor.edit(
            (form) => mapPages(form, (page) => (page.id === id ? setProperty(page, "title", text) : page)),
            `${id} title`,
          )
        }
      />
      <RemovePage id={id} />
    </div>
  );
}

export function SettingsPanel() {
  const { editor, say } = useParts();
  const settings = editor.structure.settings ?? {};
  const put = (key: keyof FormSettings, value: unknown, join?: string) =>
    editor.edit((form) => setSetting(form, key, value), join);
  const progress = settings.show_progress === undefined ? "auto" : settings.show_progress ? "yes" : "no";
  return (
    <div class="ed-fields">
      <LocalText
        label={say("submit_label")}
        text={settings.submit_label}
        path="/settings/submit_label"
        onChange={(text) => put("submit_label", text, "submit")}
      />
      <Menu
        label={say("show_progress")}
        value={progress}
        options={(["auto", "yes", "no"] as const).map((key) => [key, say(`progress_${key}`)] as const)}
        onSelect={(value) => put("show_progress", value === "auto" ? undefined : value === "yes")}
      />
      <CheckBox
        label={say("one_response_per_email")}
        isOn={settings.one_response_per_email === true}
        onChange={(isOn) => put("one_response_per_email", isOn ? true : undefined)}
      />
      <CheckBox
        label={say("keep_answers")}
        isOn={settings.keep_answers !== false}
        onChange={(isOn) => put("keep_answers", isOn ? undefined : false)}
      />
      <NumberInput
        label={say("response_limit")}
        min={1}
        max={1_000_000}
        value={settings.response_limit}
        path="/settings/response_limit"
        onNumber={(value) => put("response_limit", value, "limit")}
      />
      {(["opens_at", "closes_at"] as const).map((key) => (
        <TextInput
          key={key}
          label={say(key)}
          hint={say("time_zone", { zone: browserZone() })}
          type="datetime-local"
          value={localTime(settings[key])}
          path={`/settings/${key}`}
          onText={(text) => put(key, text === "" ? undefined : fromLocalTime(text), key)}
        />
      ))}
      {(["full_text", "closed_text"] as const).map((key) => (
        <LocalText
          key={key}
          label={say(key)}
          hint={say("description_hint")}
          isMultiline
          text={settings[key]}
          path={`/settings/${key}`}
          onChange={(text) => put(key, text, key)}
        />
      ))}
      <ReceiptWords onText={(key, text) => put(key, text, key)} />
      <AnswerKey onSelect={(id) => put("answer_key", id === "" ? undefined : id)} />
    </div>
  );
}

/** The subject and the text of the owner in the copies that respondents get. */
function ReceiptWords({
  onText,
}: {
  onText: (key: "receipt_subject" | "receipt_text", text: LocalizedText | undefined) => void;
}) {
  const { editor, say } = useParts();
  const { receipt_subject, receipt_text } = editor.structure.settings ?? {};
  return (
    <>
      <LocalText
        label={say("receipt_subject")}
        hint={say("receipt_subject_hint")}
        maxLength={200}
        text={receipt_subject}
        path="/settings/receipt_subject"
        onChange={(text) => onText("receipt_subject", text)}
      />
      <LocalText
        label={say("receipt_text")}
        hint={say("receipt_text_hint")}
        isMultiline
        text={receipt_text}
        path="/settings/receipt_text"
        onChange={(text) => onText("receipt_text", text)}
      />
    </>
  );
}

/** Offers the calculations that define correct answers, and the one that is set. */
function AnswerKey({ onSelect }: { onSelect: (id: string) => void }) {
  const { editor, say } = useParts();
  const { structure } = editor;
  const key = structure.settings?.answer_key ?? "";
  const { calculations = [], default_language: language } = structure;
  const keys = calculations.filter(({ id }) => id === key || scoredFields(structure, id).size > 0);
  return (
    <Menu
      label={say("answer_key")}
      hint={say("answer_key_hint")}
      path="/settings/answer_key"
      value={key}
      options={[
        ["", say("answer_key_none")],
        ...keys.map(({ id, label }) => [id, pickText(label, editor.language, language) || id] as const),
      ]}
      onSelect={onSelect}
    />
  );
}
