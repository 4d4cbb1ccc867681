/** Reads a prompt, whether it is a list, short lines or prose, into an outline. */
import { type Grammar, questionKind } from "../lexicon/grammar.ts";
import { afterSending } from "./after-sending.ts";
import { quizRemark } from "./answer-keys.ts";
import { type ClauseItems, readProseByClauses } from "./clauses/prose-by-clauses.ts";
import { cleanLines } from "./clean.ts";
import { withoutOpener, withoutSideRemarks } from "./colon.ts";
import { isKnown } from "./known.ts";
import { type Line, type Node, nest, readLine } from "./lines.ts";
import { joinMarkedSections } from "./marked-lists.ts";
import { markChoices } from "./marks.ts";
import { addItems, emptyOutline, type Item, type Outline } from "./outline.ts";
import { withPageTitles } from "./page-heads.ts";
import { fromPeople } from "./people.ts";
import { plainWords } from "./plain-words.ts";
import { readProse } from "./prose.ts";
import { withAnswersInBrackets } from "./question-answers.ts";
import { bracketRankings } from "./rankings.ts";
import { ratedItems } from "./ratings.ts";
import { listsFields, toItems } from "./recognise.ts";
import { readRemark } from "./remarks.ts";
import { mentionsForm, saysPurpose, startsCondition } from "./request.ts";
import { withSemicolons } from "./separators.ts";
import { bracketPlaces, bracketSlots, joinPlaces, markLimits } from "./slots.ts";
import { colonAt, sentences, splitOutside } from "./split.ts";
import { writeOut } from "./spoken/write-out.ts";
import { applyUnitPrices } from "./unit-prices.ts";

/** In "name + email", each side is at most this long. */
const MAX_ADDED = 60;

/**
 * Reads a prompt into an outline: the purpose of the form, its sections and its items.
 *
 * @param clauses what sentences of prose ask for, where they are read by their clauses
 */
export function readPrompt(prompt: string, grammar: Grammar, clauses?: ClauseItems): Outline {
  const outline = emptyOutline();
  const plain = joinPlaces(cleanLines(prompt).map(withSemicolons), grammar).map((line) =>
    withoutThanks(line, outline, grammar),
  );
  const lines = plain
    .map((line) => readLine(written(line, grammar)))
    .filter(({ text }) => /[\p{L}\p{N}]/u.test(text));
  if (isMarkedList(lines)) readNodes(nest(lines), outline, grammar);
  else if (isPlainList(lines)) readPlainList(lines, outline, grammar);
  else if (clauses?.size)
    readProseByClauses(plain, clauses, (line) => written(line, grammar), outline, grammar);
  else
    readProse(
      lines.map(({ text }) => text),
      outline,
      grammar,
    );
  joinMarkedSections(outline, grammar);
  applyUnitPrices(outline);
  for (const { items } of outline.sections)
    items.splice(0, items.length, ...items.map((item) => fromPeople(item, grammar)));
  return outline;
}

/** The text after sending is set as by an edit; its words are no part of the form's fields. */
function withoutThanks(line: string, outline: Outline, grammar: Grammar): string {
  const { rest, text } = afterSending(line, grammar);
  if (text !== undefined) outline.instructions.push(`Change the thank you message to "${text}"`);
  return rest;
}

/** A line the way lists say it. */
function written(line: string, grammar: Grammar): string {
  const bracketed = withAnswersInBrackets(withPageTitles(line, grammar), grammar);
  return withSlots(plainWords(writeOut(bracketed, grammar), grammar), grammar);
}

/** Marks the choices of a line, and brackets those that are times or count places. */
export function withSlots(line: string, grammar: Grammar): string {
  const marked = markChoices(markLimits(bracketPlaces(line, grammar), grammar), grammar);
  return bracketSlots(bracketRankings(marked, grammar), grammar);
}

/** Whether lines have bullets, numbers or boxes: at least two, or one under another line. */
function isMarkedList(lines: readonly Line[]): boolean {
  const marked = lines.filter(({ marker }) => marker !== "none" && marker !== "heading").length;
  return marked >= 2 || (marked === 1 && lines.length > 1);
}

/** Whether most lines are short and have no full stop: then each is an item. */
function isPlainList(lines: readonly Line[]): boolean {
  const short = lines.filter(({ text }) => text.length <= 60 && !/[.!]$/.test(text)).length;
  return lines.length >= 3 && short * 4 >= lines.length * 3;
}

function readNodes(nodes: readonly Node[], outline: Outline, grammar: Grammar): void {
  const headings = nodes.filter((node, index) => !isMarked(node) && isMarked(nodes[index + 1])).length;
  let rated: string | undefined;
  nodes.forEach((node, index) => {
    if (isMarked(node)) {
      readMarked(node, outline, grammar, rated);
      return;
    }
    rated = isMarked(nodes[index + 1]) && ratedItems(node.text, ["x"], grammar) ? node.text : undefined;
    if (!rated) readUnmarked(node, isMarked(nodes[index + 1]) ? headings : 0, outline, grammar);
  });
}

function isMarked(node: Node | undefined): boolean {
  return node !== undefined && node.marker !== "none" && node.marker !== "heading";
}

/** `rated`: the line above, if it asked to rate what follows. */
function readMarked(node: Node, outline: Outline, grammar: Grammar, rated: string | undefined): void {
  outline.listsFields = true;
  const remark = readRemark(node.text, grammar);
  const spoken = withoutQuizRemark(node, outline, grammar);
  if (spoken !== node) readMarked(spoken, outline, grammar, rated);
  else if (remark) outline.remarks.push(remark);
  else if (rated) addItems(outline, ratedItems(rated, [node.text], grammar) ?? [listedItem(node)]);
  else if (isGroup(node, grammar)) addGroup(node, outline, grammar);
  else addItems(outline, listedItems(node, grammar));
}

/** "3) 2 + 2? 3 / 4 (correct). 2 points each": the last sentence is about the quiz. */
function withoutQuizRemark(node: Node, outline: Outline, grammar: Grammar): Node {
  const parts = sentences(node.text);
  const last = parts.at(-1)!;
  const quiz = parts.length > 1 ? quizRemark(last, grammar) : undefined;
  if (!quiz) return node;
  outline.quiz = { ...outline.quiz, ...quiz };
  return { ...node, text: node.text.slice(0, node.text.lastIndexOf(last)).trimEnd() };
}

/** The items of a line: one, several known fields, or a question and the one that depends on its answer. */
function listedItems(node: Node, grammar: Grammar): Item[] {
  if (node.children.length > 0) return [listedItem(node)];
  const items = lineItems(node.text, grammar);
  return items.length > 1 || node.text.includes("?") ? items : [listedItem(node)];
}

function lineItems(text: string, grammar: Grammar): Item[] {
  if (startsCondition(text, grammar)) return [{ text }];
  const [first = "", ...others] = sentences(text);
  const rest = text.slice(text.indexOf(first) + first.length).trim();
  if (others.length > 0 && startsCondition(rest, grammar))
    return [{ text: first }, ...lineItems(rest, grammar)];
  const added = splitOutside(text, / \+ (?=\p{L})/gu);
  if (added.length > 1 && colonAt(text) < 0 && added.every((part) => part.length <= MAX_ADDED))
    return added.flatMap((part) => lineItems(part, grammar));
  if (!text.includes(",") || colonAt(text) > 0 || questionKind(text, grammar)) return [{ text }];
  const items = toItems(text, grammar);
  if (items.length === 1) return items;
  return items.every((item) => isKnown(item.text, grammar)) ? items : [{ text }];
}

function listedItem(node: Node): Item {
  const choices = node.children.map(({ text }) => text);
  const [first] = node.children;
  if (first?.marker === "box") return { text: node.text, choices, ticks: "several" };
  if (first?.marker === "circle") return { text: node.text, choices, ticks: "one" };
  return { text: node.text, choices };
}

/** Whether the lines under a line are fields, not choices. */
function isGroup(node: Node, grammar: Grammar): boolean {
  if (node.children.length === 0 || /\?$/.test(node.text)) return false;
  const fields = node.children.filter(
    ({ marker, text, children }) =>
      marker !== "box" &&
      marker !== "circle" &&
      (children.length > 0 || /\?$|\(.*\)$|: /.test(text) || isKnown(text, grammar)),
  );
  return fields.length * 2 > node.children.length;
}

function addGroup(node: Node, outline: Outline, grammar: Grammar): void {
  outline.sections.push({ title: withoutColon(node.text), items: [] });
  for (const child of node.children) {
    const remark = readRemark(child.text, grammar);
    if (remark) outline.remarks.push(remark);
    else addItems(outline, [listedItem(child)]);
  }
}

/**
 * Reads a line without a marker among lists: the purpose of the form, the heading of a section, or prose.
 *
 * @param headings how many lists of the prompt have a heading, if this line is one of the headings; else 0
 */
function readUnmarked(node: Node, headings: number, outline: Outline, grammar: Grammar): void {
  const opensList = headings > 0;
  const isHeading =
    node.marker === "heading" || node.text.endsWith(":") || (opensList && !/[.!?]$/.test(node.text));
  const text = withoutColon(node.text);
  const remark = readRemark(text, grammar);
  if (remark) outline.remarks.push(remark);
  else if (!isHeading || (opensList && / /.test(text) && mentionsForm(text, grammar)))
    readProse([node.text], outline, grammar);
  else if (isEmpty(outline) && headings < 2)
    outline.purposeTexts.push(withoutOpener(withoutSideRemarks(text, outline, grammar), grammar));
  else outline.sections.push({ title: text, items: [] });
}

function isEmpty(outline: Outline): boolean {
  return (
    outline.purposeTexts.length === 0 &&
    outline.sections.every(({ title, items }) => !title && items.length === 0)
  );
}

function withoutColon(text: string): string {
  return text.replace(/:$/, "").trim();
}

function readPlainList(all: readonly Line[], outline: Outline, grammar: Grammar): void {
  const colons = all.filter(({ text }) => text.endsWith(":")).length;
  const lines =
    colons * 2 > all.length ? all.map((line) => ({ ...line, text: withoutColon(line.text) })) : all;
  lines.forEach((line, index) => {
    const text = withoutColon(line.text);
    if (index === 0 && isTitle(line, text, grammar)) readProse([text], outline, grammar);
    else readPlainLine(line, outline, grammar);
  });
  outline.listsFields = true;
}

/** Whether the first line says what the form is for. */
function isTitle(line: Line, text: string, grammar: Grammar): boolean {
  if (/[,*?]/.test(text) || isKnown(text, grammar)) return false;
  return (
    line.marker === "heading" ||
    line.text.endsWith(":") ||
    mentionsForm(text, grammar) ||
    saysPurpose(text, grammar)
  );
}

function readPlainLine(line: Line, outline: Outline, grammar: Grammar): void {
  const { text } = line;
  const isProse = sentences(text).length > 1 && /[.!]$/.test(text);
  const remark = isProse ? undefined : readRemark(text, grammar);
  const colon = colonAt(text);
  if (isProse) readProse([text], outline, grammar);
  else if (remark) outline.remarks.push(remark);
  else if (line.marker === "heading" || text.endsWith(":"))
    outline.sections.push({ title: withoutColon(text), items: [] });
  else if (colon > 0 && listsFields(text.slice(colon + 1), grammar)) {
    outline.sections.push({ title: text.slice(0, colon), items: toItems(text.slice(colon + 1), grammar) });
  } else if (/[.!]$/.test(text)) readProse([text], outline, grammar);
  else if (colon > 0 || text.includes("?") || !text.includes(","))
    addItems(outline, lineItems(text, grammar));
  else addItems(outline, toItems(text, grammar));
}
