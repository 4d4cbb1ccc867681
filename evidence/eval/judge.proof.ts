/** The judge of the corpus must see each class of mistakes, else its figures say nothing. */
import { expect, it } from "vitest";
import type { FormField, FormStructure, Warning } from "../../generated/types.ts";
import type { Result } from "./answers.ts";
import { baseForm } from "./base-form.ts";
import type { Case, Task } from "./corpus.ts";
import { builtShare, count, silentShare } from "./evaluate.ts";
import { judge } from "./judge.ts";

const en = (text: string) => ({ en: text });

function form(fields: FormField[], rest: Partial<FormStructure> = {}): FormStructure {
  return {
    title: en("Signup"),
    default_language: "en",
    languages: ["en"],
    pages: [{ id: "page", fields }],
    ...rest,
  };
}

const name: FormField = { id: "name", type: "short_text", label: en("Name"), required: true };
const meal = {
  id: "meal",
  type: "single_choice",
  label: en("Meal"),
  choices: [
    { id: "fish", label: en("Fish") },
    { id: "meat", label: en("Meat") },
  ],
} satisfies FormField;
const note = (value: string): FormField => ({
  id: "note",
  type: "short_text",
  label: en("Allergies"),
  visible_if: { field: "meal", op: "equals", value },
});
const guests = (max: number): FormField => ({
  id: "guests",
  type: "number",
  label: en("Guests"),
  validation: { max },
});
const age = (min: number): FormField => ({
  id: "age",
  type: "number",
  label: en("Age"),
  validation: { min },
});
const grid: FormField = {
  id: "grid",
  type: "matrix",
  label: en("Please rate"),
  rows: ["Food", "Service"].map((row) => ({ id: row.toLowerCase(), label: en(row) })),
  columns: ["1", "2", "3"].map((column) => ({ id: `c${column}`, label: en(column) })),
};
const quiz = (best: "fish" | "meat"): Partial<FormStructure> => ({
  calculations: [
    {
      id: "score",
      formula: `score(meal, 'fish': ${best === "fish" ? 2 : 0}, 'meat': ${best === "meat" ? 2 : 0})`,
    },
  ],
});
const advice: Warning = {
  code: "not_understood",
  message: 'Nothing in the form comes from "pay by card". To add a field, name it: "Add a phone number".',
};

function silent(task: Task, lines: string, structure: FormStructure, warnings: Warning[] = []): string[] {
  const each: Case = { task, language: "en", kind: "", text: "", expected: lines.split("\n"), set: "open" };
  return judge(each, { structure, warnings })
    .filter(({ outcome }) => outcome === "wrong in silence")
    .map(({ what }) => what);
}

it.each<[string, string, FormStructure, Warning[]?]>([
  ["a field that is missing", "text name\nphone phone", form([name])],
  [
    "a missing field that only the advice of a warning names",
    "text name\nphone phone",
    form([name]),
    [advice],
  ],
  ["another type", "email name", form([name])],
  ["required where optional is asked for", "text? name", form([name])],
  ["other choices", "choice meal c=Fish,Meat,Vegan", form([meal])],
  ["another bound", "number guests max=2", form([guests(20)])],
  ["a bound that was not asked for", "number guests", form([guests(6)])],
  [
    "a length that was not asked for",
    "text name",
    form([{ ...name, validation: { max_length: 20 } } as FormField]),
  ],
  [
    "a day that was not asked for",
    "date arrival",
    form([{ id: "arrival", type: "date", label: en("Arrival"), validation: { min: "2027-06-01" } }]),
  ],
  [
    "places that were not asked for",
    "choice meal",
    form([{ ...meal, choices: [{ id: "fish", label: en("Fish"), capacity: 3 }] } as FormField]),
  ],
  [
    "a condition that is missing where only the type is named as a guess",
    "choice meal\ntext allerg if=meal:fish",
    form([meal, { ...name, id: "note", label: en("Allergies") }]),
    [
      {
        code: "type_guessed",
        message: 'The prompt does not say what "Allergies" takes, so it takes a short text.',
      },
    ],
  ],
  ["no condition", "choice meal\n* allerg if=meal:meat", form([meal, { ...name, label: en("Allergies") }])],
  ["the opposite condition", "choice meal\ntext allerg if=meal:meat", form([meal, note("fish")])],
  ["a condition that was not asked for", "choice meal\ntext allerg", form([meal, note("fish")])],
  ["a field that was not asked for", "text name", form([name, meal])],
  [
    "a second field where one may be added",
    "text name\n@may choice meal",
    form([name, meal, { ...meal, id: "meal2" }]),
  ],
  ["a lower bound that was not asked for", "number age", form([age(18)])],
  ["a row that is missing", "rating/matrix staff max=3", form([grid])],
  ["a grid with other points", "rating/matrix food max=5", form([grid])],
  ["points for the wrong answer", "choice meal right=Fish\n@score 1 2", form([meal], quiz("meat"))],
  [
    "the places of other choices",
    "choice meal cap=3,8",
    form([
      {
        ...meal,
        choices: meal.choices.map((choice, at) => ({ ...choice, capacity: [8, 3][at] })),
      } as FormField,
    ]),
  ],
  ["a limit that was not asked for", "text name", form([name], { settings: { response_limit: 3 } })],
  ["another language", "text name", form([name], { default_language: "de", languages: ["de"] })],
  ["a language that is missing", "text name\n@lang en,fr", form([name])],
  [
    "pages that were not asked for",
    "text name\nchoice meal",
    form([], {
      pages: [
        { id: "a", fields: [name] },
        { id: "b", fields: [meal] },
      ],
    }),
  ],
  ["another label than the exact one", "text name exact", form([{ ...name, label: en("Name short text") }])],
  [
    "required where only the type is named as a guess",
    "text? name",
    form([name]),
    [{ code: "type_guessed", message: '"Name" takes a short text.' }],
  ],
  [
    "a field whose label is only a part of what a warning quotes",
    "text name",
    form([name, { ...name, id: "park", label: en("Park") }]),
    [{ code: "not_understood", message: 'Nothing in the form comes from "We meet at the Park".' }],
  ],
  ["a calculation that was not asked for", "choice meal", form([meal], quiz("fish"))],
  [
    "a text field in the place of a warning",
    "text name\ntext google\n@warn google",
    form([name, { ...name, id: "google", label: en("Log in with Google") }]),
    [{ code: "type_guessed", message: '"Log in with Google" takes a short text.' }],
  ],
])("sees in a new form: %s", (_mistake, lines, structure, warnings) => {
  expect(silent("prompts", lines, structure, warnings)).not.toEqual([]);
});

it.each<[string, string, FormStructure]>([
  [
    "as asked",
    "text! name\nchoice meal c=Fish,Meat\ntext allerg if=meal:fish",
    form([name, meal, note("fish")]),
  ],
  ["with a field that may be added", "text name\n@may choice meal", form([name, meal])],
  [
    "on pages where it may have them",
    "text name\nchoice meal\n@may @pages",
    form([], {
      pages: [
        { id: "a", fields: [name] },
        { id: "b", fields: [meal] },
      ],
    }),
  ],
  ["with the exact label and a mark behind it", "text name exact", form([{ ...name, label: en("Name:") }])],
  ["with a grid for several ratings", "rating/matrix food max=3\nrating/matrix service max=3", form([grid])],
  [
    "that is shown unless a number is 0",
    "number guests max=90\ntext allerg if=guests:>0",
    form([
      guests(90),
      {
        ...name,
        id: "note",
        label: en("Allergies"),
        visible_if: { field: "guests", op: "not_equals", value: 0 },
      },
    ]),
  ],
  ["that says other in its own words", "choice meal c=Fish,Meat other=meat", form([meal])],
  ["with points for the right answer", "choice meal right=Fish\n@score 1 2", form([meal], quiz("fish"))],
  ["the same condition in other words", "choice meal\ntext allerg if=meal:!meat", form([meal, note("fish")])],
])("finds nothing wrong in a form %s", (_form, lines, structure) => {
  expect(silent("prompts", lines, structure)).toEqual([]);
});

it("leaves a field to the line of its type, where the field of another line is missing", () => {
  expect(silent("prompts", "nps meal\nchoice meal c=Fish,Meat", form([meal]))).toEqual(["nps meal: type"]);
  const pair = form([{ ...name, id: "dog", label: en("Name of dog") }, name] as FormField[]);
  expect(silent("prompts", "text name\ndate dog", pair)).toEqual(["date dog: type"]);
});

it("finds only the label wrong where a field has a part of its exact label", () => {
  const injuries = form([{ id: "injuries", type: "long_text", label: en("Injuries") }]);
  expect(silent("prompts", "long_text describe_the_injuries exact", injuries)).toEqual([
    "long_text describe_the_injuries exact: exact=describe_the_injuries",
  ]);
});

const quoting = (words: string): Warning => ({
  code: "not_understood",
  message: `Nothing in the form comes from "${words}". To add a field, name it: "Add a phone number".`,
});

it.each<[string[], string, string]>([
  [["text name", "@once ~Jeder nur einmal"], "Jeder nur einmal.", "Nur Mitglieder."],
  [["text name", "@score 2 5"], "5 points each", "5 minutes each"],
  [["text name", "@score 1 ~1 point"], "the right one gives 1 point", "an appointment"],
  [["text name", "@pages 2"], "in 2 parts", "in 12 parts"],
  [["text name", "@lang en,fr"], "in English and French", "in colour"],
  [["text name", "phone phone ~how to call you"], "how to call you", "call for papers"],
  [["text name if=age:<18"], "if under 18", "if under 180"],
  [["text? name ~not needed"], "the answers are not needed", "answers are public"],
])('counts %j as warned where a warning quotes "%s", not where it quotes "%s"', (lines, quoted, other) => {
  const silentParts = (words: string) => silent("prompts", lines.join("\n"), form([name]), [quoting(words)]);
  expect(silentParts(quoted)).toEqual([]);
  expect(silentParts(other)).not.toEqual([]);
});

it("counts a refused request with all its parts, so that refusing makes no figure better", () => {
  const each: Case = {
    task: "prompts",
    language: "en",
    kind: "",
    text: "",
    expected: ["text! name", "choice meal c=Fish,Meat", "@limit 3"],
    set: "open",
  };
  const refused = judge(each, { refusal: "Less than half of the prompt was understood.", retryable: false });
  expect(refused.map(({ outcome }) => outcome)).toEqual(Array(5).fill("refused"));
  const both = [
    { case: each, result: { refusal: "", retryable: false }, findings: refused },
    {
      case: each,
      result: { structure: form([]), warnings: [] },
      findings: judge(each, { structure: form([]), warnings: [] }),
    },
  ];
  expect(builtShare(count(both))).toBe(0);
  expect(silentShare(count(both))).toBe(0.5);
});

it.each<[string, Result, string]>([
  ["refused, whatever the words", { refusal: "Not understood.", retryable: false }, "refused"],
  ["silent where a retry might help", { refusal: "No card fields.", retryable: true }, "wrong in silence"],
  ["silent where a form comes without a word", { structure: form([name]), warnings: [] }, "wrong in silence"],
  ["warned", { structure: form([name]), warnings: [{ code: "x", message: 'No "card" here.' }] }, "warned"],
])("counts what must be refused as %s", (_outcome, result, outcome) => {
  const each: Case = {
    task: "prompts",
    language: "en",
    kind: "",
    text: "",
    expected: ["@refuse card"],
    set: "open",
  };
  expect(judge(each, result).map((one) => one.outcome)).toEqual([outcome]);
});

it.each<[string, string[]]>([
  ["not in the future", []],
  ["in EUR", ["date date max=today: max=today"]],
  ["optional", ["date date max=today: max=today"]],
])('takes "%s" for a word about the item that it stands in', (words, wrong) => {
  const each: Case = {
    task: "prompts",
    language: "en",
    kind: "",
    text: "Refund: date of purchase (optional, not in the future), amount (in EUR), reason",
    expected: ["date date max=today"],
    set: "open",
  };
  const date: FormField = { id: "date", type: "date", label: en("Date of purchase") };
  const findings = judge(each, { structure: form([date]), warnings: [quoting(words)] });
  const silentParts = findings.filter(({ outcome }) => outcome === "wrong in silence");
  expect(silentParts.map(({ what }) => what)).toEqual(wrong);
});

type Change = (fields: FormField[]) => FormField[];

it.each<[string, string, Change]>([
  ["a field that changed unasked", "phone! #phone", (fields) => fields.map(renamed("guests"))],
  [
    "another change of the field that was to change",
    "phone! #phone",
    (fields) => fields.map(renamed("phone")),
  ],
  ["a field that is gone", "phone! #phone", (fields) => fields.filter(({ id }) => id !== "comments")],
  ["a field that was added", "phone! #phone", (fields) => [...fields, meal]],
  ["another order", "phone! #phone", (fields) => fields.toReversed()],
])("sees in an edit: %s", (_mistake, lines, change) => {
  const before = baseForm("en");
  const fields = before.pages[0]!.fields.map(
    (field): FormField => (field.type === "phone" ? { ...field, required: true } : field),
  );
  const edited = (changed: FormField[]) => ({ ...before, pages: [{ id: "page", fields: changed }] });
  expect(silent("edits", lines, edited(fields))).toEqual([]);
  expect(silent("edits", lines, edited(change(fields)))).not.toEqual([]);
});

it("takes a field that an edit added for named where a warning quotes its label", () => {
  const before = baseForm("en");
  const edited = { ...before, pages: [{ id: "page", fields: [...before.pages[0]!.fields, meal] }] };
  const added = (words: string): Warning => ({
    code: "fields_added",
    message: `Added what is usual: "${words}".`,
  });
  expect(silent("edits", "phone #phone", edited, [added("Meal")])).toEqual([]);
  expect(silent("edits", "phone #phone", edited, [added("Drink")])).not.toEqual([]);
});

function renamed(id: string): (field: FormField) => FormField {
  return (field) => (field.id === id ? { ...field, label: en("Something else") } : field);
}
