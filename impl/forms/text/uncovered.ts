/** Names the parts of a form that its text leaves out. */
import type { FormStructure } from "../../../generated/types.ts";
import { placedFields } from "../structure/places.ts";

/** A sentence each, in English, for comments below the text. */
export function uncovered(structure: FormStructure): string[] {
  const fields = placedFields(structure).map(({ value }) => value);
  const conditional = fields.filter((field) => field.visible_if !== undefined);
  const retired = fields.filter((field) => "retired" in field && field.retired);
  const { hidden_fields = [], calculations = [], endings = [], theme, languages } = structure;
  const hasEndings = endings.length > 1 || endings.some(({ when }) => when !== undefined);
  const labels = conditional.map(({ label }) => `"${label[structure.default_language]}"`);
  return [
    ...(labels.length > 0 ? [`Shown under a condition: ${labels.join(", ").replaceAll(/\s+/g, " ")}.`] : []),
    ...count(retired.length, "question that is no longer asked", "questions that are no longer asked"),
    ...count(hidden_fields.length, "hidden field", "hidden fields"),
    ...count(calculations.length, "calculation", "calculations"),
    ...(hasEndings ? [`Not in this text: ${endings.length} endings.`] : []),
    ...(theme ? ["Not in this text: colours, fonts and pictures."] : []),
    ...(languages.length > 1 ? ["Not in this text: the translations."] : []),
  ];
}

function count(number: number, one: string, several: string): string[] {
  return number === 0 ? [] : [`Not in this text: ${number} ${number === 1 ? one : several}.`];
}
