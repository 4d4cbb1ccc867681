/** Brackets the choices behind "from" and "out of": "up to 3 skills from design, data and sales" -> "skills (design, data, sales; max 3)". */
import type { Grammar } from "../../lexicon/grammar.ts";
import { isKnown } from "../known.ts";

const NUMBERS: Readonly<Record<string, string>> = { one: "1", two: "2", three: "3", four: "4", five: "5" };
const LIST = "([^;.:()?]{2,60},[^;.:()?]{2,200}|[^;.:()?,]{2,60} (?:and|or) [^;.:()?,]{2,60})";
const UP_TO = new RegExp(
  `(?:up to|at most|a maximum of|max\\.?|no more than) (\\d{1,2}|${Object.keys(NUMBERS).join("|")}) (\\p{L}{3,20}(?: (?!out )\\p{L}{3,20})?) (?:from|out of|of|among) (?:the following,? )?${LIST}(?=[;.]|$)`,
  "iu",
);
const OUT_OF = new RegExp(`((?:which|what) \\p{L}{3,20}[^,;.:()?]{0,40}?) out of ${LIST}(?=[;.?]|$)`, "iu");

export function withPicks(sentence: string, grammar: Grammar): string {
  return sentence
    .replace(UP_TO, (whole: string, count: string, things: string, list: string) => {
      const choices = choicesIn(list, grammar);
      return choices ? `${things} (${choices}; max ${NUMBERS[count.toLowerCase()] ?? count})` : whole;
    })
    .replace(OUT_OF, (whole: string, question: string, list: string) => {
      const choices = choicesIn(list, grammar);
      return choices ? `${question} (${choices})` : whole;
    });
}

/** Undefined: the list goes on with other fields, as in "..., and a comment". */
function choicesIn(list: string, grammar: Grammar): string | undefined {
  const choices = list.split(/,? (?:and|or) |, /iu).map((one) => one.trim());
  const areChoices = choices.every((one) => one !== "" && !NEXT.test(one) && !isKnown(one, grammar));
  return areChoices ? choices.join(", ") : undefined;
}

const NEXT =
  /^(?:an?|the|their|your|our|any|also|plus|then|whether|if|how|what|which|who|when|where|why|let|ask|add) |(?:\S+ ){4}/iu;
