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
import { kindNounAt } from "../items/readers/kinds.ts";
import type { Range } from "../reading/accounting.ts";
import { numberAt } from "../reading/numbers.ts";
import { type EditContext, impossible } from "./context.ts";
import { IN_NO_LABEL, NAMELESS } from "./cue-groups.ts";
import type { EditText } from "./edit-text.ts";
import type { Cue } from "./words.ts";

/** The name of a field, and what the words around it say. */
interface Named {
  readonly name: Range;
  /** Where its label ends at the latest. */
  readonly end: number;
  readonly said: Said;
  /** Whether the words say that it is a field: "a field for", "called", quotes. */
  readonly isField: boolean;
}

/** @returns what the words add; undefined: they do not say that it is a field */
export function newFields(text: EditText, range: Range, context: EditContext): FormField[] | undefined {
  const ids = new Set(context.takenIds());
  return itemsIn(text, range)?.map((item) => {
    const { draft, decided, unread } = item;
    const unclear = draft.condition || !isClear(text, item) ? draft.at : unread[0];
    if (unclear) throw impossible("edit_unknown_field", { text: text.prompt.textOf(unclear) });
    if (decided.lacksChoices)
      throw impossible("edit_needs_choices", { field: draft.label, type: draft.kind ?? "" });
    context.added.push(item);
    return makeField(draft, decided, { texts: context.texts, ids });
  });
}

/** Whether the label is a name and no part of an instruction, and a grid or a ranking is one. */
function isClear(text: EditText, { draft, decided, label }: Item): boolean {
  const { prompt, lexicon } = text;
  const kinds = lexicon.table("kinds", "kindNouns").all(prompt.tokens, label.from, label.to);
  if (kinds.some(({ value }) => /matrix|ranking/.test(value) && value !== decided.shape.type)) return false;
  const kind = lexicon.table("kinds").at(prompt.tokens, label.from, label.to);
  if (kind && kind.to < label.to) return false;
  const isName = draft.concept?.isWhole || prompt.isOpenQuote(label.from) || prompt.isMark(label.to - 1, "?");
  return (
    isName || !(prompt.tokens[label.from]?.kind === "number" || text.has(label.from, label.to, IN_NO_LABEL))
  );
}

/** One field, or several in a list. */
function itemsIn(text: EditText, range: Range): Item[] | undefined {
  const body = behindCount(text, range);
  const listed = partsOf(text, body ?? range);
  const parts = listed.length > 1 ? listed : text.partsOf(body ?? range, "", ["and"]);
  const all = parts.flatMap((part) => itemIn(text, part) ?? []);
  const items = (parts.length > 1 || body) && all.length === parts.length ? all : undefined;
  const whole = body ? undefined : itemIn(text, range);
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

function itemIn(text: EditText, range: Range): Item | undefined {
  const { from, to } = withoutTail(text, text.prompt.trim(range));
  const list = listFrom(text, { from, to });
  const said = list && choicesSaid(text, text.partsOf({ from: list.to, to }));
  const choices = said?.choices && said.choices.length > 1 ? said : undefined;
  const named = nameIn(text, { from, to: (choices && list?.from) ?? to });
  const item = named && readItem(text, named.name, { isLine: true, said: { ...named.said, ...choices } });
  if (!item || item.label.to > named.end) return undefined;
  return named.isField || choices || !item.decided.isGuess ? item : undefined;
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
  const isStart = (at: number) => text.prompt.isOpenQuote(at) || text.cueAt(at, "called") !== undefined;
  const at = text.prompt.find({ from, to }, isStart);
  if (at !== undefined) return quotedName(text, { from, to }, at);
  const noun = text.starts(text.skip(from)).flatMap((start) => text.cueAt(start, "question") ?? [])[0];
  const name = behindArticles(text, withoutTail(text, { from: noun?.to ?? from, to }, "question"));
  if (text.isSaid(name, NAMELESS)) return undefined;
  return {
    name,
    end: to,
    said: {},
    isField: noun !== undefined || name.to < text.prompt.trim({ from, to }).to,
  };
}

/** A name in quotes or behind "called", beside which stands what modifiers say, or details as items have them. */
function quotedName(text: EditText, { from, to }: Range, at: number): Named | undefined {
  const start = text.cueAt(at, "called")?.to ?? at;
  const end = text.prompt.isOpenQuote(start) ? text.prompt.after(start) : to;
  const [before, behind] = [saidIn(text, { from, to: at }), saidIn(text, { from: end, to })];
  const name = { from: start, to: behind ? end : to };
  return before && { name, end, said: together(before, behind ?? {}), isField: true };
}

/** Without articles, also such as are written together with their noun, and words such as "for": "pour l'adresse". */
function behindArticles(text: EditText, range: Range): Range {
  // The words of a question belong to it.
  if (text.prompt.findMark(range, "?") !== undefined) return withoutFillers(text, range);
  const start = text.skip(range.from, "about");
  return { from: start < range.to ? start : range.from, to: range.to };
}

/** Without "instead" and the like at the end. */
function withoutTail(text: EditText, { from, to }: Range, ...cues: readonly Cue[]): Range {
  const tail = [3, 2, 1]
    .map((length) => text.cueAt(to - length, "tail", "also", ...cues))
    .find((one) => one?.to === to);
  return tail && tail.from > from ? text.prompt.trim({ from, to: tail.from }) : { from, to };
}

/** What the words beside a name in quotes say; undefined where one of them is not known. */
function saidIn(text: EditText, { from, to }: Range): Said | undefined {
  let said: Said = {};
  for (let at = from; at < to; ) {
    const noun = text.cueAt(at, "question", "filler", "with", "type", "also");
    const kind = kindNounAt(text, at, to);
    const found = modifierAt(text, at, to) ?? (kind && { to: kind.to, says: { kind: kind.value } });
    const isSaid = found && !found.says.condition && found.to >= (noun?.to ?? at);
    if (isSaid) said = together(said, found.says);
    const next = isSaid ? found.to : (noun?.to ?? (text.prompt.isWord(at) ? undefined : at + 1));
    if (next === undefined) return undefined;
    at = next;
  }
  return said;
}
