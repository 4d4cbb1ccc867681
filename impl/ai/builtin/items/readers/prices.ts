/** Reads what one piece costs: "8 euro each", "(20 €)", "at £4.50". */
import { keyAt } from "../../reading/keys.ts";
import { numberAt } from "../../reading/numbers.ts";
import type { Reader } from "./reader.ts";

const SYMBOLS = "€$£";

export const readPrice: Reader = ({ prompt, lexicon }, from, limit) => {
  const lead = keyAt(prompt, from, limit, "priceAt");
  const start = lead && prompt.isMark(lead.to, ":=") ? lead.to + 1 : (lead?.to ?? from);
  const isBefore = prompt.isMark(start, SYMBOLS);
  const number = numberAt(prompt, isBefore ? start + 1 : start, lexicon);
  if (!number || number.to > limit || number.value < 0) return undefined;
  const currency = isBefore
    ? number.to
    : prompt.isMark(number.to, SYMBOLS)
      ? number.to + 1
      : keyAt(prompt, number.to, limit, "currency")?.to;
  const each = keyAt(prompt, currency ?? number.to, limit, "perPiece");
  // A bare number is a price only before "each".
  if ((currency === undefined && !each) || (each === undefined && (currency ?? 0) > limit)) return undefined;
  return { to: each?.to ?? currency ?? number.to, says: { price: number.value } };
};
