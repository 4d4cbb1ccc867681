/** Reads conditions in edits: "if they attend", "unless the size is L", "for guests who bring more than two people". */
import type { FieldCondition, FormField } from "../../../../generated/types.ts";
import { oppositeTest } from "../../../forms/answers/expression.ts";
import { conditionIn } from "../forms/conditions.ts";
import { conceptNamed } from "../items/concepts.ts";
import type { Range } from "../reading/accounting.ts";
import type { Found } from "../reading/phrases.ts";
import type { EditText } from "./edit-text.ts";
import { textsOf } from "./names.ts";

/** Conditions of more words are not read. */
const LONGEST = 20;

/** The condition that begins at a token, with all ends that it may have. */
export function conditionsAt(text: EditText, at: number): Found<FieldCondition>[] {
  const only = text.cueAt(at, "only");
  return text.cuesAt(only ? text.skip(only.to) : at).flatMap(({ value: word, to }) => {
    if (word !== "if" && word !== "unless" && word !== "forThose") return [];
    return endingsOf(text, to).map((one) => ({
      from: at,
      to: one.to,
      value: word === "unless" ? oppositeTest(one.value) : one.value,
    }));
  });
}

function endingsOf(text: EditText, from: number): Found<FieldCondition>[] {
  const { prompt } = text;
  return text.once("condition", from, () => {
    const scope = { fields: text.names.fields, named: (range: Range) => fieldNamed(text, range) };
    const found: Found<FieldCondition>[] = [];
    for (let to = from + 1; to <= from + LONGEST; to++) {
      // No condition goes on behind a comma, a full stop or the end of a line.
      if (prompt.isMark(to - 1, ",.") || prompt.tokens[to - 1]?.kind === "newline") break;
      const value = prompt.isWord(to - 1) ? conditionIn(text, { from, to }, scope) : undefined;
      if (value) found.push({ value, from, to });
    }
    return [...found, ...attendanceAt(text, from)];
  });
}

/** The only field that a whole range names. */
function fieldNamed(text: EditText, range: Range): FormField | undefined {
  const { from, to } = text.prompt.trim(range, "¿?!.,:");
  const named = text.starts(from).flatMap((start) => text.fieldsAt(start));
  const [id, ...others] = named.find((one) => text.prompt.trim(one, "?").to === to)?.value.ids ?? [];
  return others.length > 0 ? undefined : text.names.fields.find((field) => field.id === id);
}

/** "they attend", "jemand nicht teilnimmt" */
function attendanceAt(text: EditText, from: number): Found<FieldCondition>[] {
  const behind = text.cueAt(from, "attends", "attendsNot") ? undefined : text.cueAt(from, "they", "filler");
  if (behind) return attendanceAt(text, behind.to);
  return text.cuesAt(from).flatMap(({ value: cue, to }) => {
    const field = cue === "attends" || cue === "attendsNot" ? attendance(text) : undefined;
    return field ? [{ value: { field: field.id, op: "equals", value: cue === "attends" }, from, to }] : [];
  });
}

/** The yes or no question of whether somebody attends, if there is only one. */
function attendance({ names, words }: EditText): FormField | undefined {
  const [field, ...others] = names.fields.filter(
    ({ type, label }) =>
      type === "yes_no" && textsOf(label).some((one) => conceptNamed(one, words.language) === "attendance"),
  );
  return others.length === 0 ? field : undefined;
}
