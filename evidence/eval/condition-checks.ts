/** Checks when a field is shown against the attribute `if` of the corpus, by evaluating the condition. */
import type { Choice, Condition, FormField, FormStructure } from "../../generated/types.ts";
import type { StoredAnswer } from "../../impl/forms/answers/answer.ts";
import { conditionHolds } from "../../impl/forms/answers/expression-trees.ts";
import { hasLabel, key, readLabel } from "./labels.ts";

/**
 * `if=diet:vegan`: the field is shown with that answer and with no other. `!vegan`: with every other answer. `yes`, `no`, `>2` and
 * `<2` are answers too. Without an answer, the field depends on the other field in any way.
 */
export function isShownIf({ visible_if }: FormField, wanted: string, form: FormStructure): boolean {
  if (!visible_if) return false;
  const [source = "", answer] = wanted.split(":");
  return form.pages
    .flatMap(({ fields }) => fields)
    .filter((field) => hasLabel(field, source.split("|").map(key), form) || field.id === source)
    .some((field) => dependsOn(visible_if, field, answer, form));
}

function dependsOn(condition: Condition, field: FormField, answer: string | undefined, form: FormStructure) {
  const text = JSON.stringify(condition);
  if (!text.includes(`"field":"${field.id}"`)) return false;
  if (answer === undefined) return true;
  const { shown, hidden } = answers(field, answer, form);
  if (isOnOneField(text))
    return (
      shown.length > 0 &&
      shown.every((value) => conditionHolds(condition, { [field.id]: value })) &&
      !hidden.some((value) => conditionHolds(condition, { [field.id]: value }))
    );
  return shown.flat().some((value) => text.includes(JSON.stringify(value)));
}

function isOnOneField(condition: string): boolean {
  return new Set(condition.match(/"field":"\w+"/g)).size === 1;
}

/** The answers with which a field must be shown, and those with which it must not. */
function answers(field: FormField, answer: string, form: FormStructure) {
  const [shown, hidden] = split(field, answer.replace(/^!/, ""), form);
  return answer.startsWith("!") ? { shown: hidden, hidden: shown } : { shown, hidden };
}

function split(field: FormField, answer: string, form: FormStructure): [StoredAnswer[], StoredAnswer[]] {
  const [, sign, number] = /^([<>])(\d+)$/.exec(answer) ?? [];
  if (sign) {
    const [less, same, more] = [Number(number) - 1, Number(number), Number(number) + 1];
    const lower = [same, less].filter((value) => value >= 0);
    return sign === ">" ? [[more], lower] : [[less], [same, more]];
  }
  if (!("choices" in field)) return answer === "no" ? [[false], [true]] : [[true], [false]];
  const choices: readonly Choice[] = field.choices;
  const wanted = choices.filter((choice, at) => isChoice(choice, at, answer, form)).map(({ id }) => id);
  const others = choices.map(({ id }) => id).filter((id) => !wanted.includes(id));
  const asAnswer = (id: string) => (field.type === "multiple_choice" ? [id] : id);
  return [wanted.map(asAnswer), others.map(asAnswer)];
}

/** Yes and no stand first and second where they are choices, in words of any language. `a|b` is either choice. */
function isChoice(choice: Choice, at: number, answer: string, form: FormStructure): boolean {
  return answer
    .split("|")
    .some(
      (one) =>
        choice.id === one || key(readLabel(choice, form)) === key(one) || at === ["yes", "no"].indexOf(one),
    );
}
