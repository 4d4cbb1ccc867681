/** Drafts of the fields that a form for a known purpose usually has. */
import type { Language } from "../../generated/types.ts";
import type { Draft } from "./fields/draft.ts";
import { SHAPES } from "./fields/shapes.ts";
import { INTENTS, type Intent, type TemplateField } from "./intents.ts";
import type { Concept } from "./lexicon/concepts.ts";
import { labelsIn } from "./lexicon/lexicon.ts";

/** A prompt that names this many fields lists all that it wants. */
const ENOUGH = 3;
/** Fields that say who responds. They are added at the beginning of a form, others at its end. */
export const IDENTIFYING: ReadonlySet<Concept> = new Set([
  "name",
  "full_name",
  "email",
  "phone",
  "attendance",
]);
/** Each of these names a person. */
export const NAMES: readonly Concept[] = ["name", "full_name", "first_name", "last_name"];

/** What a form for this purpose usually asks for. */
export function templateDrafts(intent: Intent, language: Language): Draft[] {
  return INTENTS[intent].fields.map((field) => templateDraft(field, language));
}

function templateDraft(field: TemplateField, language: Language): Draft {
  const concept = field.replace("?", "") as Concept;
  return {
    label: labelsIn(language).fields[concept],
    meaning: { concept, language, exact: true },
    choices: [],
    ...(field.endsWith("?") && { required: false }),
  };
}

/**
 * The fields that a form for this purpose needs and the prompt does not name: "job application with a CV upload" needs a
 * name and an address, too. Empty when the prompt names enough fields.
 */
export function missingDrafts(
  intent: Intent,
  drafts: readonly Draft[],
  language: Language,
): { first: Draft[]; last: Draft[] } {
  if (drafts.length >= ENOUGH) return { first: [], last: [] };
  const core: readonly Concept[] = INTENTS[intent].core;
  const missing = core.filter((concept) => !drafts.some((draft) => covers(draft, concept)));
  const additions = (wanted: boolean) =>
    missing
      .filter((concept) => IDENTIFYING.has(concept) === wanted)
      .map((concept) => templateDraft(concept, language));
  return { first: additions(true), last: additions(false) };
}

/** Whether a field says who responds. An anonymous form has no such fields. */
export function identifiesRespondent({ meaning }: Draft): boolean {
  return meaning !== undefined && (IDENTIFYING.has(meaning.concept) || NAMES.includes(meaning.concept));
}

/** Whether a draft already asks for a concept, or for one that serves as well. */
function covers({ meaning }: Draft, concept: Concept): boolean {
  if (!meaning) return false;
  if (meaning.concept === concept) return true;
  if (NAMES.includes(concept)) return NAMES.includes(meaning.concept);
  return SHAPES[concept].type === "rating" && SHAPES[meaning.concept].type === "rating";
}
