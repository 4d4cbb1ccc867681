/** Reads what the ends of a scale mean: "1 = bad, 5 = good", "where 1 is terrible and 7 is excellent". */
import type { Range } from "../../reading/accounting.ts";
import { numberAt } from "../../reading/numbers.ts";
import type { Found } from "../../reading/phrases.ts";
import type { Reader, Text } from "./reader.ts";

export const readEnds: Reader = (text, from, limit) => {
  const { prompt, lexicon } = text;
  const start = prompt.keyAt(from, limit, "endsWith")?.to ?? from;
  if (!numberAt(prompt, start, lexicon)) return undefined;
  const parts = prompt.split({ from: start, to: limit }, (index) => {
    if (prompt.isMark(index, ",;/")) return 1;
    const found = lexicon.table("and", "range").at(prompt.tokens, index, limit);
    return found && numberAt(prompt, found.to, lexicon) ? found.to - found.from : 0;
  });
  const found = parts.map((part) => endOf(text, part));
  const [low, ...others] = found.slice(0, found.includes(undefined) ? found.indexOf(undefined) : undefined);
  const high = others.pop();
  if (!low || !high || low.value >= high.value) return undefined;
  const ends = [low.label, high.label] as const;
  // What numbers between the ends mean is quoted.
  const loose = others.flatMap((one) => one ?? []);
  return { to: high.to, says: { kind: "scale", bounds: { min: low.value, max: high.value }, ends, loose } };
};

function endOf(text: Text, range: Range): (Found<number> & { label: string }) | undefined {
  const { prompt, lexicon } = text;
  const { from, to } = prompt.trim(range);
  const number = numberAt(prompt, from, lexicon);
  if (!number || number.to >= to) return undefined;
  const isSign = prompt.isMark(number.to, "=:") || prompt.isDash(number.to);
  const word = lexicon.table("copulas", "mustBe").at(prompt.tokens, number.to, to);
  const at = isSign || prompt.key(number.to) === "being" ? number.to + 1 : word?.to;
  if (at === undefined || at >= to) return undefined;
  const label = prompt.textOf(prompt.trim({ from: at, to }, ",;.\"'“”"));
  return { value: number.value, from, to: range.to, label };
}
