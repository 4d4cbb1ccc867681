/** Makes new fields of what an edit adds. The readers of list items read them; here the words of a sentence around them go. */
import type { FormField } from "../../../../generated/types.ts";
import { makeField } from "../forms/field.ts";
import { makeIds } from "../forms/ids.ts";
import { wholeConcept } from "../items/concepts.ts";
import { type Said, together } from "../items/draft.ts";
import { type Item, readItem } from "../items/item.ts";
import { modifiersIn } from "../items/modifiers.ts";
import type { Range } from "../reading/accounting.ts";
import { type EditContext, impossible } from "./context.ts";
import type { EditText } from "./edit-text.ts";
import { listed } from "./text-list.ts";

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
  const ids = makeIds(context.takenIds());
  return items?.map(({ draft, decided, unread }) => {
    const first = draft.condition ? draft.at : unread[0];
    if (first) throw impossible("edit_unknown_field", { text: text.prompt.textOf(first) });
    if (decided.lacksChoices)
      throw impossible("edit_needs_choices", { field: draft.label, type: draft.kind ?? "" });
    return makeField(draft, decided, { texts: context.texts, ids });
  });
}

/** One field, or several in a list, as in "two fields: job title and department". */
function itemsIn(text: EditText, range: Range): Item[] | undefined {
  const noun = text
    .starts(text.countAt(range.from)?.to ?? range.from)
    .map((at) => text.cueAt(at, "question"))
    .find(Boolean);
  const isHead = noun && text.prompt.isMark(noun.to, ":") && noun.to + 1 < range.to;
  const parts = text.partsOf(isHead ? { from: noun.to + 1, to: range.to } : range, ",;+&");
  const whole = isHead ? undefined : itemIn(text, range);
  // Behind the label of one field stand only details that its reader knows.
  const isOne = whole && whole.unread.length === 0 && whole.label.to <= (parts[0]?.to ?? range.to);
  if (whole && (parts.length < 2 || isOne || wholeConcept(text, whole.label))) return [whole];
  const items = parts.length > 1 || isHead ? parts.map((part) => itemIn(text, part)) : [];
  const read = items.filter((item) => item !== undefined);
  return read.length === items.length && read.length > 0 ? read : undefined;
}

function itemIn(text: EditText, range: Range): Item | undefined {
  const { from, to } = behindArticles(text, text.prompt.trim(range));
  const item = readItem(text, { from, to }, { isLine: true });
  if (item && !item.decided.isGuess && !item.decided.lacksChoices && !isPhrase(text, item.label)) return item;
  const list = listFrom(text, { from, to });
  const choices = list && listed(text, text.partsOf({ from: list.to, to }));
  const named = nameIn(text, { from, to: list?.from ?? to });
  if (!named || (choices && choices.texts.length < 2)) return undefined;
  const said = choices && {
    choices: choices.texts.map((one) => ({ text: one })),
    ...(choices.hasOther && { allowOther: true }),
  };
  const read = readItem(text, named.name, { isLine: true, said: together(named.said, said ?? {}) });
  return read && (named.isField || said || !read.decided.isGuess) ? read : undefined;
}

/** Whether a label holds words around a name: "dropdown called", a part in quotes. */
function isPhrase({ prompt, lexicon }: EditText, { from, to }: Range): boolean {
  const quote = prompt.tokens.findIndex((_, at) => at >= from && at < to && prompt.isOpenQuote(at));
  const isPart = quote >= 0 && (quote > from || prompt.after(quote) < to);
  return isPart || lexicon.table("options").all(prompt.tokens, from, to).length > 0;
}

/** Where a list of choices begins: "with the options", "with". */
function listFrom(text: EditText, { from, to }: Range): Range | undefined {
  for (let at = from + 1; at < to; at = text.prompt.after(at)) {
    const word = text.lexicon.table("options").at(text.prompt.tokens, at, to) ?? text.cueAt(at, "with");
    if (word) return { from: at, to: text.prompt.isMark(word.to, ":") ? word.to + 1 : word.to };
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
  const [first, last] = [
    nouns.find((noun) => noun.from === text.skip(from) || noun.from === from),
    nouns.at(-1),
  ];
  const isLast = last?.to === to && last !== first;
  const start = first ? (text.cueAt(first.to, "about")?.to ?? first.to) : from;
  const name = behindArticles(text, text.prompt.trim({ from: start, to: isLast ? last.from : to }));
  const isEmpty = text.prompt.isEmpty(name) || text.skip(name.from) >= name.to;
  return isEmpty ? undefined : { name, said: {}, isField: nouns.length > 0 };
}

/** Without articles, also such as are written together with their noun, and words such as "for": "pour l'adresse". */
function behindArticles(text: EditText, { from, to }: Range): Range {
  let start = text.skip(from);
  for (let about = text.cueAt(start, "about"); about && start > from; about = text.cueAt(start, "about"))
    start = text.skip(about.to);
  return { from: start < to ? start : from, to };
}

/** What the words beside a name in quotes say; undefined where one of them is not known. */
function saidIn(text: EditText, { from, to }: Range): Said | undefined {
  let [said, start]: [Said, number] = [{}, from];
  for (let at = from; at <= to; at++) {
    const noun = at === to ? { to } : text.cueAt(at, "question", "filler");
    if (!noun || at < start) continue;
    const says = at === start ? {} : modifiersIn(text, { from: start, to: at });
    if (!says) return undefined;
    said = together(said, says);
    start = noun.to;
  }
  return said;
}
