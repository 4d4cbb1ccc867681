/** Reads requests: words that name the form, and the list behind them. */
import { alternatives, choicesSaid } from "../items/choices.ts";
import { wholeConcept } from "../items/concepts.ts";
import { withoutFillers } from "../items/head.ts";
import { labelledItem, readItem } from "../items/item.ts";
import { isChoiceLike, partsOf, unreadParts } from "../items/list.ts";
import { modifierAt, modifiersIn } from "../items/modifiers.ts";
import type { Text } from "../items/readers/reader.ts";
import type { Range } from "../reading/accounting.ts";

import type { TokenKind } from "../reading/tokens.ts";
import { fieldsIn, isSure, PERSONAL } from "./fields-in-text.ts";
import type { Outline } from "./outline.ts";
import { purposeIn, purposesIn, titleOf } from "./purpose.ts";

/** "Contact form with name and email", "I need a sign-up for our retreat: name, phone", "Ask for name and email" */
export function readRequest(outline: Outline, range: Range): boolean {
  const { text } = outline;
  const { prompt, lexicon } = text;
  const start = withoutGreeting(text, range);
  // "A form where people rate five things from 1 to 5: food, drinks": they would be texts.
  const colon = prompt.findColon(range) ?? range.from;
  const isRated = lexicon.table("ratings").all(prompt.tokens, start, colon).length > 0;
  if (isRated && hasBounds(text, { from: start, to: colon })) return true;
  const heads = headsOf(outline, { from: start, to: range.to });
  for (const head of heads) {
    const list = withoutLead(text, { from: head.to, to: range.to });
    // "for" leads to a purpose more often than to a list.
    const isPurpose = lexicon.table("purposes").at(prompt.tokens, head.to, range.to) !== undefined;
    const items = fieldsIn(text, list, !isPurpose);
    if (items.length === 0 || (isPurpose && !items[0]?.draft.concept?.isWhole)) continue;
    readTitle(outline, head);
    prompt.accounting.read({ from: range.from, to: start });
    prompt.accounting.read({ from: head.to, to: list.from });
    outline.addAll(items);
    return true;
  }
  return (heads.length === 0 && readLedList(outline, range, start)) || readTitleOnly(outline, range, heads);
}

/** "Ask for name and email", "We need: name, email" */
function readLedList(outline: Outline, range: Range, start: number): boolean {
  const { text } = outline;
  const { prompt, lexicon } = text;
  const list = withoutLead(text, { from: start, to: range.to });
  const lead = lexicon
    .table("requests", "openers", "askFor", "purposes", "show")
    .all(prompt.tokens, range.from, list.from);
  if (lead.length === 0 && !prompt.isColon(list.from - 1)) return false;
  // "Show the phone number if ..." says something of a field that is there; "show the score" asks for none.
  if (lexicon.table("show").at(prompt.tokens, start, range.to)) return false;
  if (!outline.addAll(fieldsIn(text, list, true))) return false;
  prompt.accounting.read({ from: range.from, to: list.from });
  return true;
}

/** "Sign-up for our retreat." What stands behind it and is no list of fields is quoted. */
function readTitleOnly(outline: Outline, range: Range, heads: readonly Range[]): boolean {
  const { text, fields, title } = outline;
  const [head] = heads;
  if (!head || fields.length > 0 || title !== undefined) return false;
  const rest = unreadParts(text, { from: head.to, to: range.to });
  const words = rest.reduce((sum, part) => sum + text.prompt.count(part), 0);
  const isTitle = words <= MAX_TITLE_REST && !rest.some((part) => hasMore(text, part, ["address", "number"]));
  readTitle(outline, isTitle ? { from: head.from, to: range.to } : head);
  return true;
}

/** Addresses and brackets say more than a title, and so do numbers behind it. */
function hasMore({ prompt }: Text, range: Range, kinds: readonly TokenKind[]): boolean {
  const isMore = (index: number) =>
    kinds.includes(prompt.tokens[index]?.kind ?? "mark") || prompt.isOpenBracket(index);
  return prompt.find(range, isMore) !== undefined;
}

/** "for our dog school": so many words may belong to the title. */
const MAX_TITLE_REST = 6;

/** Without "hi, could you please create" and the like. */
function withoutGreeting({ prompt, lexicon }: Text, { from, to }: Range): number {
  let at = from;
  while (at < to) {
    const found = lexicon
      .table("polite", "interjections", "canYou", "requests", "fillers")
      .at(prompt.tokens, at, to);
    const next = found?.to ?? (prompt.isMark(at, ",!.-–—:") ? at + 1 : undefined);
    // "Pick-up form"
    if (next === undefined || (prompt.isMark(next, "-") && !prompt.tokens[next]?.isSpaced)) break;
    at = next;
  }
  return at;
}

/** The longest head of a request, in words. */
const MAX_HEAD = 16;
/** So many places are tried at which a head may end. */
const MAX_CUTS = 4;

/** The words before the list that name the form, up to each place at which they may end: a colon, a dash, "with", a bracket, a comma. */
function headsOf(outline: Outline, { from, to }: Range): Range[] {
  const { text, fields, title } = outline;
  const { prompt, lexicon } = text;
  const isSeparator = (index: number) => prompt.isColon(index) || prompt.isDash(index);
  const end = prompt.find({ from, to }, (index) => isSeparator(index) || prompt.isMark(index, ",;")) ?? to;
  const names = [
    ...lexicon.table("form").all(prompt.tokens, from, end),
    ...purposesIn(text, { from, to: end }),
  ];
  const isTitled =
    isSeparator(end) &&
    isTitleOf(text, { from, to: end }, { from: end + 1, to }) &&
    fields.length === 0 &&
    title === undefined;
  if (names.length === 0 && !isTitled) return [];
  const first = names.length > 0 ? Math.min(...names.map((name) => name.to)) : from;
  const cuts = isSeparator(end) ? [end] : [];
  for (let at = first; at < end && cuts.length < MAX_CUTS; at++) if (isLead(text, at, to)) cuts.push(at);
  if (!isSeparator(end)) cuts.push(end);
  return cuts
    .map((cut) => ({ from, to: cut }))
    .filter((head) => !prompt.isEmpty(head) && prompt.count(head) <= MAX_HEAD);
}

/** "Lost & found: what was lost, where, when": words before a colon name what the list behind it is for. */
function isTitleOf(text: Text, head: Range, list: Range): boolean {
  const { prompt } = text;
  if (prompt.isEmpty(list) || modifierAt(text, head.from, head.to)?.says.kind) return false;
  // "Rating 1-5 for each: food, staff", "no mandatory questions: food, drinks", "Put these in order: Rome, Paris"
  const isWish = text.lexicon.table("negations", "put").at(prompt.tokens, head.from, head.to) !== undefined;
  if (isWish || hasBounds(text, head)) return false;
  const parts = partsOf(text, list);
  // "Tickets: adults, children, name, email" names a form, "Contact method: email, phone" a field.
  if (wholeConcept(text, prompt.trim(head)))
    return parts.some((part) =>
      PERSONAL.has(wholeConcept(text, withoutFillers(text, prompt.trim(part))) ?? ""),
    );
  return !parts.every((part) => isChoiceLike(text, part));
}

function hasBounds(text: Text, { from, to }: Range): boolean {
  for (let at = from; at < to; at++) if (modifierAt(text, at, to)?.says.bounds) return true;
  return false;
}

function isLead(text: Text, index: number, to: number): boolean {
  const { prompt, lexicon } = text;
  if (prompt.isColon(index) || prompt.isDash(index) || prompt.isMark(index, ",;")) return true;
  // A bracket with modifiers, such as "(max. 25 people)", is no list.
  if (prompt.isOpenBracket(index)) return modifiersIn(text, prompt.inside(index)) === undefined;
  return lexicon.table("openers", "purposes", "aspects").at(prompt.tokens, index, to) !== undefined;
}

/** The title is what no setting has read. A head that gives no title is not accounted for. */
function readTitle(outline: Outline, head: Range): void {
  const { text } = outline;
  outline.purpose ??= purposeIn(text, head);
  const [first] = unreadParts(text, head);
  const title = first ? titleOf(text, text.prompt.trim(first, ",;:.!?-–—*|")) : "";
  const isFirst = outline.title === undefined && outline.fields.length === 0;
  if (isFirst && title !== "") outline.title = title;
  if (!isFirst && title !== "") return;
  const { prompt } = text;
  const more = prompt.accounting.unreadRuns(head).filter((part) => hasMore(text, part, ["address"]));
  prompt.accounting.read(head);
  for (const part of more) prompt.accounting.unread(part);
}

/** "Choose your workshops (max 2): Pottery, Painting, Dance", "Rank these cities: Rome, Paris", "Size: S, M or L" */
export function readChoiceItem(outline: Outline, range: Range): boolean {
  const { text } = outline;
  const { prompt, lexicon } = text;
  const whole = withoutLead(text, range);
  const colon = prompt.findColon(whole);
  if (colon === undefined || prompt.count({ from: whole.from, to: colon }) > MAX_HEAD) return false;
  const [head, list] = [
    { from: whole.from, to: colon },
    { from: colon + 1, to: range.to },
  ];
  const isRanking = lexicon.table("rank").all(prompt.tokens, head.from, head.to).length > 0;
  if (!isRanking && !areChoices(text, head, list)) return false;
  const item = isRanking
    ? labelledItem(text, head, range, { ...choicesSaid(text, alternatives(text, list)), kind: "ranking" })
    : readItem(text, whole, { isLine: true });
  if (!item?.draft.choices || item.draft.choices.length < 2) return false;
  if (!isRanking && !isSure(text, item)) return false;
  prompt.accounting.read({ from: range.from, to: whole.from });
  // "Mileage claim: employee, kilometres driven": at the beginning of a prompt these may be fields.
  const isByOr =
    outline.fields.length === 0 && !isRanking && !item.draft.concept?.isWhole && saysNoChoice(text, head);
  const draft = isByOr ? { ...item.draft, isByOr } : item.draft;
  outline.add({ ...item, draft }, { range: whole, place: { isLine: true } });
  return true;
}

function saysNoChoice({ prompt, lexicon }: Text, { from, to }: Range): boolean {
  return (
    !prompt.isMark(to - 1, "?") && lexicon.table("pick", "pickOne").all(prompt.tokens, from, to).length === 0
  );
}

/** Whether a list has choices: words before it say so, or none of its parts is more than a word for something. */
function areChoices(text: Text, head: Range, list: Range): boolean {
  const { prompt, lexicon } = text;
  const bracket = prompt.find(head, (index) => prompt.isOpenBracket(index));
  const says = bracket === undefined ? undefined : modifiersIn(text, prompt.inside(bracket));
  if (lexicon.table("pick", "pickOne").at(prompt.tokens, head.from, head.to)) return true;
  if ((says?.several ?? says?.selections ?? says?.bounds?.max) !== undefined) return true;
  const isForm = lexicon.table("form").all(prompt.tokens, head.from, head.to).length > 0;
  if (isForm || (purposeIn(text, head) !== undefined && !wholeConcept(text, prompt.trim(head)))) return false;
  const parts = partsOf(text, list);
  if (parts.length < 2) return alternatives(text, list).length > 1;
  return parts.every((part) => isChoiceLike(text, part));
}

/** Without "ask for", "with the fields" and the like before a list. */
export function withoutLead(text: Outline["text"], { from, to }: Range): Range {
  const { prompt, lexicon } = text;
  let at = from;
  for (;;) {
    const lead = lexicon
      .table(
        "openers",
        "purposes",
        "askFor",
        "show",
        "only",
        "thenWord",
        "alsoWords",
        "polite",
        "interjections",
      )
      .at(prompt.tokens, at, to);
    const fields = prompt.keyAt(at, to, "fields")?.to ?? to;
    const isHead = prompt.isColon(fields) || prompt.isOpenQuote(fields);
    const next = isHead ? fields : (lead?.to ?? (prompt.isMark(at, ",:-–—") ? at + 1 : undefined));
    if (next === undefined || next >= to) break;
    at = next;
  }
  const isInside = prompt.isOpenBracket(at) && prompt.isEmpty({ from: prompt.after(at), to });
  return isInside ? prompt.inside(at) : { from: at, to };
}
