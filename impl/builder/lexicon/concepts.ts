import { en } from "./labels/en.ts";

/** What people ask for in forms, again and again. Each has a label in every language and a shape in `fields/shapes.ts`. */
export type Concept = keyof typeof en.fields;

/** A choice that comes up in many forms. */
export type Choice = keyof typeof en.choices;

/** A whole text: titles of forms, submit buttons, words of thanks, statements to agree to. */
export type TextKey = keyof typeof en.texts;

export const CONCEPTS = Object.keys(en.fields) as readonly Concept[];
export const CHOICES = Object.keys(en.choices) as readonly Choice[];

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
