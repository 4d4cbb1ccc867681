import { expect, test } from "vitest";
import type { Language } from "../../../generated/types.ts";
import { readFormText } from "../../ai/read-form-text.ts";
import { warningText } from "../../texts/sentences/warnings.ts";

const warningsOf = (text: string, language: Language = "en") => readFormText(text, language).warnings;
const messagesOf = (text: string, language: Language = "en") =>
  warningsOf(text, language).map(({ message }) => message);

const SHOWN = (part: string) => `Respondents read this: ${part}. Remove it if it only asks for the form.`;
const SEVERAL = (parts: string) =>
  `Read as a part of one question: ${parts}. If each of these is to be asked, write a line for each.`;

test.each([
  [
    "a request above the questions",
    "Bonjour, il me faudrait un formulaire.\nNom\nÂge",
    [SHOWN('"Bonjour, il me faudrait un formulaire."')],
    "fr",
  ],
  [
    "a greeting in place of a title, and thanks at the end",
    "Hello,\nName\nComments\nThank you!",
    [SHOWN('"Hello,"'), SHOWN('"Thank you!"')],
    "en",
  ],
  [
    "a description below a title",
    "Summer party\nTell us what you bring.\nName\nComments\nThank you!",
    [],
    "en",
  ],
  [
    "the signature of a letter",
    "Hello,\n\nName\nComments\n\nKind regards,\nAda Byron\nTreasurer",
    [SHOWN('"Hello,"'), SHOWN('"Kind regards,"'), SHOWN('"Ada Byron"'), SHOWN('"Treasurer"')],
    "en",
  ],
  [
    "questions at the end of a letter",
    "Hello,\n\nName\n\nComments\nFavourite cake?",
    [SHOWN('"Hello,"')],
    "en",
  ],
  [
    "the signature below a note and a question",
    "Hello,\n\nPlease ask for this.\nName\n\nKind regards,\nAda Byron",
    [SHOWN('"Hello,"'), SHOWN('"Please ask for this."'), SHOWN('"Kind regards,"'), SHOWN('"Ada Byron"')],
    "en",
  ],
  ["the last question of a letter", "Hello,\n\nName\n\nFavourite cake", [SHOWN('"Hello,"')], "en"],
  [
    "the last lines of a text with a title",
    "Summer party\n\nName\n\nFavourite cake\nFavourite drink",
    [],
    "en",
  ],
  ["a marked description", "> Tell us what you bring.\nName *\nComments", [], "en"],
  ["a marked title", "# Hello,\nName\nComments", [], "en"],
] as const)("sentences of a letter are quoted: %s", (_, text, messages, language) => {
  expect(messagesOf(text, language)).toEqual(messages);
});

test.each([
  [
    "choices that are names of questions",
    "Camp\nChild: Name, Date of birth, Shirt",
    [SEVERAL('"Name", "Date of birth"')],
  ],
  [
    "a label that is a list of them",
    "Camp\nName, address, email\nComments",
    [SEVERAL('"Name, address, email"')],
  ],
  [
    "a sentence that is a list of them",
    "Camp\nName, address, email, tel.\nComments",
    [SEVERAL('"Name, address, email, tel."')],
  ],
  ["ways to reach somebody", "Camp\nHow should we reach you: email, phone", []],
  ["two names of one question", "Camp\nLast name, first name", []],
  ["choices on lines of their own", "Camp\nWhat is missing?\n- Name\n- Date of birth", []],
  ["a list with its type", "Camp\nName, address, email (long text)", []],
] as const)("lists that look like several questions are quoted: %s", (_, text, messages) => {
  expect(messagesOf(text)).toEqual(messages);
});

test("a text in a language that forms cannot have says in which one its form is", () => {
  const text =
    "Yüzme kursu kayıt formu\nÖğrencinin adı soyadı *\nDoğum tarihi *\nSağlık sorunu var mı? Varsa yazınız";
  const [warning] = warningsOf(text, "de");
  expect(warning?.code).toBe("foreign_text");
  expect(warningText(warning!, "de")).toBe(
    "Der Text scheint in einer Sprache zu sein, die Formulare nicht haben können. Schaltflächen und Meldungen sind auf Deutsch.",
  );
  expect(warningsOf("Anmeldung zum Schwimmkurs\nName *\nGeburtsdatum *", "de")).toEqual([]);
});

test.each([
  ["Guests (max. 5)", "number", { max: 5 }],
  ["Guests (120 max)", "number", { max: 120 }],
  ["Topics (max. 2 choices): red, green, blue", "multiple_choice", { max_selections: 2 }],
  ["Massage (90 min)", "short_text", undefined],
] as const)("bounds as people shorten them: %s", (line, type, validation) => {
  const { structure, problems } = readFormText(`Form\n${line}`, "en");
  const field = structure?.pages[0]?.fields[0] as { type: string; validation?: object } | undefined;
  expect([problems, field?.type, field?.validation]).toEqual([[], type, validation]);
});

test("a bound before the question mark is refused, since the label would keep it and nothing would be checked", () => {
  const { problems } = readFormText(
    "Form\nWhich jobs can you do (max. 2)?\n- Cooking\n- Serving\n- Washing",
    "en",
  );
  expect(problems.map(({ code }) => code)).toEqual(["details_outside"]);
});

test.each([
  [
    "de",
    "Was wird gemacht? Mehrfachnennung möglich: Fliesen, Wanne",
    ["multiple_choice", "Was wird gemacht?"],
  ],
  ["es", "¿Qué nota le das? del 1 al 10", ["scale", "¿Qué nota le das?"]],
  ["en", "Staff name (req.)", ["short_text", "Staff name"]],
] as const)("details as people write them in %s: %s", (language, line, read) => {
  const { structure, problems } = readFormText(`Form\n${line}\nComments`, language);
  const [field] = structure?.pages[0]?.fields ?? [];
  expect([problems, field?.type, field?.label?.[language]]).toEqual([[], ...read]);
});

test("a line with several details of one mistake has one problem", () => {
  const { problems } = readFormText("Form\nHow was it: role / team (1 = bad, 5 = good)", "en");
  expect(problems.map(({ code }) => code)).toEqual(["detail_misplaced"]);
});

test.each([
  "Hello,\n\nplease ask for their name, a phone number and which room they want.\n\nThanks a lot,\nMargaret",
  "Guten Tag,\n\nwir brauchen Name, Anschrift und E-Mail.\nDann den Raum.\n\nVielen Dank\nH. Berger",
])("a letter whose only lines that could be questions are its signature is refused: %s", (text) => {
  const { problems, structure } = readFormText(text, "en");
  expect([problems.map(({ code }) => code), structure]).toEqual([["no_questions"], undefined]);
});

test("several questions on one line are quoted, but a question and what it depends on are one", () => {
  const three = "Who are you? What do you bring? When do you come?";
  expect(messagesOf(`Party\n${three}`)).toEqual([SEVERAL(`"${three}"`)]);
  expect(messagesOf("Party\nDo you have allergies? If so, which ones?")).toEqual([]);
});
