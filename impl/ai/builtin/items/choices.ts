/** Reads lists of choices: "S, M and L", "low / medium / high", "Pottery (max 10 people)". */
import { phraseKey } from "../../../texts/fold.ts";
import type { Range } from "../reading/accounting.ts";
import { find, marks, split } from "../reading/split.ts";
import type { DraftChoice, Said } from "./draft.ts";
import { modifiersIn } from "./modifiers.ts";
import type { Text } from "./readers/reader.ts";

/** @returns the parts of a list: between commas, then slashes or bars, then "or", with "and" before the last one */
export function alternatives(text: Text, range: Range): Range[] {
  const { prompt } = text;
  for (const separators of [";", ",", "|", "/"]) {
    const parts = split(prompt, range, marks(prompt, separators));
    if (parts.length > 1) {
      const last = parts.at(-1);
      const ends = separators === "/" || !last ? [] : conjoined(text, last, true);
      const all = ends.length > 1 ? [...parts.slice(0, -1), ...ends] : parts;
      return all.map((part) => withoutConjunction(text, part));
    }
  }
  return conjoined(text, range, false);
}

/** "A or B", and "A and B" where it is the end of a list. */
function conjoined(text: Text, range: Range, isEnd: boolean): Range[] {
  const { prompt, lexicon } = text;
  const table = isEnd ? lexicon.table("or", "and") : lexicon.table("or");
  const parts = split(prompt, withoutConjunction(text, range), (index) => {
    const found =
      prompt.isWord(index) || prompt.isMark(index, "&")
        ? table.at(prompt.tokens, index, range.to)
        : undefined;
    return found ? found.to - found.from : 0;
  });
  return parts.length > 1 ? parts : [range];
}

export function withoutConjunction({ prompt, lexicon }: Text, range: Range): Range {
  const { from, to } = prompt.trim(range, ",;|/ ");
  const found = lexicon.table("and", "or").at(prompt.tokens, from, to);
  return found && found.to < to ? { from: found.to, to } : { from, to };
}

/** "a) Mars b) Jupiter c) Venus" */
export function letteredParts({ prompt }: Text, { from, to }: Range): Range[] {
  const starts: number[] = [];
  for (let index = from; index < to; index++) {
    const isNext = prompt.key(index) === String.fromCharCode(97 + starts.length);
    if (isNext && prompt.isMark(index + 1, ").") && index + 2 < to) starts.push(index);
  }
  if (starts.length < 2 || starts[0] !== from) return [];
  return starts.map((start, index) => ({ from: start + 2, to: starts[index + 1] ?? to }));
}

/** @returns one choice; its bracket may say its places or its price */
export function choiceOf(text: Text, range: Range): DraftChoice | undefined {
  const { prompt } = text;
  const part = withoutConjunction(text, prompt.trim(range));
  const bracket = find(prompt, part, (index) => prompt.isOpenBracket(index));
  const tail = bracket === undefined ? priceTail(text, part) : undefined;
  const cut = bracket !== undefined && prompt.after(bracket) >= part.to ? bracket : tail?.at;
  const said =
    bracket !== undefined && cut === bracket ? modifiersIn(text, prompt.inside(bracket)) : tail?.says;
  const capacity = said?.capacity ?? (bracket === undefined ? undefined : said?.bounds?.max);
  const isSaid = capacity !== undefined || said?.price !== undefined;
  const label = prompt.trim({ from: part.from, to: isSaid && cut !== undefined ? cut : part.to });
  const words = unquoted(prompt.textOf(label));
  if (words === "") return undefined;
  return {
    text: words,
    ...(capacity !== undefined && { capacity }),
    ...(said?.price !== undefined && { price: said.price }),
  };
}

/** "Baguette £2" */
function priceTail(text: Text, { from, to }: Range): { at: number; says: Said } | undefined {
  for (let at = Math.max(from + 1, to - 6); at < to; at++) {
    const says = modifiersIn(text, { from: at, to });
    if (says?.price !== undefined) return { at, says };
  }
  return undefined;
}

export function unquoted(text: string): string {
  return text.replace(/^(["“„«»'])(.+)["”“«»']$/u, "$2").trim();
}

/** What a list of choices says: "other" among them asks for an answer of one's own. */
export function choicesSaid(text: Text, parts: readonly Range[]): Said {
  const { lexicon } = text;
  const others = new Set(
    lexicon.phrases("other").concat("other", lexicon.labels.choices.other).map(phraseKey),
  );
  const choices: DraftChoice[] = [];
  let allowOther = false;
  for (const part of parts) {
    const choice = choiceOf(text, part);
    if (!choice) continue;
    if (others.has(phraseKey(choice.text.replace(/[([:].*$/, "")))) allowOther = true;
    else choices.push(choice);
  }
  return { choices, ...(allowOther && { allowOther }) };
}
