/** Reads what stands beside a label: in brackets, behind a colon or a dash, or on lines of its own. */
import type { Range } from "../reading/accounting.ts";
import type { Key } from "../reading/keys.ts";
import { numberAt } from "../reading/numbers.ts";
import { sentences } from "../reading/sentences.ts";
import bounds from "./bounds.json" with { type: "json" };
import { alternatives, choicesSaid, unquoted, withoutConjunction } from "./choices.ts";
import { type Said, together } from "./draft.ts";
import { fillerEnd, modifierAt, modifiersIn } from "./modifiers.ts";
import { readCondition } from "./readers/conditions.ts";
import { isYes, kindNounAt } from "./readers/kinds.ts";
import type { Text } from "./readers/reader.ts";

/** @param isChoice whether what is told apart by commas is a choice even if it is alone, as behind "options:" */
export function readDetails(text: Text, range: Range, isChoice = false): Said {
  const { prompt } = text;
  const whole = prompt.trim(range);
  if (prompt.isEmpty(whole)) return {};
  const segments = prompt.split(whole, (index) => segmentEnd(text, index, whole.to));
  const parts = isChoice ? segments : segments.flatMap((part) => sentences(prompt, part));
  return parts
    .flatMap((part) => dashed(text, part))
    .map((part) => readSegment(text, prompt.trim(part), isChoice))
    .reduce(together, {});
}

/** "if yes: arrival date, departure date" */
function isFollowUp(text: Text, { from, to }: Range): boolean {
  const found = readCondition(text, from, to);
  return found?.says.condition?.kind === "answer" && found.to < to;
}

/** Semicolons part segments, and commas before "options:" and the like. */
function segmentEnd({ prompt }: Text, index: number, limit: number): number {
  if (prompt.isMark(index, ";")) return 1;
  if (!prompt.isMark(index, ",")) return 0;
  const key = prompt.keyAt(index + 1, limit, ...DETAIL_KEYS);
  return key && isKeyEnd(prompt, key.to) ? 1 : 0;
}

export function isKeyEnd(prompt: Text["prompt"], at: number): boolean {
  return prompt.isColon(at) || prompt.isMark(at, "=");
}

/** "short text - required": a dash parts modifiers, but not what is a range or a choice of its own. */
function dashed(text: Text, range: Range): Range[] {
  const { prompt } = text;
  const parts = prompt.split(range, (index) => (prompt.isDash(index) ? 1 : 0));
  const isModified = parts.some((part) => kindOrModifiers(text, prompt.trim(part)));
  return parts.length > 1 && isModified && !modifiersIn(text, range) ? parts : [range];
}

/** "number, 0 to 40", "rating 1-5": a noun for a kind before modifiers, or modifiers alone. */
function kindOrModifiers(text: Text, range: Range): Said | undefined {
  const says = modifiersIn(text, range);
  if (says) return says;
  const noun = kindNounAt(text, range.from, range.to);
  if (!noun) return undefined;
  const rest = { from: fillerEnd(text, noun.to, range.to) ?? noun.to, to: range.to };
  if (text.prompt.isEmpty(rest)) return { kind: noun.value };
  const more = modifiersIn(text, rest);
  return more && together({ kind: noun.value }, more);
}

function readSegment(text: Text, segment: Range, isChoice: boolean): Said {
  const { prompt } = text;
  const { from, to } = segment;
  if (isFollowUp(text, segment)) return { loose: [segment] };
  const key = isChoice ? undefined : prompt.keyAt(from, to, ...DETAIL_KEYS);
  const isRowsOrColumns = key?.value === "rows" || key?.value === "columns";
  if (key && (isKeyEnd(prompt, key.to) || (isRowsOrColumns && key.to < to)))
    return readKey(text, key.value, { from: isKeyEnd(prompt, key.to) ? key.to + 1 : key.to, to });
  const says = isListOfChoices(text, segment) ? undefined : kindOrModifiers(text, segment);
  if (says && !(isChoice && kindNounAt(text, from, to))) return says;
  const headed = readHeaded(text, segment);
  if (headed) return headed;
  const example = text.lexicon.table("example").at(prompt.tokens, from, to);
  if (example) return { placeholder: prompt.textOf(prompt.trim({ from: example.to, to })) };
  return readPieces(text, segment, isChoice);
}

/** "dropdown: A, B", "dropdown (A, B), required", "single choice - A, B": modifiers, and what they are about. */
function readHeaded(text: Text, { from, to }: Range): Said | undefined {
  const { prompt } = text;
  const comma = prompt.findMark({ from, to }, ",");
  const cut = prompt.find(
    { from, to: comma ?? to },
    (index) => index > from && (prompt.isColon(index) || prompt.isOpenBracket(index)),
  );
  const says = cut === undefined ? undefined : kindOrModifiers(text, prompt.trim({ from, to: cut }));
  if (cut === undefined || !says || (says.bounds && !says.kind)) return undefined;
  const isChoice = isChoosing(says) || says.several !== undefined || says.selections !== undefined;
  const parts = prompt.isOpenBracket(cut)
    ? [prompt.inside(cut), { from: prompt.after(cut), to }]
    : [{ from: cut + 1, to }];
  return parts.map((part, index) => readDetails(text, part, isChoice && index === 0)).reduce(together, says);
}

export const DETAIL_KEYS = [
  "type",
  "required",
  "optional",
  "options",
  "help",
  "placeholder",
  "rules",
  "condition",
  "rows",
  "columns",
] as const;

/** Keys with a number, by their letters alone: "maxLength", "max_length", "max length". */
const BOUNDS: Readonly<Record<string, readonly string[]>> = bounds;

/** @returns what "max_length" and the like say with a number behind them */
export function readBound({ prompt, lexicon }: Text, key: Range, value: Range): Said | undefined {
  const name = prompt
    .textOf(key)
    .toLowerCase()
    .replace(/[^a-z]/g, "");
  const [rule, side] = (Object.hasOwn(BOUNDS, name) && BOUNDS[name]) || [];
  const number = numberAt(prompt, value.from, lexicon);
  if (rule === undefined || !number || number.to < value.to) return undefined;
  return { [rule]: side === undefined ? number.value : { [side]: number.value } };
}

/** @returns what a value says under a key: "type: dropdown", "options: S, M" */
export function readKey(text: Text, key: Key, range: Range): Said {
  const { prompt } = text;
  const value = prompt.trim(range);
  if (prompt.isEmpty(range))
    return key === "required" || key === "optional" ? { required: key === "required" } : {};
  switch (key) {
    case "required":
    case "optional": {
      const answer = isYes(text, value.from, value.to);
      return answer === undefined ? readDetails(text, value) : { required: answer === (key === "required") };
    }
    case "options":
      return readDetails(text, prompt.inner(value), true);
    case "rows":
    case "columns": {
      const { choices = [] } = readDetails(text, prompt.inner(value), true);
      return { kind: "matrix", [key]: choices.map((choice) => choice.text) };
    }
    case "help":
      return readHelp(text, value);
    case "placeholder":
      return { placeholder: unquoted(prompt.textOf(value)) };
    case "condition":
      return readConditionValue(text, value);
    default:
      return readDetails(text, value);
  }
}

/** A note says what modifiers say, or it is help for the respondents. */
function readHelp(text: Text, value: Range): Said {
  const details = readDetails(text, value);
  if (!details.loose?.length && (!details.choices || isSlashed(text, value))) return details;
  // "1-100, only for teams" has rules.
  const isRemark = Object.keys(details).some((name) => name !== "choices" && name !== "loose");
  return { description: unquoted(text.prompt.textOf(value)), isRemark };
}

/** "Biology / Chemistry / Physics" in a note are choices. */
function isSlashed({ prompt }: Text, range: Range): boolean {
  return prompt.split(range, prompt.marks("/|")).length > 2;
}

function readConditionValue(text: Text, value: Range): Said {
  const found = modifiersIn(text, value);
  if (found?.condition) return found;
  return { condition: { kind: "words", at: value, leadFrom: value.from, isNegated: false } };
}

/** A piece of a list, as far as it is read. */
interface Piece {
  readonly at: Range;
  readonly says: Said | undefined;
  /** Whether it may as well be a choice: "18-30", "over 50", "date". */
  readonly isLikeChoice: boolean;
}

/** Kinds whose names are choices, too, as the ways to reach somebody. */
const CHOICE_LIKE: ReadonlySet<string> = new Set(
  "email phone url date time image file_upload signature".split(" "),
);

function piecesOf(text: Text, range: Range): Piece[] {
  const { prompt } = text;
  const read = prompt.split(range, prompt.marks(",")).map((part): Piece => {
    const at = withoutConjunction(text, prompt.trim(part));
    const number = numberAt(prompt, at.from, text.lexicon);
    if (number?.to === at.to) return { at, says: undefined, isLikeChoice: true };
    const modifiers = kindOrModifiers(text, at);
    // "anders" among choices is one of them, and no condition.
    const says = modifiers?.condition?.kind === "answer" ? undefined : modifiers;
    const isNoun = kindNounAt(text, at.from, at.to)?.to === at.to;
    return { at, says, isLikeChoice: isNoun || (says !== undefined && isRangeAlone(text, at, says)) };
  });
  // "up to 17 years, 18-30 years, over 30 years": beside a range, one bound is a choice, too.
  const areRanges =
    read.length > 2 &&
    read.some(
      ({ says }) => isRange(says) && says?.bounds?.min !== undefined && says.bounds.max !== undefined,
    );
  const pieces = areRanges
    ? read.map((piece) => ({ ...piece, isLikeChoice: piece.isLikeChoice || isRange(piece.says) }))
    : read;
  // In "number, 0 to 40" the first piece is the kind, in "email, phone, letter" it is a choice.
  const [first, ...rest] = pieces;
  const { kind } = first?.says ?? {};
  const isKind =
    kind !== undefined &&
    (rest.some(({ says }) => says && says.kind === undefined) ||
      (!CHOICE_LIKE.has(kind) && rest.some(({ isLikeChoice }) => !isLikeChoice)));
  return first && isKind ? [{ ...first, isLikeChoice: false }, ...rest] : pieces;
}

/** Whether bounds are all that is said. */
function isRange(says: Said | undefined): boolean {
  return (
    says?.bounds !== undefined && Object.keys(says).every((name) => /^(bounds|isInclusive|unit)$/.test(name))
  );
}

function isRangeAlone({ prompt }: Text, { to }: Range, says: Said): boolean {
  const { bounds, isInclusive } = says;
  if (!bounds || says.unit !== undefined || !isRange(says)) return false;
  const isBoth = bounds.min !== undefined && bounds.max !== undefined;
  return isBoth || isInclusive === true || prompt.isMark(to - 1, "+");
}

/** "1-10, 11-50, 51+" and "under 18, 18 to 30": several ranges in a row are choices. */
function isListOfChoices(text: Text, range: Range): boolean {
  return piecesOf(text, range).filter(({ isLikeChoice }) => isLikeChoice).length > 1;
}

function readPieces(text: Text, range: Range, isChoice: boolean): Said {
  const pieces = piecesOf(text, range);
  const unknown = pieces.filter(({ says }) => !says).length;
  const alike = pieces.filter(({ isLikeChoice }) => isLikeChoice).length;
  const areAlike = alike > 1 || (alike > 0 && (isChoice || unknown > 1));
  const choices: Range[] = [];
  let said: Said = {};
  for (const { at, says, isLikeChoice } of pieces) {
    if (says && !(isLikeChoice && areAlike)) said = together(said, says);
    // "31 and over" is one choice.
    else if (isRange(says)) choices.push(at);
    else {
      const isFirst = choices.length === 0;
      const piece = choicesIn(text, at, { isFirst, isLast: at === pieces.at(-1)?.at });
      choices.push(...piece.choices);
      said = together(said, piece.says);
    }
  }
  // Several choices are a list of them; a single one is a remark, unless something says that it is a choice.
  const isList = choices.length > 1 || (isChoice && choices.length > 0) || isChoosing(said);
  if (!isList) return together(said, { loose: choices });
  return choices.length > 0 ? together(said, choicesSaid(text, choices)) : said;
}

/** "at least 3, at most 20 characters" are both about characters; "max 2" beside choices is about these. */
function isChoosing({ kind }: Said): boolean {
  return kind === "single_choice" || kind === "multiple_choice" || kind === "dropdown" || kind === "ranking";
}

/** The choices of one piece, and what stands before and behind them. */
function choicesIn(
  text: Text,
  at: Range,
  { isFirst, isLast }: { isFirst: boolean; isLast: boolean },
): { choices: Range[]; says: Said } {
  const { prompt } = text;
  const lead = isFirst ? introduced(text, at) : { says: {}, rest: at };
  const tail = isFirst && isLast ? { says: {}, rest: lead.rest } : tailOf(text, lead.rest);
  let says = together(lead.says, tail.says);
  const parts = prompt.isEmpty(tail.rest) ? [] : alternatives(text, tail.rest, isLast);
  const choices = parts.map(({ from, to }) => {
    // "blankets - several possible": what stands behind a dash is not part of the choice.
    const dash = prompt.find({ from, to }, (index) => prompt.isDash(index));
    if (dash !== undefined) says = together(says, { loose: [{ from: dash, to }] });
    return { from, to: dash ?? to };
  });
  return { choices, says };
}

/** "choose from small": modifiers before the first choice. */
function introduced(text: Text, { from, to }: Range): { says: Said; rest: Range } {
  let [at, says]: [number, Said] = [from, {}];
  for (let found = modifierAt(text, at, to); found && found.to < to; found = modifierAt(text, at, to)) {
    if (found.says.bounds || found.says.condition) break;
    says = together(says, found.says);
    at = found.to;
  }
  // Behind "with the options", "choose from" and the like, choices follow.
  const options = text.lexicon.table("options").at(text.prompt.tokens, at, to)?.to ?? at;
  return { says, rest: text.prompt.trim({ from: options < to ? options : at, to }, ":-–—=") };
}

/** "or large (optional)": modifiers in a bracket behind the last choice. */
function tailOf(text: Text, { from, to }: Range): { says: Said; rest: Range } {
  const { prompt } = text;
  const bracket = prompt.find(
    { from: from + 1, to },
    (index) => prompt.isOpenBracket(index) && prompt.after(index) === to,
  );
  const says = bracket === undefined ? undefined : modifiersIn(text, prompt.inside(bracket));
  const isOfChoice = says?.capacity !== undefined || says?.bounds !== undefined;
  return says && !isOfChoice ? { says, rest: { from, to: bracket ?? to } } : { says: {}, rest: { from, to } };
}
