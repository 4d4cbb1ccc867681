/** Reads what one piece costs: "8 euro each", "(20 €)", "at £4.50". */
import { keyAt } from "../../reading/keys.ts";
import { numberAt } from "../../reading/numbers.ts";
import type { Reader, Text } from "./reader.ts";

const SYMBOLS = "€$£";

export const readPrice: Reader = (text, from, limit) => {
  const { prompt, lexicon } = text;
  const lead = keyAt(prompt, from, limit, "priceAt");
  const start = lead && prompt.isMark(lead.to, ":=") ? lead.to + 1 : (lead?.to ?? from);
  const isBefore = prompt.isMark(start, SYMBOLS);
  const number = numberAt(prompt, isBefore ? start + 1 : start, lexicon);
  if (!number || number.to > limit || number.value < 0) return undefined;
  const currency = isBefore ? number.to : currencyEnd(text, number.to, limit);
  const each = keyAt(prompt, currency ?? number.to, limit, "perPiece");
  // A bare number is a price only before "each".
  const to = each?.to ?? currency;
  return to === undefined || to > limit ? undefined : { to, says: { price: number.value } };
};

function currencyEnd({ prompt }: Text, at: number, limit: number): number | undefined {
  return prompt.isMark(at, SYMBOLS) ? at + 1 : keyAt(prompt, at, limit, "currency")?.to;
}
