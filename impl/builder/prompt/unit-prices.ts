/** Reads sentences that state the price of one piece, such as "One mug is 18 EUR", and puts it behind the field that counts them. */
import type { Draft } from "../fields/draft.ts";
import { fold } from "../lexicon/fold.ts";
import type { Outline, UnitPrice } from "./outline.ts";
import { readPrice } from "./prices.ts";
import { withoutTrailing } from "./split.ts";

/** A longer sentence says more than a price. */
const MAX_SENTENCE = 160;

const NOUN = "(\\p{L}[\\p{L}'-]*(?: \\p{L}[\\p{L}'-]*){0,2}?)";
/** The price itself is written as `#`. */
const STATES: readonly RegExp[] = [
  new RegExp(
    `^(?:and |(?:one|a|an|each|every|the|our|single|ein|eine|jede[rs]?|une?|chaque|una?|cada|ogni|een|elke?) ){0,2}${NOUN} (?:is|are|costs?|will be|sells? for|goes for|go for|kostet|kosten|coute|cuesta|costa|kost)(?: always)? #$`,
    "u",
  ),
  new RegExp(
    `^(?:it|they|that|this|the (?:price|cost|fee)|price|cost|es|das|der preis|le prix|el precio|il prezzo)(?: is| are|'s|s| costs?| cost| kostet| ist)? # (?:per|for (?:each|every|one)|a|an|each|pro|je|par|por|al|a) ?${NOUN}?$`,
    "u",
  ),
  new RegExp(`^(?:it is |it's )?# (?:per|pro|par|por) ${NOUN}$`, "u"),
];

/** The price that a sentence states, and what else the sentence says behind a comma. */
export function unitPriceIn(sentence: string): { unit: UnitPrice; rest: string } | undefined {
  if (sentence.length > MAX_SENTENCE || sentence.endsWith("?") || /[:;()]/.test(sentence)) return undefined;
  const [, first = sentence, rest = ""] =
    /^(.{5,80}?)(?:,? (?:and|so) |, (?:then )?)(.*)$/iu.exec(sentence) ?? [];
  const clause = fold(withoutTrailing(first, " .!"));
  const draft: Draft = { label: "", choices: [] };
  const span = readPrice(clause, draft);
  if (!span || !draft.price) return undefined;
  const plain = `${clause.slice(0, span.start)}#${clause.slice(span.end)}`;
  const found = STATES.map((pattern) => pattern.exec(plain)).find((match) => match !== null);
  if (!found) return undefined;
  return { unit: { noun: found[1] ?? "", price: draft.price.text, sentence }, rest };
}

const COUNTS =
  /^(?:quantity|how many|number of|amount|anzahl|menge|wie viele|nombre|combien|cantidad|cuant[oa]s|quantita|quant[ei]|quantidade|aantal|hoeveel)/u;

/** Puts each price in brackets behind the field that counts such pieces; what no field counts stays with what is not understood. */
export function applyUnitPrices(outline: Outline): void {
  const items = outline.sections.flatMap((section) =>
    section.items.map((item, index) => ({ section, item, index })),
  );
  for (const { noun, price, sentence } of outline.unitPrices) {
    const counting = items.filter(({ item }) => COUNTS.test(fold(item.text)));
    const named = counting.filter(({ item }) => names(item.text, noun));
    const [target] = named.length === 1 ? named : counting.length === 1 ? counting : [];
    if (target && !/[€$£]|eur/i.test(target.item.text)) {
      const text = target.item.text.replace(/\??$/, (mark) => `${mark} (${price})`);
      target.section.items[target.index] = { ...target.item, text };
    } else outline.unused.push(sentence);
  }
}

/** Whether a text has the noun, in the singular or the plural. */
function names(text: string, noun: string): boolean {
  if (noun === "") return false;
  const stem = noun.replace(/(?:ies|es|s|y)$/u, "");
  return ` ${fold(text)}`
    .split(` ${stem}`)
    .some((rest, index) => index > 0 && /^\p{L}{0,3}(?!\p{L})/u.test(rest));
}
