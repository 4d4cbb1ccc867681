/** Tells parts of a list that state a limit, such as "max 200 runners", from fields. */

import { fold } from "../lexicon/fold.ts";
import { type Grammar, stripFillers } from "../lexicon/grammar.ts";
import { instructionsIn } from "../lexicon/instructions.ts";
import { wordSet } from "../lexicon/phrases.ts";
import { isKnown } from "./known.ts";
import { withoutTrailing } from "./split.ts";

/** A longer text says more than a limit. */
const MAX_TEXT = 80;

/** "max 200 runners", "200 runners max": what it counts, and how many; undefined: the text says something else. */
export function statedLimit(
  text: string,
  grammar: Grammar,
): { readonly number: number; readonly countsResponses: boolean } | undefined {
  const plain = withoutTrailing(stripFillers(text, grammar), " .!");
  if (plain.length > MAX_TEXT || /[?:()]/.test(plain)) return undefined;
  const folded = fold(plain);
  const [before] = folded.matchAll(grammar.atMost);
  const after = AFTER.exec(folded);
  const [number, noun] =
    before?.index === 0
      ? [before.groups?.number, folded.slice(before[0].length - (before.groups?.unit ?? "").length)]
      : [after?.[1], after?.[2]];
  const counted = noun?.trim() ?? "";
  if (!number || !/^\d{1,6}$/.test(number) || !/^\p{L}{3,}(?: \p{L}+){0,2}$/u.test(counted)) return undefined;
  const { characters, files, selections, stars, scale, years } = grammar.units;
  const [first = ""] = counted.split(" ");
  if ([characters, files, selections, stars, scale].some((units) => units.is(first))) return undefined;
  const countsResponses = wordSet(responsesIn(grammar)).is(counted);
  if (!countsResponses && (isKnown(counted, grammar) || MEASURES.test(first) || years.is(first)))
    return undefined;
  return { number: Number(number), countsResponses };
}

const AFTER = /^(\d{1,6}) (\p{L}[\p{L} ]{2,30}?) (?:max|maximum|maximal|massimo|maximo|maksimum|tops)\.?$/u;
const MEASURES = /^(?:kg|km|cm|mb)$/;

function responsesIn({ languages }: Grammar): readonly string[] {
  return [languages[0]!, "en" as const].flatMap(
    (language) => instructionsIn(language).vocabulary.responses ?? [],
  );
}
