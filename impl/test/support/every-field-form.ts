/** A form with every type of field. */
import type { FormField, FormStructure } from "../../../generated/types.ts";

/** A form with every type of field and every part that a structure can have, in two languages. */
export function everyFieldForm(): FormStructure {
  return {
    title: { en: "Conference", de: "Konferenz" },
    description: { en: "Tell us who you are." },
    default_language: "en",
    languages: ["en", "de"],
    pages: [
      {
        id: "person",
        title: { en: "You" },
        fields: [
          { id: "intro", type: "section", label: { en: "About you" } },
          {
            id: "name",
            type: "short_text",
            label: { en: "Name", de: "Name" },
            required: true,
            validation: {
              min_length: 2,
              max_length: 100,
              pattern: "[^0-9]+",
              pattern_message: { en: "No digits." },
            },
          },
          {
            id: "email",
            type: "email",
            label: { en: "Email" },
            required: false,
            validation: {
              allowed_domains: ["example.org", "example.com"],
              blocked_domains: ["spam.example"],
            },
          },
          { id: "phone", type: "phone", label: { en: "Phone" }, default_country: "DE" },
          { id: "website", type: "url", label: { en: "Website" } },
          { id: "bio", type: "long_text", label: { en: "Bio" }, placeholder: { en: "In a few words" } },
          {
            id: "age",
            type: "number",
            label: { en: "Age" },
            unit: { en: "years" },
            validation: { min: 18, max: 120, integer: true, step: 2 },
          },
          {
            id: "birthday",
            type: "date",
            label: { en: "Birthday" },
            validation: { min: "1900-01-01", max: "today" },
          },
        ],
      },
      {
        id: "talk",
        fields: [
          { id: "speaks", type: "yes_no", label: { en: "Do you give a talk?" } },
          {
            id: "start",
            type: "time",
            label: { en: "Earliest start" },
            validation: { min: "08:00", max: "20:00" },
            visible_if: { field: "speaks", op: "equals", value: true },
          },
          {
            id: "arrival",
            type: "datetime",
            label: { en: "Arrival" },
            validation: { max: "2026-12-31T18:00" },
          },
          {
            id: "track",
            type: "single_choice",
            label: { en: "Track" },
            choices: [
              { id: "web", label: { en: "Web", de: "Netz" } },
              { id: "data", label: { en: "Data" } },
              { id: "ops", label: { en: "Operations" } },
            ],
            allow_other: true,
          },
          {
            id: "size",
            type: "dropdown",
            label: { en: "T-shirt" },
            choices: [
              { id: "s", label: { en: "S" } },
              { id: "m", label: { en: "M" } },
            ],
          },
          {
            id: "interests",
            type: "multiple_choice",
            label: { en: "Interests" },
            choices: [
              { id: "ai", label: { en: "AI" }, capacity: 20 },
              { id: "art", label: { en: "Art" } },
              { id: "sport", label: { en: "Sport" } },
            ],
            validation: { min_selections: 1, max_selections: 2 },
          },
          {
            id: "terms",
            type: "consent",
            label: { en: "Terms" },
            statement: { en: "I agree." },
            required: true,
          },
          { id: "stars", type: "rating", label: { en: "Stars" }, max: 5 },
          {
            id: "effort",
            type: "scale",
            label: { en: "Effort" },
            min: 0,
            max: 10,
            min_label: { en: "none" },
          },
          { id: "recommend", type: "nps", label: { en: "Recommend" } },
          {
            id: "order",
            type: "ranking",
            label: { en: "Order" },
            choices: [
              { id: "tea", label: { en: "Tea" } },
              { id: "coffee", label: { en: "Coffee" } },
            ],
          },
          {
            id: "sessions",
            type: "matrix",
            label: { en: "Sessions" },
            rows: [
              { id: "morning", label: { en: "Morning" } },
              { id: "evening", label: { en: "Evening" } },
            ],
            columns: [
              { id: "talk", label: { en: "Talk" } },
              { id: "workshop", label: { en: "Workshop" } },
            ],
            multiple: true,
          },
          {
            id: "slides",
            type: "file_upload",
            label: { en: "Slides" },
            validation: { accept: ["pdf", "pptx"], max_files: 2, max_file_size_mb: 5 },
          },
          { id: "signed", type: "signature", label: { en: "Signature" } },
          { id: "thanks", type: "statement", label: { en: "Thank you." } },
        ],
      },
    ],
    hidden_fields: [{ id: "source", label: { en: "Source" } }, { id: "campaign" }],
    calculations: [
      {
        id: "score",
        label: { en: "Score" },
        formula: "stars + if(answered(recommend), recommend, 0)",
      },
      { id: "double", formula: "2 * score" },
    ],
    endings: [
      { id: "great", title: { en: "Great" }, when: { field: "score", op: "gte", value: 10 } },
      { id: "done", title: { en: "Thanks" }, message: { en: "See you." } },
    ],
    settings: { submit_label: { en: "Send" }, response_limit: 100 },
  };
}

/** A field of the structure itself, to be changed in place. */
// biome-ignore lint/suspicious/noExplicitAny: tests reach into fields of every type
export function field(structure: FormStructure, id: string): any {
  const found = structure.pages.flatMap(({ fields }) => fields).find((one) => one.id === id);
  if (!found) throw new Error(`No field ${id}`);
  return found;
}

export function without(structure: FormStructure, id: string): void {
  for (const page of structure.pages) page.fields = page.fields.filter((one: FormField) => one.id !== id);
}
