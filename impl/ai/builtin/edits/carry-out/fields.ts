/** Adds, removes and renames fields, and changes their texts. */
import type { FormField, FormOperation } from "../../../../../generated/types.ts";
import { conceptNamed } from "../../items/concepts.ts";
import { type CarryOuts, type EditContext, impossible } from "../context.ts";
import { newFields } from "../new-fields.ts";
import { addToFocus } from "./choices.ts";
import { behind, whereOf } from "./places.ts";

export const FIELD_FRAMES = {
  add(parts, context, text) {
    const [range] = parts.texts;
    const fields = range && newFields(text, range, context);
    if (!fields) {
      addToFocus(parts, context, text);
      return;
    }
    const same = context.fields.find((one) => fields.some((field) => asksTheSame(field, one, context)));
    if (same) throw impossible("edit_already_there", { text: context.labelOf(same) });
    const { condition } = parts;
    const { operations = [], ...place } = whereOf(parts.place, context);
    const added = fields.map(
      (field, at): FormOperation => ({
        op: "add_field",
        field: { ...field, ...(condition && { visible_if: condition }) },
        ...behind(fields[at - 1]?.id, place),
      }),
    );
    context.apply(...operations, ...added);
    context.focus = fields.map(({ id }) => id);
  },
  remove: (parts, context) =>
    context.apply(...context.named(parts).map(({ id }): FormOperation => ({ op: "remove_field", id }))),
  rename: (parts, context, text) =>
    context.change(context.oneNamed(parts), { label: context.quoted(parts, text) }),
  help: (parts, context, text) =>
    context.change(context.oneNamed(parts), { description: context.quoted(parts, text) }),
  placeholder: (parts, context, text) =>
    context.change(context.oneNamed(parts), { placeholder: context.quoted(parts, text) }),
} satisfies CarryOuts;

/** Whether two fields have the same label or ask for the same well-known thing. */
function asksTheSame(a: FormField, b: FormField, context: EditContext): boolean {
  const [label = "", other = ""] = [a, b].map((field) => context.labelOf(field));
  if (label.toLowerCase() === other.toLowerCase()) return true;
  const [first, second] = [label, other].map((text) => conceptNamed(text, context.form.default_language));
  return first !== undefined && first === second;
}
