/** Reads lists of choices: "S, M and L", "low / medium / high", "Pottery (max 10 people)". */
import { phraseKey } from "../../../texts/fold.ts";
import { ownAnswerWords } from "../../../texts/own-answer.ts";
import { definedOnly } from "../../forms/build-field.ts";
import type { Range } from "../reading/accounting.ts";
import type { List } from "../reading/lexicon.ts";
import type { DraftChoice, Said } from "./draft.ts";
import { modifiersIn } from "./modifiers.ts";
import type { Text } from "./readers/reader.ts";

/** @returns the parts of a list: between commas, then slashes or bars, then "or", with "and" before the last one */
export function alternatives(text: Text, range: Range, isEnd = false): Range[] {
  const { prompt } = text;
  for (const separators of [";", ",", "|", "/"]) {
    const parts = prompt.split(range, prompt.marks(separators));
    if (parts.length > 1) {
      const last = parts.at(-1);
      const ends = separators === "/" || !last ? [] : conjoined(text, last, true);
      const all = ends.length > 1 ? [...parts.slice(0, -1), ...ends] : parts;
      return all.map((part) => withoutConjunction(text, part));
    }
  }
  return conjoined(text, range, isEnd);
}

const OR = ["or"] as const;
const OR_AND = ["or", "and"] as const;

/** "A or B", and "A and B" where it is the end of a list. */
function conjoined(text: Text, range: Range, isEnd: boolean): Range[] {
  const parts = text.prompt.split(withoutConjunction(text, range), (index) =>
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

/** @returns one choice; its bracket may say its places, or that it is right */
function choiceOf(text: Text, range: Range): DraftChoice | undefined {
  const { prompt } = text;
  const { from, to } = withoutConjunction(text, prompt.trim(range, ",;:.!?-–—*|"));
  const bracket = prompt.find(
    { from: from + 1, to },
    (index) => prompt.isOpenBracket(index) && prompt.after(index) >= to,
  );
  const inside = bracket === undefined ? undefined : prompt.inside(bracket);
  const said = inside && modifiersIn(text, inside);
  const capacity = said?.capacity ?? said?.bounds?.max;
  const right = inside && rightAnswer(text, inside);
  const isRead = capacity !== undefined || right !== undefined;
  const words = unquoted(prompt.textOf(prompt.trim({ from, to: (isRead && bracket) || to })));
  if (words === "") return undefined;
  const isRight = right === "" || prompt.isMark(to, "*");
  return { text: words, ...definedOnly({ capacity, right: isRight ? words : right }) };
}

/** "Stop (correct)", "Go (1 point)", "6 (4 is correct)": @returns the right answer if it is another; "" for the choice itself */
function rightAnswer({ prompt, lexicon }: Text, inside: Range): string | undefined {
  const { from, to } = inside;
  const [correct] = lexicon.table("correct").all(prompt.tokens, from, to);
  if (correct) return correct.from > from ? prompt.textOf(inside) : "";
  return lexicon.table("points").whole(prompt.tokens, from + 1, to) ? "" : undefined;
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
