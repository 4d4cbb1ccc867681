/** Edit commands that add, split, join and remove pages. */
import type { FormField, FormPage } from "../../../generated/types.ts";
import { allFields, type EditContext, labelOf, numberOf, placeOf, refuse, unquoted } from "./context.ts";
import { findField } from "./find.ts";
import { newFields } from "./new-fields.ts";
import type { Action } from "./read-instruction.ts";
import { removeField } from "./remove.ts";

/** "Split the form into two pages": pages of about the same length. */
export const splitPages: Action = ({ n = "2" }, context) => {
  const count = numberOf(n, context);
  const fields = allFields(context.form);
  if (count === undefined || count < 1 || !Number.isInteger(count)) return false;
  if (count > fields.length) refuse("edit_too_few_fields", { fields: fields.length, pages: count });
  const size = Math.ceil(fields.length / count);
  const rest = fields.length - (size - 1) * count;
  const ends = Array.from({ length: count }, (_, page) => Math.min(page + 1, rest) + (page + 1) * (size - 1));
  repage(
    ends.map((end, page) => fields.slice(ends[page - 1] ?? 0, end)),
    context,
  );
  context.changes.push(`Split the form into ${count} pages.`);
  return true;
};

export const onePerPage: Action = (_slots, context) => {
  const fields = allFields(context.form);
  repage(
    fields.map((field) => [field]),
    context,
  );
  context.changes.push("Put each question on a page of its own.");
  return true;
};

export const onePage: Action = (_slots, context) => {
  repage([allFields(context.form)], context);
  context.changes.push("Put everything on one page.");
  return true;
};

/** Lays fields out on pages. Pages that were there keep their ids; titles stay only where the number of pages does. */
export function repage(groups: readonly (readonly FormField[])[], { form, pageIds }: EditContext): void {
  const before = form.pages;
  form.pages = groups.map((fields, index): FormPage => {
    const { id, title } = before[index] ?? { id: pageIds.unique("page") };
    return { id, ...(title && groups.length === before.length && { title }), fields: [...fields] };
  });
}

/** "Start a new page before T-shirt size" */
export const newPageBefore: Action = ({ what = "", ref }, context) => {
  const field = ref === undefined ? findField(what, context) : nextField(ref, context);
  if (!field) return false;
  const { page, index } = placeOf(field, context);
  if (index === 0) refuse("edit_begins_page", { field: labelOf(field, context) });
  const { pages } = context.form;
  pages.splice(pages.indexOf(page) + 1, 0, {
    id: context.pageIds.unique("page"),
    fields: page.fields.splice(index),
  });
  context.changes.push(`A page begins with "${labelOf(field, context)}".`);
  return true;
};

/** "After the date start a new page": the field behind the date begins it. */
function nextField(reference: string, context: EditContext): FormField | undefined {
  const fields = allFields(context.form);
  return fields[fields.indexOf(findField(reference, context)) + 1];
}

/** "Remove page 2" */
export const removePage: Action = ({ n = "" }, context) => {
  const number = numberOf(n, context);
  if (number === undefined) return false;
  const page = context.form.pages[number - 1] ?? refuse("edit_no_such_page", { page: number });
  if (context.form.pages.length === 1) refuse("edit_add_first");
  for (const field of [...page.fields]) removeField(field, context);
  context.form.pages = context.form.pages.filter((other) => other !== page);
  return true;
};

/** "Add a page called Feedback with rating and comments" */
export const addPage: Action = ({ value = "", fields: list }, context) => {
  if (!list) return refuse("edit_empty_page");
  const fields = newFields(list, context);
  if (fields.length === 0) return false;
  const name = unquoted(value);
  context.form.pages.push({
    id: context.pageIds.unique("page"),
    ...(name !== "" && { title: context.texts.heading(name) }),
    fields,
  });
  const labels = fields.map((field) => `"${labelOf(field, context)}"`).join(", ");
  context.changes.push(`Added a page${name === "" ? "" : ` "${name}"`} with ${labels}.`);
  return true;
};
