/** Texts that were copied from pages of other products: the form that they make, and texts that are not such. */
import { expect, test } from "vitest";
import { readFormText, readQuestions, requireClear } from "../../../ai/read-form-text.ts";
import { printWithoutComments } from "../print.ts";
import { readCopiedForm } from "./copied-form.ts";

const english = `Event Registration
Event Timing: January 4th-6th, 2016
Contact us at (123) 456-7890 or no_reply@example.com

me@example.com Switch account
Not shared
* Indicates required question
Name
*
Your answer
Email
*
As we should write to you
Your answer
What days will you attend?
*
Day 1
Day 2
Dietary restrictions
*
None
Vegan: no milk | no eggs
Other:
I understand that I will have to pay $$ upon arrival
*
Yes
How good was the last event?
*
Bad
1
2
3
4
Very good
Submit
Clear form
Never submit passwords through Google Forms.
`;

const german = `Anmeldung zum Sommerfest
* Gibt eine erforderliche Frage an
Name
*
Meine Antwort
Telefonnummer
Meine Antwort
Womit kommst du
Fahrrad
Auto
Geburtstag
*
Datum
Ankunft
*
:
Land
*
Auswählen
Deutschland
Österreich
Senden
Alle Eingaben löschen
`;

const numbered = `Lunch survey
1.
Your name
*
Enter your answer
2.
What would you eat?
Soup
Bread
3.
Would you come again?
Yes
No
Page 1 of 1
`;

const behind = `Feedback
Title of the talk
Long answer text
Where did you hear of us?
Friends
Web
Was it too long?
Yes
No
Your next talk
Your answer
`;

test.each([
  [
    "en",
    english,
    `Event Registration
> ""Event Timing: January 4th-6th, 2016
Contact us at (123) 456-7890 or no_reply@example.com""

Name *
Email *
> As we should write to you
What days will you attend? *
- Day 1
- Day 2
Dietary restrictions (choose one, own answer) *
- None
- Vegan: no milk | no eggs
I understand that I will have to pay $$ upon arrival (statement = Yes) *
How good was the last event? (1 to 4, 1 = Bad, 4 = Very good) *
`,
  ],
  [
    "de",
    german,
    `Anmeldung zum Sommerfest

Name *
Telefonnummer
Womit kommst du (eine Auswahl)
- Fahrrad
- Auto
Geburtstag *
Ankunft (Uhrzeit) *
Land (Auswahlliste) *
- Deutschland
- Österreich
`,
  ],
  [
    "en",
    numbered,
    `Lunch survey

Your name *
What would you eat?
- Soup
- Bread
Would you come again?
- Yes
- No
`,
  ],
  [
    "en",
    behind,
    `Feedback

Title of the talk (long text)
Where did you hear of us?
- Friends
- Web
Was it too long?
- Yes
- No
Your next talk (short text)
`,
  ],
] as const)("a copied page in %s is read as its form", (language, source, form) => {
  const { structure, problems } = readFormText(source, language);
  expect(problems).toEqual([]);
  expect(printWithoutComments(structure!, language)).toBe(form);
});

test("a warning names the lines that are not in the form, and the choices that are to be checked", () => {
  const { warnings } = readFormText(english, "en");
  expect(warnings.filter(({ code }) => code === "copied_form").map(({ message }) => message)).toEqual([
    "The text was copied from the page of a form, so it does not say everything: compare the form with the page.",
    'Lines of the page that are not in the form: "me@example.com Switch account", "Not shared", "* Indicates required question", "Submit", "Clear form", "Never submit passwords through Google Forms.".',
    'Check the choices, and whether several can be chosen: "What days will you attend?", "Dietary restrictions".',
  ]);
});

test("questions that are pasted into a form leave out the title of the page, and say so", () => {
  const { structure, warnings } = requireClear(readQuestions(german, "de"));
  expect(structure.pages.flatMap(({ fields }) => fields.map(({ label }) => label.de))).toEqual([
    "Name",
    "Telefonnummer",
    "Womit kommst du",
    "Geburtstag",
    "Ankunft",
    "Land",
  ]);
  expect(warnings[1]!.message).toContain('"Anmeldung zum Sommerfest"');
});

test.each([
  ["one such label", "Quiz\nYour answer\nName *\n"],
  ["a note alone", "Club\n* required\nName\nEmail\n"],
  ["no title", "Name\nYour answer\nEmail\nYour answer\n"],
  ["a choice twice", "Club\nDay\n*\nMonday\nMonday\nName\nYour answer\nEmail\nYour answer\n"],
])("not a copied page, or none that is clear: %s", (_, source) => {
  const { warnings } = readFormText(source, "en");
  expect(warnings.filter(({ code }) => code === "copied_form")).toEqual([]);
});

test.each([
  ["questions", "a?\n"],
  ["blanks", "Your answer\n"],
  ["marks", "*\n"],
  ["numbers", "1.\n"],
])("a page of too many %s makes no form", (_, line) => {
  const source = `T\n* required\nName\n*\nYour answer\n${line.repeat(100_000 / line.length - 50)}`;
  expect(readCopiedForm(source, "en")).toBeUndefined();
});
