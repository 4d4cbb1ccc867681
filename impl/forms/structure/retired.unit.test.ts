/** Questions, choices, rows and columns that are retired: new respondents do not meet them, and no stored answer is lost. */
import fc from "fast-check";
import { expect, test } from "vitest";
import type { FormField, FormOperation, FormStructure } from "../../../generated/types.ts";
import { answerSums } from "../../responses/analysis/summary.ts";
import { exportColumns } from "../../responses/exports/columns.ts";
import { everyFieldForm } from "../../test/support/every-field-form.ts";
import { shownStructure } from "../../web/respondent/public-form/one-question.ts";
import type { Answers } from "../answers/answer.ts";
import type { SummaryWording } from "../answers/tallies/tally.ts";
import { checkAnswers } from "../check-answers.ts";
import { compareStructures } from "../edits/compare.ts";
import { takesAnswer } from "../fields/client/client-kinds.ts";
import { questionKind } from "../fields/kinds.ts";
import { carryOut } from "../operations/carry-out.ts";
import { addressField, choiceLists, choicesIn, offeredStructure } from "./offered-form.ts";
import { placedTexts } from "./places.ts";

const now = new Date("2026-03-15T12:00:00Z");
const fieldsOf = ({ pages }: FormStructure) => pages.flatMap(({ fields }) => fields);

function edited(structure: FormStructure, operations: readonly FormOperation[]): FormStructure {
  const done = carryOut(structure, operations);
  if ("problems" in done) throw new Error(JSON.stringify(done.problems));
  return done.structure;
}

/** Returns one operation for each part that can be retired. */
function retirements(structure: FormStructure): FormOperation[] {
  return fieldsOf(structure)
    .filter(takesAnswer)
    .flatMap((field): FormOperation[] => [
      { op: "retire_field", id: field.id },
      ...choiceLists.flatMap((list) =>
        choicesIn(field, list).map(({ id }): FormOperation => ({ op: "retire_choice", field: field.id, id })),
      ),
    ]);
}

/** Everything that can be made up, from a respondent who was asked all of it. */
function sampleAnswers(structure: FormStructure): Answers {
  const fields = fieldsOf(structure).filter(takesAnswer);
  const raw = Object.fromEntries(
    fields.map((one) => [one.id, questionKind(one).sample(one, "ada@example.org")]),
  );
  return checkAnswers(structure, raw, {}, now).answers;
}

/** Returns the exported values of a response by header, so that the order does not matter. */
function exported(structure: FormStructure, answers: Answers): Record<string, unknown> {
  const columns = exportColumns({
    withAddresses: true,
    wording: { language: "en", file: ({ name }) => name },
  });
  columns.add(structure);
  const response = {
    id: "rsp_1",
    form_id: "frm_1",
    form_version: 1,
    status: "verified",
    language: "en",
    email: "ada@example.org",
    submitted_at: now.toISOString(),
    verified_at: now.toISOString(),
  } as Parameters<(typeof columns.all)[number]["cell"]>[0];
  return Object.fromEntries(columns.all.map(({ header, cell }) => [header, cell(response, answers)]));
}

const words: SummaryWording = {
  language: "en",
  yes: "Yes",
  no: "No",
  number: String,
  date: (iso) => iso,
  datetime: (iso) => iso,
};

function summary(structure: FormStructure, answers: Answers) {
  const sums = answerSums(structure, words);
  sums.add(answers);
  return sums.questions().map(({ isRetired: _, ...question }) => question);
}

test("retiring any part keeps stored answers in exports and the summary, and blocks no edit", () => {
  const before = everyFieldForm();
  const answers = sampleAnswers(before);
  expect(Object.keys(answers).length).toBeGreaterThan(15);
  let retired = 0;
  fc.assert(
    fc.property(fc.subarray(retirements(before)), (operations) => {
      const done = carryOut(before, operations);
      // Something has to be left of the form, and of each list.
      if ("problems" in done) {
        for (const { problem } of done.problems) expect(problem).toMatch(/is all retired|selections/);
        return;
      }
      retired += operations.length;
      const after = done.structure;
      const changes = compareStructures(before, after, ["en"]);
      expect(changes.map(({ kind }) => kind)).toEqual(operations.map(() => "retired"));
      expect(changes.filter(({ impact }) => impact === "breaking")).toEqual([]);
      expect(exported(after, answers)).toEqual(exported(before, answers));
      expect(summary(after, answers)).toEqual(summary(before, answers));
      const back = operations.map(
        (one): FormOperation =>
          one.op === "retire_field"
            ? { ...one, op: "restore_field" }
            : ({ ...one, op: "restore_choice" } as FormOperation),
      );
      expect(edited(after, back)).toEqual(before);
    }),
    { numRuns: 300 },
  );
  expect(retired).toBeGreaterThan(300);
});

test("new respondents neither see retired parts nor can answer them", () => {
  const before = everyFieldForm();
  const all = sampleAnswers(before);
  fc.assert(
    fc.property(fc.subarray(retirements(before), { maxLength: 12 }), (operations) => {
      const done = carryOut(before, operations);
      if ("problems" in done) return;
      const offered = offeredStructure(done.structure);
      const { answers, visible } = checkAnswers(offered, all, {}, now);
      for (const one of operations) {
        if (one.op === "retire_field") {
          expect(visible.has(one.id)).toBe(false);
          expect(Object.keys(answers)).not.toContain(one.id);
        }
      }
      const left = new Map(fieldsOf(offered).map((field) => [field.id, field]));
      for (const one of operations)
        if (one.op === "retire_choice")
          for (const list of choiceLists)
            expect(choicesIn(left.get(one.field)!, list).filter(({ retired }) => retired)).toEqual([]);
    }),
    { numRuns: 200 },
  );
  expect(offeredStructure(before), "nothing to leave out").toBe(before);
});

test("the texts of the offered form are those of the structure, by which the editor finds their places", () => {
  const before = everyFieldForm();
  fc.assert(
    fc.property(fc.subarray(retirements(before), { maxLength: 12 }), (operations) => {
      const done = carryOut(before, operations);
      if ("problems" in done) return;
      const texts = new Set(placedTexts(done.structure).map(({ value }) => value));
      for (const { value, path } of placedTexts(offeredStructure(done.structure)))
        expect(texts.has(value), path).toBe(true);
    }),
    { numRuns: 50 },
  );
});

const choice = (id: string) => ({ id, label: { en: id } });
const text = (id: string, more: object = {}): FormField => ({
  id,
  type: "short_text",
  label: { en: id },
  ...more,
});

function form(fields: FormField[], more: Partial<FormStructure> = {}): FormStructure {
  return {
    title: { en: "Visit" },
    default_language: "en",
    languages: ["en"],
    pages: [{ id: "page_1", fields: fields as [FormField, ...FormField[]] }],
    ...more,
  };
}

test("conditions and calculations take a retired question as not answered", () => {
  const guests: FormField = { id: "guests", type: "number", label: { en: "Guests" }, retired: true };
  const structure = form(
    [
      guests,
      text("names", { visible_if: { field: "guests", op: "answered" } }),
      text("alone", { visible_if: { field: "guests", op: "empty" } }),
    ],
    {
      calculations: [
        { id: "price", formula: "guests * 20" },
        { id: "total", formula: "if(answered(guests), price, 0) + 5" },
      ],
    },
  );
  const raw = { guests: "3", names: "Ada", alone: "Yes" };
  const { answers, problems } = checkAnswers(offeredStructure(structure), raw, {}, now);
  expect([...problems]).toEqual([]);
  expect({ ...answers }).toEqual({ alone: "Yes", total: 5 });
});

test("a required question that is retired is not required, and the only address is asked for on its own", () => {
  const email: FormField = { id: "mail", type: "email", label: { en: "Email" }, required: true };
  const both = form([email, { ...email, id: "old", retired: true }]);
  expect(addressField(offeredStructure(both))?.id).toBe("mail");
  const none = form([{ ...email, retired: true }, text("name")]);
  expect(addressField(offeredStructure(none))).toBeUndefined();
  expect(checkAnswers(offeredStructure(none), {}, {}, now).problems.size).toBe(0);
});

test.for([
  ["the only email", [{}], "mail0"],
  ["an optional email", [{ required: false }], undefined],
  ["one of two emails", [{}, {}], undefined],
  ["an email that is not always shown", [{ visible_if: "1 = 1" }], undefined],
] as const)("which field is the address of the respondent: %s", ([, emails, address]) => {
  const fields = emails.map(
    (more, at): FormField => ({ id: `mail${at}`, type: "email", label: { en: "Email" }, ...more }),
  );
  const offered = offeredStructure(form(fields));
  expect(addressField(offered)?.id).toBe(address);
  expect(checkAnswers(offered, {}, {}, now).problems.has("mail0")).toBe(address !== undefined);
});

test("one question at a time: a statement above a retired question stands above the next one", () => {
  const hello: FormField = { id: "hello", type: "statement", label: { en: "Hello" } };
  const structure = form([hello, text("old", { retired: true }), text("name"), text("city")], {
    settings: { display: "one_question" },
  });
  const pages = shownStructure(structure).pages.map(({ fields }) => fields.map(({ id }) => id));
  expect(pages).toEqual([["hello", "old", "name"], ["city"]]);
});

test.each<[string, FormOperation[], string]>([
  [
    "a list",
    [
      { op: "retire_choice", field: "slot", id: "ten" },
      { op: "retire_choice", field: "slot", id: "noon" },
    ],
    "/operations/1",
  ],
  ["a row and a column of one id", [{ op: "retire_choice", field: "grid", id: "same" }], "/operations/0/id"],
  ["an unknown choice", [{ op: "retire_choice", field: "slot", id: "tne" }], "/operations/0/id"],
  ["a statement", [{ op: "retire_field", id: "hello" }], "/operations/0/id"],
])("does not apply: %s", (_, operations, path) => {
  const structure = form([
    { id: "hello", type: "statement", label: { en: "Hello" } },
    text("name"),
    { id: "slot", type: "single_choice", label: { en: "Slot" }, choices: [choice("ten"), choice("noon")] },
    {
      id: "grid",
      type: "matrix",
      label: { en: "Grid" },
      rows: [choice("same"), choice("other")],
      columns: [choice("same"), choice("good")],
    },
  ]);
  const done = carryOut(structure, operations);
  expect("problems" in done && done.problems.map((one) => one.path)).toEqual([path]);
});

test("rejects a form without any question left", () => {
  const done = carryOut(form([text("name")]), [{ op: "retire_field", id: "name" }]);
  expect("problems" in done && done.problems.map(({ problem }) => problem)).toEqual([
    "leaves a mistake in the form: /pages is all retired. Restore one of them, or add another one.",
  ]);
});
