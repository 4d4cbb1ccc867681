/** A small form. */
import type { FormStructure } from "../../../generated/types.ts";

export const signUp: FormStructure = {
  title: { en: "Sign up", de: "Anmeldung" },
  default_language: "en",
  languages: ["en", "de"],
  pages: [
    {
      id: "page_1",
      fields: [
        { id: "name", type: "short_text", label: { en: "Name", de: "Name" }, required: true },
        { id: "cv", type: "file_upload", label: { en: "CV", de: "Lebenslauf" } },
      ],
    },
  ],
};
