/** Splits a list in running text into items: at semicolons, else at commas, with "and" before the last one. */
import type { Range } from "../reading/accounting.ts";
import type { Separator } from "../reading/prompt.ts";
import { isQuestion } from "./answers.ts";
import { wordLength } from "./choices.ts";
import { wholeConcept } from "./concepts.ts";
import type { Said } from "./draft.ts";
import { namedPart, withoutFillers } from "./head.ts";
import { type Item, readItem } from "./item.ts";
import { modifiersIn } from "./modifiers.ts";
import type { Text } from "./readers/reader.ts";

/** @param said what was said of all items of the list, such as that they are required */
export function readList(text: Text, range: Range, said: Said = {}): Item[] {
  return partsOf(text, range).flatMap((part) => readItem(text, part, { isLine: false, said }) ?? []);
}

/** The parts of a list that are items, each with the modifiers and choices that follow it. */
export function partsOf(text: Text, range: Range): Range[] {
  const { prompt } = text;
  const open = unreadParts(text, range);
  return open.flatMap((part) => {
    const bars = hasOwnDetails(text, part, "|") ? () => 0 : prompt.marks("|");
    for (const separator of [prompt.marks(";"), bars, spacedSlash(text, part)]) {
      const parts = prompt.split(part, separator);
      const areConcepts = parts.every((one) => wholeConcept(text, prompt.trim(one)) !== undefined);
      if (parts.length > 2 || (parts.length > 1 && (areConcepts || prompt.isMark(parts[0]?.to ?? 0, ";"))))
        return parts.flatMap((one) => (hasOwnDetails(text, one) ? [one] : commaParts(text, one)));
    }
    return commaParts(text, part);
  });
}

/** "Name / Email / Phone": slashes between blanks. Behind a question or a bracket they separate choices. */
function spacedSlash({ prompt }: Text, range: Range): Separator {
  const isLabel = (index: number) =>
    prompt.isMark(index, ",:?") || (prompt.isOpenBracket(index) && prompt.isWord(prompt.after(index)));
  if (prompt.find(range, isLabel) !== undefined) return () => 0;
  return (index) => {
    const isSpaced = prompt.tokens[index]?.isSpaced && prompt.tokens[index + 1]?.isSpaced;
    return isSpaced && prompt.isMark(index, "/") ? 1 : 0;
  };
}

/** The parts of a range that no reader has read; what was read separates them. */
export function unreadParts({ prompt }: Text, range: Range): Range[] {
  return prompt.split(range, (index) =>
    prompt.isWord(index) && prompt.accounting.isRead({ from: index, to: index + 1 }) ? 1 : 0,
  );
}

/** "size - small, medium, large": a label with choices of its own, so that no comma in it ends an item. */
function hasOwnDetails({ prompt }: Text, range: Range, separators = ","): boolean {
  const cut = prompt.find(range, (index) => prompt.isColon(index) || prompt.isDash(index));
  const comma = prompt.findMark(range, separators);
  return cut !== undefined && (comma === undefined || cut < comma);
}

function commaParts(text: Text, range: Range): Range[] {
  const { prompt } = text;
  const parts = prompt.split(range, prompt.marks(","));
  const merged: Range[] = [];
  for (const part of parts) {
    const before = merged.at(-1);
    const isJoined = before && belongsTo(text, part, before);
    if (before && isJoined) merged[merged.length - 1] = { from: before.from, to: part.to };
    else merged.push(part);
  }
  return merged.flatMap((part, index) =>
    conjoinedItems(text, part, index === merged.length - 1 || parts.length < 2),
  );
}

/** Whether a part only modifies the item before it, or is one more of its choices. */
function belongsTo(text: Text, part: Range, before: Range): boolean {
  const { prompt } = text;
  const words = withoutFillers(text, prompt.trim(part));
  const says = modifiersIn(text, words);
  if (wholeConcept(text, words) || says?.condition?.kind === "answer") return false;
  const isFile = says?.maxFiles !== undefined && isUpload(text, before);
  if (says) return isFile || namedPart(text, words, says) === undefined;
  const cut = prompt.find(before, (index) => prompt.isColon(index) || prompt.isMark(index, "?"));
  const isOpen = cut !== undefined && !prompt.isEmpty({ from: cut, to: before.to });
  if (!isOpen || cut === undefined) return false;
  const comma = prompt.findMark({ from: cut + 1, to: before.to }, ",");
  return isChoiceLike(text, words) && isChoiceLike(text, { from: cut + 1, to: comma ?? before.to });
}

function isUpload(text: Text, range: Range): boolean {
  return readItem(text, range, { isLine: true })?.decided.shape.type === "file_upload";
}

/** Whether a part is no more than a word for something: neither a field nor anything with a type. */
export function isChoiceLike(text: Text, range: Range): boolean {
  const all = withoutFillers(text, text.prompt.trim(range));
  if (isFieldLike(text, all)) return false;
  const bracket = text.prompt.find(all, (index) => text.prompt.isOpenBracket(index));
  const words = { from: all.from, to: bracket ?? all.to };
  return readItem(text, words, { isLine: true })?.decided.isGuess !== false;
}

/** Whether a part reads like a field of its own and not like a choice. */
export function isFieldLike(text: Text, range: Range): boolean {
  const { prompt } = text;
  const colon = prompt.find(range, (index) => index > range.from && prompt.isColon(index));
  if (colon !== undefined || wholeConcept(text, range) !== undefined || isQuestion(text, range)) return true;
  const bracket = prompt.find(range, (index) => index > range.from && prompt.isOpenBracket(index));
  return bracket !== undefined && !isOfChoice(text, prompt.inside(bracket));
}

/** "(max 10 people)": brackets that choices have, too. */
function isOfChoice(text: Text, range: Range): boolean {
  const says = modifiersIn(text, range);
  return (
    says !== undefined &&
    (says.capacity !== undefined || says.bounds?.min === undefined) &&
    !says.kind &&
    says.required === undefined
  );
}

/** "email and message" are two items, unless together they name one thing. */
function conjoinedItems(text: Text, range: Range, isLast: boolean): Range[] {
  const { prompt } = text;
  const whole = withoutFillers(text, prompt.trim(range));
  // "First and last name (required)"
  const to = prompt.find(whole, (at) => prompt.isOpenBracket(at) && prompt.after(at) >= whole.to) ?? whole.to;
  if (wholeConcept(text, { from: whole.from, to }) || hasOwnDetails(text, whole)) return [range];
  const parts = prompt.split(whole, (index) => {
    const isPlus = prompt.isMark(index, "+") && prompt.tokens[index]?.isSpaced;
    return isPlus ? 1 : index > whole.from ? wordLength(text, index, whole.to, "and") : 0;
  });
  const areConcepts = parts.every((part) => wholeConcept(text, withoutFillers(text, prompt.trim(part))));
  const isBetween = parts.some((part) => modifiersIn(text, part));
  return isBetween || !(isLast || areConcepts) ? [range] : parts;
}
