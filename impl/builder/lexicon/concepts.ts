/** What the lexicon names in every language: the English file says what there is. */
import english from "./languages/en.json" with { type: "json" };

/** Something that many forms ask for. It has a label in every language, and a shape in `fields/shapes.ts`. */
export type Concept = keyof typeof english.labels.fields;

/** A choice that comes up in many forms. */
export type Choice = keyof typeof english.labels.choices;

/** A whole text: titles of forms, submit buttons, words of thanks, statements to agree to. */
export type TextKey = keyof typeof english.labels.texts;

export const CONCEPTS = Object.keys(english.labels.fields) as readonly Concept[];
export const CHOICES = Object.keys(english.labels.choices) as readonly Choice[];

/** The texts that are titles of pages. */
export const HEADINGS = [
  "personal_details",
  "contact_details",
  "company_details",
  "order_details",
  "booking_details",
  "event_details",
  "payment_details",
  "about_you",
  "additional_information",
  "documents",
] as const satisfies readonly TextKey[];

/** What is shown to respondents in one language. `{n}` in `question_number` stands for a number. */
export interface Labels {
  readonly fields: Readonly<Record<Concept, string>>;
  readonly choices: Readonly<Record<Choice, string>>;
  readonly texts: Readonly<Record<TextKey, string>>;
}
