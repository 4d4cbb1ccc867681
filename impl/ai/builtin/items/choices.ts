/** Reads lists of choices: "S, M and L", "low / medium / high", "Pottery (max 10 people)". */
import { phraseKey } from "../../../texts/fold.ts";
import { ownAnswerWords } from "../../../texts/own-answer.ts";
import type { Range } from "../reading/accounting.ts";
import type { List } from "../reading/lexicon.ts";
import { find, marks, split } from "../reading/split.ts";
import { type DraftChoice, definedOnly, type Said } from "./draft.ts";
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

const OR = ["or"] as const;
const OR_AND = ["or", "and"] as const;

/** "A or B", and "A and B" where it is the end of a list. */
function conjoined(text: Text, range: Range, isEnd: boolean): Range[] {
  const parts = split(text.prompt, withoutConjunction(text, range), (index) =>
    wordLength(text, index, range.to, ...(isEnd ? OR_AND : OR)),
  );
  return parts.length > 1 ? parts : [range];
}

/** The length of a word such as "and" at a place; none where it is part of a word, as the Italian "e" in "e-mail". */
export function wordLength(
  { prompt, lexicon }: Text,
  at: number,
  limit: number,
  ...lists: readonly List[]
): number {
  const found = lexicon.table(...lists).at(prompt.tokens, at, limit);
  if (!found || !prompt.tokens[at]?.isSpaced || prompt.tokens[found.to]?.isSpaced === false) return 0;
  return found.to - found.from;
}

export function withoutConjunction({ prompt, lexicon }: Text, range: Range): Range {
  const { from, to } = prompt.trim(range, ",;|/ ");
  const found = lexicon.table("and", "or").at(prompt.tokens, from, to);
  return found && found.to < to ? { from: found.to, to } : { from, to };
}

/** @returns one choice; its bracket may say its places */
function choiceOf(text: Text, range: Range): DraftChoice | undefined {
  const { prompt } = text;
  const part = withoutConjunction(text, prompt.trim(range, ",;:.!?-–—*|"));
  const { cut, capacity } = ofChoice(text, part);
  const label = prompt.trim({ from: part.from, to: capacity === undefined ? part.to : (cut ?? part.to) });
  const right = rightMark(text, label);
  const words = unquoted(prompt.textOf(right?.label ?? label));
  if (words === "") return undefined;
  return {
    text: words,
    ...(right ? { right: right.words } : prompt.isMark(label.to, "*") && { right: words }),
    ...definedOnly({ capacity }),
  };
}

/** The places that the bracket behind a choice says, and where it begins. */
function ofChoice(text: Text, part: Range): { cut?: number; capacity?: number | undefined } {
  const { prompt } = text;
  const bracket = find(prompt, part, (index) => prompt.isOpenBracket(index));
  if (bracket === undefined || prompt.after(bracket) < part.to) return {};
  const said = modifiersIn(text, prompt.inside(bracket)) ?? {};
  return { cut: bracket, capacity: said.capacity ?? said.bounds?.max };
}

/** "Stop (correct)", "6 (4 is correct)": @returns the choice without the bracket, and which one is right */
function rightMark(
  { prompt, lexicon }: Text,
  { from, to }: Range,
): { label: Range; words: string } | undefined {
  const bracket = find(prompt, { from, to }, (index) => prompt.isOpenBracket(index));
  if (bracket === undefined || bracket === from || prompt.after(bracket) < to) return undefined;
  const inside = prompt.inside(bracket);
  const [correct] = lexicon.table("correct").all(prompt.tokens, inside.from, inside.to);
  const isOther = correct !== undefined && correct.from > inside.from;
  const isPoints = lexicon.table("points").whole(prompt.tokens, inside.from + 1, inside.to) !== undefined;
  if (!correct && !isPoints) return undefined;
  const label = { from, to: bracket };
  return { label, words: prompt.textOf(isOther ? inside : label) };
}

export function unquoted(text: string): string {
  return text.replace(/^(["“„«»'])(.+)["”“«»']$/u, "$2").trim();
}

/** What a list of choices says: "other" among them asks for an answer of one's own. */
export function choicesSaid(text: Text, parts: readonly Range[]): Said {
  const { lexicon } = text;
  const others = new Set(
    ownAnswerWords([lexicon.language, "en"]).concat(lexicon.labels.choices.other).map(phraseKey),
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
