/** Shows a model the form that it edits: the default language, without translations, and nothing of responses. */
import type { FormField, FormStructure } from "../../../generated/types.ts";

/** Choices are texts, as in the flat shape; conditions and validation stand as the structure has them. */
export function shownForm(structure: FormStructure): object {
  const {
    default_language: language,
    title,
    description,
    pages,
    settings,
    hidden_fields,
    calculations,
  } = structure;
  const inLanguage = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(inLanguage);
    if (typeof value !== "object" || value === null) return value;
    const map = value as Readonly<Record<string, unknown>>;
    if (typeof map[language] === "string") return map[language];
    return Object.fromEntries(Object.entries(map).map(([key, part]) => [key, inLanguage(part)]));
  };
  const shownField = (field: FormField) => ({
    ...(inLanguage(field) as object),
    ...("choices" in field && { choices: field.choices.map(({ label }) => label[language]) }),
  });
  return {
    language,
    title: title[language],
    description: description?.[language],
    pages: pages.map((page, index) => ({
      page: index + 1,
      title: page.title?.[language],
      fields: page.fields.map(shownField),
    })),
    settings: inLanguage(settings),
    hidden_fields: hidden_fields?.map(({ id }) => id),
    calculations: inLanguage(calculations),
  };
}
