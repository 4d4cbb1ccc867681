import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { baseForm } from "../../eval/base-form.ts";
import type { FormField, FormStructure, Language } from "../../generated/types.ts";
import { editForm } from "../ai/builtin/edits/edit-form.ts";
import grammar from "../ai/builtin/edits/grammar.json" with { type: "json" };
import english from "../ai/builtin/edits/words/en.json" with { type: "json" };
import { structureProblems } from "../forms/structure/check.ts";
import { PromptNotUnderstood } from "../platform/failures/prompt-not-understood.ts";
import sentences from "../texts/sentences/en.json" with { type: "json" };

/** A field in one line: its type, whether it is required, its label, and what else it has. */
function shown({ id, type, label, required, choices, ...more }: FormField & Record<string, unknown>): string {
  const list = choices as { label: Record<string, string>; capacity?: number }[] | undefined;
  const texts = list?.map(
    (one) => Object.values(one.label)[0] + (one.capacity === undefined ? "" : `:${one.capacity}`),
  );
  const rest = Object.entries(more).map(([name, value]) => `${name}=${JSON.stringify(value)}`);
  return [`${type}${required === true ? "!" : ""} ${Object.values(label)[0]}`, texts?.join("/"), ...rest, id]
    .slice(0, -1)
    .filter((one) => one !== undefined)
    .join(" ");
}

/** What an instruction changes: fields that are new or other, `-id` for those that are gone, the order, the rest of the form. */
function changes(language: Language, prompt: string): string[] {
  const before = baseForm(language);
  const { structure } = editForm({ structure: before, prompt });
  const [old, now] = [before, structure].map(({ pages }) => pages.flatMap(({ fields }) => fields));
  const lines = new Map(old?.map((field) => [field.id, shown({ ...field })]));
  const ids = now?.map(({ id }) => id) ?? [];
  const kept = old?.map(({ id }) => id).filter((id) => ids.includes(id)) ?? [];
  const pages = structure.pages.map(({ fields }) => fields.map(({ id }) => id).join(",")).join("|");
  const isMoved = ids.filter((id) => kept.includes(id)).join() !== kept.join() || structure.pages.length > 1;
  const rest = Object.entries({ ...structure, pages: undefined }).filter(
    ([name, value]) =>
      value !== undefined &&
      JSON.stringify(value) !== JSON.stringify({ ...before, pages: undefined }[name as "title"]),
  );
  return [
    ...[...lines.keys()].filter((id) => !ids.includes(id)).map((id) => `-${id}`),
    ...(now ?? []).map((field) => shown({ ...field })).filter((line) => ![...lines.values()].includes(line)),
    ...(isMoved ? [pages] : []),
    ...rest.map(([name, value]) => `${name}=${JSON.stringify(value)}`),
  ];
}

function refusal(language: Language, prompt: string): string {
  const before = baseForm(language);
  const copy = structuredClone(before);
  try {
    editForm({ structure: before, prompt });
  } catch (error) {
    expect(error).toBeInstanceOf(PromptNotUnderstood);
    expect(before).toEqual(copy);
    return (error as PromptNotUnderstood).message;
  }
  return "nothing was refused";
}

describe("an instruction changes what it says, and nothing else", () => {
  it.each<[Language, string, string[]]>([
    ["en", "add a company field", ["short_text! Company"]],
    ["en", "add last name", ["short_text! Last name"]],
    ["en", "add a phone number called Mobile", ["phone! Mobile"]],
    [
      "en",
      "add a date field called Arrival that must be in the future",
      ['date! Arrival validation={"min":"today"}'],
    ],
    [
      "en",
      'add a dropdown "Country" (Germany, France) and a text field "City"',
      ["dropdown! Country Germany/France", "short_text! City"],
    ],
    ["en", "remove the comments", ["-comments"]],
    ["en", "remove the question about the comments", ["-comments"]],
    ["en", "delete phone number and preferred date", ["-phone", "-date"]],
    ["en", 'rename "Phone number" to "Mobile"', ["phone Mobile"]],
    ["en", "rename 'Phone number' to 'Mobile'", ["phone Mobile"]],
    ["en", "add 'What's your team?' as a required question", ["short_text! What's your team?"]],
    ["en", "make the phone required", ["phone! Phone number"]],
    ["en", "email is not required", ["email Email"]],
    [
      "en",
      "make everything optional except name and email",
      [
        "yes_no Will you attend?",
        "number Number of guests",
        "single_choice T-shirt size S/M/L",
        "date Preferred date",
      ],
    ],
    ["en", "turn comments into a short text", ["short_text Comments"]],
    ["en", "make the t-shirt size a dropdown with S, M, L and XL", ["dropdown! T-shirt size S/M/L/XL"]],
    ["en", "set the choices of the size to: A, B", ["single_choice! T-shirt size A/B"]],
    ["en", "add XL to the t-shirt size", ["single_choice! T-shirt size S/M/L/XL"]],
    ["en", "remove vegan from the dietary requirements", ["multiple_choice Dietary requirements Vegetarian"]],
    ["en", "rename vegan to plant-based", ["multiple_choice Dietary requirements Vegetarian/plant-based"]],
    [
      "en",
      "let people add their own answer for dietary requirements",
      ["multiple_choice Dietary requirements Vegetarian/Vegan allow_other=true"],
    ],
    ["en", "move the comments to the top", ["comments,name,email,phone,attendance,guests,dietary,size,date"]],
    ["en", "put the date after the email", ["name,email,date,phone,attendance,guests,dietary,size,comments"]],
    ["en", "swap name and email", ["email,name,phone,attendance,guests,dietary,size,date,comments"]],
    [
      "en",
      "show guests only if Will you attend? is yes",
      ['number! Number of guests visible_if={"field":"attendance","op":"equals","value":true}'],
    ],
    [
      "en",
      "if they pick vegan, show the comments",
      ['long_text Comments visible_if={"field":"dietary","op":"contains","value":"vegan"}'],
    ],
    [
      "en",
      "hide the size if the number of guests is more than 3",
      ['single_choice! T-shirt size S/M/L visible_if={"field":"guests","op":"lte","value":3}'],
    ],
    ["en", "limit comments to 500 characters", ['long_text Comments validation={"max_length":500}']],
    ["en", "guests between 1 and 10", ['number! Number of guests validation={"min":1,"max":10}']],
    [
      "en",
      "at most 2 choices for dietary requirements",
      ['multiple_choice Dietary requirements Vegetarian/Vegan validation={"max_selections":2}'],
    ],
    ["en", "the date can't be in the past", ['date! Preferred date validation={"min":"today"}']],
    ["en", "close the form after 50 responses", ['settings={"response_limit":50}']],
    ["en", "one question at a time", ['settings={"display":"one_question"}']],
    ["en", "make it blue", ['theme={"color":"#1d4ed8"}']],
    ["en", "the buttons must be red", ['theme={"color":"#b91c1c"}']],
    ["en", "use a serif font", ['theme={"font":"serif"}']],
    ["de", "Mach die Farbe grün", ['theme={"color":"#15803d"}']],
    ["de", "Eine Frage nach der anderen", ['settings={"display":"one_question"}']],
    ["fr", "change la couleur en bleu", ['theme={"color":"#1d4ed8"}']],
    ["en", "add a dropdown field colour with red and blue", ["dropdown! Colour Red/Blue"]],
    ["en", "only one response per person", ['settings={"one_response_per_email":true}']],
    ["en", 'change the title to "Team day"', ['title={"en":"Team day"}']],
    ["en", 'set the button to "Count me in"', ['settings={"submit_label":{"en":"Count me in"}}']],
    ["en", "translate it to German and French", ['languages=["en","de","fr"]']],
    [
      "en",
      'add the help text "With country code" to the phone',
      ['phone Phone number description={"en":"With country code"}'],
    ],
    ["de", "füge ein Feld für die Firma hinzu", ["short_text! Firma"]],
    ["de", "Telefonnummer bitte löschen", ["-phone"]],
    ["de", "mach die Telefonnummer zum Pflichtfeld", ["phone! Telefonnummer"]],
    ["de", "benenne Telefonnummer in Handynummer um", ["phone Handynummer"]],
    [
      "de",
      "verschiebe die Kommentare ganz nach oben",
      ["comments,name,email,phone,attendance,guests,dietary,size,date"],
    ],
    [
      "de",
      "Kommentare nur anzeigen, wenn jemand nicht teilnimmt",
      ['long_text Kommentare visible_if={"field":"attendance","op":"equals","value":false}'],
    ],
    ["fr", "supprime les commentaires", ["-comments"]],
    ["fr", "rends le téléphone obligatoire", ["phone! Numéro de téléphone"]],
    ["fr", "ajoute un champ pour l'entreprise", ["short_text! Entreprise"]],
    ["es", "haz obligatorio el número de teléfono", ["phone! Número de teléfono"]],
    [
      "es",
      "pon el correo electrónico primero",
      ["email,name,phone,attendance,guests,dietary,size,date,comments"],
    ],
    ["it", "rendi il telefono obbligatorio e togli la taglia", ["-size", "phone! Numero di telefono"]],
    ["it", "scambia nome ed e-mail", ["email,name,phone,attendance,guests,dietary,size,date,comments"]],
    ["nl", "verwijder de opmerkingen", ["-comments"]],
    ["nl", "maak van T-shirtmaat een keuzelijst", ["dropdown! T-shirtmaat S/M/L"]],
    ["pl", "usuń komentarze", ["-comments"]],
    ["pl", "zmień nazwę Numer telefonu na Komórka", ["phone Komórka"]],
    ["pt", "remove os comentários", ["-comments"]],
    [
      "pt",
      "todos os campos devem ser opcionais",
      [
        "short_text Nome completo",
        "email E-mail",
        "yes_no Vai estar presente?",
        "number Número de convidados",
        "single_choice Tamanho da t-shirt S/M/L",
        "date Data pretendida",
      ],
    ],
  ])("%s: %s", (language, prompt, wanted) => expect(changes(language, prompt)).toEqual(wanted));
});

describe("several instructions are carried out one after the other", () => {
  it.each<[string, string[]]>([
    [
      "1. add a company name\n2. delete the t-shirt size\n3. make comments required",
      ["-size", "long_text! Comments", "short_text! Company name"],
    ],
    [
      "rename email to Mail, make it optional, and move it to the end",
      ["email Mail", "name,phone,attendance,guests,dietary,size,date,comments,email"],
    ],
    [
      "email and phone required please, everything else optional",
      [
        "short_text Full name",
        "phone! Phone number",
        "yes_no Will you attend?",
        "number Number of guests",
        "single_choice T-shirt size S/M/L",
        "date Preferred date",
      ],
    ],
    ["make the size a dropdown and add XL and XXL", ["dropdown! T-shirt size S/M/L/XL/XXL"]],
    ["add a company field and make the company optional", ["short_text Company"]],
    [
      "Please make these changes:\n- remove the phone\n- close it on 2027-06-30",
      ["-phone", 'settings={"closes_at":"2027-06-30T23:59:59Z"}'],
    ],
  ])("%s", (prompt, wanted) => expect(changes("en", prompt)).toEqual(wanted));
});

describe("an edit is carried out as a whole or not at all", () => {
  it.each<[Language, string, string]>([
    ["en", "make the phone required and paint the house", "paint the house"],
    ["en", "if they can't attend, ask for a reason and remove the size", "remove the size"],
    ["en", "add a matrix with rows food, music and columns bad, good", "matrix"],
    ["en", "add a question", "add a question"],
    ["en", 'add a field "VAT number" which is only for companies', "VAT number"],
    ["en", 'add a field "Allergies" and explain it', "explain it"],
    ["en", "add XS before S in the t-shirt sizes", "XS before S"],
    ["en", "start a new page before the t-shirt size", "start a new page"],
    ["en", "call the email field Work email", "Work email"],
    ["en", "add a ranking of apples, pears and plums", "ranking"],
    ["en", "add dropdown Department (HR, IT) after name", "dropdown Department"],
    ["en", "add a signature at the end and a consent", "signature at the end"],
    ["en", "add a section called About you", "About you"],
    ["en", "remove the fax number", "fax number"],
    ["en", "make it better", "make it better"],
    ["en", "make comments a dropdown", "needs choices"],
    ["en", "limit the phone to 3 stars", "phone"],
    ["en", "limit the size to 20 people", "size"],
    ["en", "the size should also have XL and XXL", "also have XL"],
    ["en", "add a phone number after the email", "already"],
    ["en", "add the option XL", "the option XL"],
    ["en", "remove everything", "remove everything"],
    ["en", "move the comments to page 7", "page 7"],
    ["en", "send me a mail for each response", "send me a mail"],
    ["en", "add my logo", "add my logo"],
    ["en", "add a cover image", "add a cover image"],
    ["en", "add a welcome page", "add a welcome page"],
    ["de", "Füge ein Titelbild hinzu", "Titelbild"],
    ["de", "Verbinde das Formular mit unserem Kalender", "Kalender"],
    ["fr", "Envoie un SMS de confirmation à chaque inscrit", "SMS"],
  ])("%s: %s", (language, prompt, quoted) => expect(refusal(language, prompt)).toContain(quoted));
});

it("sends people back to what is understood, and agents to operations", () => {
  const said = refusal("en", "paint the house");
  expect(said).toContain('"paint the house" was not understood. The built-in generator understands: ');
  expect(said.endsWith("Nothing was changed. For exact edits send operations.")).toBe(true);
});

it("understands each example of its refusal", () => {
  const examples = /understands: (.*)\.$/.exec(sentences.edits_understood)?.[1]?.split("; ") ?? [];
  expect(examples.length).toBeGreaterThan(8);
  const colour: FormField = {
    id: "colour",
    type: "single_choice",
    label: { en: "Colour" },
    choices: [
      { id: "red", label: { en: "Red" } },
      { id: "blue", label: { en: "Blue" } },
    ],
  };
  const form = baseForm("en");
  const structure: FormStructure = {
    ...form,
    pages: [
      {
        id: "page",
        fields: [...(form.pages[0]?.fields ?? []).filter(({ type }) => type !== "phone"), colour],
      },
    ],
  };
  const withPhone = baseForm("en");
  for (const prompt of examples) {
    const before = /rename phone/.test(prompt) ? withPhone : structure;
    expect(editForm({ structure: before, prompt }).structure, prompt).not.toEqual(before);
  }
});

it("warns where the type of a new field is a guess", () => {
  const { warnings } = editForm({ structure: baseForm("en"), prompt: 'add a question called "Crew"' });
  expect(warnings).toMatchObject([{ code: "type_guessed", message: expect.stringContaining('"Crew"') }]);
});

it("is written in words that the English file has", () => {
  const frames = Object.values(grammar.frames);
  const words = frames.flatMap((frame: Readonly<Record<string, string>>) =>
    `${frame.needs ?? ""} ${frame.takes ?? ""} ${frame.text ?? ""}`.split(/[ |]/),
  );
  const others = ["any", "item", "list", "slot", "?", ""];
  const unknown = [
    ...words,
    ...`${grammar.always} ${grammar.verbs} ${grammar.inNoText} ${grammar.inNoChoice} ${grammar.inNoLabel} ${grammar.nameless}`.split(
      " ",
    ),
  ];
  expect(unknown.filter((word) => !others.includes(word) && !Object.hasOwn(english, word))).toEqual([]);
});

const WORDS =
  'make remove add rename phone email size comments the required optional to after if they attend vegan XL dropdown 5 and , . not only first page "Name" : question with'.split(
    " ",
  );
const edits = fc.array(fc.constantFrom(...WORDS), { maxLength: 14 }).map((words) => words.join(" "));

/** The result of an edit, or the message of its refusal. */
function outcome(structure: FormStructure, prompt: string) {
  try {
    return editForm({ structure, prompt });
  } catch (error) {
    expect(error).toBeInstanceOf(PromptNotUnderstood);
    return (error as PromptNotUnderstood).message;
  }
}

it("never throws anything but a refusal, leaves a valid form, and does the same each time", () => {
  const before = baseForm("en");
  fc.assert(
    fc.property(edits, (prompt) => {
      const made = outcome(before, prompt);
      expect(outcome(baseForm("en"), prompt)).toEqual(made);
      if (typeof made !== "string") expect(structureProblems(made.structure)).toEqual([]);
      expect(before).toEqual(baseForm("en"));
    }),
    { numRuns: 60 },
  );
});

const LABELS = ["Shoe colour", "Arrival", "Team", "Room", "Budget", "Nickname", "Language", "Hobby"];
const fieldsOf = (labels: readonly string[], types: readonly ("short_text" | "number" | "email")[]) =>
  labels.map(
    (en, index): FormField => ({
      id: `field_${index}`,
      type: types[index] ?? "short_text",
      label: { en },
      required: index % 2 === 0,
    }),
  );
const forms = fc
  .tuple(
    fc.shuffledSubarray(LABELS, { minLength: 2 }),
    fc.array(fc.constantFrom("short_text", "number", "email"), { minLength: 8 }),
  )
  .map(
    ([labels, types]): FormStructure => ({
      title: { en: "Camp" },
      default_language: "en",
      languages: ["en"],
      pages: [{ id: "page", fields: fieldsOf(labels, types) }],
    }),
  );
const TEMPLATES = [
  (label: string) => `make ${label} required`,
  (label: string) => `${label.toLowerCase()} should be optional`,
  (label: string) => `remove "${label}"`,
  (label: string) => `rename ${label} to Something else`,
  (label: string) => `move the ${label.toLowerCase()} to the end`,
  (label: string) => `add the help text "As on the badge" to ${label}`,
];

it("leaves all that an instruction does not name byte for byte as it was", () => {
  fc.assert(
    fc.property(forms, fc.nat(), fc.constantFrom(...TEMPLATES), (form, at, template) => {
      const fields = form.pages[0]?.fields ?? [];
      const named = fields[at % fields.length];
      const made = outcome(form, template(named?.label.en ?? ""));
      if (typeof made === "string") throw new Error(made);
      const others = (structure: FormStructure) =>
        structure.pages.flatMap((page) => page.fields).filter(({ id }) => id !== named?.id);
      expect(JSON.stringify(others(made.structure))).toBe(JSON.stringify(others(form)));
      expect({ ...made.structure, pages: [] }).toEqual({ ...form, pages: [] });
    }),
    { numRuns: 100 },
  );
});

it.each([
  ["commas", "phone, "],
  ["words", "make the phone required "],
  ["sentences", "Make the phone required. Make the phone optional. "],
  ["quotes", '"a" '],
  ["conditions", "show guests if they attend. "],
])("takes no more than in proportion to the length of an edit: %s", (_, words) => {
  const form = baseForm("en");
  const used = (length: number) => {
    const prompt = words.repeat(Math.floor(length / words.length)).trim();
    const start = process.cpuUsage();
    outcome(form, prompt);
    const { user, system } = process.cpuUsage(start);
    return (user + system) / 1_000;
  };
  used(4_000);
  expect(used(8_000)).toBeLessThan(used(4_000) * 6 + 100);
});
