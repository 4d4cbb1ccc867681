/** Reads a sentence of running text: requests with a list, lists, questions, conditions, and what says something of fields. */

import { readDetails } from "../items/details.ts";
import type { DraftCondition } from "../items/draft.ts";
import type { Item } from "../items/item.ts";
import { isChoiceLike, partsOf, readList, unreadParts } from "../items/list.ts";
import { modifiersIn } from "../items/modifiers.ts";
import { readRated } from "../items/rated.ts";
import { readCondition } from "../items/readers/conditions.ts";
import type { Range } from "../reading/accounting.ts";
import { keyAt } from "../reading/keys.ts";
import { find, isColon, marks, split } from "../reading/split.ts";
import type { Outline } from "./outline.ts";
import { readHead } from "./pages.ts";
import { readAllRemarks, readRemark } from "./remarks.ts";
import { readChoiceItem, readKindOf, readRequest, withoutLead } from "./request.ts";
import { bothSettings, readSettings } from "./settings.ts";

/** The readers of sentences. The first one that is sure reads it. */
const READERS: readonly ((outline: Outline, range: Range) => boolean)[] = [
  readNothing,
  readRemarkBeforeList,
  readPage,
  readConditional,
  readModifiers,
  readChoices,
  readRatings,
  readKindOf,
  readChoiceItem,
  readRequest,
  readQuestion,
  readBareList,
];

/** A sentence of which less is read is quoted as a whole: what was made of it may be wrong. */
const MIN_SHARE = 0.6;

export function readSentence(outline: Outline, sentence: Range): void {
  const { text } = outline;
  outline.settings = bothSettings(outline.settings, readSettings(text, sentence));
  readAllRemarks(outline, sentence);
  const totals = readTotals(outline, sentence);
  readUnread(outline, sentence);
  for (const total of totals) text.prompt.accounting.unread(total);
}

function readUnread(outline: Outline, sentence: Range): void {
  const { text } = outline;
  const range = afterAnswer(outline, text.prompt.trim(sentence, ",;:.!-–— "));
  if (text.prompt.isEmpty(range)) return;
  const { pages } = outline;
  const [page, entries] = [pages.length, pages.at(-1)?.entries.length ?? 0];
  const reader = READERS.find((read) => read(outline, range));
  const isGuessed = reader === readBareList || reader === readRequest || reader === readQuestion;
  if (!isGuessed || pages.length > page || text.prompt.accounting.share(range) >= MIN_SHARE) return;
  outline.takeBack(entries);
  text.prompt.accounting.unread(range);
}

/** "Are you coming? Yes/no, number of guests": what answers the question before stands first. */
function afterAnswer(outline: Outline, range: Range): Range {
  const { text, last } = outline;
  const [first, second] = split(text.prompt, range, marks(text.prompt, ","));
  if (!first || !second || !last?.draft.label.endsWith("?")) return range;
  return readModifiers(outline, first) ? { from: second.from, to: range.to } : range;
}

/** "Thanks!", "Hi there," and what settings leave over. */
function readNothing({ text }: Outline, { from, to }: Range): boolean {
  const { prompt, lexicon } = text;
  for (let at = from; at < to; ) {
    const isRead = !prompt.isWord(at) || prompt.accounting.isRead({ from: at, to: at + 1 });
    const found = isRead
      ? undefined
      : lexicon.table("polite", "interjections", "alsoWords", "plain").at(prompt.tokens, at, to);
    if (!isRead && !found) return false;
    at = found?.to ?? at + 1;
  }
  prompt.accounting.read({ from, to });
  return true;
}

/** "Phone is optional", "Everything else optional: name, email" */
function readRemarkBeforeList(outline: Outline, range: Range): boolean {
  const { prompt } = outline.text;
  const colon = find(prompt, range, (index) => isColon(prompt, index));
  if (colon === undefined) return readRemark(outline, range);
  if (!readRemark(outline, prompt.trim({ from: range.from, to: colon }))) return false;
  readSentence(outline, { from: colon + 1, to: range.to });
  return true;
}

/** "Show the total", "total = quantity x 18": kept for the end, when all fields are known. */
function readTotal({ text, totals }: Outline, { from, to }: Range): boolean {
  const { prompt, lexicon } = text;
  const total = find(
    prompt,
    { from, to },
    (index) => lexicon.table("total").at(prompt.tokens, index, to) !== undefined,
  );
  const sign = find(prompt, { from, to }, (index) => prompt.isMark(index, "="));
  const isFormula =
    sign !== undefined &&
    find(prompt, { from: sign, to }, (index) => prompt.isMark(index, "*×+") || prompt.key(index) === "x") !==
      undefined;
  if (total === undefined && !isFormula) return false;
  const start = withoutAnd(text, from, to);
  const verb = lexicon.table("show", "calculate", "put").at(prompt.tokens, start, to);
  if (!verb && !isFormula && total !== start) return false;
  totals.push({ from, to });
  return true;
}

/** Totals among the parts of a list; they separate its other parts, and are accounted for when they are made. */
function readTotals(outline: Outline, sentence: Range): readonly Range[] {
  const { prompt } = outline.text;
  return split(prompt, sentence, marks(prompt, ",;:")).filter((part) => {
    const isTotal = readTotal(outline, prompt.trim(part, " .,;:"));
    if (isTotal) prompt.accounting.read(part);
    return isTotal;
  });
}

function withoutAnd({ prompt, lexicon }: Outline["text"], from: number, to: number): number {
  return lexicon.table("and", "alsoWords").at(prompt.tokens, from, to)?.to ?? from;
}

/** "Page 1: name, email" */
function readPage(outline: Outline, { from, to }: Range): boolean {
  const { prompt } = outline.text;
  const key = pageKey(outline.text, from, to);
  const colon = key && find(prompt, { from: key.to, to }, (index) => isColon(prompt, index));
  if (colon === undefined || colon - from > 8) return false;
  const items = readList(outline.text, { from: colon + 1, to });
  if (items.length === 0 && colon + 1 < to) return false;
  if (keyAt(prompt, from, to, "page", "section")) readHead(outline, { from, to: colon });
  else outline.addPage();
  prompt.accounting.read({ from, to: colon });
  addAll(outline, items);
  return true;
}

function addAll(outline: Outline, items: readonly Item[]): void {
  for (const item of items) outline.add(item);
}

/** "page" at the beginning, or behind "first" and the like. */
function pageKey({ prompt }: Outline["text"], from: number, to: number) {
  return (
    keyAt(prompt, from, to, "page", "section") ??
    keyAt(prompt, from + 1, to, "page") ??
    keyAt(prompt, from + 2, to, "page")
  );
}

/** "If yes, ask for the guest's name", "When delivery is selected ask for the address" */
export function readConditional(outline: Outline, { from, to }: Range): boolean {
  const { text } = outline;
  const { prompt, lexicon } = text;
  const start = lexicon.table("and").at(prompt.tokens, from, to)?.to ?? from;
  const condition = readCondition(text, start, to)?.says.condition;
  if (!condition) return false;
  const end = condition.kind === "answer" ? answerEnd(text, start, to) : clauseEnd(text, condition.at);
  if (end === undefined) return false;
  const list = withoutLead(text, { from: end, to });
  const items = readList(text, list);
  if (items.length === 0) return false;
  const says: DraftCondition =
    condition.kind === "answer"
      ? condition
      : { ...condition, leadFrom: from, at: prompt.trim({ from: condition.at.from, to: end }) };
  for (const item of items) outline.add({ ...item, draft: { ...item.draft, condition: says } });
  prompt.accounting.read({ from, to: list.from });
  return true;
}

function answerEnd({ prompt, lexicon }: Outline["text"], from: number, to: number): number | undefined {
  return lexicon.table("ifYes", "ifNo").at(prompt.tokens, from, to)?.to;
}

/** Where a condition ends that begins a sentence: at a comma, a colon, or before "ask for". */
function clauseEnd({ prompt, lexicon }: Outline["text"], { from, to }: Range): number | undefined {
  return find(
    prompt,
    { from, to },
    (index) =>
      index > from &&
      (prompt.isMark(index, ",") ||
        isColon(prompt, index) ||
        lexicon.table("askFor", "show", "thenWord").at(prompt.tokens, index, to) !== undefined),
  );
}

/** "Pick at least 1 and at most 2": a sentence of nothing but modifiers is about the field before it. */
function readModifiers(outline: Outline, range: Range): boolean {
  const says = modifiersIn(outline.text, range);
  return (
    says !== undefined &&
    says.condition?.kind !== "answer" &&
    outline.extend({ said: says, loose: [] }, range)
  );
}

/** "Which planet is the largest? Mars, Jupiter, Venus": choices behind a question. */
function readChoices(outline: Outline, range: Range): boolean {
  const { text } = outline;
  const last = outline.last;
  if (!last?.draft.label.endsWith("?") || last.draft.choices || text.prompt.isMark(range.to, "?"))
    return false;
  if (!partsOf(text, range).every((part) => isChoiceLike(text, part))) return false;
  const details = readDetails(text, range);
  const { choices = [] } = details.said;
  if (choices.length < 2 || choices.some((choice) => choice.text.split(" ").length > 6)) return false;
  return outline.extend(details, range);
}

export function readRatings(outline: Outline, range: Range): boolean {
  const rated = readRated(outline.text, range);
  if (!rated || rated.items.length === 0) return false;
  for (const part of rated.manner) outline.text.prompt.accounting.read(part);
  addAll(outline, rated.items);
  return true;
}

/** A question is a field. */
function readQuestion(outline: Outline, range: Range): boolean {
  const { text } = outline;
  const { prompt } = text;
  const isAsked = prompt.isMark(range.to - 1, "?") || prompt.isMark(range.to, "?");
  if (!isAsked) return false;
  const items = readList(text, range);
  addAll(outline, items);
  return items.length > 0;
}

/** "name, email, phone": a list without any other word. Most of its parts must be fields. */
function readBareList(outline: Outline, range: Range): boolean {
  const { text } = outline;
  const { prompt } = text;
  const items = readList(text, withoutLead(text, range));
  const typed = items.filter(({ decided }) => !decided.isGuess).length;
  if (typed === 0 || typed * 2 < items.length) return false;
  const words = unreadParts(text, range).reduce((count, part) => count + prompt.count(part), 0);
  const inItems = items.reduce((count, { draft }) => count + prompt.count(draft.at), 0);
  if (inItems * 2 < words) return false;
  addAll(outline, items);
  return true;
}
