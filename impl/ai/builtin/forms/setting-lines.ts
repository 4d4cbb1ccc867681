/** Reads lines that name a setting and its value: "Closing date: 2027-03-01", "Form name: Feedback". */
import { unquoted } from "../items/choices.ts";
import { isYes } from "../items/readers/kinds.ts";
import type { Text } from "../items/readers/reader.ts";
import type { Range } from "../reading/accounting.ts";
import { type Key, keyAt } from "../reading/keys.ts";
import { numberAt } from "../reading/numbers.ts";
import { isColon } from "../reading/split.ts";
import type { Settings } from "./setting.ts";
import { languagesIn } from "./setting-languages.ts";
import { closingTime, dayIn, isLimit, linkIn } from "./settings.ts";

/** Reads the value behind the name of a setting; undefined if it is not understood. */
type ReadValue = (text: Text, value: Range) => Settings | undefined;

const READERS: Readonly<Partial<Record<Key, ReadValue>>> = {
  formTitle: ({ prompt }, value) => {
    const title = unquoted(prompt.textOf(value));
    // "Survey: name, email" is a list.
    const isList = title.includes(",") || prompt.tokens.every(({ kind }) => kind !== "newline");
    return isList ? undefined : { title };
  },
  formDescription: (text, value) => ({ description: wordsOf(text, value) }),
  thanks: (text, value) => ({ ending_message: wordsOf(text, value) }),
  button: (text, value) => ({ submit_label: wordsOf(text, value) }),
  closes: (text, value) => {
    const day = dayIn(text, value);
    return day ? { closes_at: closingTime(day) } : undefined;
  },
  limit: ({ prompt, lexicon }, { from }) => {
    const number = numberAt(prompt, from, lexicon) ?? numberAt(prompt, from + 1, lexicon);
    return number && isLimit(number.value) ? { response_limit: number.value } : undefined;
  },
  redirect: (text, value) => {
    const redirect_url = linkIn(text, value);
    return redirect_url ? { redirect_url } : undefined;
  },
  languages: (text, value) => languagesIn(text, value)?.says,
  once: (text, value) => (isYes(text, value.from, value.to) ? { one_response_per_email: true } : undefined),
  progress: (text, value) => (isYes(text, value.from, value.to) ? { show_progress: true } : undefined),
};

const KEYS: readonly Key[] = [
  "formTitle",
  "formDescription",
  "thanks",
  "button",
  "closes",
  "limit",
  "once",
  "redirect",
  "languages",
  "progress",
];

const wordsOf = ({ prompt }: Text, value: Range): string => unquoted(prompt.textOf(value));

/** @returns undefined if the line names no setting, or its value is not understood */
export function readSettingLine(text: Text, { from, to }: Range): Settings | undefined {
  const { prompt } = text;
  const key = keyAt(prompt, from, to, ...KEYS);
  if (!key || !isColon(prompt, key.to)) return undefined;
  return readSetting(text, key, prompt.trim({ from: key.to + 1, to }, ",;*"));
}

/** @returns undefined if the key names no setting, or its value is not understood */
export function readSetting(text: Text, { from, to }: Range, value: Range): Settings | undefined {
  const key = keyAt(text.prompt, from, to, ...KEYS);
  if (key?.to !== to || text.prompt.isEmpty(value)) return undefined;
  return READERS[key.value]?.(text, value);
}
