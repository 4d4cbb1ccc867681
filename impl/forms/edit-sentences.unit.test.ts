/** Tests the sentences that edit a form without a model: each has its effect, and none is guessed. */
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import type { FormStructure, Language } from "../../generated/types.ts";
import { builtInEditor } from "../ai/built-in.ts";
import { PromptNotUnderstood } from "../platform/failures/prompt-not-understood.ts";
import { LANGUAGES } from "../texts/detection/names.ts";
import { type OwnerLanguage, ownerLanguages } from "../texts/owner/owner-texts.ts";
import { editByText } from "./text/edits/edit-by-text.ts";
import { parseFormText } from "./text/parse.ts";

const FORM = formOf("Club day\nName *\nEmail *\nPhone\nColour: Red | Blue\nComments (long text)\n");

function formOf(text: string): FormStructure {
  return parseFormText(text, { language: "en", untitled: "New form" }).structure!;
}

async function edit(prompt: string, structure = FORM): Promise<FormStructure> {
  const edited = await builtInEditor({ accountId: "", prompt, structure }, new AbortController().signal);
  return edited.structure;
}

async function refusal(prompt: string): Promise<string> {
  const refused = await edit(prompt).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(PromptNotUnderstood);
  return (refused as PromptNotUnderstood).reasons[0]!.problem;
}

/** A line for each question: `Name*`, `Colour: Red|Blue`. */
function outline({ pages }: FormStructure): string[] {
  return pages.flatMap(({ fields }) =>
    fields.map((field) => {
      const choices = "choices" in field ? field.choices.map(({ label }) => label.en) : [];
      const isRequired = "required" in field && field.required === true;
      const list = choices.length > 0 ? `: ${choices.join("|")}` : "";
      return `${field.label.en}${isRequired ? "*" : ""}${list}`;
    }),
  );
}

const BEFORE = ["Name*", "Email*", "Phone", "Colour: Red|Blue", "Comments"];

describe("questions", () => {
  test.each<readonly [sentence: string, questions: readonly string[]]>([
    ["add Age (number, required)", [...BEFORE, "Age*"]],
    ["Add a question: Size: S | M | L.", [...BEFORE, "Size: S|M|L"]],
    ["Also ask for the phone number", [...BEFORE, "phone number"]],
    ["add Shoe size: 38 | 39", [...BEFORE, "Shoe size: 38|39"]],
    ["add Shoe size *", [...BEFORE, "Shoe size*"]],
    ['rename Phone to "Home, or work"', ["Name*", "Email*", "Home, or work", ...BEFORE.slice(3)]],
    ["add Age after Name", ["Name*", "Age", ...BEFORE.slice(1)]],
    ["add Age before name", ["Age", ...BEFORE]],
    ['add "How did you come to us?"', [...BEFORE, "How did you come to us?"]],
    ["rename Phone to Mobile number", ["Name*", "Email*", "Mobile number", ...BEFORE.slice(3)]],
    ["rename phone number to Mobile", ["Name*", "Email*", "Mobile", ...BEFORE.slice(3)]],
    ["remove comments", BEFORE.slice(0, 4)],
    ["Please remove the question about the colour.", [...BEFORE.slice(0, 3), "Comments"]],
    ["make email optional, please.", ["Name*", "Email", ...BEFORE.slice(2)]],
    ["phone is required", ["Name*", "Email*", "Phone*", ...BEFORE.slice(3)]],
    ["move Email to the top", ["Email*", "Name*", ...BEFORE.slice(2)]],
    ["move name to the end", [...BEFORE.slice(1), "Name*"]],
    ["move Name after Phone", ["Email*", "Phone", "Name*", ...BEFORE.slice(3)]],
    ["add Green to Colour", ["Name*", "Email*", "Phone", "Colour: Red|Blue|Green", "Comments"]],
    ["remove red from colour", ["Name*", "Email*", "Phone", "Colour: Blue", "Comments"]],
    ["replace Red with Pink in Colour", ["Name*", "Email*", "Phone", "Colour: Pink|Blue", "Comments"]],
    ["- remove comments\n- remove phone", ["Name*", "Email*", "Colour: Red|Blue"]],
    ["add Age\nmove Age to the top", ["Age", ...BEFORE]],
    ["füge Alter (Zahl, Pflicht) hinzu", [...BEFORE, "Alter*"]],
    ["entferne Comments", BEFORE.slice(0, 4)],
  ])("%s", async (sentence, questions) => {
    const edited = await edit(sentence).catch(() => FORM);
    expect(outline(edited)).toEqual(questions);
  });
});

test.each<readonly [sentence: string, changed: Partial<FormStructure>]>([
  ["change the title to Summer party", { title: { en: "Summer party" } }],
  ["Title: Party!", { title: { en: "Party!" } }],
  ["set the description to See you there.", { description: { en: "See you there." } }],
  ["open the form on 1 May 2027", { settings: { opens_at: "2027-05-01T00:00:00Z" } }],
  ["close the form on 20 May 2027", { settings: { closes_at: "2027-05-20T23:59:59Z" } }],
  ["close the form on May 20, 2027", { settings: { closes_at: "2027-05-20T23:59:59Z" } }],
  ["change the thank you text to See you!", { endings: [{ id: "thanks", title: { en: "See you!" } }] }],
  [
    'change the thank you text to "We will call you back within two days."',
    {
      endings: [
        {
          id: "thanks",
          title: { en: "Thank you" },
          message: { en: "We will call you back within two days." },
        },
      ],
    },
  ],
  ["translate to German", { languages: ["en", "de"] }],
  ["add French", { languages: ["en", "fr"] }],
  ["make it blue", { theme: { color: "#1d4ed8" } }],
  ["use the colour #7C3AED", { theme: { color: "#7c3aed" } }],
])("the form as a whole: %s", async (sentence, changed) => {
  expect(await edit(sentence)).toEqual({ ...FORM, ...changed });
});

describe("languages, with and without an article, in the language of the form", () => {
  const sentences: Readonly<Record<OwnerLanguage, { add: readonly string[]; remove: readonly string[] }>> = {
    en: {
      add: ["add Spanish", "add the Spanish translation", "add the language Spanish"],
      remove: ["remove German", "delete the German version", "drop the German"],
    },
    de: {
      add: ["füge Spanisch hinzu", "füge das Spanische hinzu", "füge die Sprache Spanisch hinzu"],
      remove: [
        "entferne Englisch",
        "entferne das Englische",
        "Englisch löschen",
        "streiche die Sprache Englisch",
      ],
    },
    es: {
      add: ["añade portugués", "añada el portugués", "agregue el idioma portugués"],
      remove: ["elimina el alemán", "elimine el alemán", "quite alemán", "borrar el idioma alemán"],
    },
    fr: {
      add: ["ajoutez l'espagnol", "ajoute l’espagnol", "ajouter la langue espagnol", "ajoute espagnol"],
      remove: [
        "supprimez l'allemand",
        "retire l’allemand",
        "enlevez la langue allemand",
        "supprimer allemand",
      ],
    },
    it: {
      add: ["aggiungi lo spagnolo", "aggiungi spagnolo", "aggiungere la lingua spagnolo"],
      remove: ["rimuovi il tedesco", "elimina tedesco", "togli la lingua tedesco"],
    },
    nl: {
      add: ["voeg het Spaans toe", "voeg Spaans toe", "voeg de taal Spaans toe"],
      remove: ["verwijder het Duits", "schrap Duits", "verwijder de taal Duits"],
    },
    pl: {
      add: ["dodaj hiszpański", "dodaj język hiszpański"],
      remove: ["usuń niemiecki", "skasuj język niemiecki"],
    },
    pt: {
      add: ["adicione o espanhol", "acrescenta espanhol", "adicionar o idioma espanhol"],
      remove: ["retire o alemão", "elimina o alemão", "remova alemão", "apague a língua alemão"],
    },
  };
  const cases = ownerLanguages.flatMap((language) => {
    const { add, remove } = sentences[language];
    // The first language of a form is not removed.
    const [added, removed] = [language === "es" ? "pt" : "es", language === "de" ? "en" : "de"] as const;
    const before = [language, removed] as const;
    return [
      ...add.map((sentence) => ({ language, sentence, before, after: [...before, added] })),
      ...remove.map((sentence) => ({ language, sentence, before, after: [language] })),
    ];
  });
  test.each(cases)("$language: $sentence", async ({ language, sentence, before, after }) => {
    const own = parseFormText(`Party\n${namedLabels[language]}\n`, { language, untitled: "" }).structure!;
    expect((await edit(sentence, { ...own, languages: [...before] })).languages).toEqual(after);
  });

  test("beside a question of that name it is unclear, and another word is no language", async () => {
    const form = formOf("School\nGerman\nName\n");
    await expect(edit("remove the German", form)).rejects.toThrow("more than one way");
    expect(outline(await edit("remove the question German", form))).toEqual(["School", "Name"]);
    expect(await refusal("remove the Klingon")).toBe(
      '"remove the Klingon": The form has no question "Klingon".',
    );
  });
});

test.each<readonly [sentence: string, reason: string]>([
  ["Something nice for Friday", '"Something nice for Friday" is none of the sentences.'],
  [
    "add conditional logic",
    '"add conditional logic": Is "conditional logic" a question? Put it in quotes, or say its type behind it: conditional logic (short text).',
  ],
  [
    "přidej angličtinu",
    '"přidej angličtinu": Is "angličtinu" a question? Put it in quotes, or say its type behind it: angličtinu (short text).',
  ],
  [
    "rename Email to Mail, and make it optional",
    '"rename Email to Mail, and make it optional": Put the new text in quotes, so that it is clear where it ends: "Mail, and make it optional".',
  ],
  [
    'add a field called "Country": Germany, France',
    '"add a field called "Country": Germany, France": Is "called "Country": Germany, France" a question? Put it in quotes, or say its type behind it: called "Country": Germany, France (short text).',
  ],
  ["make it nicer", '"make it nicer" is none of the sentences.'],
  ["add Phone after Emial", '"add Phone after Emial": The form has no question "Emial".'],
  ["remove Green from Colour", '"remove Green from Colour": The question has no choice "Green".'],
  ["add Green to Name", '"add Green to Name": "Name" has no choices.'],
  ["move Name after Name", '"move Name after Name": "Name" cannot stand beside itself.'],
  [
    "add Size: tea, coffee or juice",
    '"add Size: tea, coffee or juice": It is not clear what the word "or" separates. Write | between the choices.',
  ],
  [
    "remove comments and phone",
    '"remove comments and phone": The form has no question "comments and phone".',
  ],
  ["remove comments\nand make it shiny", '"and make it shiny" is none of the sentences.'],
])("refused: %s", async (sentence, reason) => {
  expect(await refusal(sentence)).toBe(reason);
});

test("rejects a name of several questions, with their labels", async () => {
  const form = formOf("Trip\nPhone\nPhone number\nMobile (phone)\n");
  expect(outline(await edit("remove Phone", form))).toEqual(["Phone number", "Mobile"]);
  const refused = edit("remove telephone", form);
  await expect(refused).rejects.toThrow(
    'More than one question could be "telephone": "Phone", "Phone number", "Mobile".',
  );
});

test("more sentences than one edit has operations are refused", async () => {
  const sentences = Array.from({ length: 51 }, () => "phone is required").join("\n");
  expect(await refusal(sentences)).toBe("Send at most 50 sentences at once.");
});

test("a sentence with thousands of readings is refused, and few of them are tried", async () => {
  const to = Array.from({ length: 60 }, (_, at) => `- ${"to ".repeat(at + 1).trim()}`).join("\n");
  const questions = Array.from(
    { length: 60 },
    (_, at) => `"${"in ".repeat(at + 1).trim()}" (choose one)\n${to}`,
  );
  const sentence = `replace${" to".repeat(90)}${" in".repeat(90)}`;
  await expect(edit(sentence, formOf(`Trip\n${questions.join("\n")}\n`))).rejects.toThrow(
    "more than one way",
  );
});

test("rejects ambiguous sentences", async () => {
  const form = formOf("Trip\nFrom\nFrom to To\n");
  await expect(edit("rename From to To to Until", form)).rejects.toThrow("more than one way");
});

/** A form that the sentences fit which a refusal names. */
const namedLabels: Readonly<Record<OwnerLanguage, string>> = {
  en: "Name\nEmail\nPhone\nColour: Red | Blue\nComments",
  de: "Name\nE-Mail\nTelefon\nFarbe: Rot | Blau\nKommentare",
  es: "Nombre\nCorreo\nTeléfono\nColor: Rojo | Azul\nComentarios",
  fr: "Nom\nE-mail\nTéléphone\nCouleur: Rouge | Bleu\nCommentaires",
  it: "Nome\nE-mail\nTelefono\nColore: Rosso | Blu\nCommenti",
  nl: "Naam\nE-mail\nTelefoon\nKleur: Rood | Blauw\nOpmerkingen",
  pl: "Imię\nE-mail\nTelefon\nKolor: Czerwony | Niebieski\nKomentarze",
  pt: "Nome\nE-mail\nTelefone\nCor: Vermelho | Azul\nComentários",
};

test.each(ownerLanguages)("applies each sentence that the refusal names in %s", async (language) => {
  const file = new URL(`../texts/sentences/${language}.json`, import.meta.url);
  const { edits_understood: text } = JSON.parse(readFileSync(file, "utf8")) as { edits_understood: string };
  const own = parseFormText(`Party\n${namedLabels[language]}\n`, { language, untitled: "" }).structure!;
  const languages = [...new Set<Language>([language, "en", "de"])];
  const form: FormStructure = { ...own, languages };
  // French has a space before colons and semicolons.
  const sentences = text.slice(text.search(/:\s/) + 2, -1).split(/\s?;\s/);
  expect(sentences.length).toBeGreaterThan(15);
  for (const sentence of sentences) await edit(sentence, form);
});

const KEYS = /[[({|})\]]/;

interface WordFile {
  readonly sentences: Readonly<Record<string, readonly string[]>>;
  readonly colors: Readonly<Record<string, string>>;
}

function wordsIn(language: string): WordFile {
  const file = new URL(`text/edits/words/${language}.json`, import.meta.url);
  return JSON.parse(readFileSync(file, "utf8"));
}

test.each(LANGUAGES)(
  "the patterns of %s are well-formed, for the same sentences and with the same slots",
  (language) => {
    const [words, english] = [wordsIn(language), wordsIn("en")];
    expect(Object.keys(words.sentences)).toEqual(Object.keys(english.sentences));
    expect(Object.keys(words.colors)).toEqual(Object.keys(english.colors));
    const slots = (pattern: string) => (pattern.match(/\{\w+\}/g) ?? []).toSorted();
    for (const [name, patterns] of Object.entries(words.sentences))
      for (const pattern of patterns) {
        expect(slots(pattern), pattern).toEqual(slots(english.sentences[name]![0]!));
        const plain = pattern.replace(/\[[^[\](){}]*\]|\([^[\](){}]*\)|\{\w+\}/g, " ");
        expect(plain, pattern).not.toMatch(KEYS);
        // Optional words alone would let two slots share their words in any way.
        expect(pattern.replace(/\[[^\]]*\]|\s/g, ""), pattern).not.toMatch(/\}\{/);
      }
  },
);

/** Makes a sentence from its pattern: without optional parts, with the first of each alternative. */
function sentenceOf(pattern: string, language: Language, red: string): string {
  const named = new Intl.DisplayNames([language], { type: "language" }).of("lv")!;
  const slots: Record<string, string> = {
    ...{ field: "Xyzzy", other_field: "Plugh", choice: "Quux", text: "Frotz", line: "Blorb *" },
    ...{ date: "2027-05-20", language: named, color: red },
  };
  return pattern
    .replace(/\[[^\]]*\]/g, "")
    .replace(/\(([^)|]*)[^)]*\)/g, "$1")
    .replace(/\{(\w+)\}/g, (_, slot: string) => slots[slot]!);
}

test.each(LANGUAGES)("each sentence in %s has the effect of its English one", (language) => {
  const { structure } = parseFormText("Abc\nXyzzy *: Quux | Quuz\nPlugh\nBar\n", {
    language: "en",
    untitled: "",
  });
  const form: FormStructure = { ...structure!, languages: ["en", "lt"] };
  const outcome = (name: string, pattern: string, of: Language, red: string) => {
    const before =
      name === "remove_language" ? { ...form, languages: ["en", "lt", "lv"] as Language[] } : form;
    return editByText(before, sentenceOf(pattern, of, red), of);
  };
  for (const [name, patterns] of Object.entries(wordsIn(language).sentences))
    for (const pattern of patterns) {
      const red = wordsIn(language).colors.red!.split(",")[0]!;
      const english = wordsIn("en").sentences[name]![0]!;
      expect(outcome(name, pattern, language, red), `${name}: ${pattern}`).toEqual(
        outcome(name, english, "en", "red"),
      );
    }
});
