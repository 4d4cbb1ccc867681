/** What the built-in generator makes of running text: fields where it is sure, else quotes or a refusal. */
import { describe, expect, it, test } from "vitest";
import type { FormField, FormStructure } from "../../generated/types.ts";
import { buildForm } from "../ai/builtin/index.ts";
import { structureProblems } from "../forms/structure/check.ts";
import { PromptNotUnderstood } from "../platform/failures/prompt-not-understood.ts";
import { warningText } from "../texts/sentences/warnings.ts";

/** `email Email!`: type and label, `!` where an answer is required; then choices and the condition. */
function line(field: FormField, { default_language }: FormStructure): string {
  const required = "required" in field && field.required ? "!" : "";
  const choices =
    "choices" in field ? `: ${field.choices.map(({ label }) => label[default_language]).join(" | ")}` : "";
  const condition = "visible_if" in field && field.visible_if ? " if" : "";
  return `${field.type} ${field.label?.[default_language]}${required}${choices}${condition}`;
}

function linesOf(structure: FormStructure): string[] {
  return structure.pages.flatMap(({ fields }) => fields.map((field) => line(field, structure)));
}

function refusalOf(prompt: string): PromptNotUnderstood {
  try {
    buildForm({ prompt });
  } catch (error) {
    if (error instanceof PromptNotUnderstood) return error;
    throw error;
  }
  throw new Error("The prompt was not refused.");
}

describe("a list behind a known lead is read", () => {
  it.each<[name: string, prompt: string, fields: string[]]>([
    [
      "behind with",
      "Contact form with name, email and message",
      ["short_text Name!", "email Email!", "long_text Message!"],
    ],
    [
      "behind ask for",
      "Please ask for the child's name and date of birth.",
      ["short_text Child's name!", "date Date of birth!"],
    ],
    [
      "behind we need",
      "We need: email, phone, arrival date",
      ["email Email!", "phone Phone!", "date Arrival date!"],
    ],
    [
      "short labels without a type",
      "Sign-up: name, pace, content of the talk",
      ["short_text Name!", "short_text Pace!", "short_text Content of the talk!"],
    ],
    [
      "all of it anonymous and optional",
      "Umfrage: Stimmung 1-10, Name. Alles anonym und freiwillig.",
      ["rating Stimmung", "short_text Name"],
    ],
    [
      "choices in brackets that begin with numbers",
      "Inscription : nom, semaine (1. mars, 2. avril, 3. mai)",
      ["short_text Nom!", "single_choice Semaine!: 1. mars | 2. avril | 3. mai"],
    ],
    [
      "a remark about all of them",
      "feedback on our webinar: stars for speaker, length, everyone can skip anything",
      ["rating Speaker", "short_text Length"],
    ],
    [
      "options in a sentence of their own",
      "Question: Do you smoke? Options: Yes, No, Sometimes. Name.",
      ["single_choice Do you smoke?!: Yes | No | Sometimes", "short_text Name!"],
    ],
    [
      "choices in brackets",
      "Order form with name, size (S, M, L)",
      ["short_text Name!", "single_choice Size!: S | M | L"],
    ],
    [
      "choices behind a question",
      "Survey. Which day suits you? Monday, Tuesday. Name.",
      ["single_choice Which day suits you?!: Monday | Tuesday", "short_text Name!"],
    ],
    [
      "either or",
      "Delivery or pickup? Name and phone.",
      ["single_choice Delivery or pickup?!: Delivery | Pickup", "short_text Name!", "phone Phone!"],
    ],
    [
      "a condition",
      "Are you coming? If yes, how many people do you bring? Name.",
      ["yes_no Are you coming?!", "number How many people do you bring?! if", "short_text Name!"],
    ],
    [
      "a rating of all",
      "Feedback form with rating for food, service and ambience, and email",
      ["rating Food!", "rating Service!", "rating Ambience!", "email Email!"],
    ],
    [
      "a rating of some, among what nobody rates",
      "Rate food, service and ambience, name, email",
      ["rating Food!", "rating Service!", "rating Ambience!", "short_text Name!", "email Email!"],
    ],
    [
      "a remark about one",
      "Name, email, phone. Phone is optional.",
      ["short_text Name!", "email Email!", "phone Phone"],
    ],
    [
      "a remark about the rest",
      "Name, email, phone. Name is required, everything else optional.",
      ["short_text Name!", "email Email", "phone Phone"],
    ],
    [
      "German",
      "Kontaktformular mit Name, E-Mail und Nachricht. Telefon ist freiwillig.",
      ["short_text Name!", "email E-Mail!", "long_text Nachricht!", "phone Telefon"],
    ],
    [
      "Spanish",
      "Necesito un formulario de contacto con nombre, correo y mensaje.",
      ["short_text Nombre!", "email Correo!", "long_text Mensaje!"],
    ],
    [
      "quoted titles of sections",
      'We need:\na) Section "About you": name, email\nb) Section "Your visit": date of visit',
      ["section About you", "short_text Name!", "email Email!", "section Your visit", "date Date of visit!"],
    ],
    [
      "French",
      "Formulaire de contact avec nom, e-mail et message",
      ["short_text Nom!", "email E-mail!", "long_text Message!"],
    ],
    [
      "Polish",
      "Formularz kontaktowy: imię, telefon i wiadomość",
      ["short_text Imię!", "phone Telefon!", "long_text Wiadomość!"],
    ],
  ])("%s", (_, prompt, fields) => {
    expect(linesOf(buildForm({ prompt }).structure)).toEqual(fields);
  });
});

describe("what is not sure is quoted", () => {
  it.each<[name: string, prompt: string, fields: string[], quoted: string]>([
    [
      "an instruction behind a list",
      "Registration: name, email, phone, city, country, message, put all entries into our CRM",
      [
        "short_text Name!",
        "email Email!",
        "phone Phone!",
        "short_text City!",
        "short_text Country!",
        "long_text Message!",
      ],
      "put all entries into our CRM",
    ],
    [
      "a clause with whether",
      "Sign-up: name, email, phone, city, whether they bring a partner",
      ["short_text Name!", "email Email!", "phone Phone!", "short_text City!"],
      "whether they bring a partner",
    ],
    [
      "a greeting and a signature",
      "Dear team,\n\nplease set up a contact form: name, email and message.\n\nBest wishes\nMargaret Hill",
      ["short_text Name!", "email Email!", "long_text Message!"],
      "Dear team",
    ],
    [
      "a total",
      "Order: name, email, quantity, show the total price",
      ["short_text Name!", "email Email!", "number Quantity!"],
      "show the total price",
    ],
    [
      "a remark about no field",
      "Name, email, phone, city, country, message. Everything about the weather is required.",
      [
        "short_text Name!",
        "email Email!",
        "phone Phone!",
        "short_text City!",
        "short_text Country!",
        "long_text Message!",
      ],
      "Everything about the weather is required",
    ],
    [
      "a remark on all fields but one, among them",
      "Sign-up: name, email, phone, city, everything optional except name",
      ["short_text Name!", "email Email!", "phone Phone!", "short_text City!"],
      "everything optional except name",
    ],
    [
      "a price",
      "Order: name, email, mugs (8 €)",
      ["short_text Name!", "email Email!", "short_text Mugs!"],
      "mugs (8 €",
    ],
    [
      "two things in one label",
      "Sign-up: email, dog's name and breed of it, phone, city, country, message",
      ["email Email!", "phone Phone!", "short_text City!", "short_text Country!", "long_text Message!"],
      "dog's name and breed of it",
    ],
    [
      "a limit of each slot",
      "Name, email, phone, city, country, message. Each slot takes only 2 people.",
      [
        "short_text Name!",
        "email Email!",
        "phone Phone!",
        "short_text City!",
        "short_text Country!",
        "long_text Message!",
      ],
      "Each slot takes only 2 people",
    ],
    [
      "the parts of an answer",
      "Anmeldung: Name (Vor- und Nachname), Adresse (Straße, PLZ, Ort), E-Mail",
      ["short_text Name!", "short_text Adresse!", "email E-Mail!"],
      'Vor, Nachname" and "Straße, PLZ, Ort" was read as help',
    ],
    [
      "a sentence behind a question",
      "- Full name\n- Email address\n- Phone number\n- What went badly?\nSend it to Anna and Ben.",
      [
        "short_text Full name!",
        "email Email address!",
        "phone Phone number!",
        "short_text What went badly?!",
      ],
      "Send it to Anna and Ben",
    ],
    [
      "fields behind a condition",
      "Name, email, phone, city, country, message, age, job title. Invoice, only when yes, VAT number",
      [
        "short_text Name!",
        "email Email!",
        "phone Phone!",
        "short_text City!",
        "short_text Country!",
        "long_text Message!",
        "number Age!",
        "short_text Job title!",
      ],
      "Invoice, only when yes, VAT number",
    ],
    [
      "words that say nothing by themselves",
      "Lost & found: name, email, what was lost, describe it, phone",
      ["short_text Name!", "email Email!", "short_text What was lost!", "phone Phone!"],
      "describe it",
    ],
    [
      "a domain that the field before cannot have",
      "Umfrage: Name, Telefon, Kommentar optional. Nur @firma.example.",
      ["short_text Name!", "phone Telefon!", "long_text Kommentar"],
      "Nur @firma.example",
    ],
    [
      "what may be fields or choices",
      "Mileage claim: employees, kilometres driven, trips",
      ["single_choice Mileage claim!: Employees | Kilometres driven | Trips"],
      'Mileage claim" was read as a choice',
    ],
    [
      "right answers behind the last choice",
      "Quiz. 1) How many strings? 3 / 4 / 6 (4 is correct). 2) Which clef? treble / bass (bass is correct).",
      ["single_choice How many strings?!: 3 | 4 | 6", "single_choice Which clef?!: Treble | Bass"],
      "4 is correct",
    ],
    [
      "a plural that may be counted",
      "Kita: Name, E-Mail, abholberechtigte Personen",
      ["short_text Name!", "email E-Mail!", "number Abholberechtigte Personen!"],
      "Abholberechtigte Personen",
    ],
  ])("%s", (_, prompt, fields, quoted) => {
    const { structure, warnings } = buildForm({ prompt });
    expect(linesOf(structure)).toEqual(fields);
    expect(warnings.map(({ message }) => message).join("\n")).toContain(`"${quoted}`);
  });
});

describe("prose is refused", () => {
  it.each([
    ["clauses", "We want to know whether guests have pets and how they found us."],
    [
      "a story",
      "It's time for our annual meeting. Members should let us know whether they're coming in person or online.",
    ],
    ["German clauses", "Wir möchten wissen, ob die Gäste ein Haustier haben."],
    ["a wish that is no title", "no mandatory questions please: favourite dish, favourite drink, best song"],
    ["what is rated, behind a title", "A form where people rate two things from 1-5: drinks, location"],
    ["a number of questions", "geography quiz with 5 questions"],
    ["no words", "qwrtz plmk"],
  ])("%s", (_, prompt) => {
    expect(refusalOf(prompt).understood).toBeUndefined();
  });

  test("and says what was not understood, how to write it, that no model reads sentences, and what was understood", () => {
    const prompt =
      "Name, email. Members should let us know whether they are coming and what they would like to eat.";
    const { message, understood, code } = refusalOf(prompt);
    expect(code).toBe("prompt_not_understood");
    const order = ['"Members should let us know', "as a list", "No language model", "`structure`"];
    const places = order.map((part) => message.indexOf(part));
    expect(places.every((place) => place >= 0)).toBe(true);
    expect(places).toEqual(places.toSorted((a, b) => a - b));
    if (!understood) throw new Error("Nothing was understood.");
    expect(linesOf(understood)).toEqual(["short_text Name!", "email Email!"]);
    expect(structureProblems(understood)).toEqual([]);
  });
});

test.each([
  "Name*\nEmail*\nPhone\n* = required",
  "1. Naam*\n2. Foto's (max 3)\n* = verplicht",
  "Fields marked with * are required.\n1. Name *\n2. Phone",
])("words about a star are read: %s", (prompt) => {
  expect(buildForm({ prompt }).warnings).toEqual([]);
});

test("at most ten warnings: the last one counts the others", () => {
  const lines = Array.from({ length: 14 }, (_, at) => `- Colour ${at + 1} (dropdown)`);
  const { warnings } = buildForm({ prompt: lines.join("\n") });
  expect(warnings.length).toBe(10);
  expect(warnings.at(-1)).toMatchObject({ code: "more", message: expect.stringMatching(/^5 more parts/) });
});

describe("pages say warnings in the language of their reader", () => {
  it.each([
    [
      "not_understood",
      'Not understood and not in the form: "a" and "b".',
      "„a“ und „b“ wurde nicht verstanden und steht nicht im Formular.",
    ],
    [
      "more",
      "3 more parts are to be checked. Compare the form with the prompt.",
      "Noch 3 weitere Stellen sind zu prüfen. Vergleichen Sie das Formular mit Ihrem Text.",
    ],
    [
      "choices_missing",
      '"Size" needs choices, and the prompt names none.',
      "„Size“ braucht eine Auswahl, und die Beschreibung nennt keine.",
    ],
    ["code_without_words", "Something.", "Something."],
  ])("%s", (code, message, german) => {
    expect(warningText({ code, message }, "de")).toBe(german);
    expect(warningText({ code, message }, "en")).toBe(message);
  });
});

test("a thank-you message in quotes is read behind other settings, too", () => {
  const prompt = 'Party form: name, email. Limit to 20 responses. Thank-you message: "See you there!"';
  const { structure, warnings } = buildForm({ prompt });
  expect(structure.settings?.response_limit).toBe(20);
  expect(structure.endings?.[0]?.message).toEqual({ en: "See you there!" });
  expect(warnings).toEqual([]);
});
