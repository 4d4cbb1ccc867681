/** Operations on the choices of a field. */
import { type Draft, findField, type Item, insert, type Operation, report, reportUnknown } from "./draft.ts";
import { mergedItem, newChoice } from "./merge.ts";

/** Replaces the choices of a field by what `change` makes of them; it gets a list of its own. */
function changeChoices(draft: Draft, id: string, change: (choices: Item[]) => void): void {
  const found = findField(draft, "/field", id);
  if (found === undefined) return;
  const { page, index, field } = found;
  if (!Array.isArray(field.choices)) {
    const hint = "rows" in field ? " Give `rows` or `columns` as a whole, with change_field." : "";
    report(
      draft,
      "/field",
      `is ${JSON.stringify(id)}, a field of type ${String(field.type)}, which has no choices.${hint}`,
    );
    return;
  }
  const choices: Item[] = [...field.choices];
  change(choices);
  draft.changed.set(id, draft.at);
  page.fields[index] = { ...field, choices };
}

export function addChoice(draft: Draft, { field, choice, ...place }: Operation<"add_choice">): void {
  changeChoices(draft, field, (choices) => {
    const taken = new Set(choices.map(({ id }) => id));
    if (typeof choice !== "string" && taken.has(choice.id))
      report(
        draft,
        "/choice/id",
        `is ${JSON.stringify(choice.id)}, which the field has already. Change it with change_choice, or choose another id.`,
      );
    insert(draft, choices, newChoice(choice, taken, draft.form.default_language), place, "choice");
  });
}

export function changeChoice(
  draft: Draft,
  { field, id, label, capacity, image }: Operation<"change_choice">,
): void {
  changeChoices(draft, field, (choices) => {
    const index = requireIndex(draft, choices, id);
    if (index >= 0)
      choices[index] = mergedItem(choices[index]!, { label, capacity, image }, draft.form.default_language);
  });
}

export function moveChoice(draft: Draft, { field, id, ...place }: Operation<"move_choice">): void {
  changeChoices(draft, field, (choices) => {
    const [choice] = withoutChoice(draft, choices, id);
    if (choice) insert(draft, choices, choice, place, "choice");
  });
}

export function removeChoice(draft: Draft, { field, id }: Operation<"remove_choice">): void {
  changeChoices(draft, field, (choices) => withoutChoice(draft, choices, id));
}

function withoutChoice(draft: Draft, choices: Item[], id: string): Item[] {
  const index = requireIndex(draft, choices, id);
  return index < 0 ? [] : choices.splice(index, 1);
}

function requireIndex(draft: Draft, choices: readonly Item[], id: string): number {
  const index = choices.findIndex((choice) => choice.id === id);
  if (index < 0)
    reportUnknown(draft, "/id", { kind: "choice", id, known: choices.map((choice) => choice.id) });
  return index;
}
