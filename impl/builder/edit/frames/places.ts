/** Reads where a frame puts things: beside a field or a choice, at the top, at the end, on a page. */
import type { FormField } from "../../../../generated/types.ts";
import { fold } from "../../lexicon/fold.ts";
import { allFields, listOf, placeOf } from "../context.ts";
import { endOf, type Place, pageNumbered } from "../place.ts";
import type { Clause } from "./clause.ts";
import { isEmpty } from "./clause.ts";
import type { Cue } from "./cue-lists.ts";
import type { Mark } from "./mark.ts";

/** A place in words of the form, found again when the fields that move are taken out. */
export interface NamedPlace {
  /** The field beside which it is. */
  readonly anchor: FormField | undefined;
  readonly find: () => Place;
}

/** Takes the one place that a clause names. Undefined: there is none, or it is not clear. */
export function takePlace(clause: Clause): NamedPlace | undefined {
  return takeBetween(clause) ?? takeBeside(clause) ?? takeEdge(clause) ?? takePage(clause);
}

/** "between name and email": behind the later of the two. */
function takeBetween(clause: Clause): NamedPlace | undefined {
  const marks = behind(clause, "between", 2);
  const [first, second] = marks.map(({ field }) => field);
  if (!first || !second || first === second) return undefined;
  take(clause, "between", marks);
  const fields = allFields(clause.context.form);
  const isInOrder = fields.indexOf(first) < fields.indexOf(second);
  return beside(isInOrder ? first : second, 1, clause);
}

function takeBeside(clause: Clause): NamedPlace | undefined {
  for (const [cue, offset] of [
    ["after", 1],
    ["before", 0],
  ] as const) {
    const marks = behind(clause, cue, 1);
    const [mark] = marks;
    const field = mark && (mark.field ?? (mark.cues.has("pronoun") ? lastField(clause) : undefined));
    if (!field) continue;
    take(clause, cue, marks);
    return beside(field, offset, clause);
  }
  return undefined;
}

function takeEdge(clause: Clause): NamedPlace | undefined {
  const { form } = clause.context;
  const isTop = clause.has("top", "beginWith");
  if (isTop === clause.has("end", "endWith")) return undefined;
  if (isTop) clause.cue("top", "beginWith");
  else clause.cue("end", "endWith");
  const find = isTop ? () => ({ page: form.pages[0]!, index: 0 }) : () => endOf(form.pages.at(-1)!);
  return { anchor: undefined, find };
}

function takePage(clause: Clause): NamedPlace | undefined {
  const { context } = clause;
  if (clause.cue("onNewPage"))
    return { anchor: undefined, find: () => endOf(pageNumbered(context.form.pages.length + 1, context)) };
  const marks = behind(clause, "onPage", 1);
  const number = marks[0]?.number;
  if (number === undefined) return undefined;
  take(clause, "onPage", marks);
  return { anchor: undefined, find: () => endOf(pageNumbered(number, context)) };
}

function beside(field: FormField, offset: number, clause: Clause): NamedPlace {
  const { context } = clause;
  const find = (): Place => {
    const now = allFields(context.form).find(({ id }) => id === field.id)!;
    const { page, index } = placeOf(now, context);
    return { page, index: index + offset };
  };
  return { anchor: field, find };
}

/** The first marks behind a cue that mean something. */
export function behind(clause: Clause, cue: Cue, count: number): readonly Mark[] {
  const { open } = clause;
  const at = open.findIndex(({ cues }) => cues.has(cue));
  if (at < 0) return [];
  const isBehind = isPostposition(open[at]!, clause);
  // "sähköpostin jälkeen": Finnish has "after" behind its noun.
  const others = isBehind ? open.slice(0, at).reverse() : open.slice(at + 1);
  const marks: Mark[] = [];
  for (const [index, mark] of others.entries()) {
    if (marks.length === count || mark.separator !== undefined) break;
    const isNamed = mark.field !== undefined || mark.choices !== undefined;
    // French "le" is an article before a noun.
    const isPronoun = mark.cues.has("pronoun") && others[index + 1]?.field === undefined;
    if (!isEmpty(mark) || isNamed || isPronoun) marks.push(mark);
    if (isBehind && !isNamed && !isEmpty(mark)) break;
  }
  return isBehind ? marks.reverse() : marks;
}

function isPostposition({ text }: Mark, { context }: Clause): boolean {
  const folded = fold(text);
  return listOf("postpositions", context).some((one) => fold(one) === folded);
}

export function take(clause: Clause, cue: Cue, marks: readonly Mark[]): void {
  const [first] = clause.open.filter(({ cues }) => cues.has(cue));
  clause.take((mark) => mark === first || marks.includes(mark));
}

function lastField({ context }: Clause): FormField | undefined {
  return context.last;
}
