/** Reads what the ends of a scale mean: "1 = bad, 5 = good", "where 1 is terrible and 7 is excellent". */
import type { Range } from "../../reading/accounting.ts";
import { keyAt } from "../../reading/keys.ts";
import { numberAt } from "../../reading/numbers.ts";
import { isDash, split } from "../../reading/split.ts";
import type { Reader, Text } from "./reader.ts";

interface End {
  readonly value: number;
  readonly label: string;
}

export const readEnds: Reader = (text, from, limit) => {
  const { prompt, lexicon } = text;
  const start = keyAt(prompt, from, limit, "endsWith")?.to ?? from;
  if (!numberAt(prompt, start, lexicon)) return undefined;
  const parts = split(prompt, { from: start, to: limit }, (index) => {
    if (prompt.isMark(index, ",;/")) return 1;
    const found = lexicon.table("and", "range").at(prompt.tokens, index, limit);
    return found && numberAt(prompt, found.to, lexicon) ? found.to - found.from : 0;
  });
  const ends: End[] = [];
  let to = from;
  for (const part of parts) {
    const end = endOf(text, part);
    if (!end) break;
    ends.push(end);
    to = part.to;
  }
  const [low, high] = ends;
  if (!low || !high) return undefined;
  if (ends.length > 2) return { to, says: { choices: ends.map(({ label }) => ({ text: label })) } };
  if (low.value >= high.value) return undefined;
  return {
    to,
    says: { kind: "scale", bounds: { min: low.value, max: high.value }, ends: [low.label, high.label] },
  };
};

function endOf(text: Text, range: Range): End | undefined {
  const { prompt, lexicon } = text;
  const { from, to } = prompt.trim(range);
  const number = numberAt(prompt, from, lexicon);
  if (!number || number.to >= to) return undefined;
  const isSign = prompt.isMark(number.to, "=:") || isDash(prompt, number.to);
  const word = lexicon.table("copulas", "mustBe").at(prompt.tokens, number.to, to);
  const at = isSign || prompt.key(number.to) === "being" ? number.to + 1 : word?.to;
  if (at === undefined || at >= to) return undefined;
  return { value: number.value, label: prompt.textOf(prompt.trim({ from: at, to }, ",;.\"'“”")) };
}
