/** Reads what a sentence says of fields: "Phone is optional", "all fields are required". */

import type { Item } from "../items/item.ts";
import type { Text } from "../items/readers/reader.ts";
import type { Range } from "../reading/accounting.ts";
import { marks, split } from "../reading/split.ts";
import { fieldNamed } from "./mentions.ts";
import type { Outline, Remark } from "./outline.ts";

const REQUIRED = ["required", "mustBeGiven"] as const;
const OPTIONAL = ["optional", "needNotBeGiven"] as const;

/** @returns whether a sentence says which fields need an answer; which these are is looked up when all are known */
export function readRemark({ text, remarks }: Outline, range: Range): boolean {
  const { prompt, lexicon } = text;
  const all = lexicon.table("allOptional").at(prompt.tokens, range.from, range.to);
  if (all?.to === range.to) {
    remarks.push({ subject: { from: range.from, to: range.from }, whole: range, required: false });
    return true;
  }
  const found = clauses(text, range).map((clause) => remarkIn(text, clause));
  if (found.length === 0 || found.some((remark) => remark === undefined)) return false;
  for (const remark of found) if (remark) remarks.push(remark);
  return true;
}

/** "everything optional" between commas of any sentence. */
export function readAllRemarks({ text, remarks }: Outline, sentence: Range): void {
  const { prompt, lexicon } = text;
  for (const part of split(prompt, sentence, marks(prompt, ",;:."))) {
    const whole = prompt.trim(part, ",;:.!-– ");
    const all = lexicon.table("all", "rest").at(prompt.tokens, whole.from, whole.to);
    const isAll = lexicon.table("allOptional").whole(prompt.tokens, whole.from, whole.to);
    const at = all && (lexicon.table("mustBe", "copulas").at(prompt.tokens, all.to, whole.to)?.to ?? all.to);
    const found =
      at === undefined ? isAll : lexicon.table(...OPTIONAL, ...REQUIRED).whole(prompt.tokens, at, whole.to);
    if (!found) continue;
    const required = found.value === "required" || found.value === "mustBeGiven";
    remarks.push({ subject: { from: whole.from, to: whole.from }, whole, required });
    prompt.accounting.read(whole);
  }
}

/** "Name is required, everything else optional" says two things. */
function clauses({ prompt, lexicon }: Text, range: Range): Range[] {
  const ends: number[] = [];
  for (let at = range.from; at < range.to; at++) {
    const found = lexicon.table(...REQUIRED, ...OPTIONAL).at(prompt.tokens, at, range.to);
    if (!found) continue;
    ends.push(found.to);
    at = found.to - 1;
  }
  return ends.map((to, index) => ({
    from: index === 0 ? range.from : (ends[index - 1] ?? range.from),
    to: index === ends.length - 1 ? range.to : to,
  }));
}

/** A subject, a word such as "is", and "required"; or "make" before the subject. */
function remarkIn({ prompt, lexicon }: Text, clause: Range): Remark | undefined {
  const { tokens } = prompt;
  const { from, to } = prompt.trim(clause, ",;.:!- ");
  let predicate = from + 1;
  while (predicate < to && !lexicon.table(...REQUIRED, ...OPTIONAL).whole(tokens, predicate, to))
    predicate += 1;
  const found = lexicon.table(...OPTIONAL, ...REQUIRED).whole(tokens, predicate, to);
  if (!found) return undefined;
  const isOnly = lexicon.table("only").at(tokens, from, to);
  const start =
    isOnly?.to ?? lexicon.table("and", "changeVerbs", "butWords").at(tokens, from, to)?.to ?? from;
  const before = prompt.trim({ from: start, to: predicate });
  const subject = subjectBefore(before, { prompt, lexicon });
  const isChanged = start > from && lexicon.table("changeVerbs").at(tokens, from, to) !== undefined;
  const isAll = lexicon.table("all", "rest", "else").at(tokens, before.from, before.to) !== undefined;
  const hasVerb = found.value === "mustBeGiven" || found.value === "needNotBeGiven";
  if (prompt.isEmpty(subject) || (subject.to === before.to && !isChanged && !isAll && !hasVerb))
    return undefined;
  return {
    subject,
    isOnly: isOnly !== undefined || lexicon.table("only").at(tokens, start, to) !== undefined,
    whole: clause,
    required: found.value === "required" || found.value === "mustBeGiven",
  };
}

/** The words before "is" or "should be". */
function subjectBefore({ from, to }: Range, { prompt, lexicon }: Text): Range {
  for (let at = from + 1; at < to; at++)
    if (lexicon.table("copulas", "mustBe").whole(prompt.tokens, at, to)) return { from, to: at };
  return { from, to };
}

/** Carries out a remark on the fields; accounts for its words only if each field that it names is there. */
export function applyRemark(
  text: Text,
  { subject, whole, required, isOnly }: Remark,
  items: readonly Item[],
  done: ReadonlyMap<Item, boolean>,
): ReadonlyMap<Item, boolean> {
  const named = itemsNamed(text, subject, items)?.filter(
    (item, _, all) => all.length === 1 || !done.has(item),
  );
  if (!named) return new Map();
  text.prompt.accounting.read(whole);
  // "Only the name is required": the others are not.
  const others = isOnly ? items.filter((item) => !named.includes(item) && !done.has(item)) : [];
  return new Map([
    ...others.map((item) => [item, !required] as const),
    ...named.map((item) => [item, required] as const),
  ]);
}

function itemsNamed(
  { prompt, lexicon }: Text,
  subject: Range,
  items: readonly Item[],
): readonly Item[] | undefined {
  const { tokens } = prompt;
  if (prompt.isEmpty(subject)) return items;
  const all = lexicon.table("all", "rest", "else").at(tokens, subject.from, subject.to);
  const end =
    all &&
    (lexicon.table("questionPlurals", "fieldPlurals", "plain").at(tokens, all.to, subject.to)?.to ?? all.to);
  if (end === subject.to) return items.filter(({ draft }) => draft.required === undefined);
  const parts = split(prompt, subject, (index) => {
    const joined = lexicon.table("and", "or").at(tokens, index, subject.to);
    return prompt.isMark(index, ",") ? 1 : joined ? joined.to - joined.from : 0;
  });
  const named = parts.map((part) => fieldNamed({ prompt, lexicon }, part, items));
  return named.every((item) => item !== undefined) ? named : undefined;
}
