/** Reads the settings of the whole form, which stand below a line of dashes: `Button: Sign up`. */
import type { Language } from "../../../generated/types.ts";
import { languageNames } from "../../texts/detection/names.ts";
import { fold } from "../../texts/fold.ts";
import { logicalLine } from "./marks/lines.ts";
import type { Problem } from "./marks/problem.ts";
import { readQuotation } from "./marks/quotes.ts";
import { type Span, trimSpan } from "./marks/span.ts";
import { readTokens, type Token } from "./marks/tokens.ts";
import type { Notation } from "./questions/details.ts";
import { type Value, valueAt } from "./values.ts";
import { ofGroup, oneOf, type WordName, type Words } from "./words.ts";

export type SettingKey = WordName extends infer Name
  ? Name extends `settings.${infer Key}`
    ? Key
    : never
  : never;

export interface SettingText {
  readonly key: SettingKey;
  readonly span: Span;
  readonly text: string;
  readonly isQuoted: boolean;
  readonly value: Value | boolean | undefined;
}

export interface Settings {
  readonly settings: readonly SettingText[];
  readonly problems: readonly Problem[];
  /** Behind the last of them. */
  readonly to: number;
}

/** Undefined where the first line below is no setting: the dashes only part the text. */
export function readSettings(notation: Notation, from: number): Settings | undefined {
  const { source } = notation.coverage;
  const settings: SettingText[] = [];
  const problems: Problem[] = [];
  let at = from;
  while (at < source.length) {
    const line = logicalLine(source, at);
    const span = trimSpan(source, line);
    if (source.startsWith("//", span.from)) break;
    at = line.to;
    if (span.to === span.from) continue;
    const isOne = keyIn(notation, span) !== undefined;
    if (!isOne && settings.length === 0 && problems.length === 0) return undefined;
    const setting = readSetting(notation, span);
    const isTwice = settings.some(({ key }) => key === setting?.key);
    if (setting && !isTwice) settings.push(setting);
    else problems.push({ code: "setting_unread", span });
  }
  return settings.length + problems.length === 0 ? undefined : { settings, problems, to: at };
}

function keyIn({ coverage, words }: Notation, span: Span): { key: SettingKey; to: number } | undefined {
  const tokens = readTokens(coverage.source, { from: span.from, to: Math.min(span.to, span.from + 100) });
  const found = words.at(tokens, 0, ofGroup("settings"));
  const colon = found && tokens[found.to];
  if (!found || colon?.key !== ":") return undefined;
  return { key: found.name.slice("settings.".length) as SettingKey, to: colon.to };
}

function readSetting(notation: Notation, span: Span): SettingText | undefined {
  const { coverage, words } = notation;
  const key = keyIn(notation, span);
  const text = key && trimSpan(coverage.source, { from: key.to, to: span.to });
  if (!key || !text || text.to === text.from) return undefined;
  const quoted = readQuotation(coverage.source, text.from, text.to);
  const isQuoted = quoted?.to === text.to;
  const inner = isQuoted ? quoted.inner : text;
  const value = wholeValue(readTokens(coverage.source, inner), words);
  const isText = TEXTS.has(key.key);
  if (!isText && !fits(key.key, coverage.slice(inner), value, words.language)) return undefined;
  coverage.addWord({ from: span.from, to: key.to });
  coverage.addMark(text);
  if (isText) coverage.addText(inner);
  else coverage.addWord(inner);
  return { key: key.key, span, text: coverage.slice(inner), isQuoted, value };
}

/** Returns the value that all tokens together are: yes or no, a number, a date or a time. */
function wholeValue(tokens: readonly Token[], words: Words): SettingText["value"] {
  const answer = words.at(tokens, 0, oneOf("values.yes", "values.no"));
  if (answer?.to === tokens.length) return answer.name === "values.yes";
  const found = valueAt(tokens, 0, words);
  return found?.to === tokens.length ? found.value : undefined;
}

const TEXTS: ReadonlySet<SettingKey> = new Set<SettingKey>([
  "button",
  "thanks",
  "message",
  "closed_text",
  "full_text",
]);
const LINKS: ReadonlySet<SettingKey> = new Set<SettingKey>(["redirect", "imprint", "privacy"]);

function fits(key: SettingKey, text: string, value: SettingText["value"], language: Language): boolean {
  if (LINKS.has(key)) return /^https?:\/\/\S+$/.test(text);
  if (key === "languages") return languagesIn(text, language) !== undefined;
  if (key === "limit") return typeof value === "object" && value.kind === "number";
  if (key === "opens") return openingTime(text, value) !== undefined;
  if (key === "closes") return closingTime(text, value) !== undefined;
  return typeof value === "boolean";
}

/** Languages by their names, with commas between; undefined where one is not known. */
export function languagesIn(text: string, language: Language): readonly Language[] | undefined {
  const names = languageNames(language);
  const codes = text.split(/[,;]/).map((name) => names.get(fold(name.trim())));
  return codes.every((code) => code !== undefined) ? codes : undefined;
}

/** Reads an opening time. A day opens at its beginning in UTC; a time without a zone is in UTC. */
export function openingTime(text: string, value: SettingText["value"]): string | undefined {
  return readMoment(text, value, "T00:00:00Z");
}

/** Reads a closing time. A day closes at its end in UTC; a time without a zone is in UTC. */
export function closingTime(text: string, value: SettingText["value"]): string | undefined {
  return readMoment(text, value, "T23:59:59Z");
}

/** @param timeOfDay the time for a value that is only a day */
function readMoment(text: string, value: SettingText["value"], timeOfDay: string): string | undefined {
  const moment = MOMENT.exec(text)?.groups;
  if (moment) return `${moment.minute}${moment.seconds ?? ":00"}${moment.zone}`;
  if (typeof value !== "object") return undefined;
  if (value.kind === "date") return `${value.text}${timeOfDay}`;
  return value.kind === "datetime" ? `${value.text}:00Z` : undefined;
}

/** Written times may leave out the seconds, which structures need. */
const MOMENT =
  /^(?<minute>\d{4}-\d{2}-\d{2}T\d{2}:\d{2})(?<seconds>:\d{2}(?:\.\d+)?)?(?<zone>Z|[+-]\d{2}:\d{2})$/;
