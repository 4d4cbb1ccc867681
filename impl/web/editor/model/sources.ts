/** The sources of conditions and calculations: fields, hidden fields and calculations, and the tests of each. */
import type {
  Calculation,
  FieldCondition,
  FormField,
  FormStructure,
  Language,
  Scalar,
} from "../../../../generated/types.ts";
import type { AnswerKind } from "../../../forms/fields/client/client-kind.ts";
import { answerKind } from "../../../forms/fields/client/client-kinds.ts";
import { operators } from "../../../forms/structure/field-test.ts";
import { pickText } from "../context.ts";
import { allFields } from "./edits.ts";

/** A field, hidden field or calculation that a condition can name. */
export interface Source {
  readonly id: string;
  readonly label: string;
  readonly answer: AnswerKind;
}

function ofField({ id, label }: FormField, answer: AnswerKind, language: Language): Source {
  return { id, label: pickText(label, language, language) || id, answer };
}

function hiddenSources({ hidden_fields = [], default_language }: FormStructure): Source[] {
  return hidden_fields.map(({ id, label }) => ({
    id,
    label: pickText(label, default_language, default_language) || id,
    answer: { kind: "text" },
  }));
}

function fieldSources(structure: FormStructure, fields: readonly FormField[]): Source[] {
  return fields
    .map((field) => ofField(field, answerKind(field), structure.default_language))
    .filter(({ answer }) => answer.kind !== "none");
}

function calculationSources(calculations: readonly Calculation[], language: Language): Source[] {
  return calculations.map(({ id, label }) => ({
    id,
    label: pickText(label, language, language) || id,
    answer: { kind: "number" },
  }));
}

/** Lists the sources for the condition of a field: hidden fields, and fields before it. */
export function listSourcesBefore(structure: FormStructure, fieldId: string): Source[] {
  const fields = allFields(structure);
  const at = fields.findIndex(({ id }) => id === fieldId);
  return [...hiddenSources(structure), ...fieldSources(structure, fields.slice(0, at))];
}

/** Lists the sources for a calculation: all fields and the calculations before it. For an ending: all calculations as well. */
export function listSources(structure: FormStructure, calculationId?: string): Source[] {
  const all = structure.calculations ?? [];
  const at = calculationId === undefined ? all.length : all.findIndex(({ id }) => id === calculationId);
  return [
    ...hiddenSources(structure),
    ...fieldSources(structure, allFields(structure)),
    ...calculationSources(all.slice(0, at), structure.default_language),
  ];
}

export function listOperators(source: Source): readonly FieldCondition["op"][] {
  return operators[source.answer.kind];
}

/**
 * Returns the source that a new condition most likely tests: the last one with a list of answers, since that is the nearest question
 * whose answers part people into groups; else the last one. Undefined: there are no sources.
 */
export function likelySource(sources: readonly Source[]): Source | undefined {
  return sources.findLast(({ answer }) => answer.kind === "boolean" || "choices" in answer) ?? sources.at(-1);
}

/** Creates a valid test of the source. */
export function newTest(source: Source): FieldCondition {
  const op = listOperators(source)[0]!;
  if (op === "answered" || op === "empty") return { field: source.id, op };
  return { field: source.id, op: "equals", value: firstValue(source) };
}

function firstValue({ answer }: Source): Scalar {
  switch (answer.kind) {
    case "number":
      return 0;
    case "boolean":
      return true;
    case "date":
      return new Date().toISOString().slice(0, 10);
    case "time":
      return "12:00";
    case "datetime":
      return `${new Date().toISOString().slice(0, 10)}T12:00`;
    case "choice":
    case "choices":
      return answer.choices[0]?.id ?? "";
    default:
      return "";
  }
}

/** Changes the operator of a test. The value stays if it fits both operators. */
export function changeOperator(
  test: FieldCondition,
  op: FieldCondition["op"],
  source: Source,
): FieldCondition {
  if (op === "answered" || op === "empty") return { field: test.field, op };
  const value = "value" in test ? test.value : firstValue(source);
  const values: readonly Scalar[] = Array.isArray(value) ? value : [value as Scalar];
  if (op === "in" || op === "not_in")
    return { field: test.field, op, value: values as [Scalar, ...Scalar[]] };
  return { field: test.field, op, value: values[0] ?? firstValue(source) };
}
