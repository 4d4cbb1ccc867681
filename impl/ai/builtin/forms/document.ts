/** Reads a prompt line by line: headings, lists, tables, keys with values; running text is read sentence by sentence. */

import { choicesSaid } from "../items/choices.ts";
import { wholeConcept } from "../items/concepts.ts";
import { bothDetails, DETAIL_KEYS, type Details, NOTHING, readDetails, readKey } from "../items/details.ts";
import { readItem } from "../items/item.ts";
import { isFieldLike, partsOf } from "../items/list.ts";
import { modifiersIn } from "../items/modifiers.ts";
import type { Range } from "../reading/accounting.ts";
import { keyAt } from "../reading/keys.ts";
import { endsWithColon, type Line, linesOf } from "../reading/lines.ts";
import { mappingIn } from "../reading/mapping.ts";
import { find, isColon, isDash, marks, sentences, split } from "../reading/split.ts";
import { readMapping } from "./mapping.ts";
import type { Outline } from "./outline.ts";
import { addTitle, isTitle, readHead } from "./pages.ts";
import { readAllRemarks } from "./remarks.ts";
import { readConditional, readRatings, readSentence } from "./sentences.ts";
import { readSettingLine } from "./setting-lines.ts";
import { bothSettings, readSettings } from "./settings.ts";
import { readTable } from "./table.ts";

export function readDocument(outline: Outline): void {
  const { prompt } = outline.text;
  const mapping = mappingIn(prompt);
  const from = mapping?.at.to ?? 0;
  if (mapping) {
    readLines(outline, linesOf(prompt, { from: 0, to: mapping.at.from }));
    readMapping(outline, mapping);
  }
  readLines(outline, linesOf(prompt, { from, to: prompt.tokens.length }));
}

function readLines(outline: Outline, lines: readonly Line[]): void {
  for (let index = 0; index < lines.length; index++) {
    const line = lines[index];
    if (!line) continue;
    if (line.marker !== "row") {
      readLine(outline, line, lines.length);
      continue;
    }
    let end = index;
    while (lines[end + 1]?.marker === "row") end += 1;
    readTable(outline, lines.slice(index, end + 1));
    index = end;
  }
}

function readLine(outline: Outline, line: Line, siblings: number): void {
  const { text } = outline;
  const setting = readSettingLine(text, line);
  if (setting && !isFieldPlace(outline, line)) {
    outline.settings = { ...outline.settings, ...setting };
    text.prompt.accounting.read(line);
    readLines(outline, line.children);
  } else if (line.marker === "head") readHeading(outline, line);
  else if (line.children.length > 0) readParent(outline, line);
  else if (!readDetailLine(outline, line)) readLeaf(outline, line, siblings);
}

/** "Description: ..." in a list of fields is one of them; above the list it is that of the form. */
function isFieldPlace({ fields }: Outline, { marker }: Line): boolean {
  return fields.length > 0 && (marker === "number" || marker === "letter" || marker === "box");
}

function readHeading(outline: Outline, line: Line): void {
  if (isTitle(outline, line)) addTitle(outline, line);
  else if (isItemWithDetails(outline, line)) return;
  else readHead(outline, line);
  readLines(outline, line.children);
}

/** "### Full name" above lines such as "Type: short text" is a field. */
function isItemWithDetails(outline: Outline, line: Line): boolean {
  const first = line.children.at(0);
  if (!first || !isDetail(outline, first)) return false;
  addItem(outline, line, line.children);
  return true;
}

/** A line with lines below it: a field with its choices or details, or a heading of a group of fields. */
function readParent(outline: Outline, line: Line): void {
  const { text } = outline;
  const isDetails = line.children.some((child) => isDetail(outline, child));
  if (!isDetails && isGroup(outline, line)) {
    if (line.marker === undefined && outline.fields.length === 0 && !isKeyed(outline, line))
      readIntroduction(outline, line);
    else if (!readLead(outline, line)) readHead(outline, line);
    readLines(outline, line.children);
  } else if (readDetailLine(outline, line)) return;
  else if (!addItem(outline, line, line.children)) {
    readSentences(outline, line);
    readLines(outline, line.children);
  } else text.prompt.accounting.read(line);
}

function isKeyed({ text: { prompt } }: Outline, line: Line): boolean {
  const { from, to } = prompt.trim(line);
  return keyAt(prompt, from, to, "page", "section", "fields", "settings") !== undefined;
}

/** "Rescue debrief, all fields optional:" above the first list: its last sentence up to a comma is the title. */
function readIntroduction(outline: Outline, line: Line): void {
  const { text } = outline;
  const { prompt } = text;
  if (readLead(outline, line)) return;
  const all = sentences(prompt, line);
  const last = all.pop();
  for (const sentence of all) readSentence(outline, sentence);
  if (!last) return;
  outline.settings = bothSettings(outline.settings, readSettings(text, last));
  readAllRemarks(outline, last);
  const [head] = split(prompt, last, marks(prompt, ",:("));
  const named = head && { from: head.from, to: withoutLeadBehind(outline, head) };
  if (
    named &&
    outline.title === undefined &&
    !prompt.accounting.isRead(named) &&
    prompt.count(named) <= MAX_LINE_WORDS
  ) {
    addTitle(outline, named);
    prompt.accounting.read(head);
    readLead(outline, { ...line, from: head.to });
  }
}

/** Where "with the following fields" begins behind the words that name a form. */
function withoutLeadBehind({ text: { prompt, lexicon } }: Outline, { from, to }: Range): number {
  for (let at = from + 1; at < to; at++)
    if (lexicon.table("openers", "purposes").at(prompt.tokens, at, to)) return at;
  return to;
}

/** "We need:", "Please ask for the following:" */
function readLead({ text }: Outline, line: Line): boolean {
  const { prompt, lexicon } = text;
  const { from, to } = prompt.trim(line, ":. ");
  for (let at = from; at < to; ) {
    const found =
      lexicon
        .table("requests", "openers", "fillers", "plain", "askFor", "form", "people.wants")
        .at(prompt.tokens, at, to) ?? keyAt(prompt, at, to, "fields");
    if (!found) return false;
    at = found.to;
  }
  prompt.accounting.read(line);
  return true;
}

/** Whether the lines below are fields and not choices. */
function isGroup(outline: Outline, line: Line): boolean {
  const { text } = outline;
  const { prompt } = text;
  const head = prompt.trim(line);
  if (keyAt(prompt, head.from, head.to, "options")?.to === head.to) return false;
  if (keyAt(prompt, head.from, head.to, "page", "section", "fields", "settings")) return true;
  if (prompt.isMark(head.to - 1, "?") || modifiersIn(text, bracketOf(outline, line))) return false;
  const fields = line.children.filter((child) => isFieldLine(outline, child));
  if (fields.length * 2 >= line.children.length) return true;
  const isFirst = outline.fields.length === 0 && line.marker === undefined && endsWithColon(prompt, line);
  return isFirst && (fields.length > 0 || isTitle(outline, line)) && !wholeConcept(text, head);
}

function bracketOf({ text: { prompt } }: Outline, line: Line): Range {
  const bracket = find(prompt, line, (index) => prompt.isOpenBracket(index));
  return bracket === undefined ? { from: line.to, to: line.to } : prompt.inside(bracket);
}

function isFieldLine({ text }: Outline, { from, to, children }: Line): boolean {
  const { prompt } = text;
  const range = prompt.trim({ from, to });
  if (children.length > 0 || isFieldLike(text, range)) return true;
  if (find(prompt, range, (index) => isDash(prompt, index)) !== undefined) return true;
  return readItem(text, range, { isLine: true })?.decided.isGuess === false;
}

/** "Type: dropdown", "Required", "Options:" with choices below. */
function isDetail({ text }: Outline, line: Line): boolean {
  const { prompt } = text;
  const { from, to } = prompt.trim(line);
  const key = keyAt(prompt, from, to, ...DETAIL_KEYS);
  return key !== undefined && (isColon(prompt, key.to) || key.to === to);
}

function readDetailLine(outline: Outline, line: Line): boolean {
  if (outline.fields.length === 0 || !isDetail(outline, line)) return false;
  if (
    line.marker !== undefined &&
    line.children.length === 0 &&
    wholeConcept(outline.text, outline.text.prompt.trim(line))
  )
    return false;
  return outline.extend(detailsOf(outline, line), line);
}

/** What a line below a field says, with the lines below itself. */
function detailsOf({ text }: Outline, line: Line): Details {
  const { prompt } = text;
  const { from, to } = prompt.trim(line);
  const below = line.children.map((child) => prompt.trim(child));
  const key = keyAt(prompt, from, to, ...DETAIL_KEYS);
  for (const child of line.children) prompt.accounting.read(child);
  if (!key || !(isColon(prompt, key.to) || key.to === to)) return readDetails(text, line);
  const own = readKey(text, key.value, { from: Math.min(key.to + 1, to), to });
  if (below.length === 0) return own;
  const { choices = [], ...more } = choicesSaid(text, below);
  const listed =
    key.value === "rows" || key.value === "columns"
      ? { kind: "matrix" as const, [key.value]: choices.map((choice) => choice.text) }
      : { choices, ...more };
  return bothDetails(own, { said: listed, loose: [] });
}

/** @returns whether the line is a field; its children are its details or its choices */
function addItem(outline: Outline, line: Line, children: readonly Line[]): boolean {
  const { text } = outline;
  const { prompt, lexicon } = text;
  const isFollowUp = ({ from, to }: Line) =>
    lexicon.table("ifYes", "ifNo", "if").at(prompt.tokens, from, to) !== undefined;
  const own = children.filter((child) => !isFollowUp(child));
  const place = { isLine: true, below: belowOf(outline, own) };
  const item = readItem(text, line, place);
  if (!item) return false;
  outline.add(item, { range: line, place });
  for (const child of own) prompt.accounting.read(child);
  for (const part of item.unread) prompt.accounting.unread(part);
  readLines(outline, children.filter(isFollowUp));
  return true;
}

/** What lines below a field say: details, modifiers, and else choices. */
function belowOf(outline: Outline, lines: readonly Line[]): Details {
  const { text } = outline;
  let below = NOTHING;
  const choices: Range[] = [];
  for (const line of lines) {
    const range = text.prompt.trim(line);
    const says = isDetail(outline, line) ? undefined : modifiersIn(text, range);
    if (isDetail(outline, line)) below = bothDetails(below, detailsOf(outline, line));
    else if (says) below = bothDetails(below, { said: says, loose: [] });
    else choices.push(range);
  }
  return choices.length === 0 ? below : bothDetails(below, { said: choicesSaid(text, choices), loose: [] });
}

/** A line of a list or of running text. */
function readLeaf(outline: Outline, line: Line, siblings: number): void {
  const { text } = outline;
  const isListed = line.marker !== undefined || (siblings > 2 && isShort(outline, line));
  if (!isListed || isTitle(outline, line)) {
    if (isTitle(outline, line) && isShort(outline, line) && siblings > 1) addTitle(outline, line);
    else readSentences(outline, line);
    return;
  }
  if (readHead(outline, line, true)) return;
  if (readRatings(outline, line) || readConditional(outline, text.prompt.trim(line))) return;
  if (!addListed(outline, line)) readSentences(outline, line);
}

/** A line of a list is one field, or several between commas. */
function addListed(outline: Outline, line: Line): boolean {
  const { text } = outline;
  const { prompt } = text;
  const settings = readSettings(text, line);
  if (Object.keys(settings).length > 0) {
    outline.settings = { ...outline.settings, ...settings };
    return true;
  }
  const all = sentences(prompt, line);
  if (
    all.slice(1).some(({ from, to }) => text.lexicon.table("ifYes", "ifNo", "if").at(prompt.tokens, from, to))
  ) {
    readSentences(outline, line);
    return true;
  }
  const parts = partsOf(text, line);
  const isOne = parts.length < 2 || all.length > 1;
  const place = { isLine: true };
  const items = isOne ? [] : parts.map((part) => readItem(text, part, { isLine: false }));
  if (items.length > 1 && items.every((item) => item !== undefined)) {
    for (const item of items) if (item) outline.add(item);
    return true;
  }
  const item = readItem(text, line, place);
  if (!item) return false;
  outline.add(item, { range: line, place });
  return true;
}

/** Lines of running text are longer, or end like sentences. */
const MAX_LINE_WORDS = 12;

function isShort({ text: { prompt } }: Outline, { from, to }: Range): boolean {
  return prompt.count({ from, to }) <= MAX_LINE_WORDS && !prompt.isMark(to - 1, ".!,");
}

function readSentences(outline: Outline, line: Range): void {
  for (const sentence of sentences(outline.text.prompt, line)) readSentence(outline, sentence);
}
