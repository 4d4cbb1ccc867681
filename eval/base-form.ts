/** The form that the edits of the corpus change: an invitation in one language, with labels of the lexicon. */
import type { FormStructure, Language } from "../generated/types.ts";
import type { Choice, Concept } from "../impl/builder/lexicon/concepts.ts";
import { labelsIn } from "../impl/builder/lexicon/lexicon.ts";

export function baseForm(language: Language): FormStructure {
  const { fields, choices, texts } = labelsIn(language);
  const label = (concept: Concept) => ({ label: { [language]: fields[concept] } });
  const choice = (id: Choice) => ({ id, label: { [language]: choices[id] } });
  const size = (text: string) => ({ id: text.toLowerCase(), label: { [language]: text } });
  return {
    title: { [language]: texts.untitled },
    default_language: language,
    languages: [language],
    pages: [
      {
        id: "page",
        fields: [
          { id: "name", type: "short_text", ...label("full_name"), required: true },
          { id: "email", type: "email", ...label("email"), required: true },
          { id: "phone", type: "phone", ...label("phone") },
          { id: "attendance", type: "yes_no", ...label("attendance"), required: true },
          { id: "guests", type: "number", ...label("guests"), required: true },
          {
            id: "dietary",
            type: "multiple_choice",
            ...label("dietary"),
            choices: [choice("vegetarian"), choice("vegan")],
          },
          {
            id: "size",
            type: "single_choice",
            ...label("tshirt_size"),
            required: true,
            choices: ["S", "M", "L"].map(size),
          },
          { id: "date", type: "date", ...label("preferred_date"), required: true },
          { id: "comments", type: "long_text", ...label("comments") },
        ],
      },
    ],
  };
}
