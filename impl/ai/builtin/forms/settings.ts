/** Reads settings in sentences: closing date, limit, languages, words of thanks, button and the like. */
import { LANGUAGES } from "../../../texts/detection/names.ts";
import type { Text } from "../items/readers/reader.ts";
import type { Range } from "../reading/accounting.ts";
import { dayAt } from "../reading/days.ts";
import { keyAt } from "../reading/keys.ts";
import type { List } from "../reading/lexicon.ts";
import { numberAt } from "../reading/numbers.ts";
import { find } from "../reading/split.ts";
import type { FoundSetting, Settings } from "./setting.ts";
import { languagesIn } from "./setting-languages.ts";

/** One kind of setting at a place in a sentence. */
type Frame = (text: Text, at: number, limit: number) => FoundSetting | undefined;

/** Reads every setting that a sentence names, and accounts for its words. */
export function readSettings(text: Text, { from, to }: Range): Settings {
  const { prompt } = text;
  let says: Settings = {};
  if (isDenied(text, { from, to })) return says;
  for (let at = from; at < to; at = Math.max(prompt.after(at), at + 1)) {
    const found = FRAMES.map((frame) => frame(text, at, to)).find((one) => one !== undefined);
    if (!found) continue;
    prompt.accounting.read(found);
    says = bothSettings(says, found.says);
    at = found.to - 1;
  }
  return says;
}

/** Of two settings the later one wins; languages are put together. */
export function bothSettings(first: Settings, second: Settings): Settings {
  const languages = [...(first.languages ?? []), ...(second.languages ?? [])];
  return { ...first, ...second, ...(languages.length > 0 && { languages }) };
}

/** "Do not close it on ..." is no wish to close it. */
function isDenied({ prompt, lexicon }: Text, { from, to }: Range): boolean {
  return lexicon.table("not", "negations").at(prompt.tokens, from, to) !== undefined;
}

/** Behind a lead, over "on", "is", "the" and the like, what a value reader finds within a few words. */
function behind<T>(
  text: Text,
  from: number,
  limit: number,
  read: (at: number) => T | undefined,
): T | undefined {
  const { prompt, lexicon } = text;
  for (let at = from, steps = 0; at < limit && steps < 6; steps++) {
    const value = read(at);
    if (value !== undefined) return value;
    const filler = lexicon
      .table("plain", "mustBe", "fillers", "after", "on", "form")
      .at(prompt.tokens, at, limit);
    const next = filler?.to ?? keyAt(prompt, at, limit, "dateUntil", "closes")?.to;
    if (next === undefined && !prompt.isMark(at, ":,-–=(")) return undefined;
    at = next ?? at + 1;
  }
  return undefined;
}

const readClosing: Frame = (text, at, limit) => {
  const { prompt, lexicon } = text;
  const lead =
    lexicon.table("openUntil", "closes", "close", "deadline").at(prompt.tokens, at, limit) ??
    keyAt(prompt, at, limit, "closes");
  const day = lead && behind(text, lead.to, limit, (from) => dayAt(prompt, from, lexicon));
  return day && day.to <= limit
    ? { from: at, to: day.to, says: { closes_at: closingTime(day.value) } }
    : undefined;
};

/** "limit to 50 responses", "max. 25 participants", "close after 100 responses" */
const readLimit: Frame = (text, at, limit) => {
  const { prompt, lexicon } = text;
  const lead =
    lexicon
      .table("limit", "limited", "atMost", "close", "closes", "accept", "only")
      .at(prompt.tokens, at, limit) ?? keyAt(prompt, at, limit, "limit");
  if (!lead) return undefined;
  const afterward = lexicon.table("after", "once").at(prompt.tokens, lead.to, limit)?.to ?? lead.to;
  const most = lexicon.table("atMost").at(prompt.tokens, afterward, limit)?.to ?? afterward;
  const number = behind(text, prompt.isMark(most, ".") ? most + 1 : most, limit, (from) =>
    numberAt(prompt, from, lexicon),
  );
  if (!number || !isLimit(number.value)) return undefined;
  const unit = lexicon.table("responses", "places", "crowd").at(prompt.tokens, number.to, limit);
  if (!unit || lexicon.table("perSlot", "per").at(prompt.tokens, unit.to, limit)) return undefined;
  // "each slot takes only 2 people"
  if (lexicon.table("each", "perSlot", "per").all(prompt.tokens, Math.max(0, at - 4), at).length > 0)
    return undefined;
  return { from: at, to: unit.to, says: { response_limit: number.value } };
};

export function isLimit(value: number): boolean {
  return Number.isInteger(value) && value >= 1 && value <= 1_000_000;
}

/** Phrases that alone say what they want. */
const PHRASES: readonly (readonly [list: List, says: Settings])[] = [
  ["oneResponse", { one_response_per_email: true }],
  ["oneQuestionPerPage", { display: "one_question" }],
  ["progress", { show_progress: true }],
];

/** Shorter phrases have other meanings, too: "one-time" is a choice. */
const MIN_WORDS: Readonly<Record<string, number>> = { oneResponse: 3, progress: 2 };

const readPhrase: Frame = ({ prompt, lexicon }, at, limit) => {
  for (const [list, says] of PHRASES) {
    const found = lexicon.table(list).at(prompt.tokens, at, limit);
    if (found && prompt.count(found) >= (MIN_WORDS[list] ?? 1)) {
      const verb = lexicon.table("show", "put").whole(prompt.tokens, at - 1, at);
      return { from: verb ? at - 1 : at, to: found.to, says };
    }
  }
  return undefined;
};

/** "two pages": what is on them, other sentences say. */
const readPageCount: Frame = ({ prompt, lexicon }, at, limit) => {
  const number = numberAt(prompt, at, lexicon);
  const joined = number && prompt.isMark(number.to, "-") ? number.to + 1 : number?.to;
  const pages =
    joined === undefined
      ? undefined
      : (lexicon.table("pages").at(prompt.tokens, joined, limit) ?? keyAt(prompt, joined, limit, "page"));
  return number && pages && number.value > 1
    ? { from: at, to: pages.to, says: { pageCount: number.value } }
    : undefined;
};

/** "in English and German", "translated into French", "suomeksi ja englanniksi", "every official language of the EU" */
const readLanguages: Frame = (text, at, limit) => {
  const { prompt, lexicon } = text;
  const all = lexicon.table("allLanguages").at(prompt.tokens, at, limit);
  if (all) return { from: at, to: all.to, says: { languages: LANGUAGES } };
  const lead = lexicon.table("translatedMarkers", "languageMarkers").at(prompt.tokens, at, limit);
  const named = lead
    ? behind(text, lead.to, limit, (from) => languagesIn(text, { from, to: limit }))
    : twoLanguages(text, at, limit);
  return named && { from: at, to: named.to, says: named.says };
};

/** Behind the name of the form: "suomeksi ja englanniksi". Languages behind a colon or with commas are choices. */
function twoLanguages(text: Text, at: number, limit: number): FoundSetting | undefined {
  if (at === 0 || text.prompt.isMark(at - 1, "([,:")) return undefined;
  const found = languagesIn(text, { from: at, to: limit });
  const isList = found && find(text.prompt, found, (index) => text.prompt.isMark(index, ",/"));
  return isList === undefined && found?.says.languages?.length === 2 ? found : undefined;
}

const FRAMES: readonly Frame[] = [readClosing, readLimit, readPhrase, readPageCount, readLanguages];

export function dayIn({ prompt, lexicon }: Text, { from, to }: Range): string | undefined {
  for (let at = from; at < Math.min(to, from + 5); at++) {
    const day = dayAt(prompt, at, lexicon);
    if (day) return day.value;
  }
  return undefined;
}

/** The end of a day in UTC. */
export function closingTime(day: string): string {
  return `${day}T23:59:59Z`;
}

export function linkIn({ prompt }: Text, { from, to }: Range): string | undefined {
  const link = prompt.tokens.slice(from, to).find(({ kind }) => kind === "link")?.text;
  return link?.startsWith("www.") ? `https://${link}` : link;
}
