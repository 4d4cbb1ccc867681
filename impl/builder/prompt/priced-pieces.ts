/** Reads pieces with prices whose numbers one sentence asks for: "rolls 1.40 euro, loaves 4 euro: how many of each, and the total". */
import type { Draft } from "../fields/draft.ts";
import { fold } from "../lexicon/fold.ts";
import type { Grammar } from "../lexicon/grammar.ts";
import { instructionsIn } from "../lexicon/instructions.ts";
import { wordSet } from "../lexicon/phrases.ts";
import { readPrice } from "./prices.ts";
import { colonAt, splitOutside } from "./split.ts";

/** "each" in its forms, without accents. */
const EACH =
  /(?:^| )(?:each|one|cada|chaque|chacune?s?|ciascun\p{L}*|ognuno|ogni|jedem|jeder|jeweils|elke?|ieder|kazd\p{L}*|svak\p{L}*|vsak\p{L}*|varje|vardera|hvert?|καθε|всеки|всяка|всяко|fiecare|katr\p{L}*|kiekvien\p{L}*|igat?|igast|kutakin|kull|gach|mindegyik\p{L}*)(?= |$)/u;

/** A longer part says more. */
const MAX_WORDS = 12;

/** "ask how many of each", "se indica cuántas de cada": how many of each piece, and nothing else. */
export function asksEach(part: string, grammar: Grammar): boolean {
  const folded = fold(part);
  const { count, amount } = grammar.questions;
  return (
    folded.split(" ").length <= MAX_WORDS &&
    !isPriced(part) &&
    EACH.test(folded) &&
    (count.first(folded) ?? amount.first(folded) ?? QUANTITY.exec(folded)) != null
  );
}

/** "quantities", "numbers" */
const QUANTITY =
  /(?:^| )(?:number|quantity|quantities|anzahl|menge|nombre|quantite|cantidad|cuant[oa]s|quantita|quantidade|aantal|liczb\p{L}|ilosc\p{L}*|pocet|broj|stevilo|antal|maara|arv|skaits|skaiciu\p{L}*|numar\p{L}*|kogus\p{L}*|kolicin\p{L}*|kieki\p{L}*|daudzum\p{L}*|mnozstv\p{L}*|mennyiseg\p{L}*|darab\p{L}*|количеств\p{L}*|ποσοτητα|kwantita|cainniocht|cantitate\p{L}*)(?= |$)/u;

/** Whether the words of a part ask for a sum: "and show what it comes to". */
export function mentionsTotal(part: string, grammar: Grammar): boolean {
  const words = [grammar.languages[0]!, "en" as const].flatMap(
    (language) => instructionsIn(language).vocabulary.total ?? [],
  );
  return wordSet(words).first(fold(part)) !== undefined;
}

/** Whether a part names a piece and its price: "rye loaves 4.20 euro". */
export function isPriced(part: string): boolean {
  const draft: Draft = { label: "", choices: [] };
  const span = readPrice(fold(part), draft);
  return span !== undefined && span.start > 2 && /\p{L}{3}/u.test(part.slice(0, span.start));
}

/** The pieces before a colon whose numbers are asked for behind it, and whether the sum is shown. */
export function piecesIn(
  sentence: string,
  grammar: Grammar,
): { pieces: string[]; total: boolean } | undefined {
  const colon = colonAt(sentence);
  if (colon < 0) return undefined;
  const pieces = splitOutside(sentence.slice(0, colon), PARTS);
  const tail = sentence.slice(colon + 1);
  const asks = splitOutside(tail, PARTS).some((part) => asksEach(part, grammar));
  return pieces.length > 1 && asks && pieces.every((piece) => isPriced(piece))
    ? { pieces, total: mentionsTotal(tail, grammar) }
    : undefined;
}

const PARTS = /,(?!\d)|(?<!\d),| (?:and|und|et|y|e|en|i|a|och|og) /giu;
