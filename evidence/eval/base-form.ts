/** The form that the edits of the corpus change: an invitation in one language. */
import type { FormStructure, Language } from "../../generated/types.ts";
import labels from "./base-form-labels.json" with { type: "json" };

/** The languages that the corpus has. */
export const LANGUAGES: readonly Language[] = Object.keys(labels).filter(isLanguage);

export function isLanguage(text: string): text is Language {
  return Object.hasOwn(labels, text);
}

export function baseForm(language: Language): FormStructure {
  const texts = labels[language];
  const label = (name: keyof typeof texts) => ({ label: { [language]: texts[name] } });
  const size = (text: string) => ({ id: text.toLowerCase(), label: { [language]: text } });
  return {
    title: { [language]: texts.title },
    default_language: language,
    languages: [language],
    pages: [
      {
        id: "page",
        fields: [
          { id: "name", type: "short_text", ...label("name"), required: true },
          { id: "email", type: "email", ...label("email"), required: true },
          { id: "phone", type: "phone", ...label("phone") },
          { id: "attendance", type: "yes_no", ...label("attendance"), required: true },
          { id: "guests", type: "number", ...label("guests"), required: true },
          {
            id: "dietary",
            type: "multiple_choice",
            ...label("dietary"),
            choices: [
              { id: "vegetarian", ...label("vegetarian") },
              { id: "vegan", ...label("vegan") },
            ],
          },
          {
            id: "size",
            type: "single_choice",
            ...label("size"),
            required: true,
            choices: ["S", "M", "L"].map(size),
          },
          { id: "date", type: "date", ...label("date"), required: true },
          { id: "comments", type: "long_text", ...label("comments") },
        ],
      },
    ],
  };
}
