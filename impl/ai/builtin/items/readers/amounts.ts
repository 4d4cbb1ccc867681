/** Reads ranges and limits: "1-5", "between 1 and 6", "at least 18", "max. 500 characters", "up to 3 photos". */
import units from "../../../../forms/text/units.json" with { type: "json" };
import sizes from "../../languages/units.json" with { type: "json" };
import { numberAt } from "../../reading/numbers.ts";
import { type Found, PhraseTable } from "../../reading/phrases.ts";
import type { Prompt } from "../../reading/prompt.ts";
import type { Bounds, Said } from "../draft.ts";
import type { Reader, Reading, Text } from "./reader.ts";

const [SIZES, SYMBOLS, SHORT] = [sizes.size, units.alone, units.beside].map(
  (list) => new PhraseTable(list.split(", ").map((unit) => [unit, unit] as const)),
);

/** What a number counts, such as `characters`; `unit` for all that is measured. */
interface Unit extends Found<string> {
  readonly text: string;
}

/** @returns the unit behind a number; `isBeside`: single letters count as units there */
function unitAt({ prompt, lexicon }: Text, from: number, limit: number, isBeside = true): Unit | undefined {
  const { tokens } = prompt;
  const at = prompt.isMark(from, "-") && !tokens[from]?.isSpaced ? from + 1 : from;
  const size = SIZES?.at(tokens, at, limit);
  if (size) return { ...size, value: "size", text: "MB" };
  const counted = lexicon.table("units", "places").at(tokens, at, limit);
  if (counted) return { ...counted, text: prompt.textOf(counted) };
  const found =
    SYMBOLS?.at(tokens, at, limit) ??
    lexicon.table("measureUnits").at(tokens, at, limit) ??
    (isBeside ? SHORT?.at(tokens, at, limit) : undefined);
  return found && { ...found, value: "unit", text: prompt.textOf(found) };
}

/** What bounds of a unit say about a field. */
function bounded(bounds: Bounds, unit: Unit | undefined): Said {
  const { max } = bounds;
  switch (unit?.value) {
    case "characters":
      return { length: bounds };
    case "selections":
      return { selections: bounds };
    case "stars":
      return { kind: "rating", bounds };
    case "files":
      return max === undefined ? {} : { maxFiles: max };
    case "size":
      return max === undefined ? {} : { maxFileSizeMb: max };
    case "places":
      return { bounds, ...(max !== undefined && { capacity: max }) };
    case "unit":
      return { bounds, unit: unit.text };
    default:
      return { bounds };
  }
}

type Side = "min" | "max";
const SIDES: Readonly<Record<string, Side>> = {
  moreThan: "min",
  lessThan: "max",
  atLeast: "min",
  atMost: "max",
  orMore: "min",
  orLess: "max",
};

/** "1-5", "between 1 and 6", "at least 18", "18 or older", "3 places" */
export const readAmount: Reader = (text, from, limit) => {
  const { prompt, lexicon } = text;
  const lead =
    lexicon.table("between", "moreThan", "lessThan", "atLeast", "atMost").at(prompt.tokens, from, limit) ??
    prompt.keyAt(from, limit, "dateBetween");
  const side = lead && SIDES[lead.value];
  const at = lead?.to ?? from;
  const number = numberAt(prompt, side && prompt.isMark(at, ".:=") ? at + 1 : at, lexicon);
  if (!number || number.to > limit) return undefined;
  if (!side) return rangeOf(text, number, limit) ?? (lead ? undefined : countOf(text, number, limit));
  const unit = unitAt(text, number.to, limit);
  const says = bounded({ [side]: number.value }, unit);
  // Most people who write "over 18" mean 18, too.
  const isInclusive = lead.value === "moreThan" || lead.value === "lessThan";
  return { to: unit?.to ?? number.to, says: isInclusive ? { ...says, isInclusive } : says };
};

/** "1 to 5 stars", "1 (bad) to 10 (great)" */
function rangeOf(text: Text, low: Found<number>, limit: number): Reading | undefined {
  const { prompt, lexicon } = text;
  const lowEnd = endAt(prompt, low.to, limit);
  const at = lowEnd?.to ?? low.to;
  const middle = prompt.isMark(at, "-–—~→")
    ? at + 1
    : lexicon.table("range", "and").at(prompt.tokens, at, limit)?.to;
  const high = middle === undefined ? undefined : numberAt(prompt, middle, lexicon);
  if (!high || high.to > limit || high.value <= low.value) return undefined;
  const highEnd = endAt(prompt, high.to, limit);
  const unit = unitAt(text, highEnd?.to ?? high.to, limit);
  const says = bounded({ min: low.value, max: high.value }, unit);
  const to = unit?.to ?? highEnd?.to ?? high.to;
  return { to, says: lowEnd && highEnd ? { ...says, ends: [lowEnd.value, highEnd.value] } : says };
}

/** The label of the end of a scale in brackets: "1 (bad)". */
function endAt(prompt: Prompt, from: number, limit: number): Found<string> | undefined {
  const inside = prompt.inside(from);
  if (from >= limit || !prompt.isMark(from, "(") || prompt.isEmpty(inside)) return undefined;
  const value = prompt.textOf(inside);
  return /\d/.test(value) ? undefined : { value, from, to: inside.to + 1 };
}

/** "18+", "5 MB max", "18 or older", "500 characters", "3 places", "5 stars" */
function countOf(text: Text, { value, to }: Found<number>, limit: number): Reading | undefined {
  const { prompt, lexicon } = text;
  if (prompt.isMark(to, "+") && !prompt.tokens[to]?.isSpaced)
    return { to: to + 1, says: { bounds: { min: value } } };
  const unit = unitAt(text, to, limit);
  const after = lexicon
    .table("orMore", "orLess", "atLeast", "atMost", "enough")
    .at(prompt.tokens, unit?.to ?? to, limit);
  if (after) return { to: after.to, says: bounded({ [SIDES[after.value] ?? "max"]: value }, unit) };
  if (unit?.value === "places") return { to: unit.to, says: { capacity: value } };
  const isMost = unit && ["stars", "characters", "files", "size"].includes(unit.value);
  return isMost ? { to: unit.to, says: bounded({ max: value }, unit) } : undefined;
}

/** "rating out of 5" */
export const readOutOf: Reader = ({ prompt, lexicon }, from, limit) => {
  const lead = prompt.keyAt(from, limit, "outOf");
  const number = lead && numberAt(prompt, lead.to, lexicon);
  if (!number || number.to > limit || number.value > 10) return undefined;
  return { to: number.to, says: { kind: "rating", bounds: { min: 1, max: number.value } } };
};

/** "pick 2", "choose up to three", "choose between 1 and 3" */
export const readPick: Reader = (text, from, limit) => {
  const { prompt, lexicon } = text;
  const verb = lexicon.table("pick").at(prompt.tokens, from, limit);
  if (!verb) return undefined;
  const amount = readAmount(text, verb.to, limit);
  const bounds = amount?.says.bounds ?? amount?.says.selections;
  if (amount && bounds) return { to: amount.to, says: { selections: bounds } };
  const number = numberAt(prompt, verb.to, lexicon);
  if (!number || number.to > limit || number.value < 2) return undefined;
  return { to: number.to, says: { selections: { min: number.value, max: number.value } } };
};

/** "in kg", "(cm)", "kg" */
export const readUnit: Reader = (text, from, limit) => {
  const { prompt, lexicon } = text;
  const lead = prompt.keyAt(from, limit, "unitIn");
  const at = lead && prompt.isMark(lead.to, ":=") ? lead.to + 1 : (lead?.to ?? from);
  const unit = unitAt(text, at, limit, lead !== undefined);
  const isUnit = unit?.value === "unit" || (lead && (unit?.value === "years" || unit?.value === "size"));
  const isWord = unit && lexicon.table("measureUnits").at(prompt.tokens, at, limit) !== undefined;
  if (!unit || !isUnit || (isWord && !lead && from > 0 && !prompt.isMark(from - 1, "(,"))) return undefined;
  return { to: unit.to, says: { unit: unit.text } };
};

const CURRENCIES = "€$£";

/** "8 euro each", "(20 €)", "at £4.50": what one piece costs, which no field can have. */
export const readPrice: Reader = ({ prompt, lexicon }, from, limit) => {
  const lead = prompt.keyAt(from, limit, "priceAt");
  const start = lead && prompt.isMark(lead.to, ":=") ? lead.to + 1 : (lead?.to ?? from);
  const isBefore = prompt.isMark(start, CURRENCIES);
  const number = numberAt(prompt, isBefore ? start + 1 : start, lexicon);
  if (!number || number.value < 0) return undefined;
  const isBehind = prompt.isMark(number.to, CURRENCIES);
  const behind = isBehind ? number.to + 1 : prompt.keyAt(number.to, limit, "currency")?.to;
  const currency = isBefore ? number.to : behind;
  // A bare number is a price only before "each".
  const to = prompt.keyAt(currency ?? number.to, limit, "perPiece")?.to ?? currency;
  return to === undefined || to > limit ? undefined : { to, says: { price: number.value } };
};
