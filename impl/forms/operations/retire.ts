/** Operations that retire fields and choices, and bring them back: their answers stay, so they break no response. */
import { choiceLists } from "../structure/offered-form.ts";
import { type Draft, findField, type Item, type Operation, report, reportUnknown } from "./draft.ts";

export function retireField(draft: Draft, { id }: Operation<"retire_field">): void {
  markField(draft, id, retire);
}

export function restoreField(draft: Draft, { id }: Operation<"restore_field">): void {
  markField(draft, id, restore);
}

export function retireChoice(draft: Draft, { field, id }: Operation<"retire_choice">): void {
  markChoice(draft, field, id, retire);
}

export function restoreChoice(draft: Draft, { field, id }: Operation<"restore_choice">): void {
  markChoice(draft, field, id, restore);
}

type Mark = (item: Item) => Item;

const retire: Mark = (item) => ({ ...item, retired: true });
const restore: Mark = ({ retired: _, ...item }) => ({ ...item, id: item.id });

function markField(draft: Draft, id: string, mark: Mark): void {
  const found = findField(draft, "/id", id);
  if (found === undefined) return;
  const { page, index, field } = found;
  if (field.type === "statement" || field.type === "section") {
    report(
      draft,
      "/id",
      `is ${JSON.stringify(id)}, a ${field.type}, which has no answers. Take it away with remove_field.`,
    );
    return;
  }
  draft.changed.set(id, draft.at);
  page.fields[index] = mark(field);
}

/** A choice, row or column. */
function markChoice(draft: Draft, fieldId: string, id: string, mark: Mark): void {
  const found = findField(draft, "/field", fieldId);
  if (found === undefined) return;
  const { page, index, field } = found;
  const lists = choiceLists.map((list) => [list, listItems(field[list])] as const);
  const [holder, other] = lists.filter(([, items]) => items.some((item) => item.id === id));
  if (holder === undefined) {
    const known = lists.flatMap(([, items]) => items.map((item) => item.id));
    reportUnknown(draft, "/id", { kind: "choice", id, known });
    return;
  }
  if (other !== undefined) {
    const problem = `is ${JSON.stringify(id)}, a row and a column. Give the rows or the columns as a whole, with change_field and "retired": true in one of them.`;
    report(draft, "/id", problem);
    return;
  }
  const [list, items] = holder;
  draft.changed.set(fieldId, draft.at);
  page.fields[index] = { ...field, [list]: items.map((item) => (item.id === id ? mark(item) : item)) };
}

function listItems(list: unknown): readonly Item[] {
  return Array.isArray(list) ? list : [];
}
