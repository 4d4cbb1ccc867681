/** Conditions on answers: each kind of question, and the text of conditions in addresses. */
import { expect, test } from "vitest";
import type { FormStructure } from "../../../generated/types.ts";
import type { Answers } from "../../forms/answers/answer.ts";
import { fieldTypes, takesAnswer } from "../../forms/fields/client/client-kinds.ts";
import { everyFieldForm, field } from "../../test/support/every-field-form.ts";
import { readConditions, writeConditions } from "./condition.ts";
import { conditionMatcher } from "./matcher.ts";
import { questionFilters } from "./question-filters.ts";

const wording = { language: "en", yes: "Yes", no: "No", other: "Other", number: String } as const;

function meets(line: string, answers: Answers, structure: FormStructure = everyFieldForm()): boolean {
  const conditions = readConditions(line);
  expect(writeConditions(conditions), "the text of the conditions").toBe(line);
  return conditionMatcher(questionFilters(structure, wording), conditions)(answers);
}

const file = { id: "file_1", name: "slides.pdf", size_bytes: 10, content_type: "application/pdf" };

/** [condition, an answer that meets it, one that does not]; undefined: no answer. */
const cases: readonly (readonly [line: string, yes: unknown, no: unknown])[] = [
  ["name:contains:ZOE", "I am Zoë", "Joe"],
  ["name:contains:strasse", "Hauptstraße 1", undefined],
  ["name:contains:a%3Bb:c%25", "a;b:c%", "a:b:c"],
  ["bio:contains:two", "One\nTwo", "three"],
  ["website:contains:example", "https://example.org/", "https://other.org/"],
  ["phone:contains:+4912", "+49123456", "+43123"],
  ["email:contains:@example.org", "ada@example.org", "ada@example.com"],
  ["age:range:18..30", 30, 31],
  ["age:range:18..30", 18, 17.5],
  ["age:range:-2.5..", -2.5, -3],
  ["age:range:..1e+21", 5, undefined],
  ["age:range:9..", 10, 8],
  ["birthday:range:1999-12-31..2000-01-01", "2000-01-01", "2000-01-02"],
  ["birthday:range:..2000-01-01", "1912-06-23", undefined],
  ["arrival:range:2026-03-15..2026-03-15", "2026-03-15T23:59", "2026-03-16T00:00"],
  ["start:range:09:00..09:30", "09:30", "09:31"],
  ["speaks:one_of:no", false, true],
  ["speaks:none_of:no", true, false],
  ["speaks:none_of:no", undefined, false],
  ["terms:one_of:yes", true, false],
  ["terms:answered", true, false],
  ["terms:empty", false, true],
  ["track:one_of:web,data", "data", "ops"],
  ["track:one_of:+other", { other: "Robots" }, "web"],
  ["track:none_of:web", "ops", "web"],
  ["size:one_of:s", "s", "m"],
  ["interests:one_of:ai,art", ["sport", "art"], ["sport"]],
  ["interests:none_of:ai,art", ["sport"], ["sport", "ai"]],
  ["interests:one_of:+other", ["ai", { other: "Chess" }], ["ai"]],
  ["stars:one_of:4,5", 4, 3],
  ["stars:none_of:4,5", 3, 5],
  ["effort:one_of:0", 0, 10],
  ["recommend:one_of:10", 10, 1],
  ["order:one_of:tea", ["tea", "coffee"], ["coffee", "tea"]],
  [
    "sessions.evening:one_of:talk",
    { rows: { evening: ["talk", "workshop"] } },
    { rows: { evening: ["workshop"] } },
  ],
  ["sessions.evening:empty", { rows: { morning: ["talk"] } }, { rows: { evening: ["talk"] } }],
  ["sessions.evening:answered", { rows: { evening: ["talk"] } }, { rows: { morning: ["talk"] } }],
  ["slides:answered", [file], undefined],
  ["slides:empty", undefined, [file]],
  ["name:empty", undefined, "Ada"],
];

test.each(cases)("%s", (line, yes, no) => {
  const id = line.split(/[:.]/)[0]!;
  const given = (answer: unknown): Answers => (answer === undefined ? {} : { [id]: answer as never });
  expect([meets(line, given(yes)), meets(line, given(no))]).toEqual([true, false]);
});

test("every kind of question, every hidden field and every calculation has a filter", () => {
  const structure = everyFieldForm();
  const questions = structure.pages.flatMap((page) => page.fields).filter(takesAnswer);
  const { hidden_fields = [], calculations = [] } = structure;
  const filters = [...questionFilters(structure, wording).values()];
  expect(new Set(filters.map(({ field }) => field))).toEqual(
    new Set([...questions, ...hidden_fields, ...calculations].map(({ id }) => id)),
  );
  const types = new Set(structure.pages.flatMap((page) => page.fields).map(({ type }) => type));
  expect(fieldTypes.filter((type) => !types.has(type))).toEqual([]);
});

test("several conditions apply together, also to one question", () => {
  const answers: Answers = { interests: ["ai", "art"], age: 40 };
  expect(meets("interests:one_of:ai;interests:one_of:art;age:range:40..", answers)).toBe(true);
  expect(meets("interests:one_of:ai;interests:one_of:sport;age:range:40..", answers)).toBe(false);
});

test("a condition that does not fit its question is met by no response", () => {
  for (const line of [
    "gone:empty",
    "name:range:1..2",
    "age:contains:4",
    "slides:one_of:a",
    "age:range:2026-01-01..",
  ])
    expect([line, meets(line, { name: "Ada", age: 40 })]).toEqual([line, false]);
  expect(meets("constructor:answered", {})).toBe(false);
});

test("retired questions and choices still filter, and answers from before a question took several", () => {
  const structure = everyFieldForm();
  field(structure, "track").retired = true;
  field(structure, "interests").choices[1].retired = true;
  expect(meets("track:one_of:web", { track: "web" }, structure)).toBe(true);
  expect(meets("interests:one_of:art", { interests: ["art"] }, structure)).toBe(true);
  expect(meets("interests:one_of:art", { interests: "art" }, structure)).toBe(true);
  const filters = questionFilters(structure, wording);
  expect(filters.get("track")?.isRetired).toBe(true);
});

test("texts that are no conditions are left out, and all if they are too long", () => {
  const read = (line: string) => writeConditions(readConditions(line));
  for (const line of [
    "",
    "name",
    "name:is:x",
    "NAME:answered",
    "a:one_of:",
    "a:one_of:<b>",
    "a:range:..",
    "a:contains: ",
  ])
    expect([line, read(line)]).toEqual([line, ""]);
  expect(read("a:one_of:x,x,<b>;;name:answered")).toBe("a:one_of:x;name:answered");
  expect(readConditions(Array.from({ length: 30 }, (_, n) => `a${n}:answered`).join(";"))).toHaveLength(10);
  expect(readConditions(`name:answered;a:contains:${"x".repeat(2_000)}`)).toEqual([]);
});
