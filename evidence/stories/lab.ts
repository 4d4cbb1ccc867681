/** A laboratory: incidents are reported in German, with a picture, by keyboard. */
import type { FormStructure } from "../../generated/types.ts";
import { enterCode, type Story } from "./story.ts";

const incident: FormStructure = {
  title: { de: "Vorfall melden" },
  default_language: "de",
  languages: ["de"],
  pages: [
    {
      id: "page_1",
      fields: [
        { id: "what", type: "long_text", label: { de: "Was ist passiert?" }, required: true },
        {
          id: "where",
          type: "dropdown",
          label: { de: "In welchem Raum?" },
          choices: [
            { id: "a", label: { de: "Labor A" } },
            { id: "b", label: { de: "Labor B" } },
          ],
          required: true,
        },
        { id: "hurt", type: "yes_no", label: { de: "Wurde jemand verletzt?" }, required: true },
        { id: "picture", type: "file_upload", label: { de: "Bild" }, validation: { accept: ["png"] } },
      ],
    },
  ],
};

/** One white pixel. */
const PICTURE = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8/5+hHgAHggJ/PchI7wAAAABJRU5ErkJggg==",
  "base64",
);

export const lab: readonly Story[] = [
  {
    way: "as a respondent",
    what: "reports an incident in German, with a picture",
    // Pages: form, code, end. Clicks: hurt, send. Fields: what, room, picture, email, code.
    most: 10,
    hasCode: true,
    async tell(world, hasScripts) {
      const { url } = await world.create(incident);
      const chemist = await world.respondentAtDesk(hasScripts, "de");
      await chemist.opens(url);
      await chemist.fills("Was ist passiert?", "Eine Flasche ist zerbrochen.");
      await chemist.chooses("In welchem Raum?", "Labor B");
      await chemist.picks("Wurde jemand verletzt?", "Nein");
      await chemist.attaches("Bild", { name: "flasche.png", mimeType: "image/png", buffer: PICTURE });
      await chemist.fills("Ihre E-Mail-Adresse", "grace@example.org");
      world.think();
      await chemist.presses("Absenden");
      await chemist.sees("Sehen Sie in Ihr Postfach");
      await enterCode(chemist, await world.code("grace@example.org"), "Bestätigen");
      await chemist.sees("Ihre Antworten sind angekommen.");
      return chemist;
    },
  },
];
