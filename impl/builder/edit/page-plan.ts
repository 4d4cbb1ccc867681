/** Reads which fields go on which page: "page 1: name and email, page 2: the rest", "three pages: a, b; c; the rest". */

import type { FormField } from "../../../generated/types.ts";
import { fold } from "../lexicon/fold.ts";
import { wordSet } from "../lexicon/phrases.ts";
import { splitOutside } from "../prompt/split.ts";
import { allFields, type EditContext, listOf, numberOf } from "./context.ts";
import { repage } from "./pages.ts";
import type { Action } from "./read-instruction.ts";
import { findFields, isRest } from "./references.ts";

/** "Make three pages: name and email; phone; the rest" */
export const listPages: Action = ({ n = "", list = "" }, context) => {
  const parts = splitOutside(list, /;|\/|\|/g);
  return parts.length === numberOf(n, context) && layOut(parts, context);
};

/** "page 1: name and email; page 2: the rest", "name and email on page 1, the rest on page 2" */
export function planPages(instruction: string, context: EditContext): boolean {
  if (instruction.length > MAX_LENGTH) return false;
  const marks = pageMarks(instruction, context);
  if (marks.length < 2 || marks.some(({ page }, index) => page !== index + 1)) return false;
  const colon = instruction.search(/: /);
  const isBefore = marks[0]!.start > 1 && !(colon >= marks[0]!.end);
  const lists = marks.map(({ start, end }, index) =>
    isBefore
      ? instruction.slice(marks[index - 1]?.end ?? colon + 1, start)
      : instruction.slice(end, marks[index + 1]?.start),
  );
  return layOut(
    lists.map((list) => withoutVerb(list.replace(/^[\s:;,.–-]+|[\s:;,.–-]+$/gu, ""), context)),
    context,
  );
}

const MAX_LENGTH = 400;

interface PageMark {
  readonly page: number;
  readonly start: number;
  readonly end: number;
}

/** Where "page 1", "on the second page" and so on stand, in order. */
function pageMarks(text: string, context: EditContext): PageMark[] {
  const folded = fold(text);
  const words = wordSet([...listOf("onPage", context), ...listOf("page", context)]).all(folded);
  const ordinals = listOf("ordinals", context);
  const placed = wordSet(ordinals)
    .all(folded)
    .map(({ start, end, phrase }) => ({
      page: (ordinals.findIndex((one) => fold(one) === phrase) % 4) + 1,
      start,
      end,
    }));
  if (placed.length > 1 && words.length < 2) return placed;
  return words.flatMap(({ start, end }): PageMark[] => {
    const [number = ""] = /^ [\p{L}\d]+/u.exec(folded.slice(end)) ?? [];
    const page = numberOf(number.trim(), context);
    return page === undefined ? [] : [{ page, start, end: end + number.length }];
  });
}

/** "put the rest" -> "the rest"; "and the rest" -> "the rest" */
function withoutVerb(list: string, context: EditContext): string {
  const lead = wordSet([...listOf("move", context), ...listOf("and", context), "has", "with", "for"]);
  let text = list;
  for (let found = lead.start(fold(text)); found && found.end < text.length; found = lead.start(fold(text)))
    text = text.slice(found.end).trim();
  return text;
}

/** Lays the fields out on pages. All of them must be named, or be "the rest" of one page. */
function layOut(lists: readonly string[], context: EditContext): boolean {
  const named = lists.map((list) => (isRest(list, context) ? undefined : findFields(list, context)));
  const taken = named.flatMap((fields) => fields ?? []);
  const rest = allFields(context.form).filter((field) => !taken.includes(field));
  const open = named.filter((fields) => fields === undefined).length;
  if (new Set(taken).size < taken.length || open > 1 || (open === 0) !== (rest.length === 0)) return false;
  const pages = named.map((fields): readonly FormField[] => fields ?? rest);
  if (pages.some((fields) => fields.length === 0)) return false;
  repage(pages, context);
  context.changes.push(`Put the fields on ${pages.length} pages.`);
  return true;
}
