/** Edit commands that set what a field accepts: lengths, numbers, days, files, domains, how many choices. */
import type { FormField } from "../../../generated/types.ts";
import { fieldBody, lengths } from "../fields/body.ts";
import type { Draft } from "../fields/draft.ts";
import type { Shape } from "../fields/shapes.ts";
import { fold } from "../lexicon/fold.ts";
import { grammarOf } from "../lexicon/grammar.ts";
import { splitChoices } from "../prompt/choices.ts";
import { readItem } from "../prompt/item.ts";
import { withIsoDays } from "../prompt/settings.ts";
import { splitOutside } from "../prompt/split.ts";
import { severalAnswers } from "./choices.ts";
import { allFields, type EditContext, labelOf, numberOf, refuse } from "./context.ts";
import { conceptOf, findField, namesField } from "./find.ts";
import { fieldWithChoices } from "./find-choice.ts";
import type { Action } from "./read-instruction.ts";

/** "Limit comments to 500 characters", "Allow up to 3 files in CV", "Age must be at least 18" */
export const limit: Action = ({ what = "", n, said, age, value = age ?? n ?? said ?? "" }, context) => {
  // "guests 1" limits nothing: it may be half of "guests 1 to 6".
  if (value.length > MAX_LIMIT || !namesField(what, context) || /^\d+$/.test(said ?? "")) return false;
  const field = findField(what, context);
  if (field.type === "number" && (age || saysAge(value, context)) && !isOfYears(field, context)) return false;
  const read = (text: string) =>
    readLimits(/^\d/.test(text) ? `max ${text}` : text, field, context) ?? readLimits(text, field, context);
  const whole = read(value);
  const parts = whole ? [whole] : splitOutside(value, PARTS).map(read);
  if (parts.length === 0 || parts.includes(undefined)) return false;
  const before = JSON.stringify(field);
  for (const draft of parts) tighten(field, draft!, context);
  if (JSON.stringify(field) === before)
    return refuse("edit_no_such_limit", { field: labelOf(field, context), type: field.type });
  context.changes.push(`Set limits of "${labelOf(field, context)}".`);
  return true;
};

/** "Guests must be at least 18 years old" says nothing of how many there are. */
function saysAge(text: string, { instructionLanguages }: EditContext): boolean {
  return instructionLanguages.some((language) => grammarOf(language).units.years.first(fold(text)));
}

export function isOfYears(field: FormField, context: EditContext): boolean {
  return conceptOf(field, context) === "age" || saysAge(labelOf(field, context), context);
}

/** "Whole numbers only" */
export const wholeNumbers: Action = ({ what = "" }, context) => {
  const field = findField(what, context);
  if (field.type !== "number") return false;
  validate(field, { integer: true });
  context.changes.push(`Set limits of "${labelOf(field, context)}".`);
  return true;
};

/** A longer text says more than limits. */
const MAX_LIMIT = 300;

/** "in the future, and not after 2027-12-31": each part is a limit. */
const PARTS = /[,;]? (?:and|but|und|aber|et|mais|y|pero|e|ma|en|maar|i|ale) |[,;] /giu;

/** The limits that a text sets; undefined if it says anything else. */
function readLimits(
  text: string,
  { type }: FormField,
  { instructionLanguages }: EditContext,
): Draft | undefined {
  const value = withIsoDays(text);
  for (const language of instructionLanguages) {
    const draft = readItem({ text: `x (${value.replace(/[()]/g, " ")})` }, grammarOf(language));
    const { bounds, length, maxFiles, maxFileSizeMb, accept, selections, dates } = draft;
    const isLimit = bounds ?? length ?? maxFiles ?? maxFileSizeMb ?? accept ?? selections ?? dates;
    if (
      isLimit &&
      !draft.description &&
      draft.choices.length === 0 &&
      (!draft.kind || accept || draft.kind === type)
    )
      return draft;
  }
  return undefined;
}

function tighten(field: FormField, draft: Draft, context: EditContext): void {
  const { bounds } = draft;
  // "los comentarios que sean obligatorios y de 200 caracteres"
  if (draft.required !== undefined && field.type !== "statement" && field.type !== "section")
    Object.assign(field, { required: draft.required });
  if (field.type === "short_text" || field.type === "long_text") {
    if (draft.length) validate(field, lengths(draft).validation ?? {});
  } else if (field.type === "number") {
    if (bounds) validate(field, bounds);
  } else if (field.type === "date") {
    if (draft.dates) validate(field, draft.dates);
  } else if (field.type === "file_upload" || field.type === "rating" || field.type === "scale") {
    const base = { id: field.id, label: field.label, required: false };
    const { type, ...body } = fieldBody(base, draft, shapeFor(field), context.texts);
    if (type === "file_upload") validate(field, "validation" in body ? (body.validation ?? {}) : {});
    else if (bounds && "max" in body)
      Object.assign(field, "min" in body ? { min: body.min, max: body.max } : { max: body.max });
  } else if (field.type === "multiple_choice" && draft.selections) {
    const { min, max } = draft.selections;
    validate(field, {
      ...(min !== undefined && { min_selections: min }),
      ...(max && { max_selections: max }),
    });
  }
}

function validate(field: FormField, rules: object): void {
  const before = "validation" in field ? field.validation : {};
  Object.assign(field, { validation: { ...before, ...rules } });
}

function shapeFor(field: FormField): Shape {
  if (field.type === "rating") return { type: "rating", max: field.max };
  return { type: field.type === "scale" ? "scale" : "file_upload" };
}

/** "The date must not be in the past" */
export const notPast: Action = ({ what = "" }, context) =>
  setDay(what || dateOf(context), { min: "today" }, context);

export const notFuture: Action = ({ what = "" }, context) => setDay(what, { max: "today" }, context);

/** The label of the only date: "no more dates before today" names none. */
function dateOf(context: EditContext): string {
  const dates = allFields(context.form).filter(({ type }) => type === "date");
  return dates.length === 1 ? labelOf(dates[0]!, context) : "";
}

function setDay(what: string, rules: object, context: EditContext): boolean {
  const field = findField(what, context);
  if (field.type !== "date")
    return refuse("edit_today_needs_date", { field: labelOf(field, context), type: field.type });
  validate(field, rules);
  context.changes.push(`Set limits of "${labelOf(field, context)}".`);
  return true;
}

/** "Allow at most 2 choices for colour" */
export const maxSelections: Action = ({ n = "", what = "" }, context) => {
  const max = numberOf(n, context);
  if (max === undefined || max < 1 || !namesField(what, context)) return false;
  const field = fieldWithChoices(what, context);
  if (max === 1 && (field.type === "single_choice" || field.type === "dropdown")) return true;
  if (field.type === "ranking")
    return refuse("edit_one_answer", { field: labelOf(field, context), type: field.type });
  if (field.type !== "multiple_choice") severalAnswers({ what: labelOf(field, context) }, context);
  const several = allFields(context.form).find(({ id }) => id === field.id)!;
  context.last = several;
  validate(several, { max_selections: max });
  context.changes.push(`"${labelOf(field, context)}" takes at most ${max} answers.`);
  return true;
};

/** "no gmail addresses" */
const PROVIDER = /^(gmail|googlemail|yahoo|hotmail|outlook|icloud)$/iu;

const DOMAIN = /^@?((?:[a-z0-9-]{1,63}\.){1,4}[a-z]{2,24})(?:-\p{L}{2,20})?$/iu;

const MAX_DOMAINS = 10;

/** "Only allow email addresses @acme.com", "only emails from acme.com and globex.com" */
export const onlyDomain: Action = ({ domain = "" }, context) => setDomain(domain, "allowed_domains", context);

export const notDomain: Action = ({ domain = "" }, context) => setDomain(domain, "blocked_domains", context);

function setDomain(text: string, rule: string, context: EditContext): boolean {
  const named = splitChoices(text, context.grammar).map((one) =>
    (PROVIDER.test(one) ? `${one}.com` : DOMAIN.exec(one)?.[1])?.toLowerCase(),
  );
  const domains = [...new Set(named.filter((one) => one !== undefined))];
  if (domains.length === 0 || domains.length > MAX_DOMAINS || named.includes(undefined)) return false;
  const fields = allFields(context.form).filter(({ type }) => type === "email");
  if (fields.length === 0) return refuse("edit_no_email");
  for (const field of fields) validate(field, { [rule]: domains });
  context.changes.push(
    `${rule === "allowed_domains" ? "Only" : "No"} addresses of ${domains.join(", ")} are accepted.`,
  );
  return true;
}
