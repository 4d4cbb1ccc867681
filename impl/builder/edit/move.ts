/** Edit commands that change the order of fields. */
import type { FormField } from "../../../generated/types.ts";
import { splitOutside } from "../prompt/split.ts";
import { allFields, type EditContext, labelOf, numberOf, placeOf, refuse } from "./context.ts";
import { findField } from "./find.ts";
import { endOf, insert, type Place, pageNumbered } from "./place.ts";
import type { Action } from "./read-instruction.ts";
import { findFields, isRest } from "./references.ts";

/** Moves fields, in their order, to a place that is found once they are taken out. */
export function moveTo(fields: readonly FormField[], place: () => Place, context: EditContext): boolean {
  for (const field of fields) {
    const { page } = placeOf(field, context);
    page.fields = page.fields.filter((other) => other !== field);
  }
  insert(fields, place());
  context.form.pages = context.form.pages.filter((page) => page.fields.length > 0);
  context.last = fields.at(-1);
  for (const field of fields) context.changes.push(`Moved "${labelOf(field, context)}".`);
  return true;
}

/** "Put email first" */
export const toTop: Action = ({ what = "" }, context) =>
  moveTo(findFields(what, context), () => ({ page: context.form.pages[0]!, index: 0 }), context);

/** "Move phone to the end" */
export const toEnd: Action = ({ what = "" }, context) =>
  moveTo(findFields(what, context), () => endOf(context.form.pages.at(-1)!), context);

/** "Put the phone number after the email" */
export const moveAfter: Action = ({ what = "", ref = "" }, context) => moveBeside(what, ref, 1, context);

export const moveBefore: Action = ({ what = "", ref = "" }, context) => moveBeside(what, ref, 0, context);

function moveBeside(what: string, reference: string, offset: number, context: EditContext): boolean {
  const fields = findFields(what, context);
  const anchor = findField(reference, context);
  if (fields.includes(anchor)) refuse("edit_beside_itself", { field: labelOf(anchor, context) });
  const place = (): Place => {
    const { page, index } = placeOf(anchor, context);
    return { page, index: index + offset };
  };
  return moveTo(fields, place, context);
}

/** "Put the phone between name and email" */
export const moveBetween: Action = ({ what = "", a = "", b = "" }, context) => {
  const fields = allFields(context.form);
  const [first, second] = [findField(a, context), findField(b, context)];
  const isAfter = fields.indexOf(first) < fields.indexOf(second);
  return moveBeside(what, isAfter ? a : b, 1, context);
};

/** "Order: email, phone, name, then the rest": the fields that are named come first, on the first page. */
export const sort: Action = ({ what, list = "" }, context) => {
  const words = [what ?? "", ...splitOutside(list, THEN)].filter((one) => one !== "");
  const isOpen = words.length > 1 && isRest(words.at(-1)!, context);
  const named = (isOpen ? words.slice(0, -1) : words).flatMap((one) => findFields(one, context));
  if (new Set(named).size < named.length || named.length < 2) return false;
  if (new Set(named.map((field) => placeOf(field, context).page)).size > 1) return false;
  const { page } = placeOf(named[0]!, context);
  return moveTo(named, () => ({ page, index: 0 }), context);
};

const THEN = /,? (?:and )?then |, (?=\p{L})|; | (?:->|>|→) /giu;

/** "Move comments to page 2", "Put comments on a new page" */
export const toPage: Action = ({ what = "", n }, context) => {
  const fields = findFields(what, context);
  const number = n === undefined ? context.form.pages.length + 1 : numberOf(n, context);
  if (number === undefined) return false;
  if (fields.length === allFields(context.form).length) refuse("edit_leaves_pages_empty");
  const page = pageNumbered(number, context);
  return moveTo(fields, () => endOf(page), context);
};

/** "Swap name and email" */
export const swap: Action = ({ a = "", b = "" }, context) => {
  const [first, second] = [findField(a, context), findField(b, context)];
  if (first === second) return false;
  const [from, to] = [placeOf(first, context), placeOf(second, context)];
  from.page.fields[from.index] = second;
  to.page.fields[to.index] = first;
  context.changes.push(`Swapped "${labelOf(first, context)}" and "${labelOf(second, context)}".`);
  return true;
};
