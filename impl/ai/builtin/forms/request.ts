/** Reads requests: words that name the form, and the list behind them. */
import { alternatives, choicesSaid } from "../items/choices.ts";
import { wholeConcept } from "../items/concepts.ts";
import { readDetails } from "../items/details.ts";
import { type Item, labelledItem, readItem, withoutFillers } from "../items/item.ts";
import { isChoiceLike, partsOf, readList, unreadParts } from "../items/list.ts";
import { modifierAt, modifiersIn } from "../items/modifiers.ts";
import type { Text } from "../items/readers/reader.ts";
import type { Range } from "../reading/accounting.ts";
import { keyAt } from "../reading/keys.ts";
import { numberAt } from "../reading/numbers.ts";
import { find, isColon, isDash } from "../reading/split.ts";
import type { Outline } from "./outline.ts";
import { purposeIn, purposesIn, titleOf } from "./purpose.ts";

/** "Contact form with name and email", "I need a sign-up for our retreat: name, phone", "Ask for name and email" */
export function readRequest(outline: Outline, range: Range): boolean {
  const { text } = outline;
  const { prompt, lexicon } = text;
  const start = withoutGreeting(text, range);
  const head = headOf(outline, { from: start, to: range.to });
  if (!head && start === range.from && withoutLead(text, range).from === range.from) return false;
  const isShown = lexicon.table("show", "only").at(prompt.tokens, start, range.to) !== undefined;
  const list = behindTitle(outline, withoutLead(text, { from: head?.to ?? start, to: range.to }));
  const items = prompt.isEmpty(list) ? [] : readList(text, list);
  if (items.length === 0 && !(head && prompt.isEmpty(list))) return false;
  if (head) readTitle(outline, head);
  prompt.accounting.read({ from: range.from, to: start });
  prompt.accounting.read({ from: head?.to ?? start, to: list.from });
  for (const item of items) if (!isShown || !outline.addCondition(item)) outline.add(item);
  return true;
}

/** "Form in German: Guest registration - name, arrival": a second head is the title. */
function behindTitle(outline: Outline, list: Range): Range {
  const { text } = outline;
  const { prompt } = text;
  const cut = find(
    prompt,
    list,
    (index) => isColon(prompt, index) || isDash(prompt, index) || prompt.isMark(index, ",;("),
  );
  if (cut === undefined || prompt.isMark(cut, ",;(")) return list;
  const rest = { from: cut + 1, to: list.to };
  if (!isTitleOf(text, { from: list.from, to: cut }, rest) || partsOf(text, rest).length < 2) return list;
  readTitle(outline, { from: list.from, to: cut });
  return withoutLead(text, rest);
}

/** Without "hi, could you please create" and the like. */
function withoutGreeting({ prompt, lexicon }: Text, { from, to }: Range): number {
  let at = from;
  while (at < to) {
    const found = lexicon
      .table("polite", "interjections", "canYou", "requests", "fillers")
      .at(prompt.tokens, at, to);
    const next = found?.to ?? (prompt.isMark(at, ",!.-–—:") ? at + 1 : undefined);
    if (next === undefined) break;
    at = next;
  }
  return at;
}

/** The longest head of a request, in words. */
const MAX_HEAD = 16;

/** The words before the list that name the form: up to a colon, a dash, "with", a bracket or a comma. */
function headOf(outline: Outline, { from, to }: Range): Range | undefined {
  const { text, fields } = outline;
  const { prompt, lexicon } = text;
  const end =
    find(
      prompt,
      { from, to },
      (index) => isColon(prompt, index) || isDash(prompt, index) || prompt.isMark(index, ",;"),
    ) ?? to;
  const names = [
    ...lexicon.table("form").all(prompt.tokens, from, end),
    ...purposesIn(text, { from, to: end }),
  ];
  const isTitled =
    (isColon(prompt, end) || isDash(prompt, end)) &&
    isTitleOf(text, { from, to: end }, { from: end + 1, to });
  const first = names.length > 0 ? Math.min(...names.map((name) => name.to)) : from;
  const cut = isTitled ? end : find(prompt, { from: first, to }, (index) => isLead(text, index, to));
  const head = { from, to: cut ?? to };
  if (prompt.isEmpty(head) || prompt.count(head) > MAX_HEAD) return undefined;
  return names.length > 0 || (isTitled && fields.length === 0) ? head : undefined;
}

/** "Lost & found: what was lost, where, when": words before a colon name what the list behind it is for. */
function isTitleOf(text: Text, head: Range, list: Range): boolean {
  const { prompt } = text;
  if (prompt.isEmpty(list) || modifierAt(text, head.from, head.to)?.says.kind) return false;
  const parts = partsOf(text, list);
  // "Tickets: adults, children, name, email" names a form, "Contact method: email, phone" a field.
  if (wholeConcept(text, prompt.trim(head)))
    return parts.some((part) =>
      PERSONAL.has(wholeConcept(text, withoutFillers(text, prompt.trim(part))) ?? ""),
    );
  return !parts.every((part) => isChoiceLike(text, part));
}

function isLead(text: Text, index: number, to: number): boolean {
  const { prompt, lexicon } = text;
  if (isColon(prompt, index) || isDash(prompt, index) || prompt.isMark(index, ",;")) return true;
  // A bracket with modifiers, such as "(max. 25 people)", is no list.
  if (prompt.isOpenBracket(index)) return modifiersIn(text, prompt.inside(index)) === undefined;
  return lexicon.table("openers", "purposes", "aspects").at(prompt.tokens, index, to) !== undefined;
}

/** The title is what no setting has read. A head that gives no title is not accounted for. */
function readTitle(outline: Outline, head: Range): void {
  const { text } = outline;
  outline.purpose ??= purposeIn(text, head);
  const [first] = unreadParts(text, head);
  const title = first ? titleOf(text, text.prompt.trim(first)) : "";
  const isFirst = outline.title === undefined && outline.fields.length === 0;
  if (isFirst && title !== "") outline.title = title;
  if (isFirst || title === "") text.prompt.accounting.read(head);
}

const PERSONAL: ReadonlySet<string> = new Set(["name", "full_name", "first_name", "last_name"]);

/** "Multiple choice: ...", "Matrix: rows ...; columns ...": modifiers before a colon are about what follows. */
export function readKindOf(outline: Outline, range: Range): boolean {
  const { text } = outline;
  const { prompt } = text;
  const colon = find(prompt, range, (index) => isColon(prompt, index));
  const says = colon === undefined ? undefined : modifiersIn(text, { from: range.from, to: colon });
  if (colon === undefined || !says?.kind) return false;
  const list = { from: colon + 1, to: range.to };
  if (says.kind === "matrix") {
    const details = readDetails(text, list);
    if (!details.said.rows || !details.said.columns) return false;
    outline.add(labelledItem(text, list, range, details.said));
    return true;
  }
  const items = readList(text, list, says);
  for (const item of items) outline.add(item);
  if (items.length > 0) prompt.accounting.read({ from: range.from, to: colon });
  return items.length > 0;
}

/** "Choose your workshops (max 2): Pottery, Painting, Dance": a label, and choices that do not read like fields. */
export function readChoiceItem(outline: Outline, range: Range): boolean {
  const { text } = outline;
  const { prompt } = text;
  const whole = withoutLead(text, range);
  const colon = find(prompt, whole, (index) => isColon(prompt, index));
  if (colon === undefined || prompt.count({ from: whole.from, to: colon }) > MAX_HEAD) return false;
  if (!areChoices(text, { from: whole.from, to: colon }, { from: colon + 1, to: range.to })) return false;
  const head = { from: whole.from, to: colon };
  const item = isRanking(text, head)
    ? rankingOf(text, range, colon)
    : readItem(text, whole, { isLine: true });
  if (!item?.draft.choices || item.draft.choices.length < 2) return false;
  prompt.accounting.read({ from: range.from, to: whole.from });
  outline.add(item, { range: whole, place: { isLine: true } });
  return true;
}

function rankingOf(text: Text, { from, to }: Range, colon: number): Item {
  const choices = choicesSaid(text, alternatives(text, { from: colon + 1, to }));
  return labelledItem(text, { from, to: colon }, { from, to }, { ...choices, kind: "ranking" });
}

/** "Rank these holiday destinations: Rome, Paris" */
function isRanking({ prompt, lexicon }: Text, { from, to }: Range): boolean {
  return lexicon.table("rank").all(prompt.tokens, from, to).length > 0;
}

/** Whether none of the parts of a list is more than a word for something. */
function areChoices(text: Text, head: Range, list: Range): boolean {
  const { prompt } = text;
  if (isRanking(text, head)) return true;
  if (purposeIn(text, head) !== undefined && !wholeConcept(text, prompt.trim(head))) return false;
  if (text.lexicon.table("form").all(prompt.tokens, head.from, head.to).length > 0) return false;
  const parts = partsOf(text, list);
  const isOr = parts.length === 1 && alternatives(text, list).length > 1;
  if (parts.length < 2 && !isOr) return false;
  if (find(prompt, list, (index) => prompt.isMark(index, "=")) !== undefined) return false;
  return isOr || parts.every((part) => isChoiceLike(text, part));
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
    const next = lead?.to ?? countedFields(text, at, to) ?? (prompt.isMark(at, ",:-–—") ? at + 1 : undefined);
    if (next === undefined || next >= to) break;
    at = next;
  }
  const isInside = prompt.isOpenBracket(at) && prompt.isEmpty({ from: prompt.after(at), to });
  return isInside ? prompt.inside(at) : { from: at, to };
}

/** "3 questions:", "the following fields:" */
function countedFields({ prompt, lexicon }: Outline["text"], from: number, to: number): number | undefined {
  const at = numberAt(prompt, from, lexicon)?.to ?? from;
  const fields = keyAt(prompt, at, to, "fields") ?? lexicon.table("fieldPlurals").at(prompt.tokens, at, to);
  return fields && isColon(prompt, fields.to) ? fields.to + 1 : undefined;
}
