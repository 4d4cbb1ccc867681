/** Writes abbreviations out that people type in lists of fields: "cust nm, ph no" -> "customer name, phone number". */
import abbreviations from "../lexicon/abbreviations.json" with { type: "json" };
import type { Grammar } from "../lexicon/grammar.ts";
import { separateWeekdays } from "./weekdays.ts";

const LISTS: Readonly<Partial<Record<string, Readonly<Record<string, string>>>>> = abbreviations;

/** "ph no", "item nr.": before the end of an item, such a word is a number. */
const NUMBER =
  /(?<=\p{L}{2} )(?<!\b(?:or|say|is|are|means|and|if|yes|there) )(?:no|nr|num)\.?(?= ?(?:[,;)(]|$))/giu;

/** The prompt with abbreviations written out, and with commas between days of the week in a row. */
export function spelledOut(prompt: string, grammar: Grammar): string {
  return prompt
    .split("\n")
    .map((line) => separateWeekdays(withoutAbbreviations(line, grammar), grammar))
    .join("\n");
}

function withoutAbbreviations(line: string, grammar: Grammar): string {
  const [language = "en"] = grammar.languages;
  const list = LISTS[language];
  // In a sentence, "ref" and "del" may be names.
  if (!list || !/[,;:]/.test(line)) return line;
  const written = line.replace(
    /(?<![\p{L}\p{N}@./-])(\p{L}{2,6})(\.?)(?=[\s,;:()]|$)(?! ?@)/gu,
    (whole: string, word: string, dot: string, at: number) => {
      const long = Object.hasOwn(list, word.toLowerCase()) ? list[word.toLowerCase()]! : undefined;
      if (long === undefined) return whole;
      // The dot at the end of a line ends the sentence.
      const ends = dot !== "" && /^\s*(?:$|\p{Lu})/u.test(line.slice(at + whole.length));
      return `${long}${ends ? "." : ""}`;
    },
  );
  return language === "en" ? written.replace(NUMBER, "number") : written;
}
