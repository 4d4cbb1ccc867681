/** Edit commands that change fields: label, required, type, place and limits. */
import type { FormField } from "../../../generated/types.ts";
import { fieldBody, lengths } from "../fields/body.ts";
import { shapeOf } from "../fields/kind.ts";
import type { Shape } from "../fields/shapes.ts";
import { fold } from "../lexicon/fold.ts";
import { sentenceCase } from "../lexicon/spelling.ts";
import { readItem } from "../prompt/item.ts";
import { readRemark } from "../prompt/remarks.ts";
import { allFields, type EditContext, labelOf, placeOf, refuse, replaceField } from "./context.ts";
import { findField, findFields, namesField } from "./find.ts";
import { endOf, extractPlace, insert } from "./place.ts";
import { after, VERBS } from "./verbs.ts";

/** Between the thing to change and its new value. */
const TO = / (?:to|into|as|in|zu|en|a|naar|na|para) /gi;

/** "Rename phone to Mobile number", "Change the label of phone to Mobile number" */
export function rename(instruction: string, context: EditContext): boolean {
  const labelled = /^(?:the )?(?:label|title|text|wording|name) of (.+)$/i.exec(
    after(instruction, VERBS.change) ?? "",
  )?.[1];
  const wanted = after(instruction, VERBS.rename) ?? labelled;
  const split = wanted === undefined ? undefined : splitAtTo(wanted, context);
  if (!split) return false;
  const field = findField(split.what, context);
  const label = sentenceCase(unquoted(split.value));
  context.changes.push(`Renamed "${labelOf(field, context)}" to "${label}".`);
  field.label = context.texts.choice(label);
  return true;
}

/** At the first "to" before which a field is named. */
function splitAtTo(text: string, context: EditContext): { what: string; value: string } | undefined {
  const splits = [...text.matchAll(TO)].map((match) => ({
    what: text.slice(0, match.index).trim(),
    value: text.slice(match.index + match[0].length).trim(),
  }));
  return splits.find(({ what }) => namesField(what, context)) ?? splits[0];
}

export function unquoted(text: string): string {
  return text.replace(/^["“„«']|["”“»']$/g, "").trim();
}

/** "Make phone optional", "All fields are required", "Everything except comments should be required" */
export function setRequired(instruction: string, context: EditContext): boolean {
  const remark = readRemark(instruction, context.grammar);
  if (remark?.kind !== "required") return false;
  const excepted = new Set(remark.except.flatMap((name) => findFields(name, context)));
  const named =
    remark.fields === "all"
      ? allFields(context.form)
      : remark.fields.flatMap((name) => findFields(name, context));
  for (const field of named) {
    if (excepted.has(field) || field.type === "section" || field.type === "statement") continue;
    const answered = field as Exclude<FormField, { type: "section" | "statement" }>;
    if ((answered.required ?? false) === remark.required) continue;
    answered.required = remark.required;
    context.changes.push(`Made "${labelOf(field, context)}" ${remark.required ? "required" : "optional"}.`);
  }
  return true;
}

/** "Change colour to a dropdown (red, blue)", "Turn comments into a long text" */
export function retype(instruction: string, context: EditContext): boolean {
  const wanted = after(instruction, VERBS.change);
  const split = wanted === undefined ? undefined : splitAtTo(wanted, context);
  if (!split || !namesField(split.what, context)) return false;
  const field = findField(split.what, context);
  const draft = readItem(
    { text: `${labelOf(field, context)} (${split.value.replace(/[()]/g, ",")})` },
    context.grammar,
  );
  if (!draft.kind && draft.choices.length === 0 && !draft.bounds) return false;
  const kept = "choices" in field && draft.choices.length === 0 ? field.choices : undefined;
  if (kept) draft.choices.push(...kept.map(({ label, id }) => label[context.form.default_language] ?? id));
  const shape = shapeOf({ ...draft, label: labelOf(field, context) }, undefined, undefined, context.grammar);
  if (draft.kind && draft.kind !== "consent" && shape.type === "short_text" && draft.kind !== "short_text") {
    return refuse(
      `"${labelOf(field, context)}" needs choices to become that. Name them: change colour to a dropdown (red, blue).`,
    );
  }
  const { id, label, description, visible_if } = field;
  const required = "required" in field ? (field.required ?? false) : false;
  const base = {
    id,
    label,
    required,
    ...(description && { description }),
    ...(visible_if && { visible_if }),
  };
  const changed = fieldBody(base, draft, shape, context.texts);
  replaceField(field, withChoices(changed, kept), context);
  context.changes.push(`Changed "${labelOf(field, context)}" from ${field.type} to ${changed.type}.`);
  return true;
}

/** Choices that the field had keep their ids and their translations. */
function withChoices(field: FormField, kept: { id: string }[] | undefined): FormField {
  return kept && "choices" in field ? ({ ...field, choices: kept } as FormField) : field;
}

/** "Move email to the top", "Put the phone number after the email" */
export function move(instruction: string, context: EditContext): boolean {
  const wanted = after(instruction, VERBS.move);
  if (wanted === undefined) return false;
  const { rest, place } = extractPlace(wanted, context);
  if (!place) return false;
  const field = findField(rest, context);
  const from = placeOf(field, context);
  from.page.fields.splice(from.index, 1);
  const index = place.page === from.page && from.index < place.index ? place.index - 1 : place.index;
  insert([field], index > place.page.fields.length ? endOf(place.page) : { page: place.page, index });
  context.form.pages = context.form.pages.filter(({ fields }) => fields.length > 0);
  context.changes.push(`Moved "${labelOf(field, context)}".`);
  return true;
}

/** "Limit comments to 500 characters", "Allow up to 3 files in CV", "Age must be at least 18" */
export function limit(instruction: string, context: EditContext): boolean {
  const text = after(instruction, VERBS.limit) ?? instruction;
  const plain = text.replace(/(?<!\bup) (?:to|auf) (?=\d)/gi, " max ").replace(/ (?:in|for|on|bei) /gi, " ");
  const draft = readItem({ text: plain }, context.grammar);
  const hasLimit =
    draft.bounds ?? draft.length ?? draft.maxFiles ?? draft.maxFileSizeMb ?? draft.accept ?? draft.selections;
  const name = draft.label.replace(/ (?:must be|should be|has to be|muss|soll)$/i, "");
  if (hasLimit === undefined || !namesField(name, context)) return false;
  const field = findField(name, context);
  const before = JSON.stringify(field);
  tighten(field, draft, context);
  if (JSON.stringify(field) === before) {
    return refuse(`"${labelOf(field, context)}" is of type ${field.type}, which has no such limit.`);
  }
  context.changes.push(`Set limits of "${labelOf(field, context)}".`);
  return true;
}

function tighten(field: FormField, draft: ReturnType<typeof readItem>, context: EditContext): void {
  const validation = (limits: object) => ({
    validation: { ...("validation" in field ? field.validation : {}), ...limits },
  });
  const { bounds } = draft;
  if (field.type === "short_text" || field.type === "long_text") {
    if (draft.length) Object.assign(field, validation(lengths(draft).validation ?? {}));
  } else if (field.type === "number") {
    if (bounds) Object.assign(field, validation(bounds));
  } else if (field.type === "file_upload" || field.type === "rating" || field.type === "scale") {
    const { type, ...body } = fieldBody(
      { id: field.id, label: field.label, required: false },
      draft,
      shapeFor(field),
      context.texts,
    );
    if (type === "file_upload")
      Object.assign(field, validation("validation" in body ? (body.validation ?? {}) : {}));
    else if (bounds && "max" in body)
      Object.assign(field, "min" in body ? { min: body.min, max: body.max } : { max: body.max });
  } else if (field.type === "multiple_choice" && draft.selections) {
    const { min, max } = draft.selections;
    Object.assign(
      field,
      validation({ ...(min !== undefined && { min_selections: min }), ...(max && { max_selections: max }) }),
    );
  }
}

function shapeFor(field: FormField): Shape {
  if (field.type === "rating") return { type: "rating", max: field.max };
  return { type: field.type === "scale" ? "scale" : "file_upload" };
}

/** Whether two texts say the same. */
export function isSame(a: string, b: string): boolean {
  return fold(a.trim()) === fold(b.trim());
}
