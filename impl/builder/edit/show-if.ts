/** The edit command that shows a field only for certain answers to another. */
import type { FormField } from "../../../generated/types.ts";
import { findChoice } from "../lexicon/dictionary.ts";
import { isSame, unquoted } from "./change.ts";
import { type EditContext, labelOf, refuse } from "./context.ts";
import { findField } from "./find.ts";

const SHOW =
  /^(?:only )?(?:show|ask(?: for)?|display|zeige|frage nach) (.+?) (?:only |nur )?(?:if|when|wenn|falls) (.+?) (?:is|equals|was|=|ist|auf) (?:answered (?:with )?)?(.+?)(?: gestellt ist| beantwortet ist)?$/i;

/** "Show comments only if Will you attend? is yes" */
export function showIf(instruction: string, context: EditContext): boolean {
  const [, what, reference, answer] = SHOW.exec(instruction) ?? [];
  if (!what || !reference || !answer) return false;
  const field = findField(what, context);
  const source = findField(reference, context);
  field.visible_if = {
    field: source.id,
    op: operator(source),
    value: answerOf(source, unquoted(answer), context),
  };
  context.changes.push(
    `"${labelOf(field, context)}" is shown only if "${labelOf(source, context)}" is ${unquoted(answer)}.`,
  );
  return true;
}

function operator({ type }: FormField): "eq" | "contains" {
  return type === "multiple_choice" ? "contains" : "eq";
}

/** An answer in the form that conditions compare: a boolean or the id of a choice. */
function answerOf(field: FormField, answer: string, context: EditContext): string | boolean {
  const { grammar } = context;
  if (field.type === "yes_no" || field.type === "consent") {
    const meaning = findChoice(answer, [...grammar.languages, "en"])?.value;
    if (meaning === "yes" || meaning === "no") return meaning === "yes";
  }
  if (field.type === "single_choice" || field.type === "dropdown" || field.type === "multiple_choice") {
    const labels = (label: object) => Object.values(label as Record<string, string>);
    const choice = field.choices.find(({ label }) => labels(label).some((one) => isSame(one, answer)));
    if (choice) return choice.id;
  }
  return refuse(
    `"${labelOf(field, context)}" cannot be "${answer}". Conditions compare yes/no questions and choices.`,
  );
}
