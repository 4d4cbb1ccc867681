/** Reads a sentence of running text. One reader reads it completely, or it is quoted. */
import { isQuestion } from "../items/answers.ts";
import { alternatives, withoutConjunction } from "../items/choices.ts";
import { readDetails, readKey } from "../items/details.ts";
import { type DraftCondition, together } from "../items/draft.ts";
import { type Item, readItem } from "../items/item.ts";
import { isChoiceLike, partsOf, readList } from "../items/list.ts";
import { modifiersAtEnd, modifiersIn } from "../items/modifiers.ts";
import { readCondition } from "../items/readers/conditions.ts";
import type { Text } from "../items/readers/reader.ts";
import { SHAPES } from "../items/shapes.ts";
import type { Range } from "../reading/accounting.ts";
import { numberAt } from "../reading/numbers.ts";
import { fieldsIn, isSure } from "./fields-in-text.ts";
import type { Outline } from "./outline.ts";
import { readHead } from "./pages.ts";
import { readRemarks } from "./remarks.ts";
import { readChoiceItem, readRequest, withoutLead } from "./request.ts";
import { readSettings } from "./settings.ts";

/** The readers of sentences. The first one that is sure reads it. */
const READERS: readonly ((outline: Outline, range: Range) => boolean)[] = [
  readNothing,
  readPage,
  readConditional,
  readModifiers,
  readGrid,
  readChoices,
  readRatings,
  readChoiceItem,
  readRequest,
  readQuestion,
  readBareList,
];

export function readSentence(outline: Outline, sentence: Range): void {
  const { text } = outline;
  const { prompt } = text;
  const found = readSettings(text, sentence);
  outline.note(found);
  // "Two pages: first the name, then the order": what is on them would be guessed.
  if (found.pageCount !== undefined && prompt.findColon(sentence)) return;
  if (readRemarks(outline, sentence)) return;
  const range = prompt.trim(sentence, ",;:.!-–— ");
  if (!prompt.isEmpty(range)) READERS.find((read) => read(outline, range));
}

/** "Thanks!", "Hi there," and what settings leave over. */
function readNothing({ text }: Outline, { from, to }: Range): boolean {
  const { prompt, lexicon } = text;
  if (isAsked(prompt, to)) return false;
  // "Many thanks and best wishes"
  const isPolite =
    lexicon.table("polite").at(prompt.tokens, from, to) &&
    !lexicon.table("requests").at(prompt.tokens, from, to);
  if (isPolite && prompt.findColon({ from, to }) === undefined) return true;
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

/** "Page 1: name, email", "Section: You - name, email", "On the second page: ...". What else speaks of a page would be half read. */
export function readPage(outline: Outline, { from, to }: Range): boolean {
  const { text } = outline;
  const { prompt, lexicon } = text;
  const key =
    prompt.keyAt(from, to, "page", "section") ??
    prompt.keyAt(from + 1, to, "page") ??
    prompt.keyAt(from + 2, to, "page");
  if (!key) return false;
  const colon = prompt.findColon({ from: key.to, to: Math.min(to, from + 9) });
  if (colon === undefined) return key.from === from && numberAt(prompt, key.to, lexicon) !== undefined;
  const title = { from: colon + 1, to: colon === key.to ? to : colon };
  const cut = prompt.find(title, (at) => prompt.isColon(at) || prompt.isDash(at) || prompt.isMark(at, ","));
  const end = cut === undefined || prompt.isMark(cut, ",") ? colon : cut;
  const isAbout = lexicon.table("pick", "ratings", "rank").all(prompt.tokens, key.to, end).length > 0;
  const items = isAbout ? [] : fieldsIn(text, { from: end + 1, to }, true);
  if (items.length === 0 && end + 1 < to) return isAbout;
  if (key.from === from) readHead(outline, { from, to: end });
  else outline.addPage();
  prompt.accounting.read({ from, to: end });
  outline.addAll(items);
  return true;
}

/** "If yes, ask for the guest's name", "When delivery is selected ask for the address" */
export function readConditional(outline: Outline, { from, to }: Range): boolean {
  const { text } = outline;
  const { prompt, lexicon } = text;
  const start = lexicon.table("and").at(prompt.tokens, from, to)?.to ?? from;
  const found = readCondition(text, start, to);
  const condition = found?.says.condition;
  if (!condition) return false;
  const end = condition.kind === "answer" ? found.to : clauseEnd(text, condition.at);
  if (end === undefined) return false;
  const list = withoutLead(text, { from: end, to });
  const items = conditionalItems(text, list);
  if (items.length === 0) return false;
  const says: DraftCondition =
    condition.kind === "answer"
      ? condition
      : { ...condition, leadFrom: from, at: prompt.trim({ from: condition.at.from, to: end }) };
  outline.addAll(items.map((item) => ({ ...item, draft: { ...item.draft, condition: says } })));
  prompt.accounting.read({ from, to: list.from });
  return true;
}

/** "what is it?", "name and age": all of it, since a field without its condition would be wrong. */
function conditionalItems(text: Text, range: Range): Item[] {
  const { prompt, lexicon } = text;
  // "nach der Adresse fragen"
  let { to } = range;
  for (let at = Math.max(range.from + 1, to - 3); at < to; at++)
    if (lexicon.table("show", "askFor").whole(prompt.tokens, at, to)) to = at;
  const list = { from: range.from, to };
  const isWhether = lexicon.table("whether").at(prompt.tokens, list.from, to) !== undefined;
  const isWhole = isQuestion(text, list) && !isWhether && partsOf(text, list).length === 1;
  const whole = isWhole ? readItem(text, list, { isLine: true }) : undefined;
  if (whole?.unread.length === 0) return [whole];
  const items = fieldsIn(text, list, true);
  const isAll = items.length === partsOf(text, list).length;
  return isAll && items.every(({ draft }) => draft.condition === undefined) ? items : [];
}

/** Where a condition ends that begins a sentence: at a comma, a colon, or before "ask for". */
function clauseEnd({ prompt, lexicon }: Text, { from, to }: Range): number | undefined {
  return prompt.find(
    { from, to },
    (index) =>
      index > from &&
      (prompt.isMark(index, ",") ||
        prompt.isColon(index) ||
        lexicon.table("askFor", "show", "thenWord").at(prompt.tokens, index, to) !== undefined),
  );
}

/** "Options: red, blue", "Pick at least 1 and at most 2", "yes/no": a sentence of nothing but modifiers is about the field before it. */
function readModifiers(outline: Outline, range: Range): boolean {
  const { prompt } = outline.text;
  const key = prompt.keyAt(range.from, range.to, "options", "rows", "columns");
  if (key && prompt.isColon(key.to)) {
    outline.extend(readKey(outline.text, key.value, { from: key.to + 1, to: range.to }), range);
    return true;
  }
  const says = modifiersIn(outline.text, range);
  const isDomain = (says?.allowedDomains ?? says?.blockedDomains) !== undefined;
  const isOfField =
    (says?.capacity === undefined || outline.last?.draft.choices !== undefined) &&
    (!isDomain || outline.last?.decided.shape.type === "email");
  if (!says) return false;
  if (says.condition || !isOfField) return false;
  return outline.extend(says, range);
}

/** Whether a range names the columns of a grid. */
function hasColumns({ prompt }: Text, range: Range): boolean {
  const isKey = (index: number) => prompt.keyAt(index, range.to, "columns") !== undefined;
  return prompt.find(range, isKey) !== undefined;
}

/** `Grid "How was it?" rows = speed, price; columns = bad, good` */
function readGrid(outline: Outline, range: Range): boolean {
  if (!hasColumns(outline.text, range)) return false;
  const item = readItem(outline.text, range, { isLine: true });
  return item?.draft.rows !== undefined && item.draft.columns !== undefined && outline.addAll([item]);
}

/** "Which planet is the largest? Mars, Jupiter, Venus": choices behind a question. */
function readChoices(outline: Outline, range: Range): boolean {
  const { text } = outline;
  const last = outline.last;
  if (!last?.draft.label.endsWith("?") || last.draft.choices || isAsked(text.prompt, range.to)) return false;
  if (!text.prompt.isEmpty({ from: last.draft.at.to, to: range.from })) return false;
  if (alternatives(text, range).length < 2 || readCondition(text, range.from, range.to)) return false;
  if (!partsOf(text, range).every((part) => isChoiceLike(text, part))) return false;
  const details = readDetails(text, range);
  const { choices = [] } = details;
  if (choices.length < 2 || choices.some((choice) => choice.text.split(" ").length > 5)) return false;
  return outline.extend(details, range);
}

/** Names, and the types whose answers are never rated. */
const NEVER_RATED = /name |(long_text|email|phone|url|date)$/;

/** "Rate food and staff from 1 to 5", "rate each from 1 to 5: food, staff", "rate your stay and leave a comment": what is no text is rated. */
export function readRatings(outline: Outline, { from, to }: Range): boolean {
  const { text } = outline;
  const { prompt, lexicon } = text;
  const lead = lexicon.table("ratings").at(prompt.tokens, from, to);
  if (!lead) return false;
  const colon = prompt.findColon({ from: lead.to, to });
  const end = modifiersAtEnd(text, { from: lead.to - 1, to: colon ?? to });
  // "Rate our food: good, bad" are choices, and "Rate us: food, staff (1-5 each)" is quoted.
  if (colon !== undefined && !end?.says.bounds)
    return modifiersAtEnd(text, { from: colon + 1, to })?.says.bounds !== undefined;
  const list = colon === undefined ? { from: lead.to, to: end?.at ?? to } : { from: colon + 1, to };
  const items = readList(text, list, together({ kind: "rating" }, end?.says ?? {})).map((item) => {
    const { concept, at } = item.draft;
    const isOther =
      concept?.isWhole && NEVER_RATED.test(`${concept.concept} ${SHAPES[concept.concept].type}`);
    return (isOther && readItem(text, at, { isLine: false })) || item;
  });
  if (!items.every((item) => isSure(text, item))) return true;
  prompt.accounting.read({ from, to: list.from });
  if (outline.addAll(items)) prompt.accounting.read({ from: list.to, to });
  return true;
}

function isAsked(prompt: Text["prompt"], to: number): boolean {
  return prompt.isMark(to - 1, "?") || prompt.isMark(to, "?");
}

/** A whole question is a field, and several between commas are several. */
function readQuestion(outline: Outline, range: Range): boolean {
  const { text } = outline;
  const { prompt } = text;
  if (!isAsked(prompt, range.to) || prompt.findColon(range) !== undefined) return false;
  const parts = prompt.split(range, prompt.marks(",")).map((part) => withoutConjunction(text, part));
  const asked = parts.filter((part) => isQuestion(text, { from: part.from, to: part.to }));
  const isOne = parts.length === 1 || (asked.length === 1 && asked[0]?.from === range.from);
  const wholes = isOne ? [range] : asked.length === parts.length ? parts : [];
  const items = wholes.map((part) => readWhole(text, part));
  const read = items.flatMap((item) => (item && item.unread.length === 0 ? [item] : []));
  if (wholes.length > 0) return read.length === wholes.length && outline.addAll(read);
  return outline.addAll(fieldsIn(text, range, false));
}

/** "How satisfied are you on a scale of 1 to 7?" */
function readWhole(text: Text, range: Range): Item | undefined {
  const end = modifiersAtEnd(text, text.prompt.trim(range, "?"));
  return end?.says.bounds
    ? readItem(text, { from: range.from, to: end.at }, { isLine: true, said: end.says })
    : readItem(text, range, { isLine: true });
}

/** "name, email, phone": a list without any other word. */
function readBareList(outline: Outline, range: Range): boolean {
  return outline.addAll(fieldsIn(outline.text, range, false));
}
