/** Makes the settings of a form from its text. */
import type { Language, LocalizedText } from "../../../../generated/types.ts";
import { translation } from "../../../texts/translate.ts";
import { divideEnding } from "../ending-texts.ts";
import { closingTime, languagesIn, openingTime, type SettingKey, type SettingText } from "../settings.ts";

export interface BuiltSettings {
  /** Undefined where the text has none. */
  readonly settings: Readonly<Record<string, unknown>> | undefined;
  readonly endings: readonly object[] | undefined;
  /** The named languages. */
  readonly languages: readonly Language[];
}

/** The form of a setting in a structure; undefined: it is none of its `settings`. */
type Maker = (said: SettingText, text: (value: string) => LocalizedText) => unknown;

const SETTINGS: Readonly<Partial<Record<SettingKey, { readonly name: string; readonly value: Maker }>>> = {
  button: { name: "submit_label", value: (said, text) => text(said.text) },
  progress: { name: "show_progress", value: ({ value }) => value },
  one_question: { name: "display", value: ({ value }) => (value === true ? "one_question" : "pages") },
  imprint: { name: "imprint_url", value: (said) => said.text },
  privacy: { name: "privacy_url", value: (said) => said.text },
  once: { name: "one_response_per_email", value: ({ value }) => value },
  limit: {
    name: "response_limit",
    value: ({ value }) => (typeof value === "object" && value.kind === "number" ? value.number : undefined),
  },
  keep: { name: "keep_answers", value: ({ value }) => value },
  closed_text: { name: "closed_text", value: (said, text) => text(said.text) },
  full_text: { name: "full_text", value: (said, text) => text(said.text) },
  opens: { name: "opens_at", value: (said) => openingTime(said.text, said.value) },
  closes: { name: "closes_at", value: (said) => closingTime(said.text, said.value) },
};

export function buildSettings(said: readonly SettingText[], language: Language): BuiltSettings {
  const text = (value: string): LocalizedText => ({ [language]: value });
  const settings = Object.fromEntries(
    said.flatMap((setting) => {
      const maker = SETTINGS[setting.key];
      return maker ? [[maker.name, maker.value(setting, text)] as const] : [];
    }),
  );
  const by = new Map<SettingKey, SettingText>(said.map((setting) => [setting.key, setting]));
  return {
    settings: Object.keys(settings).length > 0 ? settings : undefined,
    endings: endings(by, language),
    languages: languagesIn(by.get("languages")?.text ?? "", language) ?? [],
  };
}

function endings(
  by: ReadonlyMap<SettingKey, SettingText>,
  language: Language,
): readonly object[] | undefined {
  const [title, message, redirect] = [by.get("thanks"), by.get("message"), by.get("redirect")];
  if (!(title ?? message ?? redirect)) return undefined;
  const isDivided = title !== undefined && message === undefined && !title.isQuoted;
  const said = isDivided ? divideEnding(title.text) : { title: title?.text, message: message?.text };
  return [
    {
      id: "thanks",
      title: { [language]: said.title ?? translation(language, "en").say("thanks_title") },
      ...(said.message !== undefined && { message: { [language]: said.message } }),
      ...(redirect && { redirect_url: redirect.text }),
    },
  ];
}
