/** Operations on fields. */
import { withType } from "./change-type.ts";
import {
  type Draft,
  type DraftPage,
  fieldIds,
  findField,
  type Item,
  insert,
  type Operation,
  type Place,
  report,
  reportUnknown,
} from "./draft.ts";
import { mergedItem, readText } from "./merge.ts";
import { newIdFrom } from "./new-id.ts";

interface FieldPlace extends Place {
  readonly page?: string | undefined;
}

export function addField(draft: Draft, { field, ...place }: Operation<"add_field">): void {
  const { default_language: language } = draft.form;
  const taken = takenIds(draft);
  if (field.id !== undefined && taken.has(field.id))
    report(
      draft,
      "/field/id",
      `is ${JSON.stringify(field.id)}, which the form has already. Change it with change_field, or choose another id.`,
    );
  const id = field.id ?? newIdFrom(readText(field.label, language) ?? "", "field", taken);
  draft.changed.set(id, draft.at);
  putField(draft, mergedItem({ id }, field, language), place);
}

/** Fields, hidden fields and calculations share their ids. */
function takenIds(draft: Draft): Set<string> {
  const { hidden_fields = [], calculations = [] } = draft.form;
  return new Set([...fieldIds(draft), ...[...hidden_fields, ...calculations].map(({ id }) => id)]);
}

export function changeField(draft: Draft, { id, set }: Operation<"change_field">): void {
  const found = findField(draft, "/id", id);
  if (found === undefined) return;
  if (set.id !== undefined && set.id !== id)
    report(
      draft,
      "/set/id",
      "cannot change: answers are stored under it. Remove the field and add another one.",
    );
  draft.changed.set(id, draft.at);
  found.page.fields[found.index] = mergedItem(withType(found.field, set), set, draft.form.default_language);
}

export function moveField(draft: Draft, { id, ...place }: Operation<"move_field">): void {
  const found = findField(draft, "/id", id);
  if (found === undefined) return;
  if (place.after === id || place.before === id) {
    report(draft, "", `puts the field ${JSON.stringify(id)} beside itself.`);
    return;
  }
  draft.changed.set(id, draft.at);
  found.page.fields.splice(found.index, 1);
  putField(draft, found.field, place);
}

export function removeField(draft: Draft, { id }: Operation<"remove_field">): void {
  const found = findField(draft, "/id", id);
  if (found === undefined) return;
  draft.removed.set(id, draft.at);
  found.page.fields.splice(found.index, 1);
}

function putField(draft: Draft, field: Item, place: FieldPlace): void {
  const page = pageFor(draft, place);
  if (page === undefined) return;
  draft.addedPages.delete(page.id);
  insert(draft, page.fields, field, place, "field");
}

/** The page of the field beside it, the page that is named, or the last one. */
function pageFor(draft: Draft, { after, before, page: id }: FieldPlace): DraftPage | undefined {
  const neighbour = after ?? before;
  const beside =
    neighbour === undefined
      ? undefined
      : findField(draft, after === undefined ? "/before" : "/after", neighbour);
  if (id !== undefined && beside && beside.page.id !== id)
    report(
      draft,
      "/page",
      `is ${JSON.stringify(id)}, but ${JSON.stringify(neighbour)} is on the page ${JSON.stringify(beside.page.id)}.`,
    );
  if (neighbour !== undefined) return beside?.page;
  const { pages } = draft.form;
  const page = id === undefined ? pages.at(-1) : pages.find((one) => one.id === id);
  if (page === undefined && id !== undefined)
    reportUnknown(draft, "/page", { kind: "page", id, known: pages.map((one) => one.id) });
  return page;
}
