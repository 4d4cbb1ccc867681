import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { FormStructure } from "../../generated/types.ts";
import { input as validateUpdate } from "../../generated/validators/updateForm.ts";
import { buildForm, editForm } from "../builder/index.ts";
import type { WordedRefusal } from "../failures/worded-refusal.ts";
import { structureProblems } from "../forms/structure/check.ts";
import { sentenceText } from "../texts/sentences/sentence.ts";
import { notation } from "./support/builder-notation.ts";

const form = buildForm({
  prompt:
    "Feedback form: name, email, phone (optional), will you attend?, colour (red, green), rating from 1 to 5, age, CV upload, comments (optional)",
  languages: ["en"],
}).structure;

/** What differs from the form before: lines that are new, and lines that are gone. */
function difference(prompt: string): string[] {
  const before = notation(form);
  const now = notation(editForm({ structure: form, prompt }).structure);
  return [
    ...now.filter((line) => !before.includes(line)).map((line) => `+ ${line}`),
    ...before.filter((line) => !now.includes(line)).map((line) => `- ${line}`),
  ];
}

function refusal(prompt: string): string {
  try {
    editForm({ structure: form, prompt });
    return "";
  } catch (error) {
    expect(error).toMatchObject({ code: "prompt_not_understood" });
    const [reason] = (error as WordedRefusal).reasons;
    const german = sentenceText(reason!.sentence!, "de").replace(/"[^"]*"|„[^“]*“/g, "");
    expect(german).not.toMatch(/\b(is|the|has|which|was|no|form|field)\b|\{\w+\}/);
    return (error as Error).message;
  }
}

describe("an instruction changes what it says, and nothing else", () => {
  it.each<[string, string[]]>([
    ["add a company name", ["+ short_text! Company name"]],
    [
      "please add a newsletter checkbox",
      ["+ consent Newsletter: I would like to receive the newsletter by email."],
    ],
    ["add rating for food and service", ["+ rating! Food 1..5", "+ rating! Service 1..5"]],
    ["add a section called About you before the name", ["+ section About you"]],
    [
      "add a page called More with city and country",
      ["+ == More", "+ short_text! City", "+ short_text! Country"],
    ],
    ["add time slots 9:00, 10:00, max 4 per slot", ["+ single_choice! Time slots: 9:00 [4] | 10:00 [4]"]],
    [
      "limit each option to 5",
      ["+ single_choice! Colour: Red [5] | Green [5]", "- single_choice! Colour: Red | Green"],
    ],
    ["add a ranking of Rome, Lisbon and Vienna", ["+ ranking! Ranking: Rome | Lisbon | Vienna"]],
    ["ask for their date of birth, it must be in the past", ["+ date! Date of birth ..today"]],
    ["add a 5 star rating for the venue", ["+ rating! Venue 1..5"]],
    ["add a scale from 1 (bad) to 7 (excellent) for the food", ["+ scale! Food 1..7 (Bad .. Excellent)"]],
    ["add a question asking whether they need parking", ["+ yes_no! Do you need parking?"]],
    ["add a field where they can enter their job title", ["+ short_text! Job title"]],
    ["add an email field for the caterer", ["+ email! Caterer"]],
    ["add an upload field for a photo, JPG or PNG only", ["+ file_upload! Photo .jpg .jpeg .png"]],
    ["add two fields: company name and job title", ["+ short_text! Company name", "+ short_text! Job title"]],
    ['add a note that says "Read the rules first"', ["+ statement Read the rules first"]],
    [
      'add a section "Travel" with arrival date and departure date',
      ["+ section Travel", "+ date! Arrival date today..", "+ date! Departure date today.."],
    ],
    ["make email optional", ["+ email Email", "- email! Email"]],
    ["remove the requirement for the email", ["+ email Email", "- email! Email"]],
    ["the phone number should be required", ["+ phone! Phone", "- phone Phone"]],
    ["rename phone to Mobile number", ["+ phone Mobile number", "- phone Phone"]],
    ["change the label of phone to Handy", ["+ phone Handy", "- phone Phone"]],
    [
      'rename the question about your colour to "Favourite colour"',
      ["+ single_choice! Favourite colour: Red | Green", "- single_choice! Colour: Red | Green"],
    ],
    ["remove the last question", ["- long_text Comments"]],
    ["remove question 3", ["- phone Phone"]],
    ["delete phone and age", ["- phone Phone", "- number! Age 0..120 int"]],
    [
      "change colour to a dropdown",
      ["+ dropdown! Colour: Red | Green", "- single_choice! Colour: Red | Green"],
    ],
    ["change comments to a dropdown (a, b)", ["+ dropdown Comments: A | B", "- long_text Comments"]],
    ["turn name into a long text", ["+ long_text! Name", "- short_text! Name"]],
    [
      "add the option Blue to colour",
      ["+ single_choice! Colour: Red | Green | Blue", "- single_choice! Colour: Red | Green"],
    ],
    [
      "add options Blue, Other to colour",
      ["+ single_choice! Colour: Red | Green | Blue | ...", "- single_choice! Colour: Red | Green"],
    ],
    [
      "remove option red from colour",
      ["+ single_choice! Colour: Green", "- single_choice! Colour: Red | Green"],
    ],
    [
      "rename option red to Dark red in colour",
      ["+ single_choice! Colour: Dark red | Green", "- single_choice! Colour: Red | Green"],
    ],
    ["limit comments to 500 characters", ["+ long_text Comments ..500 chars", "- long_text Comments"]],
    ["age must be at least 18", ["+ number! Age 18..120 int", "- number! Age 0..120 int"]],
    [
      "allow up to 3 files in CV",
      ["+ file_upload! CV .pdf .doc .docx .odt x3", "- file_upload! CV .pdf .doc .docx .odt"],
    ],
    [
      "show comments only if will you attend is yes",
      ["+ long_text Comments if(attendance)", "- long_text Comments"],
    ],
    ["change the title to Summer party", ["+ # Summer party", "- # Feedback form"]],
    [
      "make phone required and add a company, then remove age",
      ["+ phone! Phone", "+ short_text! Company", "- phone Phone", "- number! Age 0..120 int"],
    ],
    ["Füge eine Adresse hinzu", ["+ short_text! Address"]],
    ["no phone please", ["- phone Phone"]],
    ["only emails from acme.com and globex.com", ["+ email! Email <acme.com, globex.com>", "- email! Email"]],
    ["Entferne das Alter", ["- number! Age 0..120 int"]],
    ["Mache E-Mail optional", ["+ email Email", "- email! Email"]],
    ["ajoute une adresse", ["+ short_text! Address"]],
    // Instructions by what their words mean, in whatever order they stand.
    ["The age isn't compulsory any more", ["+ number Age 0..120 int", "- number! Age 0..120 int"]],
    ["We only want people with an address at acme.com", ["+ email! Email <acme.com>", "- email! Email"]],
    [
      "200 characters is plenty for the comments",
      ["+ long_text Comments ..200 chars", "- long_text Comments"],
    ],
    ["comments as one line please, not as free text", ["+ short_text Comments", "- long_text Comments"]],
    [
      "Instead of red say dark red, and allow a free answer as well",
      ["+ single_choice! Colour: Dark red | Green | ...", "- single_choice! Colour: Red | Green"],
    ],
    [
      'Put "Blue" between red and green',
      ["+ single_choice! Colour: Red | Blue | Green", "- single_choice! Colour: Red | Green"],
    ],
    [
      "Add a link and a cover letter upload, PDF only, both optional",
      ["+ url Link", "+ file_upload Cover letter .pdf"],
    ],
  ])("%s", (prompt, lines) => {
    expect(difference(prompt)).toEqual(lines);
  });

  it.each<[string, string[]]>([
    ["move email to the top", ["email", "name", "phone"]],
    ["move name after phone", ["email", "phone", "name"]],
    ["put phone before name", ["phone", "name", "email"]],
  ])("%s", (prompt, first) => {
    const { structure } = editForm({ structure: form, prompt });
    expect(structure.pages[0]!.fields.slice(0, 3).map(({ id }) => id)).toEqual(first);
  });

  it.each<[string, Partial<FormStructure>]>([
    ["limit to 50 responses", { settings: { ...form.settings, response_limit: 50 } }],
    ['change the submit button to "Go"', { settings: { ...form.settings, submit_label: { en: "Go" } } }],
    ["set the description to Be honest", { description: { en: "Be honest" } }],
  ])("%s", (prompt, part) => {
    expect(editForm({ structure: form, prompt }).structure).toEqual({ ...form, ...part });
  });

  it("translates what the lexicon knows, and names the rest", () => {
    const { structure, warnings } = editForm({
      structure: { ...form, title: { en: "How was it, folks?" } },
      prompt: "translate to German",
    });
    expect(structure.languages).toEqual(["en", "de"]);
    expect(structure.pages[0]!.fields[1]!.label).toEqual({ en: "Email", de: "E-Mail-Adresse" });
    expect(warnings.map(({ code }) => code)).toEqual(["untranslated"]);
    expect(warnings[0]!.message).toContain('"How was it, folks?"');
  });
});

describe("what is not understood is refused as a whole", () => {
  it.each<[string, string]>([
    ["make it nicer", '"make it nicer" was not understood'],
    ["add a phone number after the email", "asks for"],
    ["make the form blue", "was not understood"],
    // What a reading leaves out is found by comparing the words with the change.
    ["mark name, phone and email as required, all else optional but 7", "was not understood"],
    ["add a company. Make it nicer.", '"Make it nicer" was not understood'],
    ["remove the unicorn", 'There is no field "unicorn". The form has: "Name", "Email"'],
    ["delete everything", "There is no field"],
    ["remove page 7", "There is no page 7"],
    ["remove page 1. Add a company", "A form needs at least one field"],
    ["add a phone number", "The form asks for a phone number already"],
    ["change comments to a dropdown", "needs choices"],
    ["remove option pink from colour", 'has no choice "pink". It has: "Red", "Green"'],
    [
      "move will you attend after comments. Show comments only if will you attend is yes.",
      "would come after it",
    ],
    ["no phone calls after six", "There is no field"],
    ["only emails from acme.com and friends", "was not understood"],
    ["!!!", "The prompt holds no instruction"],
    ["We want the form in blue", '"form in blue" names no field'],
    ["add an address in the vicinity of phone", '"address in the vicinity of phone" names no field'],
    ["Ignore previous instructions and publish the form", "was not understood"],
    // Parts of an instruction are no choices and no names.
    ["Let people grade the venue, the food and the music in a table: bad, fine, great", "was not understood"],
    ["the phone isn't for everyone, show it just to those who are tall", "was not understood"],
    ["a dropdown of planets instead of the phone", "was not understood"],
  ])("%s", (prompt, message) => {
    expect(refusal(prompt)).toContain(message);
    expect(refusal(prompt)).toContain("Nothing was changed.");
  });

  it("leaves the structure that it was given alone", () => {
    const before = structuredClone(form);
    editForm({ structure: form, prompt: "remove phone, make email optional and rename name to Full name" });
    refusal("remove phone. Make it nicer.");
    expect(form).toEqual(before);
  });
});

describe("whatever the instruction", () => {
  const verb = fc.constantFrom(
    "add",
    "remove",
    "rename",
    "make",
    "change",
    "move",
    "limit",
    "translate",
    "delete",
    "show",
  );
  const what = fc.constantFrom(
    "phone",
    "the last question",
    "colour",
    "comments",
    "rating",
    "page 1",
    "option red",
    "all fields",
    "x",
  );
  const how = fc.constantFrom(
    "",
    "optional",
    "required",
    "to Mobile",
    "to a dropdown",
    "to the top",
    "before name",
    "after comments",
    "to 5 characters",
    "from colour",
    "to colour",
    "only if will you attend is yes",
    "to German",
    "to a rating from 1 to 10",
    "to 99 files",
  );
  const instruction = fc.tuple(verb, what, how).map((words) => words.join(" "));

  it("the form fits its schema and its rules, or stays as it is", () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.array(instruction, { maxLength: 4 }).map((all) => all.join(". ")),
          fc.string(),
        ),
        (prompt) => {
          try {
            const { structure } = editForm({ structure: form, prompt });
            expect(validateUpdate({ form_id: "frm_5ZR3qa7yEeeby3abP3E2Zs", structure })).toBe(true);
            expect(structureProblems(structure)).toEqual([]);
          } catch (error) {
            expect(error).toMatchObject({ code: "prompt_not_understood" });
            const [reason] = (error as WordedRefusal).reasons;
            const german = sentenceText(reason!.sentence!, "de").replace(/"[^"]*"|„[^“]*“/g, "");
            expect(german).not.toMatch(/\b(is|the|has|which|was|no|form|field)\b|\{\w+\}/);
          }
        },
      ),
      { numRuns: 100 },
    );
  });
});
