/** Warnings about types that were guessed. */
import type { FormField, FormStructure, Warning } from "../../generated/types.ts";
import { clip } from "./texts.ts";

/** A warning names at most this many labels, so that it is not cut. */
const LABELS = 10;

/** Names the fields whose type the prompt does not say. */
export function guessedTypes(guessed: readonly FormField[], form: FormStructure): Warning[] {
  const labels = (type: FormField["type"]) =>
    guessed.filter((field) => field.type === type).map(({ label }) => label[form.default_language] ?? "");
  return [
    ...warningsFor(labels("short_text"), "a short text"),
    ...warningsFor(labels("rating"), "a rating"),
    ...warningsFor(labels("yes_no"), "yes or no"),
    ...warningsFor(labels("number"), "a number"),
    ...warningsFor(labels("date"), "a date"),
    ...warningsFor(labels("time"), "a time of day"),
  ];
}

function warningsFor(labels: readonly string[], type: string): Warning[] {
  const warnings: Warning[] = [];
  for (let from = 0; from < labels.length; from += LABELS) {
    const part = labels.slice(from, from + LABELS);
    const quoted = part.map((label) => `"${clip(label, 60)}"`).join(", ");
    const [subject, verb] = part.length === 1 ? ["it", "takes"] : ["they", "take"];
    const message = `The prompt does not say what ${quoted} ${verb}, so ${subject} ${verb} ${type}. To change that, name a type or choices, such as "${clip(part[0]!, 60)} (number)".`;
    warnings.push({ code: "type_guessed", message });
  }
  return warnings;
}
