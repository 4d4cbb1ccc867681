/** How large the pages of a form become in the browser, at most. */
import type { Choice, FormField, FormPage, FormStructure, LocalizedText } from "../../../generated/types.ts";
import { compiledCalculations, conditionTree } from "../answers/compiled.ts";
import { isTextKey } from "./places.ts";
import { problemAt, type StructureProblem } from "./problem.ts";

/** Of the HTML of a page. What people fill in on one page is far below. */
const MAX_PAGE_BYTES = 4_000_000;

/** Around the fields: head, menu of languages, buttons. */
const FRAME_BYTES = 12_000;
/** Around a field: tags, and the messages of its checks in the longest language. */
const FIELD_BYTES = 3_000;
const CHOICE_BYTES = 400;
const CELL_BYTES = 120;
/** Of an answer that a text mentions: its escaped beginning. */
const MENTION_BYTES = 3_200;
/** How often a page shows a text of a field: in its place, and in an attribute or the summary of problems. */
const REPEATED = 2;

/** Refuses pages that are so large that opening them would keep the service from other work. */
export function pageSizeProblems(structure: FormStructure): StructureProblem[] {
  return structure.pages.flatMap((page, at): StructureProblem[] => {
    const bytes = pageBytes(structure, page);
    if (bytes <= MAX_PAGE_BYTES) return [];
    const largest = page.fields.toSorted((one, other) => fieldBytes(other) - fieldBytes(one))[0];
    const values = { bytes, most: MAX_PAGE_BYTES, field: String(largest?.id) };
    return [problemAt(`/pages/${at}`, "page_too_large", values)];
  });
}

/** An upper bound of the bytes of HTML that a page takes, without the answers in its inputs. */
export function pageBytes(structure: FormStructure, { title, fields }: FormPage): number {
  const form = { ...structure, pages: [], endings: [], calculations: compiledCalculations(structure) };
  const titles = [structure.title, structure.title, title].map((text) => (text ? textBytes(text) : 0));
  const parts = [...titles, ...fields.map(fieldBytes)];
  return parts.reduce((sum, bytes) => sum + bytes, FRAME_BYTES + htmlBytes(form));
}

function fieldBytes(field: FormField): number {
  if ("rows" in field) {
    const { rows, columns, ...rest } = field;
    const cells = rows.length * columns.length * (CELL_BYTES + field.id.length);
    // A cell names its row once, and its column twice.
    const labels = labelBytes(rows) * (columns.length + 1) + labelBytes(columns) * (2 * rows.length + 1);
    return cells + labels + restBytes(rest);
  }
  if (!("choices" in field)) return restBytes(field);
  const { choices, ...rest } = field;
  return choices.length * (CHOICE_BYTES + field.id.length) + 4 * labelBytes(choices) + restBytes(rest);
}

function labelBytes(choices: readonly Choice[]): number {
  return choices.reduce((sum, { id, label }) => sum + id.length + textBytes(label), 0);
}

/** @param rest a field without its choices, rows and columns */
function restBytes({ visible_if, ...rest }: Partial<FormField>): number {
  const condition = visible_if === undefined ? 0 : htmlBytes(conditionTree(visible_if));
  return FIELD_BYTES + condition + REPEATED * htmlBytes(rest);
}

/** Bytes of JSON in an attribute. A page shows one translation of each text, so only the longest one counts. */
function htmlBytes(part: unknown): number {
  return escapedBytes(JSON.stringify(part, (key, value) => (isTextKey(key) ? longest(value) : value)));
}

function textBytes(text: LocalizedText): number {
  return escapedBytes(longest(text));
}

function longest(text: LocalizedText): string {
  return Object.values(text).reduce(
    (one, other) => (escapedBytes(other) > escapedBytes(one) ? other : one),
    "",
  );
}

/** Bytes that a character takes beyond its own when it is escaped; a line break becomes a tag. */
const MORE_BYTES: Readonly<Record<string, number>> = {
  "&": 4,
  "<": 3,
  ">": 3,
  '"': 5,
  "'": 4,
  "\n": 20,
  "\\n": 20,
  "{{": MENTION_BYTES,
};

function escapedBytes(text: string): number {
  let bytes = Buffer.byteLength(text);
  for (const [found] of text.matchAll(/[&<>"'\n]|\\n|\{\{/g)) bytes += MORE_BYTES[found] ?? 0;
  return bytes;
}
