/** Questions that ask for a secret: everybody who may read responses could read the answers. */
import type { FormField, FormStructure, LocalizedText, Warning } from "../../../../generated/types.ts";
import { getCached } from "../../../platform/cache.ts";
import { toReason, WordedRefusal } from "../../../platform/failures/worded-refusal.ts";
import { parseMarkdown } from "../../../texts/markdown/parse.ts";
import { shownWords } from "../../../texts/markdown/tree.ts";
import { shorten } from "../../../texts/shorten.ts";
import { type PlacedField, placedFields } from "../places.ts";
import { isRetired } from "../retirement.ts";
import { asksForSensitive } from "./secret-labels.ts";

/** The types in which a respondent can write a secret. */
const FREE_TEXT: ReadonlySet<FormField["type"]> = new Set(["short_text", "long_text", "number", "phone"]);
const LONGEST_QUOTATION = 200;
const MAX_NAMED = 5;

/** Pages of one structure are drawn again and again. */
const found = new WeakMap<FormStructure, readonly PlacedField[]>();

/** The questions of a form that ask for a secret in any of their languages. */
export function secretFields(structure: FormStructure): readonly PlacedField[] {
  return getCached(found, structure, () =>
    placedFields(structure).filter(
      ({ value }) =>
        FREE_TEXT.has(value.type) && !isRetired(value) && listTexts(value).some(asksForSensitive),
    ),
  );
}

function listTexts(field: FormField): string[] {
  const { label, description } = field;
  const placeholder = "placeholder" in field ? field.placeholder : undefined;
  return [label, description, placeholder].flatMap((text: LocalizedText | undefined) =>
    // Marks within a word would hide it.
    Object.values(text ?? {}).flatMap((words) => [words, shownWords(parseMarkdown(words))]),
  );
}

export function secretWarnings(structure: FormStructure): Warning[] {
  return secretFields(structure).map((field) => ({
    code: "secret_asked",
    message: `"${findLabel(field, structure)}" asks for a secret, and everybody who may read responses can read it. Remove the question, or publish the form with acknowledge: true after a person has agreed; it then tells respondents never to enter passwords.`,
    path: `${field.path}/label`,
  }));
}

/**
 * Requires a second yes for what respondents would be asked from now on.
 * @param before the form as it is public; undefined: it is not
 * @throws Refusal invalid_input
 */
export function requireAcknowledged(
  structure: FormStructure,
  before: FormStructure | undefined,
  acknowledge: boolean,
): void {
  const labels = acknowledge ? [] : newSecretLabels(structure, before).map((label) => `"${label}"`);
  if (labels.length > 0) throw new SecretRefusal(labels.join(", "));
}

/** The form asks for a secret, and its owner has not agreed to that. */
export class SecretRefusal extends WordedRefusal {
  constructor(labels: string) {
    const reason = toReason({ key: "secret_unacknowledged", values: { labels } });
    // Agents have no box to tick.
    const problem = `The form asks for a secret (${labels}), and everybody who may read responses can read it. Remove the question, or publish it once a person has agreed (acknowledge: true).`;
    super("invalid_input", problem, [reason], { problems: [{ path: "/acknowledge", problem }] });
  }
}

/** The first labels of the questions for a secret that are not public before. */
export function newSecretLabels(structure: FormStructure, before: FormStructure | undefined): string[] {
  const known = new Set(before && secretFields(before).map(({ value }) => value.id));
  const fresh = secretFields(structure).filter(({ value }) => !known.has(value.id));
  return fresh.slice(0, MAX_NAMED).map((field) => findLabel(field, structure));
}

function findLabel({ value }: PlacedField, { default_language }: FormStructure): string {
  return shorten(value.label[default_language] ?? value.id, LONGEST_QUOTATION).replaceAll('"', "'");
}
