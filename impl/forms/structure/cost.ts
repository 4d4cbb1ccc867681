/**
 * Computes the cost of a visit of a form, counted in points and not timed, so that it is equal on every machine. A plain
 * question, a short text with a label of a few words, has about a hundred points, which are 5 us of processor time. The weights
 * below were measured against it (evidence/form-costs.md).
 */

import { limits } from "../../../generated/limits.ts";
import type { Choice, FormField, FormPage, FormStructure, LocalizedText } from "../../../generated/types.ts";
import { fieldsIn } from "../answers/expression.ts";
import { compiledCalculations, conditionTree } from "../answers/expression-trees.ts";
import { isTextKey } from "./places.ts";
import { problemAt, type StructureProblem } from "./problem.ts";

/**
 * The maximum cost of a visit. 500 plain questions on one page have 67,000; a quarter is left for work that the weights do not
 * measure.
 */
export const MAX_COST = 200_000;

/** Head, buttons, menu of languages, ticket, rows of the database. */
const FRAME = 15_000;

/** Its tags, and the messages of its checks. */
const QUESTION = 75;
/** Beyond that: hints, data for the script, parts of the input. */
const MORE: Partial<Record<FormField["type"], number>> = {
  email: 60,
  file_upload: 250,
  nps: 11 * 45,
  phone: 110,
  signature: 40,
  yes_no: 90,
};
/** A rule for the browser, with its message. */
const PROPERTY = 30;
/** Two links, and the page of a frame. */
const VIDEO = 150;
const STAR = 62;
const POINT = 45;
/** Scales with more have one input. */
const MOST_POINTS = 21;
const CHOICES: Partial<Record<FormField["type"], number>> = { dropdown: 14, ranking: 45 };
const CHOICE = 24;
const SHUFFLED_CHOICE = 14;
/** Each response that is confirmed compares its answers with all of them. */
const LIMITED_CHOICE = 300;
const CELL = 20;

/** A byte of a text: escaped, encoded and compressed. */
const BYTE = 0.5;
/** A byte that was there shortly before, as gzip finds it. */
const REPEATED_BYTE = 0.12;
/** How far gzip looks back. */
const WINDOW_BYTES = 32_768;
/** Bytes that a character takes beyond its own when it is escaped; a line break becomes a tag. */
const MORE_BYTES: Readonly<Record<string, number>> = { "&": 4, "<": 3, ">": 3, '"': 5, "'": 4, "\n": 18 };
/** A mark of Markdown: found, and drawn as a tag. */
const MARK = 100;
/** A shortened answer in a text. */
const MENTION = 300;

/** Each answer is looked at in each visit, wherever its question stands. */
const CHECKED = 15;
/** Part of a tree for the browser: compared with what can still change, and written as JSON. */
const PART = 9;
const TEST = 12;
/** The same parts, evaluated. */
const PART_EVALUATED = 2;
const TEST_EVALUATED = 4;
const VALUE_EVALUATED = 0.3;
const ROUND_EVALUATED = 20;
/** Searching a character of an answer. */
const CHARACTER_SEARCHED = 0.01;
/** Looking at one of the choices of an answer. */
const CHOICE_TESTED = 0.7;
/** A tree asks which of the ids below it can change. */
const ID_BELOW = 0.3;

/** The cost of a part: `evaluated` for every page of the form, `drawn` for its own page. */
interface Cost {
  readonly evaluated: number;
  readonly drawn: number;
}

export interface StructureCost {
  /** The cost of a visit of the most expensive page, with everything evaluated for it. */
  readonly points: number;
  /** Its index. */
  readonly page: number;
  /** Its questions, and conditions and calculations of the whole form; the most expensive first. */
  readonly parts: readonly { readonly id: string; readonly cost: number }[];
}

/** Refuses what would cost more than four times as much as 500 plain questions. Stored forms go on until their next save. */
export function costProblems(structure: FormStructure): StructureProblem[] {
  const { points, page, parts } = structureCost(structure);
  if (points <= MAX_COST) return [];
  const costliest = parts.slice(0, 3).map(({ id, cost }) => `${id} (${Math.round(cost)})`);
  const values = { points: Math.round(points), most: MAX_COST, costliest: costliest.join(", ") };
  return [problemAt(`/pages/${page}`, "too_costly", values)];
}

export function structureCost(structure: FormStructure): StructureCost {
  const { pages, endings = [] } = structure;
  const answers = answerCosts(structure);
  const fields = pages.flatMap((page, at) => {
    const ids = new Set(page.fields.map(({ id }) => id));
    return page.fields.map((field) => ({ id: field.id, at, ...fieldCost(field, ids, answers) }));
  });
  const computed = [
    ...compiledCalculations(structure).map(({ id, expression }) => ({
      id,
      ...treeCost(expression, answers),
    })),
    ...endings.map(({ id, when }) => ({ id, ...treeCost(when && conditionTree(when), answers), drawn: 0 })),
  ];
  const visits = pages.map((page, on) => {
    const isLive = JSON.stringify([structure.description, page]).includes("{{");
    const parts = [
      ...fields.map(({ id, at, evaluated, drawn }) => ({ id, cost: evaluated + (at === on ? drawn : 0) })),
      ...computed.map(({ id, evaluated, drawn }) => ({ id, cost: evaluated + (isLive ? drawn : 0) })),
    ];
    return { page: on, parts, points: sum(parts.map(({ cost }) => cost)) + frameCost(structure, page) };
  });
  const costliest = visits.reduce((one, other) => (other.points > one.points ? other : one));
  return { ...costliest, parts: costliest.parts.toSorted((one, other) => other.cost - one.cost) };
}

/** The cost of the title, which a page shows up to twice, of the page's title, and of texts on some pages. */
function frameCost(
  { title, description, welcome, endings, settings, theme }: FormStructure,
  page: FormPage,
): number {
  const texts =
    textsCost({ title, description, welcome, endings, settings, theme }) +
    textCost(title) +
    textsCost({ title: page.title });
  return FRAME + texts;
}

/** @param onPage the ids of the fields of its page: the browser gets the condition if it depends on one of them */
function fieldCost(field: FormField, onPage: ReadonlySet<string>, answers: AnswerCosts): Cost {
  const { visible_if, ...rest } = field;
  const tree = visible_if === undefined ? 0 : conditionTree(visible_if);
  const condition = treeCost(tree, answers);
  const isDrawn = fieldsIn(tree).some((id) => onPage.has(id));
  const properties =
    Object.keys(rest).length - 3 + ("validation" in rest ? Object.keys(rest.validation ?? {}).length : 0);
  const drawn =
    QUESTION +
    (MORE[field.type] ?? 0) +
    PROPERTY * properties +
    optionsCost(field) +
    (field.image?.video === undefined ? 0 : VIDEO) +
    (isDrawn ? condition.drawn : 0);
  return { evaluated: CHECKED + condition.evaluated, drawn };
}

/** The texts of a field, and what can be chosen in it. */
function optionsCost(field: FormField): number {
  if ("rows" in field) {
    const { rows, columns, ...rest } = field;
    return matrixCost(field.id, rows, columns) + textsCost(rest);
  }
  if (!("choices" in field)) return fieldPoints(field) + textsCost(field);
  const { choices, ...rest } = field;
  const limited = choices.filter((choice) => "capacity" in choice).length;
  const each =
    (CHOICES[field.type] ?? CHOICE) + (field.shuffle ? SHUFFLED_CHOICE : 0) + REPEATED_BYTE * field.id.length;
  // A label in a ranking stands in the attributes of its buttons, too.
  const repeated = field.type === "ranking" ? 1 + (3 * REPEATED_BYTE) / BYTE : 1;
  const pictures = sum(choices.map(({ image }) => (image ? PROPERTY + textsCost(image) : 0)));
  const labels = repeated * labelsCost(choices) + pictures;
  return choices.length * each + LIMITED_CHOICE * limited + labels + textsCost(rest);
}

/** Returns the points of stars and scale values, each of which is a box. */
function fieldPoints(field: FormField): number {
  if (field.type === "rating") return STAR * field.max;
  if (field.type !== "scale") return 0;
  const count = Math.floor((field.max - field.min) / (field.step ?? 1)) + 1;
  return count > MOST_POINTS ? POINT : POINT * count;
}

/** A cell names its row once, and its column twice, beside their ids. */
function matrixCost(id: string, rows: readonly Choice[], columns: readonly Choice[]): number {
  const [ofRows, ofColumns] = [labelBytes(rows), labelBytes(columns)];
  const row = (columns.length * ofRows) / rows.length + 2 * ofColumns;
  const byte = row < WINDOW_BYTES ? REPEATED_BYTE : BYTE;
  const cells = rows.length * columns.length * (CELL + id.length * REPEATED_BYTE);
  return cells + rows.length * row * byte + labelsCost(rows) + labelsCost(columns);
}

function labelsCost(choices: readonly Choice[]): number {
  return sum(choices.map(({ id, label }) => BYTE * id.length + textCost(label)));
}

function labelBytes(choices: readonly Choice[]): number {
  return sum(choices.map(({ id, label }) => id.length + Math.max(...Object.values(label).map(escapedBytes))));
}

/** All texts below, and other values that pages repeat, such as the domains of addresses. */
function textsCost(part: unknown): number {
  if (typeof part === "string") return BYTE * escapedBytes(part);
  if (typeof part !== "object" || part === null) return 0;
  return sum(
    Object.entries(part).map(([key, value]) =>
      isTextKey(key) && value ? textCost(value, FORMATTED.has(key) ? MARK : 0) : textsCost(value),
    ),
  );
}

/** Texts in Markdown; labels are it only in statements. */
const FORMATTED: ReadonlySet<string> = new Set([
  "description",
  "label",
  "message",
  "statement",
  "closed_text",
  "full_text",
  "text",
]);
/** Marks of Markdown, also those that turn out to be text. */
const MARKS = /\*+|_+|[[\]\\]|^\s*(?:-|\d+[.)])\s/gm;

/** The cost of the most expensive translation, since a page shows one. @param mark the cost of a mark */
function textCost(text: LocalizedText, mark = 0): number {
  return Math.max(
    ...Object.values(text).map(
      (words) =>
        BYTE * escapedBytes(words) +
        MENTION * (words.split("{{").length - 1) +
        (mark > 0 ? mark * (words.match(MARKS)?.length ?? 0) : 0),
    ),
  );
}

function escapedBytes(text: string): number {
  let bytes = Buffer.byteLength(text);
  for (const [found] of text.matchAll(/[&<>"'\n]/g)) bytes += MORE_BYTES[found] ?? 0;
  return bytes;
}

/** The cost of a test that searches the longest answer, or compares it in another way. */
interface AnswerCost {
  readonly searched: number;
  readonly tested: number;
}

type AnswerCosts = ReadonlyMap<unknown, AnswerCost>;
function answerCosts({ pages, hidden_fields = [] }: FormStructure): AnswerCosts {
  const text = (length: number): AnswerCost => ({ searched: CHARACTER_SEARCHED * length, tested: 0 });
  const costs = new Map(hidden_fields.map(({ id }) => [id, text(limits.answer_length.max)]));
  for (const field of pages.flatMap(({ fields }) => fields)) {
    const isText = field.type === "short_text" || field.type === "long_text";
    if (isText) costs.set(field.id, text(field.validation?.max_length ?? limits.answer_length.max));
    if (field.type !== "multiple_choice" && field.type !== "ranking") continue;
    const list = CHOICE_TESTED * field.choices.length;
    costs.set(field.id, { searched: list, tested: list });
  }
  return costs;
}

interface TreeCost extends Cost {
  readonly ids: number;
}

/** A condition or a formula: its parts, each with the ids below it. */
function treeCost(tree: unknown, answers: AnswerCosts): TreeCost {
  if (typeof tree !== "object" || tree === null)
    return { evaluated: VALUE_EVALUATED, drawn: 2 + BYTE * Buffer.byteLength(String(tree)), ids: 0 };
  const parts = Object.values(tree).map((part) => treeCost(part, answers));
  const ids = sum(parts.map((part) => part.ids)) + ("field" in tree ? 1 : 0);
  const own = Array.isArray(tree) ? { evaluated: 0, drawn: 0 } : partCost(tree, ids, answers);
  return {
    evaluated: own.evaluated + sum(parts.map((part) => part.evaluated)),
    drawn: own.drawn + sum(parts.map((part) => part.drawn)),
    ids,
  };
}

function partCost(part: object, ids: number, answers: AnswerCosts): Cost {
  const drawn = ID_BELOW * ids + BYTE * sum(Object.keys(part).map((key) => key.length));
  const op = "op" in part ? part.op : undefined;
  if (op === undefined || !("field" in part))
    return { evaluated: PART_EVALUATED + (op === "round" ? ROUND_EVALUATED : 0), drawn: drawn + PART };
  const { searched = 0, tested = 0 } = answers.get(part.field) ?? {};
  const isSearch = op === "contains" || op === "not_contains";
  return { evaluated: TEST_EVALUATED + (isSearch ? searched : tested), drawn: drawn + TEST };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0);
}
