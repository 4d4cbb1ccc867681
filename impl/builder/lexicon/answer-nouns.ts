/** The words of a language that say what a label takes, ready to be matched. */
import type { Language } from "../../../generated/types.ts";
import { fold } from "./fold.ts";
import type { Grammar } from "./grammar.ts";
import { type PhraseSet, phraseSet } from "./phrases.ts";
import type { AnswerWords } from "./words.ts";

/** Shorter nouns are no last part of a compound word: "Art" in "Start". */
const MIN_ENDING = 5;

export type AnswerList = Exclude<keyof AnswerWords, "units">;

/** The words of one list, by what their marks in the lexicon say. */
export interface AnswerNouns {
  readonly phrases: PhraseSet;
  /** `~`: these words have other meanings, too. */
  readonly doubtful: PhraseSet;
  /** Words that may end a compound. */
  readonly endings: readonly string[];
  /** `=`: these stand for themselves only. */
  readonly whole: PhraseSet;
}

const cache = new Map<Language, ReadonlyMap<AnswerList, AnswerNouns>>();

const LISTS: readonly AnswerList[] = [
  "codes",
  "numbered",
  "rates",
  "measures",
  "counted",
  "dates",
  "dateEnds",
  "times",
  "timeEnds",
  "states",
  "tails",
  "asks",
  "cuts",
];

export function answerNouns(grammar: Grammar, list: AnswerList): AnswerNouns {
  const language = grammar.languages[0]!;
  let lists = cache.get(language);
  if (!lists) {
    lists = new Map(LISTS.map((one) => [one, readNouns(grammar.words.answers[one] ?? "")]));
    cache.set(language, lists);
  }
  return lists.get(list)!;
}

function readNouns(phrases: string): AnswerNouns {
  const all = phrases.split(",").map((phrase) => {
    const marks = /^[~=]*/.exec(phrase.trim())![0];
    const key = (fold(phrase).match(/[\p{L}\p{N}]+/gu) ?? []).join(" ");
    return { key, isDoubtful: marks.includes("~"), isWhole: marks.includes("=") };
  });
  const keys = all.filter(({ key }) => key !== "");
  return {
    phrases: phraseSet(keys.map(({ key }) => key)),
    doubtful: phraseSet(keys.filter(({ isDoubtful }) => isDoubtful).map(({ key }) => key)),
    whole: phraseSet(keys.filter(({ isWhole }) => isWhole).map(({ key }) => key)),
    endings: keys
      .filter(({ key, isWhole }) => !isWhole && key.length >= MIN_ENDING && !key.includes(" "))
      .map(({ key }) => key),
  };
}
