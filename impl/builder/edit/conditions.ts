/** Edit commands that show fields only for certain answers. */

import type { Condition, FieldCondition, FormField } from "../../../generated/types.ts";
import { findChoice } from "../lexicon/dictionary.ts";
import { fold, phraseKey } from "../lexicon/fold.ts";
import { type InstructionName, instructionsIn } from "../lexicon/instructions.ts";
import { wordSet } from "../lexicon/phrases.ts";
import type { Slots } from "../lexicon/templates.ts";
import { conditionByWords } from "./condition-words.ts";
import { allFields, type EditContext, labelOf, numberOf, refuse, unquoted } from "./context.ts";
import { conceptOf, findField, namesField } from "./find.ts";
import { choiceHolders, choiceNamed } from "./find-choice.ts";
import { newFields } from "./new-fields.ts";
import { endOf, insert } from "./place.ts";
import { type Action, readText } from "./read-instruction.ts";
import { findFields } from "./references.ts";

/** "Show comments only if Will you attend? is yes" */
export const showIf: Action = ({ what = "", condition = "" }, context) => {
  const isKnown = !context.isNew || (namesField(what, context) && !asksWhich(what, context));
  const known = isKnown ? findFields(what, context) : [];
  const when = readCondition(condition, known[0], context);
  return showFields(isKnown ? known : addedFields(what, context), when, context);
};

/** "if they bring dessert, ask which": a new question, and no field before it. */
function asksWhich(what: string, { grammar }: EditContext): boolean {
  return (
    grammar.questions.open.is(fold(what)) ||
    (grammar.words.people?.indirect ?? "").split(",").some((word) => fold(word.trim()) === fold(what))
  );
}

/** In a form that is being made, what is not there yet is asked for by its condition. */
function addedFields(what: string, context: EditContext): readonly FormField[] {
  const fields = newFields(what, context);
  if (fields.length === 0) refuse("edit_names_no_field", { text: what });
  insert(fields, endOf(context.form.pages.at(-1)!));
  return fields;
}

/** "Hide the date if Will you attend? is no" */
export const hideIf: Action = ({ what = "", condition = "" }, context) => {
  const fields = findFields(what, context);
  return showFields(fields, negated(readCondition(condition, fields[0]!, context)), context);
};

export const alwaysShow: Action = ({ what = "" }, context) => {
  for (const field of findFields(what, context)) {
    delete field.visible_if;
    context.changes.push(`"${labelOf(field, context)}" is always shown.`);
  }
  return true;
};

export function showFields(
  fields: readonly FormField[],
  condition: Condition,
  context: EditContext,
): boolean {
  for (const field of fields) {
    field.visible_if = structuredClone(condition);
    context.changes.push(`"${labelOf(field, context)}" is shown only for certain answers now.`);
  }
  return true;
}

/** "is not yes" of a yes/no question is "is no"; what has no opposite operator gets a `not`. */
export function negated(condition: Condition): Condition {
  if ("field" in condition && condition.op === "eq" && typeof condition.value === "boolean")
    return { ...condition, value: !condition.value };
  return { not: condition };
}

/** The kinds of condition, the more special ones first, and what each makes of a field. */
const CONDITIONS: readonly {
  readonly name: InstructionName;
  readonly make: (field: FormField, slots: Slots, context: EditContext) => FieldCondition | undefined;
}[] = [
  { name: "ifAnswered", make: ({ id }) => ({ field: id, op: "answered" }) },
  { name: "ifEmpty", make: ({ id }) => ({ field: id, op: "empty" }) },
  { name: "ifMore", make: (field, { n }, context) => compared(field, "gt", n, context) },
  { name: "ifLess", make: (field, { n }, context) => compared(field, "lt", n, context) },
  { name: "ifAtLeast", make: (field, { n }, context) => compared(field, "gte", n, context) },
  { name: "ifAtMost", make: (field, { n }, context) => compared(field, "lte", n, context) },
  { name: "ifNot", make: (field, { value }, context) => byValue(field, value ?? "", true, context) },
  { name: "ifIs", make: (field, { value }, context) => byValue(field, value ?? "", false, context) },
];

/**
 * Reads "attendance is yes", "they pick other", "guests is more than 3".
 *
 * @param shown the field that the condition is for: what is asked must come before it
 * @throws Refusal where a field or an answer is not there
 */
export function readCondition(text: string, shown: FormField | undefined, context: EditContext): Condition {
  const fields = allFields(context.form);
  const earlier = shown ? fields.slice(0, Math.max(fields.indexOf(shown), 0)) : fields;
  for (const { name, make } of CONDITIONS) {
    const found = readText(text, name, context, (slots) => {
      const { source, value } = slots;
      if (source === undefined) return value === undefined ? undefined : byAnswer(value, earlier, context);
      return namesField(source, context) ? make(findField(source, context), slots, context) : undefined;
    });
    if (found) return found;
  }
  const meant = context.isNew ? conditionByWords(text, earlier, context) : undefined;
  return meant ?? refuse("edit_condition", { text: unquoted(text) });
}

function compared(
  field: FormField,
  op: "gt" | "lt" | "gte" | "lte",
  text: string | undefined,
  context: EditContext,
): FieldCondition | undefined {
  const value = numberOf(text ?? "", context);
  return value === undefined || !COUNTED.has(field.type) ? undefined : { field: field.id, op, value };
}

const COUNTED: ReadonlySet<string> = new Set(["number", "rating", "scale", "nps"]);

/** "they pick other": the last field before that has such a choice. */
function byAnswer(
  answer: string,
  earlier: readonly FormField[],
  context: EditContext,
): FieldCondition | undefined {
  const field = choiceHolders(answer, context).findLast((one) => earlier.includes(one));
  if (field) return byValue(field, answer, false, context);
  const meaning = findChoice(answer, [...context.grammar.languages, "en"])?.value;
  if (meaning === "yes" || meaning === "no") {
    const question = earlier.findLast(({ type }) => type === "yes_no" || type === "consent");
    return question && { field: question.id, op: "eq", value: meaning === "yes" };
  }
  const attendance = byAttendance(answer, earlier, context);
  if (attendance) return attendance;
  const contained = context.isNew ? byContainedChoice(answer, earlier, context) : undefined;
  if (contained) return contained;
  const asked = earlier.findLast(
    (one) =>
      one.type === "yes_no" && ` ${phraseKey(labelOf(one, context))} `.includes(` ${phraseKey(answer)} `),
  );
  const question = asked ?? (context.isNew ? byWords(answer, earlier, context) : undefined);
  return question && { field: question.id, op: "eq", value: true };
}

/** "we may": the last yes or no question that has all of the words. */
function byWords(answer: string, earlier: readonly FormField[], context: EditContext): FormField | undefined {
  const words = phraseKey(answer)
    .split(" ")
    .filter((word) => !/^(?:they|you|the|a|do|does|want|to)$/.test(word));
  if (words.length < 2) return undefined;
  return earlier.findLast((one) => {
    const label = phraseKey(labelOf(one, context)).split(" ");
    return one.type === "yes_no" && words.every((word) => label.includes(word));
  });
}

/** "they come by car": the one field before that has a choice "Car". */
function byContainedChoice(
  text: string,
  earlier: readonly FormField[],
  context: EditContext,
): FieldCondition | undefined {
  const words = ` ${phraseKey(text)} `;
  if (/ (?:not|no|never|or|don t|doesn t|isn t|aren t) /.test(words)) return undefined;
  const found = earlier.flatMap((field) =>
    "choices" in field && field.type !== "ranking"
      ? field.choices
          .filter(({ label }) =>
            words.includes(` ${phraseKey(label[context.form.default_language] ?? "-")} `),
          )
          .map((choice) => ({ field, choice }))
      : [],
  );
  const [only, ...more] = found;
  if (!only || more.length > 0) return undefined;
  const op = only.field.type === "multiple_choice" ? "contains" : "eq";
  return { field: only.field.id, op, value: only.choice.id };
}

/** "if they come": the question whether people attend, answered with yes. */
function byAttendance(
  text: string,
  earlier: readonly FormField[],
  context: EditContext,
): FieldCondition | undefined {
  const says = (name: string) =>
    context.instructionLanguages.some((language) =>
      wordSet(instructionsIn(language).vocabulary[name] ?? []).is(
        fold(text.replace(/^(?:they|someone|somebody|people|guests?|ze|sie|man|jemand|il|elle|ils) /i, "")),
      ),
    );
  const value = says("doesNotAttend") ? false : says("attends") ? true : undefined;
  const questions = earlier.filter(({ type }) => type === "yes_no");
  const question =
    questions.length === 1 ? questions[0] : questions.find((one) => conceptOf(one, context) === "attendance");
  return question && value !== undefined ? { field: question.id, op: "eq", value } : undefined;
}

/** An answer in the form that conditions compare: a boolean, a number or the id of a choice. */
function byValue(
  field: FormField,
  text: string,
  isNot: boolean,
  context: EditContext,
): FieldCondition | undefined {
  const answer = unquoted(text);
  if (field.type === "yes_no" || field.type === "consent") {
    const meaning = findChoice(answer, context.instructionLanguages)?.value;
    if (meaning !== "yes" && meaning !== "no") return undefined;
    return { field: field.id, op: "eq", value: (meaning === "yes") !== isNot };
  }
  if ("choices" in field && field.type !== "ranking") {
    const choice = choiceNamed(field, answer);
    if (!choice) return undefined;
    const op = field.type === "multiple_choice" ? "contains" : isNot ? "ne" : "eq";
    return field.type === "multiple_choice" && isNot ? undefined : { field: field.id, op, value: choice.id };
  }
  const number = numberOf(answer, context);
  if (number !== undefined && COUNTED.has(field.type))
    return { field: field.id, op: isNot ? "ne" : "eq", value: number };
  return undefined;
}
