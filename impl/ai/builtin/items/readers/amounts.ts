/** Reads ranges and limits: "1-5", "between 1 and 6", "at least 18", "max. 500 characters", "up to 3 photos". */
import { fold } from "../../../../texts/fold.ts";
import symbols from "../../languages/units.json" with { type: "json" };
import { keyAt } from "../../reading/keys.ts";
import type { Lexicon } from "../../reading/lexicon.ts";
import { numberAt } from "../../reading/numbers.ts";
import { PhraseTable } from "../../reading/phrases.ts";
import type { Prompt } from "../../reading/prompt.ts";
import type { Bounds, Said } from "../draft.ts";
import type { Reader, Reading, Text } from "./reader.ts";

/** What the number of a range or a limit counts. */
interface Unit {
  readonly counts:
    | "characters"
    | "files"
    | "selections"
    | "stars"
    | "scale"
    | "years"
    | "size"
    | "places"
    | "unit";
  readonly text: string;
  readonly to: number;
}

const NAMED = ["characters", "files", "selections", "stars", "scale", "years"] as const;
const UNIT_TABLE = new PhraseTable(symbols.alone.split(",").map((unit) => [unit.trim(), unit.trim()]));
const SHORT_UNIT_TABLE = new PhraseTable(symbols.beside.split(",").map((unit) => [unit.trim(), unit.trim()]));
const MEGABYTES: ReadonlySet<string> = new Set(["mb", "mib", "megabyte", "megabytes", "mo", "mbyte"]);

/** @returns the unit behind a number; `isBeside`: single letters count as units there */
function unitAt({ prompt, lexicon }: Text, from: number, limit: number, isBeside = true): Unit | undefined {
  const { tokens } = prompt;
  if (from >= limit) return undefined;
  const at = prompt.isMark(from, "-") && !tokens[from]?.isSpaced ? from + 1 : from;
  if (MEGABYTES.has(prompt.key(at))) return { counts: "size", text: "MB", to: at + 1 };
  for (const counts of NAMED) {
    const found = lexicon.table(`units.${counts}`).at(tokens, at, limit);
    if (found) return { counts, text: prompt.textOf(found), to: found.to };
  }
  const places = lexicon.table("places").at(tokens, at, limit);
  if (places) return { counts: "places", text: prompt.textOf(places), to: places.to };
  const found =
    UNIT_TABLE.at(tokens, at, limit) ??
    lexicon.table("answers.units").at(tokens, at, limit) ??
    (isBeside ? SHORT_UNIT_TABLE.at(tokens, at, limit) : undefined);
  return found && { counts: "unit", text: prompt.textOf(found), to: found.to };
}

/** What bounds of a unit say about a field. */
function bounded(bounds: Bounds, unit: Unit | undefined): Said {
  switch (unit?.counts) {
    case "characters":
      return { length: bounds };
    case "files":
      return bounds.max === undefined ? {} : { maxFiles: bounds.max };
    case "selections":
      return { selections: bounds };
    case "stars":
      return { kind: "rating", bounds };
    case "size":
      return bounds.max === undefined ? {} : { maxFileSizeMb: bounds.max };
    case "places":
      return { bounds, ...(bounds.max !== undefined && { capacity: bounds.max }) };
    case "unit":
      return { bounds, unit: unit.text };
    default:
      return { bounds };
  }
}

/** "1-5", "1 to 5 stars", "between 1 and 6", "from 1 (bad) to 10 (great)" */
export const readRange: Reader = (text, from, limit) => {
  const { prompt, lexicon } = text;
  const lead =
    lexicon.table("between").at(prompt.tokens, from, limit) ?? keyAt(prompt, from, limit, "dateBetween");
  const low = numberAt(prompt, lead?.to ?? from, lexicon);
  if (!low || low.to >= limit) return undefined;
  const lowEnd = endAt(prompt, low.to, limit);
  const middle = joinEnd(prompt, lexicon, lowEnd?.to ?? low.to, limit);
  if (middle === undefined) return undefined;
  const high = numberAt(prompt, middle, lexicon);
  if (!high || high.to > limit || high.value <= low.value) return undefined;
  const highEnd = endAt(prompt, high.to, limit);
  const unit = unitAt(text, highEnd?.to ?? high.to, limit);
  const says = bounded({ min: low.value, max: high.value }, unit);
  const ends = lowEnd && highEnd ? { ends: [lowEnd.text, highEnd.text] as const } : {};
  return { to: unit?.to ?? highEnd?.to ?? high.to, says: { ...says, ...ends } };
};

function joinEnd(prompt: Prompt, lexicon: Lexicon, at: number, limit: number): number | undefined {
  if (prompt.isMark(at, "-–—~→")) return at + 1 < limit ? at + 1 : undefined;
  if (prompt.isMark(at, ".") && prompt.isMark(at + 1, "."))
    return prompt.isMark(at + 2, ".") ? at + 3 : at + 2;
  return lexicon.table("range", "and").at(prompt.tokens, at, limit)?.to;
}

/** The label of the end of a scale: "1 (bad)", "1 = bad" up to the word for "to". */
function endAt(prompt: Prompt, at: number, limit: number): { text: string; to: number } | undefined {
  if (at >= limit) return undefined;
  if (prompt.isMark(at, "(") && prompt.closeOf(at) !== undefined) {
    const inside = prompt.inside(at);
    const text = prompt.textOf(inside);
    return prompt.count(inside) > 0 && !/\d/.test(text) ? { text, to: inside.to + 1 } : undefined;
  }
  return undefined;
}

type Limit = "min" | "max";
const LIMITS: Readonly<Record<string, Limit>> = {
  moreThan: "min",
  lessThan: "max",
  atLeast: "min",
  atMost: "max",
  orMore: "min",
  orLess: "max",
};
const LENGTH = /length|lange|longueur|longitud|lunghezza|lengte|long\b|comprimento|dlugosc/;

/** "at least 18", "max. 500 characters", "≥ 3", "over 18" */
export const readLimit: Reader = (text, from, limit) => {
  const { prompt, lexicon } = text;
  const lead = lexicon.table("moreThan", "lessThan", "atLeast", "atMost").at(prompt.tokens, from, limit);
  const sign = lead ? undefined : signAt(prompt, from);
  let at = lead?.to ?? sign?.to ?? from;
  if (lead && prompt.isMark(at, ".:=")) at += 1;
  const number = numberAt(prompt, at, lexicon);
  if (!number || number.to > limit) return undefined;
  if (lead || sign) {
    const side = lead ? (LIMITS[lead.value] ?? "max") : (sign?.side ?? "max");
    return limitReading(text, number, limit, side, lead ? fold(prompt.textOf(lead)) : "");
  }
  return trailingLimit(text, number, limit);
};

function limitReading(
  text: Text,
  number: { value: number; to: number },
  limit: number,
  side: Limit,
  lead: string,
): Reading {
  const unit = unitAt(text, number.to, limit);
  const bounds = { [side]: number.value };
  const says =
    LENGTH.test(lead) && (!unit || unit.counts === "characters") ? { length: bounds } : bounded(bounds, unit);
  return { to: unit?.to ?? number.to, says: EXCLUSIVE.test(lead) ? { ...says, isInclusive: true } : says };
}

/** Words that leave the number itself out, such as "over 18", in which most people mean it too. */
const EXCLUSIVE = /\b(over|above|under|below|more|less|fewer|older|younger|uber|unter|mehr|weniger)\b/;

/** "18+", "5 MB max", "18 or older", "500 characters", "3 places", "5 stars" */
function trailingLimit(
  text: Text,
  number: { value: number; to: number },
  limit: number,
): Reading | undefined {
  const { prompt, lexicon } = text;
  const { value, to } = number;
  if (prompt.isMark(to, "+") && !prompt.tokens[to]?.isSpaced)
    return { to: to + 1, says: { bounds: { min: value } } };
  const unit = unitAt(text, to, limit);
  const after = lexicon
    .table("orMore", "orLess", "atLeast", "atMost", "enough")
    .at(prompt.tokens, unit?.to ?? to, limit);
  if (after) return { to: after.to, says: bounded({ [LIMITS[after.value] ?? "max"]: value }, unit) };
  switch (unit?.counts) {
    case "stars":
      return { to: unit.to, says: { kind: "rating", bounds: { max: value } } };
    case "scale":
      return isScale(text, unit.to, limit)
        ? { to: unit.to, says: { kind: "scale", bounds: { min: 1, max: value } } }
        : undefined;
    case "characters":
    case "files":
    case "size":
      return { to: unit.to, says: bounded({ max: value }, unit) };
    case "places":
      return { to: unit.to, says: { capacity: value } };
    default:
      return undefined;
  }
}

/** "5 point scale": points alone may be those of a quiz. */
function isScale({ prompt, lexicon }: Text, at: number, limit: number): boolean {
  return (
    lexicon.table("kinds").at(prompt.tokens, at, limit)?.value === "scale" || prompt.key(at - 1) === "scale"
  );
}

function signAt(prompt: Prompt, at: number): { side: Limit; to: number } | undefined {
  if (!prompt.isMark(at, "<>≤≥")) return undefined;
  const side = prompt.isMark(at, ">≥") ? "min" : "max";
  return { side, to: prompt.isMark(at + 1, "=") ? at + 2 : at + 1 };
}

/** "rating out of 5" */
export const readOutOf: Reader = ({ prompt, lexicon }, from, limit) => {
  const isPhrase = prompt.key(from) === "out" && prompt.key(from + 1) === "of";
  const at = isPhrase
    ? from + 2
    : prompt.key(from) === "sur" || prompt.key(from) === "su"
      ? from + 1
      : undefined;
  const number = at === undefined ? undefined : numberAt(prompt, at, lexicon);
  if (!number || number.to > limit || number.value > 10) return undefined;
  return { to: number.to, says: { kind: "rating", bounds: { min: 1, max: number.value } } };
};

/** "pick 2", "choose up to three", "choose between 1 and 3" */
export const readPick: Reader = (text, from, limit) => {
  const { prompt, lexicon } = text;
  const verb = lexicon.table("pick").at(prompt.tokens, from, limit);
  if (!verb) return undefined;
  const range = readRange(text, verb.to, limit) ?? readLimit(text, verb.to, limit);
  if (range?.says.bounds) return { to: range.to, says: { selections: range.says.bounds } };
  if (range?.says.selections) return range;
  const number = numberAt(prompt, verb.to, lexicon);
  if (!number || number.to > limit || number.value < 2) return undefined;
  return { to: number.to, says: { selections: { min: number.value, max: number.value } } };
};

/** "in kg", "(cm)", "kg" */
export const readUnit: Reader = (text, from, limit) => {
  const { prompt, lexicon } = text;
  const lead = keyAt(prompt, from, limit, "unitIn");
  const at = lead && prompt.isMark(lead.to, ":=") ? lead.to + 1 : (lead?.to ?? from);
  const unit = unitAt(text, at, limit, lead !== undefined);
  const isUnit = unit?.counts === "unit" || (lead && (unit?.counts === "years" || unit?.counts === "size"));
  const isWord = unit && lexicon.table("answers.units").at(prompt.tokens, at, limit) !== undefined;
  if (!unit || !isUnit || (isWord && !lead && from > 0 && !prompt.isMark(from - 1, "(,"))) return undefined;
  return { to: unit.to, says: { unit: unit.text } };
};
