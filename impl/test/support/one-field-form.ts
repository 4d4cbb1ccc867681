/** Forms with a single field. */
import type { FormStructure, Language } from "../../../generated/types.ts";
import type { EditForm, GenerateForm } from "../../forms/generator.ts";

/** The smallest structure that is a form. */
export function oneField(title: string, languages: readonly [Language, ...Language[]]): FormStructure {
  const [language] = languages;
  return {
    title: { [language]: title },
    default_language: language,
    languages: [...languages],
    pages: [{ id: "page_1", fields: [{ id: "name", type: "short_text", label: { [language]: "Name" } }] }],
  };
}

/** A generator for tests that are about anything but generation: every prompt becomes the title of a form. */
export const oneFieldForm: GenerateForm = async ({ prompt, title, languages = ["en"] }) => ({
  structure: oneField(title ?? prompt, languages),
  generator: { kind: "builtin" },
  warnings: [],
});

/** An editor for the same: every prompt becomes the label of one more field on the last page. */
export const addTextField: EditForm = async ({ prompt, structure }) => {
  const edited = structuredClone(structure);
  const fields = edited.pages.flatMap((page) => page.fields);
  const label = { [structure.default_language]: prompt };
  edited.pages.at(-1)!.fields.push({ id: `field_${fields.length + 1}`, type: "short_text", label });
  return { structure: edited, generator: { kind: "builtin" }, warnings: [] };
};
