import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { FormStructure, Language } from "../../generated/types.ts";
import { input as validateUpdate } from "../../generated/validators/updateForm.ts";
import { buildForm } from "../builder/index.ts";
import { LANGUAGES } from "../builder/lexicon/names.ts";
import { structureProblems } from "../forms/structure/check.ts";

const languages = fc.uniqueArray(fc.constantFrom(...LANGUAGES), { minLength: 1, maxLength: 24 });

/** Fields as people write them, well-known and not, with and without modifiers. */
const field = fc
  .tuple(
    fc.constantFrom(
      "name",
      "email",
      "a phone number",
      "your date of birth",
      "rating",
      "shoe size",
      "T-shirt size",
      "comments",
      "CV upload",
      "number of guests",
      "how did you hear about us?",
      "Do you like it?",
      "whether they will attend",
      "terms and conditions",
      "first and last name",
      "favourite colours",
      "dropdown for country",
      "I agree to the rules",
      "If yes, which ones?",
      "Größe",
      "Telefonnummer",
      "Ηλικία",
      "nombre",
      "photos of the room",
      "🎂 birthday",
      "Rank these: a, b, c",
    ),
    fc.constantFrom(
      "",
      " (optional)",
      " (required)",
      "*",
      " from 1 to 5",
      " 1-10",
      " (S, M, L or XL)",
      ": red, green / blue",
      " - yes/no",
      " (PDF, max 3 files, 5 MB)",
      " max 500 characters",
      " at least 18",
      " between 3 and 2",
      " (select all that apply: a, b)",
      " (0-0)",
      " (1 = bad, 5 = good)",
      " (rows: a, b; columns: c, d)",
      " from 2026-05-01 to 2026-01-01",
      " as dropdown (A, B)",
      " @example.org only",
      " (strongly disagree to strongly agree)",
      " (e.g. 42)",
      " (-5 to 99999)",
      " up to 99 files",
    ),
  )
  .map((parts) => parts.join(""));

const fields = fc.array(field, { minLength: 1, maxLength: 12 });
const list = fc.oneof(
  fields.map((items) => items.join(", ")),
  fields.map((items) => items.join(" and ")),
  fields.map((items) => items.join("; ")),
  fields.map((items) => items.map((item) => `- ${item}`).join("\n")),
  fields.map((items) => items.map((item, index) => `${index + 1}. ${item}\n   a) x\n   b) y`).join("\n")),
  fields.map((items) => items.map((item) => `| ${item} | text | yes |`).join("\n")),
  fields.map((items) => items.join("\n")),
);
const head = fc.constantFrom(
  "",
  "Feedback form: ",
  "Create a contact form with ",
  "Page 1: ",
  "Rate the following from 1 to 5: ",
  "Anmeldung mit ",
  "Please ask for ",
  "Survey about ",
  "Quiz with 3 questions: ",
  "Make everything optional. ",
  "In German and French: ",
  "# Title\n",
  "Formulaire de contact avec ",
);
const remark = fc.constantFrom(
  "",
  ". Make phone optional.",
  "\nAll fields are required.",
  ". Limit to 10 responses.",
  "?",
);
const prompt = fc.tuple(head, list, remark).map((parts) => parts.join(""));

/** What the gate and the domain say of a structure: the wire's own validator, then the rules no schema can say. */
function problems(structure: FormStructure): unknown[] {
  const fits = validateUpdate({ form_id: "frm_5ZR3qa7yEeeby3abP3E2Zs", structure });
  return fits ? structureProblems(structure) : [...(validateUpdate.errors ?? ["does not fit"])];
}

function built(text: string, offered: readonly Language[]) {
  try {
    return buildForm({ prompt: text, languages: offered as [Language, ...Language[]] });
  } catch (error) {
    expect(error).toMatchObject({ code: "prompt_not_understood" });
    return undefined;
  }
}

describe("whatever the prompt, a form fits its schema and its rules", () => {
  it.each([
    ["of any characters", fc.string({ unit: "grapheme", maxLength: 400 })],
    ["of broken text", fc.string({ unit: "binary", maxLength: 400 })],
    [
      "of punctuation",
      fc.string({ unit: fc.constantFrom(..."()[]{}\"'“„«:;,.-–*#|/?!<>&= 1a\n"), maxLength: 400 }),
    ],
    ["of fields", prompt],
  ])("%s", (_of, prompts) => {
    fc.assert(
      fc.property(prompts, languages, (text, offered) => {
        const form = built(text, offered);
        if (form) expect(problems(form.structure)).toEqual([]);
      }),
      { numRuns: 100 },
    );
  });
});

describe("the same prompt", () => {
  it("becomes the same form every time", () => {
    fc.assert(
      fc.property(prompt, languages, (text, offered) => {
        expect(built(text, offered)).toEqual(built(text, offered));
      }),
      { numRuns: 100 },
    );
  });
});

describe("a prompt as long as it may be", () => {
  it.each([
    ["brackets", "("],
    ["nested brackets", "(a "],
    ["quotes", '"a" '],
    ["commas", "a,"],
    ["and", "a and "],
    ["full stops", "a. "],
    ["dots", "."],
    ["colons", "a: "],
    ["tags", "<a "],
    ["numbers", "1-"],
    ["counting", "1. a "],
    ["dashes", "a - "],
    ["table rows", "| a | b |\n"],
    ["blanks", " "],
    ["questions", "why? "],
    ["fields", "name, email, "],
    ["lines", "- name\n"],
    ["indented lines", "  - a\n    - b\n"],
    ["one word", "x"],
    ["dates", "2026-01-01 "],
    ["emoji", "👨‍👩‍👧"],
    ["times", "9:00, name, 10:00, "],
    ["choices with places", "a (5 places), "],
    ["places", "a - 5 people, "],
    ["lines with places", "- a (5 places)\n"],
    ["rankings", "rank a, b and c "],
  ])("of %s is read to its end", (_what, unit) => {
    const text = unit.repeat(Math.ceil(8000 / unit.length)).slice(0, 8000);
    const form = built(text, ["en", "de"]);
    if (form) expect(problems(form.structure)).toEqual([]);
  });
});
