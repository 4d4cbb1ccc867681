/** Reads how many may take each choice: "each slot has 15 places", "max 8 people per night", "6 donors each". */
import { keyAt } from "../../reading/keys.ts";
import { numberAt } from "../../reading/numbers.ts";
import type { Reader, Text } from "./reader.ts";

export const readCapacity: Reader = (text, from, limit) => {
  const { prompt, lexicon } = text;
  const { tokens } = prompt;
  const lead = lexicon.table("perSlot", "per").at(tokens, from, limit);
  const at = overFillers(text, lead?.to ?? from, limit);
  const number = numberAt(prompt, at, lexicon);
  if (!number || number.to > limit) return undefined;
  const places = lexicon.table("places", "crowd").at(tokens, number.to, limit);
  if (!places) return undefined;
  const tail = perEnd(text, places.to, limit);
  if (!lead && tail === undefined) return undefined;
  return { to: tail ?? places.to, says: { capacity: number.value } };
};

/** "only", "at most", "takes", a noun such as "slot" */
function overFillers({ prompt, lexicon }: Text, from: number, limit: number): number {
  let at = from;
  for (let steps = 0; at < limit && steps < 5; steps++) {
    const found = lexicon
      .table("atMost", "only", "plain", "copulas", "option", "listNouns", "onlyOne")
      .at(prompt.tokens, at, limit);
    if (!found || numberAt(prompt, at, lexicon)) break;
    at = prompt.isMark(found.to, ".") ? found.to + 1 : found.to;
  }
  return at;
}

/** "per night", "each" */
function perEnd({ prompt, lexicon }: Text, from: number, limit: number): number | undefined {
  const slot = lexicon.table("perSlot").at(prompt.tokens, from, limit);
  if (slot) return slot.to;
  const per = lexicon.table("per").at(prompt.tokens, from, limit) ?? keyAt(prompt, from, limit, "perPiece");
  if (!per) return undefined;
  return lexicon.table("listNouns", "option").at(prompt.tokens, per.to, limit)?.to ?? per.to;
}
