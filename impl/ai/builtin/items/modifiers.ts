/** Reads runs of modifiers: each construct has one reader, and all of them are tried at each place. */
import type { Range } from "../reading/accounting.ts";
import { type Said, together } from "./draft.ts";
import { readAmount, readOutOf, readPick, readPrice, readUnit } from "./readers/amounts.ts";
import { readCondition } from "./readers/conditions.ts";
import { readDays } from "./readers/days.ts";
import { readEnds } from "./readers/ends.ts";
import { readDomains, readFormats } from "./readers/files.ts";
import { readKind, readPhrase } from "./readers/kinds.ts";
import type { Reader, Reading, Text } from "./readers/reader.ts";

/** Of readings that end at the same place, the first one counts. */
const READERS: readonly Reader[] = [
  readDays,
  readEnds,
  readAmount,
  readPick,
  readPrice,
  readOutOf,
  readFormats,
  readDomains,
  readPhrase,
  readKind,
  readUnit,
];

/** @returns the longest modifier at a place; conditions take all that follows, so they come last */
export function modifierAt(text: Text, from: number, limit: number): Reading | undefined {
  let best: Reading | undefined;
  for (const read of READERS) {
    const found = read(text, from, limit);
    if (found && found.to <= limit && found.to > (best?.to ?? from)) best = found;
  }
  return best ?? readCondition(text, from, limit);
}

/** Words that may stand between modifiers: "must be", "with a", "only". */
const FILLERS = ["fillers", "dangling", "mustBe", "copulas", "only", "alsoWords"] as const;

export function fillerEnd({ prompt, lexicon }: Text, at: number, limit: number): number | undefined {
  if (prompt.isMark(at, ",;.-–—|:") || prompt.isLook(at)) return at + 1;
  // "A" is a choice, "a" a word before one.
  if (/^\p{Lu}$/u.test(prompt.tokens[at]?.text ?? "")) return undefined;
  return lexicon.table(...FILLERS).at(prompt.tokens, at, limit)?.to;
}

/** @returns what a range says that is nothing but modifiers; undefined if any word is something else */
export function modifiersIn(text: Text, { from, to }: Range): Said | undefined {
  let said: Said = {};
  let isAny = false;
  for (let at = from; at < to; ) {
    const found = modifierAt(text, at, to);
    if (found) {
      said = together(said, found.says);
      isAny = true;
    }
    const next = found?.to ?? fillerEnd(text, at, to);
    if (next === undefined) return undefined;
    at = next;
  }
  return isAny ? said : undefined;
}

/** Longer heads are sentences, in which no modifier is looked for at the end. */
const MAX_HEAD = 40;

/** @returns where the modifiers at the end of a label begin, such as "between 1 and 6", and what they say */
export function modifiersAtEnd(text: Text, { from, to }: Range): { at: number; says: Said } | undefined {
  for (let at = Math.max(from + 1, to - MAX_HEAD); at < to; at++) {
    if (!text.prompt.tokens[at]?.isSpaced && !text.prompt.isMark(at, "([")) continue;
    // Words such as "of" before the first modifier are left to the label.
    if (!text.prompt.isOpenBracket(at) && !modifierAt(text, at, to)) continue;
    const says = modifiersIn(text, text.prompt.inner({ from: at, to }));
    if (says) return { at, says };
  }
  return undefined;
}
