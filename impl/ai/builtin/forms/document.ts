/** Reads a prompt line by line: headings, lists, tables, keys with values; running text is read sentence by sentence. */

import { unquoted } from "../items/choices.ts";
import { wholeConcept } from "../items/concepts.ts";
import type { Said } from "../items/draft.ts";
import { readItem } from "../items/item.ts";
import { isFieldLike, partsOf } from "../items/list.ts";
import { modifiersAtEnd, modifiersIn } from "../items/modifiers.ts";
import type { Range } from "../reading/accounting.ts";
import { endsWithColon, type Line, linesOf } from "../reading/lines.ts";
import { mappingIn } from "../reading/mapping.ts";
import { sentences } from "../reading/sentences.ts";
import { belowOf, isBox, isDetail, readDetailLine } from "./below.ts";
import { PERSONAL } from "./fields-in-text.ts";
import { introduce, MAX_LINE_WORDS, readIntroduction, readLead } from "./introduction.ts";
import { readMapping } from "./mapping.ts";
import type { Outline } from "./outline.ts";
import { addTitle, isTitle, readHead } from "./pages.ts";
import { readConditional, readPage, readRatings, readSentence } from "./sentences.ts";
import { readSettingLine, readSettings } from "./settings.ts";
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

function readLines(outline: Outline, lines: readonly Line[], fewest = 3): void {
  const isList = lines.length >= fewest && areListed(outline, lines);
  for (let index = 0; index < lines.length; index++) {
    const line = lines[index];
    if (!line) continue;
    if (line.marker !== "row") {
      if (readName(outline, line, lines[index + 1])) continue;
      if (index > 0 || !readFirstLine(outline, line, lines[1])) readLine(outline, line, isList);
      continue;
    }
    let end = index;
    while (lines[end + 1]?.marker === "row") end += 1;
    readTable(outline, lines.slice(index, end + 1));
    index = end;
  }
}

/** "Name: Summer camp" above "Description:" or "Fields:" is the name of the form, and no field. */
function readName(outline: Outline, line: Line, next: Line | undefined): boolean {
  const { text, fields, settings } = outline;
  const { prompt } = text;
  const colon = prompt.findColon(line);
  if (!next || colon === undefined || fields.length > 0 || settings.title !== undefined) return false;
  const { from, to } = prompt.trim(next);
  const isName = PERSONAL.has(wholeConcept(text, prompt.trim({ from: line.from, to: colon })) ?? "");
  if (!isName || !prompt.keyAt(from, to, "fields", "formDescription")) return false;
  const title = unquoted(prompt.textOf(prompt.trim({ from: colon + 1, to: line.to })));
  outline.settings = { ...settings, title };
  prompt.accounting.read(line);
  return title !== "";
}

/** The first line is the title where a list stands below it. */
function readFirstLine(outline: Outline, line: Line, next: Line | undefined): boolean {
  const { text } = outline;
  const { prompt } = text;
  if (!next || outline.fields.length > 0 || line.marker !== undefined || line.children.length > 0)
    return false;
  const range = prompt.trim(line, ": ");
  if (prompt.keyAt(range.from, range.to, "fields")?.to === range.to) return false;
  // "Make a form with these questions, word for word:"
  if (endsWithColon(prompt, line) && text.lexicon.table("requests").at(prompt.tokens, line.from, line.to)) {
    readIntroduction(outline, line);
    return true;
  }
  const isPlain =
    prompt.find(range, (index) => prompt.isMark(index, ":,;?([|=>") || prompt.isDash(index)) === undefined;
  const isList = next.marker === "bullet" || next.marker === "number";
  if (!isList || !isPlain || !isShort(outline, range) || isDetail(outline, next)) return false;
  addTitle(outline, line);
  return true;
}

function readLine(outline: Outline, line: Line, isInList: boolean): void {
  const { text } = outline;
  const setting = readSettingLine(text, line);
  if (setting) {
    outline.note(setting);
    text.prompt.accounting.read(line);
    readLines(outline, line.children);
  } else if (line.marker === "head") readHeading(outline, line);
  else if (line.children.length > 0) readParent(outline, line);
  else if (!readDetailLine(outline, line)) readLeaf(outline, line, isInList);
}

function readHeading(outline: Outline, line: Line): void {
  if (isTitle(outline, line)) addTitle(outline, line);
  else readHead(outline, line);
  readLines(outline, line.children, 1);
}

/** A line with lines below it: a field with its choices or details, or a heading of a group of fields. */
function readParent(outline: Outline, line: Line): void {
  if (readRatedLines(outline, line)) return;
  const isDetails = line.children.some((child) => isDetail(outline, child) || isBox(child));
  if (!isDetails && isGroup(outline, line)) {
    const { prompt } = outline.text;
    const isKeyed = prompt.keyAt(prompt.trim(line).from, line.to, "page", "section", "fields", "settings");
    if (line.marker === undefined && outline.fields.length === 0 && !isKeyed) readIntroduction(outline, line);
    else if (!readLead(outline, line)) readHead(outline, line);
    readLines(outline, line.children);
  } else if (!line.children.some(isBox) && readDetailLine(outline, line)) return;
  else if (!addParent(outline, line)) {
    readSentences(outline, line);
    readLines(outline, line.children);
  }
}

/** "Rate each from 1 (poor) to 5 (great):" above lines: each of them is rated so. */
function readRatedLines(outline: Outline, line: Line): boolean {
  const { text } = outline;
  const { prompt, lexicon } = text;
  const before = sentences(prompt, line);
  const { from, to } = prompt.trim(before.pop() ?? line);
  if (!endsWithColon(prompt, line) || line.children.some((child) => child.children.length > 0)) return false;
  if (lexicon.table("each", "ratings").all(prompt.tokens, from, to).length === 0) return false;
  const says = modifiersAtEnd(text, { from, to })?.says;
  // What else a bracket says of how to rate is quoted, with the lines.
  if (!says?.bounds && says?.kind !== "rating" && says?.kind !== "scale")
    return !prompt.isEmpty(bracketOf(outline, line));
  const said: Said = { kind: "scale", ...says };
  const items = line.children.map((child) => readItem(text, child, { isLine: true, said }));
  if (!items.every((item) => item !== undefined)) return false;
  if (before.length > 0) introduce(outline, line, before);
  outline.addAll(items);
  for (const child of line.children) prompt.accounting.read(child);
  prompt.accounting.read({ from, to: line.to });
  return true;
}

/** Whether the lines below are fields and not choices. */
function isGroup(outline: Outline, line: Line): boolean {
  const { text } = outline;
  const { prompt } = text;
  const head = prompt.trim(line);
  if (prompt.keyAt(head.from, head.to, "options")?.to === head.to) return false;
  if (prompt.keyAt(head.from, head.to, "page", "section", "fields", "settings")) return true;
  if (prompt.isMark(head.to - 1, "?") || modifiersIn(text, bracketOf(outline, line))) return false;
  const fields = line.children.filter((child) => isFieldLine(outline, child));
  if (fields.length * 2 >= line.children.length) return true;
  const isFirst = outline.fields.length === 0 && line.marker === undefined && endsWithColon(prompt, line);
  return isFirst && (fields.length > 0 || isTitle(outline, line)) && !wholeConcept(text, head);
}

function bracketOf({ text: { prompt } }: Outline, line: Line): Range {
  const bracket = prompt.find(line, (index) => prompt.isOpenBracket(index));
  return bracket === undefined ? { from: line.to, to: line.to } : prompt.inside(bracket);
}

function isFieldLine({ text }: Outline, { from, to, children }: Line): boolean {
  const { prompt } = text;
  const range = prompt.trim({ from, to });
  if (children.length > 0 || isFieldLike(text, range)) return true;
  return readItem(text, range, { isLine: true })?.decided.isGuess === false;
}

/** @returns whether the line is a field; its children are its details or its choices */
function addParent(outline: Outline, line: Line): boolean {
  const { prompt, lexicon } = outline.text;
  const isFollowUp = ({ from, to }: Line) =>
    lexicon.table("ifYes", "ifNo", "if").at(prompt.tokens, from, to) !== undefined;
  const [own, followUps] = [
    line.children.filter((child) => !isFollowUp(child)),
    line.children.filter(isFollowUp),
  ];
  const end = Math.max(line.to, ...own.map((child) => child.to));
  if (!outline.addItem(line, { isLine: true, below: belowOf(outline, own) }, { from: line.from, to: end }))
    return false;
  readLines(outline, followUps);
  return true;
}

/** A line of a list or of running text. */
function readLeaf(outline: Outline, line: Line, isInList: boolean): void {
  const { text } = outline;
  const isListed = line.marker !== undefined || (isInList && isShort(outline, line));
  if (!isListed || isTitle(outline, line)) {
    const isAlone = text.prompt.isEmpty({ from: line.to, to: text.prompt.tokens.length });
    if (isTitle(outline, line) && isShort(outline, line) && !isAlone) addTitle(outline, line);
    else readSentences(outline, line);
    return;
  }
  if (isHeadOfList(outline, line) && readPage(outline, text.prompt.trim(line))) return;
  if (readHead(outline, line, true)) return;
  if (readConditional(outline, text.prompt.trim(line))) return;
  if (readFieldList(outline, line)) return;
  if (!addListed(outline, line)) readSentences(outline, line);
}

/** "Fields: name, email", "Rate each from 1 to 5: food, staff": fields behind a colon. */
function readFieldList(outline: Outline, line: Line): boolean {
  const { prompt } = outline.text;
  const { from, to } = prompt.trim(line);
  const colon = prompt.findColon({ from, to });
  if (colon === undefined || colon + 1 >= to) return false;
  if (prompt.keyAt(from, to, "fields")?.to !== colon) return readRatings(outline, { from, to });
  readSentences(outline, line);
  return true;
}

/** `Section "About you": name, email`, "Section: You - name, email" */
function isHeadOfList({ text: { prompt } }: Outline, line: Line): boolean {
  const { from, to } = prompt.trim(line);
  const key = prompt.keyAt(from, to, "page", "section");
  if (!key || prompt.isOpenQuote(key.to)) return key !== undefined;
  const dash = prompt.find(line, (index) => prompt.isDash(index));
  return dash !== undefined && prompt.findMark({ from: dash, to }, ",") !== undefined;
}

/** A line of a list is one field, or several between commas. */
function addListed(outline: Outline, line: Line): boolean {
  const { text } = outline;
  const { prompt } = text;
  const settings = readSettings(text, line);
  outline.note(settings);
  if (Object.keys(settings).length > 0) return true;
  if (isSingle(outline, line) && outline.addItem(line)) return true;
  const all = sentences(prompt, line);
  if (
    all.slice(1).some(({ from, to }) => text.lexicon.table("ifYes", "ifNo", "if").at(prompt.tokens, from, to))
  ) {
    readSentences(outline, line);
    return true;
  }
  const parts = partsOf(text, line);
  const isOne = parts.length < 2 || all.length > 1;
  const items = isOne ? [] : parts.map((part) => readItem(text, part, { isLine: false }));
  const isAll = items.length > 1 && items.every((item) => item !== undefined);
  return isAll ? outline.addAll(items) : outline.addItem(line);
}

/** "Session - dropdown - Morning, Evening", "1. First and last name": no comma or "and" divides it into fields. */
function isSingle({ text }: Outline, line: Line): boolean {
  const { prompt } = text;
  const range = prompt.trim(line);
  if (line.marker === "number" && prompt.findMark(range, ",;") === undefined) return true;
  const isCut = (at: number) => at > range.from && (prompt.isColon(at) || prompt.isDash(at));
  if (prompt.find(range, isCut) !== undefined) return true;
  return prompt.isOpenQuote(range.from) && !prompt.isMark(prompt.after(range.from), ",;");
}

/** Whether lines are a list without marks: short ones hold most of the words, as in no letter. */
function areListed(outline: Outline, lines: readonly Line[]): boolean {
  const { prompt } = outline.text;
  const words = (some: readonly Line[]) => some.reduce((sum, line) => sum + prompt.count(line), 0);
  const short = lines.filter((line) => line.marker !== undefined || isShort(outline, line));
  return words(short) * 2 >= words(lines);
}

function isShort({ text: { prompt } }: Outline, { from, to }: Range): boolean {
  return prompt.count({ from, to }) <= MAX_LINE_WORDS && !prompt.isMark(to - 1, ".!,");
}

function readSentences(outline: Outline, line: Range): void {
  const { prompt } = outline.text;
  const joined: Range[] = [];
  for (const sentence of sentences(prompt, line)) {
    // "How was it? Rows: food, staff. Columns: bad, good."
    const isGrid = prompt.keyAt(sentence.from, sentence.to, "rows", "columns") !== undefined;
    const before = isGrid ? joined.pop() : undefined;
    joined.push({ from: before?.from ?? sentence.from, to: sentence.to });
  }
  for (const sentence of joined) readSentence(outline, sentence);
}
