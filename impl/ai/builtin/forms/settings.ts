/** Reads what a prompt says of the whole form: in lines ("Closing date: 2027-03-01") and in sentences ("limit it to 50 responses"). */
import type { Language } from "../../../../generated/types.ts";
import { LANGUAGES } from "../../../texts/detection/names.ts";
import type { FlatSettings } from "../../forms/flat-form.ts";
import { unquoted } from "../items/choices.ts";
import { isYes } from "../items/readers/kinds.ts";
import type { Text } from "../items/readers/reader.ts";
import type { Range } from "../reading/accounting.ts";
import { dayAt } from "../reading/days.ts";
import type { Key } from "../reading/keys.ts";
import type { List } from "../reading/lexicon.ts";
import { numberAt } from "../reading/numbers.ts";
import { languagesIn } from "./setting-languages.ts";

/** What the prompt says of the whole form, in its own words. */
export interface Settings extends FlatSettings {
  /** "two pages" */
  readonly pageCount?: number;
  readonly languages?: readonly Language[];
  /** Languages that forms cannot have, by name. */
  readonly otherLanguages?: readonly string[];
}

/** A setting that tokens `from` to `to` say. */
export interface FoundSetting extends Range {
  readonly says: Settings;
}

/** Of two settings the later one wins; languages are put together. */
export function bothSettings(first: Settings, second: Settings): Settings {
  return {
    ...first,
    ...second,
    languages: [...(first.languages ?? []), ...(second.languages ?? [])],
    otherLanguages: [...(first.otherLanguages ?? []), ...(second.otherLanguages ?? [])],
  };
}

/** Reads the value of a setting behind its name; undefined if it is not understood. */
type ReadValue = (text: Text, value: Range) => FoundSetting | undefined;

/** A value over "on", "is", "the" and the like, within a few words. */
function behind(read: ReadValue): ReadValue {
  return (text, { from, to }) => {
    const { prompt, lexicon } = text;
    for (let at = from, steps = 0; at < to && steps < 6; steps++) {
      const found = read(text, { from: at, to });
      if (found) return found;
      const filler = lexicon
        .table("plain", "mustBe", "fillers", "after", "once", "atMost", "on", "form")
        .at(prompt.tokens, at, to);
      const next = filler?.to ?? prompt.keyAt(at, to, "dateUntil", "closes")?.to;
      if (next === undefined && !prompt.isMark(at, ":,-–=(.")) return undefined;
      at = next ?? at + 1;
    }
    return undefined;
  };
}

/** The end of a day in UTC. */
const readClosing = behind(({ prompt, lexicon }, { from, to }) => {
  const day = dayAt(prompt, from, lexicon);
  return day && day.to <= to ? { ...day, says: { closes_at: `${day.value}T23:59:59Z` } } : undefined;
});

const readLimit = behind(({ prompt, lexicon }, { from }) => {
  const number = numberAt(prompt, from, lexicon);
  const { value: response_limit = 0 } = number ?? {};
  const isLimit = Number.isInteger(response_limit) && response_limit >= 1 && response_limit <= 1_000_000;
  return number && isLimit ? { ...number, says: { response_limit } } : undefined;
});

/** A setting whose value is its words. */
function words(name: "description" | "ending_message" | "submit_label"): ReadValue {
  return ({ prompt }, value) => ({ ...value, says: { [name]: unquoted(prompt.textOf(value)) } });
}

function flag(says: Settings): ReadValue {
  return (text, value) => (isYes(text, value.from, value.to) ? { ...value, says } : undefined);
}

/** "Survey: name, email" is a list. */
const readTitle: ReadValue = ({ prompt }, value) => {
  const title = unquoted(prompt.textOf(value));
  const isList = title.includes(",") || prompt.tokens.every(({ kind }) => kind !== "newline");
  return isList ? undefined : { ...value, says: { title } };
};

const readLink: ReadValue = ({ prompt }, value) => {
  const link = prompt.tokens.slice(value.from, value.to).find(({ kind }) => kind === "link");
  return link && { ...value, says: { redirect_url: link.text.replace(/^www\./, "https://www.") } };
};

/** The settings that lines and JSON name by a key. */
const VALUES = new Map<Key, ReadValue>([
  ["formTitle", readTitle],
  ["formDescription", words("description")],
  ["thanks", words("ending_message")],
  ["button", words("submit_label")],
  ["closes", readClosing],
  ["limit", readLimit],
  ["once", flag({ one_response_per_email: true })],
  ["redirect", readLink],
  ["languages", languagesIn],
  ["progress", flag({ show_progress: true })],
]);

/** "Closing date: 2027-03-01" @returns undefined if the line names no setting, or its value is not understood */
export function readSettingLine(text: Text, { from, to }: Range): Settings | undefined {
  const { prompt } = text;
  const key = prompt.keyAt(from, to, ...VALUES.keys());
  if (!key || !prompt.isColon(key.to)) return undefined;
  return readSetting(text, key, prompt.trim({ from: key.to + 1, to }, ",;*"));
}

/** @returns undefined if the key names no setting, or its value is not understood */
export function readSetting(text: Text, { from, to }: Range, value: Range): Settings | undefined {
  const key = text.prompt.keyAt(from, to, ...VALUES.keys());
  if (key?.to !== to || text.prompt.isEmpty(value)) return undefined;
  return VALUES.get(key.value)?.(text, value)?.says;
}

/** Reads every setting that a sentence names, and accounts for its words. */
export function readSettings(text: Text, { from, to }: Range): Settings {
  const { prompt, lexicon } = text;
  let says: Settings = {};
  // "Do not close it on ..." is no wish to close it.
  if (lexicon.table("not", "negations").at(prompt.tokens, from, to)) return says;
  for (let at = from; at < to; at = Math.max(prompt.after(at), at + 1)) {
    const range = { from: at, to };
    const found = FRAMES.map((frame) => frame(text, range)).find((one) => one !== undefined);
    if (!found) continue;
    prompt.accounting.read({ from: at, to: found.to });
    says = bothSettings(says, found.says);
    at = found.to - 1;
  }
  return says;
}

/** `Thank-you message: "See you there!"` behind other sentences */
const readWordsIn: ReadValue = (text, { from, to }) => {
  const key = text.prompt.keyAt(from, to, "thanks", "button");
  const says = key && text.prompt.isOpenQuote(key.to + 1) ? readSettingLine(text, { from, to }) : undefined;
  return says && { from, to, says };
};

/** "closes on 3 May 2027", "open until ..." */
const readClosingIn: ReadValue = (text, { from, to }) => {
  const { prompt, lexicon } = text;
  const lead =
    lexicon.table("openUntil", "closes", "close", "deadline").at(prompt.tokens, from, to) ??
    prompt.keyAt(from, to, "closes");
  return lead && readClosing(text, { from: lead.to, to });
};

/** "limit to 50 responses", "max. 25 participants", "close after 100 responses" */
const readLimitIn: ReadValue = (text, { from, to }) => {
  const { prompt, lexicon } = text;
  const lead =
    lexicon
      .table("limit", "limited", "atMost", "close", "closes", "accept", "only")
      .at(prompt.tokens, from, to) ?? prompt.keyAt(from, to, "limit");
  const found = lead && readLimit(text, { from: lead.to, to });
  const unit = found && lexicon.table("responses", "places", "crowd").at(prompt.tokens, found.to, to);
  if (!unit || lexicon.table("perSlot", "per").at(prompt.tokens, unit.to, to)) return undefined;
  // "each slot takes only 2 people"
  const isEach = lexicon.table("each", "perSlot", "per").all(prompt.tokens, Math.max(0, from - 4), from);
  return isEach.length > 0 ? undefined : { ...found, to: unit.to };
};

/** Phrases that alone say what they want. Shorter ones have other meanings, too: "one-time" is a choice. */
const PHRASES: readonly (readonly [list: List, fewest: number, says: Settings])[] = [
  ["oneResponse", 3, { one_response_per_email: true }],
  ["oneQuestionPerPage", 1, { display: "one_question" }],
  ["progress", 2, { show_progress: true }],
];

const readPhrase: ReadValue = ({ prompt, lexicon }, { from, to }) => {
  const verb = lexicon.table("show", "put").at(prompt.tokens, from, to);
  for (const [list, fewest, says] of PHRASES) {
    const found = lexicon.table(list).at(prompt.tokens, verb?.to ?? from, to);
    if (found && prompt.count(found) >= fewest) return { ...found, says };
  }
  return undefined;
};

/** "two pages": what is on them, other sentences say. */
const readPageCount: ReadValue = ({ prompt, lexicon }, { from, to }) => {
  const number = numberAt(prompt, from, lexicon);
  if (!number || number.value < 2) return undefined;
  const noun = prompt.isMark(number.to, "-") ? number.to + 1 : number.to;
  const pages = lexicon.table("pages").at(prompt.tokens, noun, to) ?? prompt.keyAt(noun, to, "page");
  return pages && { ...pages, says: { pageCount: number.value } };
};

/** "in English and German", "translated into French", "every official language of the EU" */
const readLanguages: ReadValue = (text, { from, to }) => {
  const { prompt, lexicon } = text;
  const all = lexicon.table("allLanguages").at(prompt.tokens, from, to);
  if (all) return { ...all, says: { languages: LANGUAGES } };
  const lead = lexicon.table("translatedMarkers", "languageMarkers").at(prompt.tokens, from, to);
  return lead ? behind(languagesIn)(text, { from: lead.to, to }) : twoLanguages(text, { from, to });
};

/** Behind the name of the form: "suomeksi ja englanniksi". Languages behind a colon or with commas are choices. */
const twoLanguages: ReadValue = (text, range) => {
  const { prompt } = text;
  if (range.from === 0 || prompt.isMark(range.from - 1, "([,:")) return undefined;
  const found = languagesIn(text, range);
  const isList = found && prompt.findMark(found, ",/") !== undefined;
  return !isList && found?.says.languages?.length === 2 ? found : undefined;
};

const FRAMES: readonly ReadValue[] = [
  readWordsIn,
  readClosingIn,
  readLimitIn,
  readPhrase,
  readPageCount,
  readLanguages,
];
