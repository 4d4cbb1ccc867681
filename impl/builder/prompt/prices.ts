/** Reads prices and totals: "number of mugs at 8 euro each", "total = quantity x 18". */
import type { Draft } from "../fields/draft.ts";
import { fold } from "../lexicon/fold.ts";
import type { Grammar } from "../lexicon/grammar.ts";
import { instructionsIn } from "../lexicon/instructions.ts";
import { type PhraseSet, wordSet } from "../lexicon/phrases.ts";
import { type Span, withoutTrailing } from "./split.ts";

const CURRENCY =
  "(?:€|eur(?:os?|oa|ot|ai|u|a|ov|ow)?|eiro|evr[oaiy]v?|ewro|евро|\\$|usd|£|gbp|zł|zl|pln|kč|kc|czk|kr|lei|ron|ft|huf|лв|bgn|ευρω)";
const EACH =
  "(?: (?:each|per piece|apiece|piece|jeweils|pro stück|pro stuck|das stück|chacun|chacune|cada uno|cada una|l'un|ciascuno|l'uno|per stuk|za sztuke|sztuka|cada|cadauna|cadauno|l'una|piece|la piece|l'unite|la pieza|por unidad|per persona|za kus|na kos|po komadu|kpl|kappale|styck|st|per styck|pr\\.? stk\\.?|stykket|darabja|darabonkent|bucata|buc|за брой|на брой|η μια|το ενα|ο ενας|ανα τεμαχιο|tukk|gabala|vienetas|vnt|uz gabalu|kull wahda|kull wiehed|an ceann|an piosa))?";
const AT = "(?:at|for|à|a|zu je|zu|je|für|po|por|per|voor|za|od|à raison de|de|na) ";
/** `at 8 euro each`, `(20 €)`, `2.50 each`: a currency or the word for "each" must be there. */
const PRICE = new RegExp(
  `(?:(?<![\\p{L}])${AT})?(?:(?<![\\p{L}\\d.,])(?:€ ?|\\$ ?|£ ?)?(\\d{1,6}(?:[.,]\\d{1,2})?) ?(?:${CURRENCY}(?![\\p{L}])${EACH}|(?:each|apiece|jeweils|chacun|ciascuno)(?![\\p{L}]))|[€$£] ?(\\d{1,6}(?:[.,]\\d{1,2})?)(?![\\p{L}\\d])${EACH})`,
  "u",
);

/** Reads the price of one piece into a draft, and returns its place. Bounds such as "at least 5 euro" are none. */
export function readPrice(folded: string, draft: Draft): Span | undefined {
  const match = PRICE.exec(folded);
  if (!match || draft.price) return undefined;
  draft.price = {
    amount: Number((match[1] ?? match[2]!).replace(",", ".")),
    text: match[0].replace(/^(?:at|for|zu je|a|po) /, ""),
  };
  return { start: match.index, end: match.index + match[0].length };
}

/** A total that a prompt asks for: of all that has a price, or of the terms of `sum`. */
export interface TotalRequest {
  readonly sum?: string;
}

/**
 * Reads "show the total" and "total = quantity x 18" among the items of a list. `undefined`: the item is a field.
 */
export function totalIn(text: string, grammar: Grammar): TotalRequest | undefined {
  const { vocabulary } = instructionsIn(grammar.languages[0]!);
  const english = instructionsIn("en").vocabulary;
  const words = (name: string) => [...(vocabulary[name] ?? []), ...(english[name] ?? [])];
  const folded = fold(withoutTrailing(text, " .!"));
  const equals = /^([^=(),]{2,60}?) ?= ?([^=()]+)$/.exec(text);
  if (equals && / [x×*·+] |\*/.test(equals[2]!)) return { sum: equals[2]! };
  const totals = wordSet(words("total").filter((word) => !/^(?:price|cost)$/.test(word)));
  if (equals && / [x×*·+] |\*/.test(equals[1]!) && !equals[1]!.includes(":") && totals.is(fold(equals[2]!)))
    return { sum: equals[1]! };
  const found = totals.first(folded);
  if (!found) return undefined;
  const verbs = wordSet([...words("show"), ...words("calculate"), ...words("add"), ...SHOWN]);
  const after = text.slice(found.end).trim();
  const before = folded.slice(0, found.start).trim();
  if ((before === "" || isOnly(before, verbs, grammar)) && / [x×*] |\d/.test(` ${after}`))
    return { sum: after };
  const rest = `${before} ${folded.slice(found.end)}`.trim();
  if (
    found.phrase.includes(" ") &&
    before !== "" &&
    isFormOf(before, words("show"), words("calculate")) &&
    folded.length === found.end
  )
    return {};
  const hasVerb = verbs.first(folded) !== undefined || /[.!]$/.test(text) || rest === "";
  return hasVerb &&
    isOnly(
      rest,
      wordSet([...words("show"), ...words("calculate"), ...words("add"), ...words("end"), ...SHOWN]),
      grammar,
    )
    ? {}
    : undefined;
}

/** "ukažte" is a form of "ukázat": one word that begins like a verb of the lists. */
function isFormOf(text: string, ...lists: readonly (readonly string[])[]): boolean {
  return (
    /^\p{L}{5,}$/u.test(text) &&
    lists.flat().some((verb) => fold(verb).slice(0, 4) === text.slice(0, 4) && verb.length > 4)
  );
}

const SHOWN = [
  "shown",
  "at the end",
  "price",
  "of both",
  "both",
  "automatically",
  "sum",
  "of it",
  "the",
  "anzeigen",
  "berechnen",
  "zeigen",
  "preis",
  "is shown",
];

/** Whether a text has no words but those of a set, articles and connecting words. */
export function isOnly(text: string, words: PhraseSet, grammar: Grammar): boolean {
  let rest = text;
  for (const found of words.all(text).reverse())
    rest = `${rest.slice(0, found.start)} ${rest.slice(found.end)}`;
  const skipped = new Set(instructionsIn(grammar.languages[0]!).vocabulary.skip?.map(fold));
  return (rest.match(/[\p{L}\p{N}]+/gu) ?? []).every(
    (word) =>
      grammar.fillers.is(word) || grammar.and.is(word) || skipped.has(word) || grammar.dangling.is(word),
  );
}
