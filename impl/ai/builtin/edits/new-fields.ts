/** Makes new fields of what an edit adds. The readers of list items read them; here the words of a sentence around them go. */
import type { FormField } from "../../../../generated/types.ts";
import { makeField } from "../forms/field.ts";
import { isSure } from "../forms/fields-in-text.ts";
import { choicesSaid } from "../items/choices.ts";
import { wholeConcept } from "../items/concepts.ts";
import { type Said, together } from "../items/draft.ts";
import { withoutFillers } from "../items/head.ts";
import { type Item, readItem } from "../items/item.ts";
import { partsOf } from "../items/list.ts";
import { modifierAt } from "../items/modifiers.ts";
import type { Reading } from "../items/readers/reader.ts";
import type { Range } from "../reading/accounting.ts";
import { keyAt } from "../reading/keys.ts";
import { isKind } from "../reading/lexicon.ts";
import { numberAt } from "../reading/numbers.ts";
import { type EditContext, impossible } from "./context.ts";
import type { EditText } from "./edit-text.ts";

/** Words that alone name no field. */
const NAMELESS = ["filler", "polite", "tail", "also", "question"] as const;

/** The name of a field, and what the words around it say. */
interface Named {
  readonly name: Range;
  readonly said: Said;
  /** Whether the words say that it is a field: "a field for", a type, choices, a well-known name, quotes. */
  readonly isField: boolean;
}

/** @returns what the words add; undefined: they do not say that it is a field */
export function newFields(text: EditText, range: Range, context: EditContext): FormField[] | undefined {
  const items = itemsIn(text, range);
  const ids = new Set(context.takenIds());
  return items?.map((item) => {
    const { draft, decided, unread } = item;
    const first = draft.condition || !isClear(text, item, range) ? draft.at : unread[0];
    if (first) throw impossible("edit_unknown_field", { text: text.prompt.textOf(first) });
    if (decided.lacksChoices)
      throw impossible("edit_needs_choices", { field: draft.label, type: draft.kind ?? "" });
    context.added.push(item);
    return makeField(draft, decided, { texts: context.texts, ids });
  });
}

/** Words of instructions that are no part of a label. */
const OUTSIDE = ["called", "after", "before", "top", "end", "onPage", "ownPage", "if", "must"] as const;
/** Types that some words alone name. */
const NAMED_TYPES: ReadonlySet<string> = new Set(["matrix", "ranking"]);

/** Whether the label is a name and no part of an instruction, and the type is the one that the words name. */
function isClear(
  { prompt, lexicon, cuesAt }: EditText,
  { draft, decided, label }: Item,
  range: Range,
): boolean {
  const { type } = decided.shape;
  const isGrid = (at: number) => keyAt(prompt, at, range.to, "rows", "columns") !== undefined;
  const isOther = (at: number) => {
    const kind = lexicon.table("kinds", "kindNouns").at(prompt.tokens, at, label.to)?.value ?? type;
    return NAMED_TYPES.has(kind) && kind !== type;
  };
  const places = ({ from, to }: Range) => Array.from({ length: to - from }, (_, at) => from + at);
  if (type !== "matrix" && places(range).some(isGrid)) return false;
  if (draft.concept?.isWhole || prompt.isOpenQuote(label.from) || prompt.isMark(label.to - 1, "?"))
    return true;
  const kind = lexicon.table("kinds").at(prompt.tokens, label.from, label.to);
  if (kind && kind.to < label.to) return false;
  const isOutside = (at: number) => cuesAt(at).some(({ value }) => OUTSIDE.some((cue) => cue === value));
  return (
    prompt.tokens[label.from]?.kind !== "number" && !places(label).some((at) => isOutside(at) || isOther(at))
  );
}

/** One field, or several in a list. */
function itemsIn(text: EditText, range: Range): Item[] | undefined {
  const body = behindCount(text, range);
  const listed = partsOf(text, body ?? range);
  const parts = listed.length > 1 ? listed : text.partsOf(body ?? range, "", ["and"]);
  const whole = body ? undefined : itemIn(text, range);
  const items = parts.length > 1 || body ? allOf(parts.map((part) => itemIn(text, part))) : undefined;
  if (!whole || items?.every((item) => isSure(text, item))) return items ?? (whole && [whole]);
  // Behind the label of one field stand only details that its reader knows.
  const isOne = whole.unread.length === 0 && whole.label.to <= (parts[0]?.to ?? range.to);
  return parts.length < 2 || isOne || wholeConcept(text, whole.label) ? [whole] : items;
}

/** "two fields: job title and department" */
function behindCount(text: EditText, { from, to }: Range): Range | undefined {
  const starts = text.starts(numberAt(text.prompt, from, text.lexicon)?.to ?? from);
  const noun = starts.map((at) => text.cueAt(at, "question")).find(Boolean);
  const isHead = noun && text.prompt.isMark(noun.to, ":") && noun.to + 1 < to;
  return isHead ? { from: noun.to + 1, to } : undefined;
}

function allOf<Value>(values: readonly (Value | undefined)[]): Value[] | undefined {
  const known = values.filter((value) => value !== undefined);
  return known.length > 0 && known.length === values.length ? known : undefined;
}

function itemIn(text: EditText, range: Range): Item | undefined {
  const { from, to } = withoutTail(text, behindArticles(text, text.prompt.trim(range)));
  if (text.isSaid({ from, to }, NAMELESS)) return undefined;
  const item = readItem(text, { from, to }, { isLine: true });
  if (item && !item.decided.isGuess && !item.decided.lacksChoices && !isPhrase(text, item.label)) return item;
  const list = listFrom(text, { from, to });
  // A grid has rows and columns; as choices they would be wrong.
  if (list && keyAt(text.prompt, list.to, to, "rows", "columns")) return undefined;
  const several = list && choicesSaid(text, text.partsOf({ from: list.to, to }));
  const choices = several?.choices && several.choices.length > 1 ? several : undefined;
  const named = nameIn(text, { from, to: (choices && list?.from) ?? to });
  if (!named) return undefined;
  const said = { ...named.said, ...choices };
  const read = readItem(text, named.name, { isLine: true, said });
  return read && (named.isField || choices || !read.decided.isGuess) ? read : undefined;
}

/** Whether a label holds words around a name: "dropdown called", a part in quotes. */
function isPhrase({ prompt, lexicon }: EditText, { from, to }: Range): boolean {
  const quote = prompt.tokens.findIndex((_, at) => at >= from && at < to && prompt.isOpenQuote(at));
  const isPart = quote >= 0 && (quote > from || prompt.after(quote) < to);
  return isPart || lexicon.table("options").all(prompt.tokens, from, to).length > 0;
}

/** Where a list of choices begins: "with the options", "with". */
function listFrom(text: EditText, { from, to }: Range): Range | undefined {
  const { prompt, lexicon } = text;
  for (let at = from + 1; at < to; at = prompt.after(at)) {
    const word = lexicon.table("options").at(prompt.tokens, at, to) ?? text.cueAt(at, "with");
    if (!word) continue;
    const noun = text.starts(word.to).flatMap((start) => text.cueAt(start, "option", "selections") ?? [])[0];
    const end = noun?.to ?? word.to;
    return { from: at, to: prompt.isMark(end, ":") ? end + 1 : end };
  }
  return undefined;
}

/** The name of a field: in quotes, behind "called", or all that is left without "a field for". */
function nameIn(text: EditText, { from, to }: Range): Named | undefined {
  const { prompt } = text;
  for (let at = from; at < to; at++) {
    const start = text.cueAt(at, "called")?.to ?? at;
    const end = prompt.isOpenQuote(start) ? prompt.after(start) : start > at ? to : undefined;
    if (end === undefined) continue;
    const [before, behind] = [saidIn(text, { from, to: at }), saidIn(text, { from: end, to })];
    return (
      before && behind && { name: { from: start, to: end }, said: together(before, behind), isField: true }
    );
  }
  return unquotedName(text, { from, to });
}

function unquotedName(text: EditText, { from, to }: Range): Named | undefined {
  const places = Array.from({ length: to - from }, (_, index) => from + index);
  const nouns = places.flatMap((at) => text.cueAt(at, "question") ?? []);
  const first = nouns.find((noun) => noun.from === text.skip(from) || noun.from === from);
  const last = nouns.at(-1);
  const isLast = last?.to === to && last !== first;
  const start = first ? (text.cueAt(first.to, "about")?.to ?? first.to) : from;
  const name = behindArticles(text, text.prompt.trim({ from: start, to: isLast ? last.from : to }));
  const isEmpty = text.isSaid(name, NAMELESS);
  return isEmpty ? undefined : { name, said: {}, isField: nouns.length > 0 };
}

/** Without articles, also such as are written together with their noun, and words such as "for": "pour l'adresse". */
function behindArticles(text: EditText, { from, to }: Range): Range {
  if (wholeConcept(text, { from, to })) return { from, to };
  // The words of a question belong to it.
  for (let at = from; at < to; at++)
    if (text.prompt.isMark(at, "?")) return withoutFillers(text, { from, to });
  let start = text.skip(from);
  for (let about = text.cueAt(start, "about"); about && start > from; about = text.cueAt(start, "about"))
    start = text.skip(about.to);
  return { from: start < to ? start : from, to };
}

/** Without "instead" and the like at the end. */
function withoutTail(text: EditText, { from, to }: Range): Range {
  const tail = [3, 2, 1]
    .map((length) => text.cueAt(to - length, "tail", "also"))
    .find((one) => one?.to === to);
  return tail && tail.from > from ? text.prompt.trim({ from, to: tail.from }) : { from, to };
}

/** What the words beside a name in quotes say; undefined where one of them is not known. */
function saidIn(text: EditText, { from, to }: Range): Said | undefined {
  let said: Said = {};
  for (let at = from; at < to; ) {
    const noun = text.cueAt(at, "question", "filler", "with", "type", "also");
    const found = modifierAt(text, at, to) ?? kindAt(text, at, to);
    const isSaid = found && !found.says.condition && found.to >= (noun?.to ?? at);
    if (isSaid) said = together(said, found.says);
    const next = isSaid ? found.to : (noun?.to ?? (text.prompt.isWord(at) ? undefined : at + 1));
    if (next === undefined) return undefined;
    at = next;
  }
  return said;
}

/** "of type phone", "a rating question" */
function kindAt({ prompt, lexicon }: EditText, at: number, limit: number): Reading | undefined {
  const noun = lexicon.table("kindNouns").at(prompt.tokens, at, limit);
  return noun && isKind(noun.value) ? { to: noun.to, says: { kind: noun.value } } : undefined;
}
