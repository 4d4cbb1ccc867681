/** The corpus: how its files are read, which of its prompts are lists, and which cases are the sample of the tests. */
import { expect, it } from "vitest";
import { parseCases, readCorpus } from "./corpus.ts";
import { drawCases } from "./sample.ts";
import { findShape } from "./shape.ts";

it("has at least 1000 prompts and 750 edits, in 24 languages", () => {
  const [prompts, edits] = [readCorpus("prompts"), readCorpus("edits")];
  expect(prompts.length).toBeGreaterThanOrEqual(1000);
  expect(edits.length).toBeGreaterThanOrEqual(750);
  for (const cases of [prompts, edits]) expect(new Set(cases.map(({ language }) => language)).size).toBe(24);
});

it("reads languages, kinds, prompts of several lines and what must come of them", () => {
  const text =
    "# de\n\n## list\n> Name\n> \n> # Alter\ntext name\n\n> E-Mail\nemail mail\n\n# fr\n\n> nom\ntext nom\n";
  const shared = { task: "prompts", set: "blind 1" };
  expect(parseCases(text, "prompts", "blind-1")).toEqual([
    { ...shared, language: "de", kind: "list", text: "Name\n\n# Alter", expected: ["text name"] },
    { ...shared, language: "de", kind: "list", text: "E-Mail", expected: ["email mail"] },
    { ...shared, language: "fr", kind: "", text: "nom", expected: ["text nom"] },
  ]);
});

it("rejects a heading that is no language", () => {
  expect(() => parseCases("# list\n\n> Name\ntext name\n", "prompts", "own")).toThrow('"# list"');
});

it.each([
  "Contact form: name, email, message",
  "Create a sign-up form with name, phone number, shirt size (S, M, L) and a comment",
  "RSVP\n- your name\n- will you come?\n- how many of you",
  "| Field | Type |\n|---|---|\n| Name | text |\n| Age | number |",
  "1. Full name (short text, required)\n2. How did you hear about us? (single choice: friend, press)\n3. Comments",
  "Hallo, wir brauchen ein Formular für den Flohmarkt: Name, Handynummer, Meter Stand, Tisch (ja/nein), E-Mail, Adresse, Uhrzeit, Kommentar. Danke!",
])("takes for a list: %s", (prompt) => {
  expect(findShape(prompt)).toBe("list");
});

it.each([
  "contact form for a plumber",
  "We rent out bikes at the beach. People should tell us how many they want, for which day, and leave a name and a number.",
  "I need a form where tenants can report damage. They should choose the room (kitchen, bathroom), and describe what happened.",
  "Registration in German, French and Italian with a closing date on 1 March, a limit of 50 people, and one answer for each person who comes with us on the trip to the lake this summer",
])("takes for prose: %s", (prompt) => {
  expect(findShape(prompt)).toBe("prose");
});

it("draws the same sample again, whatever the order of the cases", () => {
  const cases = readCorpus("prompts");
  const sample = drawCases(cases, 20);
  expect(drawCases(cases.toReversed(), 20)).toEqual(sample);
  expect(new Set(sample).size).toBe(20);
});
