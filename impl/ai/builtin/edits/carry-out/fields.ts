/** Adds, removes and renames fields, and changes their texts. */
import type { FormField, FormOperation } from "../../../../../generated/types.ts";
import { conceptNamed } from "../concepts.ts";
import { type EditContext, impossible } from "../context.ts";
import type { Parts } from "../cover.ts";
import type { EditText } from "../edit-text.ts";
import { newFields } from "../new-fields.ts";
import type { CarryOuts } from "./carry-outs.ts";
import { addToFocus } from "./choices.ts";
import { moveTo, whereOf } from "./places.ts";

/** Types whose fields show a placeholder. */
const TYPED: ReadonlySet<string> = new Set(
  "short_text long_text email phone url number dropdown single_choice".split(" "),
);

export const FIELD_FRAMES = {
  add,
  remove(parts, context) {
    // "delete the phone, we do not need it"
    const isGone =
      parts.fields?.kind === "pronoun" && context.focus.every((id) => !context.takenIds().has(id));
    if (isGone && context.focus.length > 0) return;
    context.apply(...context.named(parts).map(({ id }): FormOperation => ({ op: "remove_field", id })));
  },
  rename,
  callField: rename,
  help: (parts, context, text) =>
    context.change(context.oneNamed(parts), { description: context.quoted(parts, text) }),
  placeholder(parts, context, text) {
    const field = context.oneNamed(parts);
    if (!TYPED.has(field.type))
      throw impossible("edit_no_placeholder", { field: context.labelOf(field), type: field.type });
    context.change(field, { placeholder: context.quoted(parts, text) });
  },
  statement: (parts, context, text) => addText("statement", parts, context, text),
  section: (parts, context, text) => addText("section", parts, context, text),
} satisfies CarryOuts;

function rename(parts: Parts, context: EditContext, text: EditText): void {
  context.change(context.oneNamed(parts), { label: context.quoted(parts, text) });
}

function addText(type: "statement" | "section", parts: Parts, context: EditContext, text: EditText): void {
  const { operations = [], ...place } = whereOf(parts.place, context);
  const field = { type, label: context.quoted(parts, text) };
  context.apply(...operations, { op: "add_field", field, ...place });
}

function add(parts: Parts, context: EditContext, text: EditText): void {
  const [range] = parts.texts;
  const fields = range && newFields(text, range, context);
  if (!fields) {
    addToFocus(parts, context, text);
    return;
  }
  const known = fields.map((field) => context.fields.find((one) => asksTheSame(field, one, context)));
  if (parts.cues.has("ask") && parts.place && known.every((field) => field !== undefined)) {
    const ids = known.map(({ id }) => id);
    moveTo(ids, whereOf(parts.place, context, ids), context);
    return;
  }
  const same = known.find((field) => field !== undefined);
  if (same) throw impossible("edit_already_there", { text: context.labelOf(same) });
  const { condition } = parts;
  const shown = fields.map((field) => ({ ...field, ...(condition && { visible_if: condition }) }));
  context.add(shown, whereOf(parts.place, context));
}

/** Whether two fields have the same label or ask for the same well-known thing. */
function asksTheSame(a: FormField, b: FormField, context: EditContext): boolean {
  const [label = "", other = ""] = [a, b].map((field) => context.labelOf(field));
  if (label.toLowerCase() === other.toLowerCase()) return true;
  const [first, second] = [label, other].map((text) => conceptNamed(text, context.form.default_language));
  return first !== undefined && first === second;
}
