import { describe, expect, it } from "vitest";
import type { FormStructure, Language } from "../../generated/types.ts";
import { buildForm } from "../builder/index.ts";
import { notation } from "./support/builder-notation.ts";

type Languages = readonly [Language, ...Language[]];

function build(prompt: string, languages: Languages = ["en"], title?: string) {
  return buildForm({
    prompt,
    languages,
    ...(title !== undefined && { title }),
  });
}

function ids({ pages }: FormStructure): string[] {
  return pages.flatMap(({ fields }) => fields.map(({ id }) => id));
}

function messages(prompt: string, languages?: Languages): string[] {
  return build(prompt, languages).warnings.map(({ message }) => message);
}

describe("title", () => {
  it.each<[string, string, string]>([
    ["a kind of form", "Feedback form: name, email", "Feedback form"],
    ["what it is for", "Create a contact form for our bakery with name and email", "Bakery contact form"],
    ["what it is called", 'A form called "Say hello" with name and email', "Say hello"],
    ["a title of its own", "Title: Summer party\n- Name\n- Email", "Summer party"],
    ["nothing", "name, email", "New form"],
  ])("comes from %s", (_from, prompt, title) => {
    expect(build(prompt).title).toBe(title);
  });

  it("that was given wins, and is no longer than a title may be", () => {
    expect(build("Feedback form: name", ["en"], "How was it?").title).toBe("How was it?");
    expect(build("Feedback form: name", ["en"], "x".repeat(300)).title).toHaveLength(200);
  });
});

describe("ids", () => {
  it("of well-known fields are the same in every language", () => {
    expect(ids(build("Kontaktformular: Vorname, E-Mail, Nachricht", ["de"]).structure)).toEqual(
      ids(build("Contact form: first name, email, message").structure),
    );
  });

  it.each([
    ["Shoe size", "shoe_size"],
    ["Größe der Schuhe", "groesse_der_schuhe"],
    ["Любим цвят", "lyubim_tsvyat"],
    ["2nd choice", "field_2nd_choice"],
    ["constructor", "field_constructor"],
    ["サイズ", "field"],
  ])("of %s are written in Latin letters", (label, id) => {
    expect(ids(build(`- ${label}\n- comments and suggestions`).structure)[0]).toBe(id);
  });

  it("are given out once, on all pages together", () => {
    const { structure } = build("Parent:\n- Name\n- Phone\nChild:\n- Name\n- Age");
    expect(ids(structure)).toEqual(["name", "phone", "name_2", "age"]);
  });
});

describe("languages", () => {
  it("all have the texts of the lexicon, and the default one those of the prompt", () => {
    const { structure, warnings } = build("Feedback form: name, shoe size", ["de", "en", "fr"]);
    const [name, size] = structure.pages[0]!.fields;
    expect(structure.title).toEqual({
      de: "Feedback-Formular",
      en: "Feedback form",
      fr: "Formulaire d'avis",
    });
    expect(name!.label).toEqual({ de: "Name", en: "Name", fr: "Nom" });
    expect(size!.label).toEqual({ de: "Shoe size", en: "Shoe size" });
    expect(warnings).toEqual([
      {
        code: "untranslated",
        message:
          '1 text could not be translated into German (de) and French (fr): "Shoe size". Respondents see the words of the prompt instead; add the translations to the structure.',
      },
      {
        code: "type_guessed",
        message:
          'The prompt does not say what "Shoe size" takes, so it takes a short text. To change that, name a type or choices, such as "Shoe size (number)".',
      },
    ]);
  });

  it("keep numbers, sizes and names of products as they are", () => {
    expect(messages("Order: size (S, M), age (18-25, 26+), payment (PayPal, Visa)", ["en", "de"])).toEqual(
      [],
    );
  });

  it("that are not translated are told with at most five texts", () => {
    const [message] = messages("Survey: aa, bb, cc, dd, ee, ff, gg", ["en", "sv"]);
    expect(message).toContain(
      '7 texts could not be translated into Swedish (sv): "Aa", "Bb", "Cc", "Dd", "Ee" and 2 more.',
    );
  });

  it("that a translation is asked into are added to that of the prompt, whose words they leave", () => {
    const asked = [
      "Kontaktformular mit Name und E-Mail, übersetzt ins Englische",
      "Contact form with name and email, translated into German",
      "Formulaire de contact avec nom et email, traduit en allemand et en italien",
    ];
    const made = asked.map((prompt) => buildForm({ prompt }).structure);
    const languages = made.map(({ languages }) => languages.join());
    expect(languages).toEqual(["de,en", "en,de", "fr,de,it"]);
    expect(JSON.stringify(made)).not.toMatch(/übersetzt|translated|traduit/i);
  });

  it("that the prompt asks for and the form does not have are named", () => {
    expect(messages("Contact form in German and French", ["en", "de"]).slice(1)).toEqual([
      "The prompt mentions French (fr), but the form was asked for in English (en) and German (de) only. Name all its languages when creating it.",
    ]);
  });

  it.each<[string, Language[], string]>([
    ["Name, email", ["en"], "New form"],
    ["Feedback form: name, email, comments (optional)", ["en"], "Feedback form"],
    ["Anmeldung zum Sommerfest: Name, E-Mail, Anzahl Personen", ["de"], "Anmeldung zum Sommerfest"],
    ["Enquête de satisfaction : nom, e-mail, note de 1 à 5", ["fr"], "Enquête de satisfaction client"],
    ["Zgłoszenie na konferencję: imię i nazwisko, e-mail, firma", ["pl"], "Zgłoszenie na konferencję"],
    ["Contact form in English and German: name, email", ["en", "de"], "Contact form"],
    ["Contact form in German and French: name, email", ["de", "fr"], "Kontaktformular"],
  ])(
    "are those that %j asks for, or is written in, where none were given: %j",
    (prompt, languages, title) => {
      const built = buildForm({ prompt });
      expect(built.structure.languages).toEqual(languages);
      expect(built.structure.default_language).toBe(languages[0]);
      expect(built.title).toBe(title);
      expect(built.warnings).toEqual([]);
    },
  );
});

describe("settings", () => {
  it.each([
    ["Limit to 50 responses.", { response_limit: 50 }],
    ["Only one response per person.", { one_response_per_email: true }],
    ["Show a progress bar.", { show_progress: true }],
    ["The form closes on 1 May 2026.", { closes_at: "2026-05-01T23:59:59Z" }],
    ["Anmeldeschluss ist der 3. Oktober 2026.", { closes_at: "2026-10-03T23:59:59Z" }],
  ])("%s", (sentence, settings) => {
    expect(build(`name, email. ${sentence}`).structure.settings).toEqual(settings);
  });

  it("name the button and thank in every language where the purpose is known", () => {
    const { settings, endings } = build("Newsletter signup", ["en", "it"]).structure;
    expect(settings?.submit_label).toEqual({ en: "Subscribe", it: "Abbonati" });
    expect(endings?.[0]?.title).toEqual({ en: "Thank you!", it: "Grazie!" });
  });
});

describe("limits", () => {
  it("of fields leave out the last ones, and say so", () => {
    const prompt = Array.from({ length: 600 }, (_, index) => `- Thing ${index}`).join("\n");
    const { structure, warnings } = build(prompt);
    expect(structure.pages[0]!.fields).toHaveLength(500);
    expect(warnings.map(({ message }) => message)).toContain(
      'A form has at most 500 fields; 100 were left out, the first of them "Thing 500".',
    );
  });

  it("of pages put the last sections on the last page", () => {
    const prompt = Array.from({ length: 60 }, (_, index) => `Part about ${index}:\n- Thing ${index}`).join(
      "\n",
    );
    const { pages } = build(prompt).structure;
    expect(pages).toHaveLength(50);
    expect(pages[49]!.fields).toHaveLength(11);
  });

  it("of texts cut labels, not letters", () => {
    const { structure } = build(`- ${"😀 word ".repeat(600)}?\n- x`);
    const label = structure.pages[0]!.fields[0]!.label.en!;
    expect([...label]).toHaveLength(2000);
    expect(label.isWellFormed()).toBe(true);
  });
});

describe("a prompt of which nothing can be made", () => {
  it.each([
    ["nothing", ""],
    ["blanks", " \n\t \n"],
    ["punctuation", "!!! ??? ..."],
    ["emoji", "🎉🎉"],
    ["hidden marks", "\u202e\u200b\ufeff"],
  ])("%s is refused with advice", (_what, prompt) => {
    expect(() => build(prompt)).toThrow(
      expect.objectContaining({
        code: "prompt_not_understood",
        message: expect.stringContaining(
          "Feedback form: name, email, rating from 1 to 5, comments (optional)",
        ),
      }),
    );
  });
});

describe("what no text may carry", () => {
  it("is taken out: marks that reorder text, markup, control characters", () => {
    const { structure } = build("- Na\u202eme of pet\u0007\n- <b>Breed</b> of pet<script>x</script>");
    expect(notation(structure)).toEqual([
      "# New form",
      "short_text! Name of pet",
      "short_text! Breed of pet x",
    ]);
  });
});

describe("where a prompt is not understood in full, the form is read back", () => {
  const readBack = (prompt: string) =>
    buildForm({ prompt })
      .warnings.filter(({ code }) => code === "read_back")
      .map(({ message }) => message);

  it("with types, bounds and choices", () => {
    expect(
      readBack(
        "Dinner: name, number of guests (max 5), menu (beef, fish), wine optional. Xyzzy plugh only frobs.",
      ),
    ).toEqual([
      'The prompt is not understood in full, so compare what the form asks for: "Name" (short text); "Number of guests" (number, from 0 to 5); "Menu" (single choice, of "Beef", "Fish"); "Wine" (short text, optional). Edit what differs, or send the form as structure.',
    ]);
  });

  it("and not where it is understood", () => {
    expect(readBack("Dinner: name, number of guests (max 5), menu (beef, fish)")).toEqual([]);
  });

  it("in a few warnings that are not cut, however many fields there are", () => {
    const fields = Array.from({ length: 400 }, (_, at) => `- Colour of roof ${at + 1000}`).join("\n");
    const messages = readBack(`Roofs:\n${fields}\nXyzzy plugh only frobs.`);
    expect(messages).toHaveLength(4);
    for (const message of messages) expect(message).toMatch(/as structure\.$/);
  });
});

describe("the answers of a quiz", () => {
  it.each<[string, object]>([
    ["Which is the largest? (Jupiter is right, others Mars, Earth) 2 points each.", { jupiter: 2 }],
    ["Is Pluto a planet? yes/no, no is correct.", { no: 1 }],
    ["Capital of France? Paris, London or Rome. Paris is correct. 3 points each.", { paris: 3 }],
    ["What is 2+2? (3, 4, 5) The right answer is 4.", { 4: 1 }],
    ["When was it founded? a) 753 BC b) 500 BC c) 100 AD. Correct answer: b.", { "500_bc": 1 }],
    ["What do you do first? Run, call 112, hide (call 112 is correct).", { call_112: 1 }],
    ["Which colour? Blue is right, the others are red and green.", { blue: 1 }],
    ["Is the sun a star? Yes (correct) / no. Each correct answer gives 2 points.", { yes: 2 }],
  ])("count in %s", (prompt, points) => {
    const { structure, warnings } = build(`Quiz about things. ${prompt}`);
    expect(structure.calculations).toMatchObject([{ expression: { op: "score", points } }]);
    expect(warnings).toEqual([]);
  });
});
