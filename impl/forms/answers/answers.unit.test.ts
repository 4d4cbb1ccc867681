import { expect, test } from "vitest";
import type { Condition, FormField, FormStructure } from "../../../generated/types.ts";
import { checkAnswers } from "../check-answers.ts";
import type { Answers, RawAnswers, StoredFile } from "./answer.ts";
import { evaluate } from "./calculation.ts";
import type { Predicate } from "./expression.ts";
import { conditionHolds, formulaTree } from "./expression-trees.ts";
import { remainingPredicate } from "./open-calculations.ts";

const now = new Date("2026-03-15T12:00:00Z");
const label = { en: "Label" };
const abc = ["a", "b", "c"].map((id) => ({ id, label }));

/** A field without id and label, which most cases do not care about. */
type Partly = FormField extends infer Field
  ? Field extends FormField
    ? Omit<Field, "id" | "label">
    : never
  : never;

function form(fields: FormField[], more: Partial<FormStructure> = {}): FormStructure {
  return {
    title: label,
    default_language: "en",
    languages: ["en"],
    pages: [{ id: "page_1", fields }],
    ...more,
  };
}

function checkOne(field: Partly, given: unknown, files: readonly StoredFile[] = []) {
  const structure = form([{ id: "f", label, ...field } as FormField]);
  const checked = checkAnswers(structure, { f: given }, { f: files }, now);
  return checked.problems.get("f") ?? checked.answers.f;
}

const text = { type: "short_text" } as const;
const long = { type: "long_text" } as const;
const email = { type: "email" } as const;
const phone = { type: "phone" } as const;
const url = { type: "url" } as const;
const number = { type: "number" } as const;
const date = { type: "date" } as const;
const time = { type: "time" } as const;
const datetime = { type: "datetime" } as const;
const single = { type: "single_choice", choices: abc } as const satisfies Partly;
const multiple = { type: "multiple_choice", choices: abc } as const satisfies Partly;
const ranking = { type: "ranking", choices: abc } as const satisfies Partly;
const matrix = { type: "matrix", rows: abc, columns: abc } as const satisfies Partly;

type Case = [name: string, field: Partly, given: unknown, want: unknown];

const cases: Case[] = [
  ["text is trimmed to one line", text, "  Ada\r\n Lovelace\u0000 ", "Ada  Lovelace"],
  ["long text keeps its lines", long, "a\r\nb\n\tc\u0007", "a\nb\n\tc"],
  ["blank is no answer", text, " \n ", undefined],
  ["no text", text, 7, { code: "invalid" }],
  ["required text", { ...text, required: true }, "  ", { code: "required" }],
  ["nothing given for a required text", { ...text, required: true }, undefined, { code: "required" }],
  ["the shortest allowed", { ...text, validation: { min_length: 3 } }, "abc", "abc"],
  ["one too short", { ...text, validation: { min_length: 3 } }, "ab", { code: "min_length", count: 3 }],
  ["the longest allowed, in code points", { ...text, validation: { max_length: 2 } }, "👩🚀", "👩🚀"],
  ["one too long", { ...text, validation: { max_length: 2 } }, "abc", { code: "max_length", count: 2 }],
  ["never longer than the service takes", long, "x".repeat(10_001), { code: "max_length", count: 10_000 }],
  ["the whole answer matches", { ...text, validation: { pattern: "[A-Z]{2}\\d+" } }, "AB12", "AB12"],
  [
    "a part that matches is not enough",
    { ...text, validation: { pattern: "\\d" } },
    "a1",
    { code: "pattern" },
  ],
  [
    "the form's own message goes with its pattern",
    { ...text, validation: { pattern: "\\d", pattern_message: { en: "A digit." } } },
    "x",
    { code: "pattern", message: { en: "A digit." } },
  ],
  [
    "a pattern that backtracking engines choke on",
    { ...text, validation: { pattern: "(a+)+b" } },
    "a".repeat(5000),
    { code: "pattern" },
  ],
  ["an address in lower case", email, " Ada@Example.org ", "ada@example.org"],
  ["no address", email, "ada@", { code: "email" }],
  ["two addresses", email, "a@example.org,b@example.org", { code: "email" }],
  ["a line break in an address", email, "a@example.org\nBcc: b@example.org", { code: "email" }],
  [
    "an allowed domain",
    { ...email, validation: { allowed_domains: ["Example.org"] } },
    "a@example.org",
    "a@example.org",
  ],
  [
    "another domain",
    { ...email, validation: { allowed_domains: ["example.org"] } },
    "a@example.com",
    { code: "email_domain", domains: ["example.org"] },
  ],
  [
    "a subdomain is another domain",
    { ...email, validation: { allowed_domains: ["example.org"] } },
    "a@x.example.org",
    { code: "email_domain", domains: ["example.org"] },
  ],
  [
    "a blocked domain",
    { ...email, validation: { blocked_domains: ["example.org"] } },
    "a@example.org",
    { code: "email_domain_blocked", domains: ["example.org"] },
  ],
  ["a number with country code", phone, "+49 (30) 1234-56", "+4930123456"],
  ["a number at home", { ...phone, default_country: "DE" }, "030 123456", "+4930123456"],
  ["a number as it is dialled abroad", phone, "0049 30 123456", "+4930123456"],
  ["a number without a country", phone, "030 123456", "030 123456"],
  ["an unknown country", { ...phone, default_country: "QQ" }, "030 123456", "030 123456"],
  ["a number as people write it", phone, " (020)\u00a07946 - 0958 ", "(020) 7946 - 0958"],
  ["the fewest digits of a number", phone, "4711", "4711"],
  ["fewer digits", phone, "471", { code: "phone" }],
  ["the most digits of a number", phone, "0".padEnd(15, "123"), "0".padEnd(15, "123")],
  ["more digits", phone, "0".padEnd(16, "123"), { code: "phone" }],
  ["no formula", phone, "-2+3+4+5", { code: "phone" }],
  ["a number from abroad that cannot be", phone, "00 12", { code: "phone" }],
  ["words around a number without a country", phone, "call 030 123456", { code: "phone" }],
  ["too few digits", { ...phone, default_country: "DE" }, "11", { code: "phone", country: "DE" }],
  [
    "words around a number",
    { ...phone, default_country: "DE" },
    "call 030 123456",
    { code: "phone", country: "DE" },
  ],
  ["an address of the web", url, "https://example.org/a?b#c", "https://example.org/a?b#c"],
  ["without a scheme it is https", url, "example.org", "https://example.org/"],
  ["a script", url, "javascript:alert(1)", { code: "url" }],
  ["a file", url, "file:///etc/passwd", { code: "url" }],
  ["a password in it", url, "https://a:b@example.org", { code: "url" }],
  ["no domain", url, "hello", { code: "url" }],
  ["a number", number, 1.5, 1.5],
  ["typed with a comma", number, " 1,5 ", 1.5],
  ["typed with a real minus", number, "−2", -2],
  ["minus zero is zero", number, "-0", 0],
  ["no number", number, "12 apples", { code: "number" }],
  ["hexadecimal", number, "0x10", { code: "number" }],
  ["infinite", number, "1e999", { code: "number" }],
  ["a list", number, [1], { code: "number" }],
  ["not whole", { ...number, validation: { integer: true } }, "1.5", { code: "integer" }],
  ["whole, written with a point", { ...number, validation: { integer: true } }, "2.0", 2],
  ["the smallest", { ...number, validation: { min: 0 } }, "0", 0],
  ["too small", { ...number, validation: { min: 0 } }, "-1", { code: "number_min", number: 0 }],
  ["too large", { ...number, validation: { max: 10 } }, "10.1", { code: "number_max", number: 10 }],
  ["a step that binary fractions miss", { ...number, validation: { step: 0.1 } }, "0.3", 0.3],
  ["steps begin at the minimum", { ...number, validation: { min: 1, step: 2 } }, "5", 5],
  ["between steps", { ...number, validation: { min: 1, step: 2 } }, "4", { code: "number_step", number: 2 }],
  ["a date", date, "2024-02-29", "2024-02-29"],
  ["a day that does not exist", date, "2026-02-29", { code: "date" }],
  ["a date in words", date, "tomorrow", { code: "date" }],
  ["no text for a date", date, 20260301, { code: "date" }],
  ["the first day", { ...date, validation: { min: "2026-01-01" } }, "2026-01-01", "2026-01-01"],
  [
    "before it",
    { ...date, validation: { min: "2026-01-01" } },
    "2025-12-31",
    { code: "date_min", date: "2026-01-01" },
  ],
  [
    "after the last day",
    { ...date, validation: { max: "2026-01-01" } },
    "2026-01-02",
    { code: "date_max", date: "2026-01-01" },
  ],
  ["it is tomorrow somewhere", { ...date, validation: { max: "today" } }, "2026-03-16", "2026-03-16"],
  [
    "it is not the day after anywhere",
    { ...date, validation: { max: "today" } },
    "2026-03-17",
    { code: "date_max", date: "2026-03-16" },
  ],
  [
    "it is still today where the day ends last",
    { ...date, validation: { min: "today" } },
    "2026-03-15",
    "2026-03-15",
  ],
  [
    "yesterday is over everywhere",
    { ...date, validation: { min: "today" } },
    "2026-03-14",
    { code: "date_min", date: "2026-03-15" },
  ],
  ["a time", time, "23:59", "23:59"],
  ["a time with seconds", time, "09:30:15", "09:30"],
  ["no time", time, "24:00", { code: "time" }],
  ["too early", { ...time, validation: { min: "09:00" } }, "08:59", { code: "time_min", time: "09:00" }],
  ["too late", { ...time, validation: { max: "17:00" } }, "17:01", { code: "time_max", time: "17:00" }],
  ["a date and time", datetime, "2026-03-15T09:30:00", "2026-03-15T09:30"],
  ["a date only", datetime, "2026-03-15", { code: "datetime" }],
  [
    "before the day",
    { ...datetime, validation: { min: "today" } },
    "2026-03-14T23:59",
    { code: "datetime_min", date: "2026-03-15T00:00" },
  ],
  [
    "after the minute",
    { ...datetime, validation: { max: "2026-03-15T12:00" } },
    "2026-03-15T12:01",
    { code: "datetime_max", date: "2026-03-15T12:00" },
  ],
  ["a choice", single, "b", "b"],
  ["nothing chosen", single, "", undefined],
  ["nothing chosen where something must be", { ...single, required: true }, "", { code: "required_choice" }],
  ["no such choice", single, "d", { code: "choice" }],
  ["a name that every object has", single, "constructor", { code: "choice" }],
  ["one's own text where that is not allowed", single, { other: "x" }, { code: "choice" }],
  ["one's own text", { ...single, allow_other: true }, { other: " x\ny " }, { other: "x y" }],
  ["one's own text, left empty", { ...single, allow_other: true }, { other: " " }, { code: "other" }],
  ["a menu is a choice, too", { ...single, type: "dropdown" }, "c", "c"],
  ["several choices, each once", multiple, ["b", "a", "b"], ["b", "a"]],
  ["none of several", multiple, [], undefined],
  ["none where one must be", { ...multiple, required: true }, [], { code: "required_choice" }],
  [
    "choices and one's own text",
    { ...multiple, allow_other: true },
    ["a", { other: "x" }],
    ["a", { other: "x" }],
  ],
  [
    "two texts of one's own",
    { ...multiple, allow_other: true },
    [{ other: "x" }, { other: "y" }],
    { code: "choice" },
  ],
  [
    "too few",
    { ...multiple, validation: { min_selections: 2 } },
    ["a"],
    { code: "min_selections", count: 2 },
  ],
  [
    "none, though two would be the fewest, is fine where nothing is required",
    { ...multiple, validation: { min_selections: 2 } },
    [],
    undefined,
  ],
  [
    "too many",
    { ...multiple, validation: { max_selections: 1 } },
    ["a", "b"],
    { code: "max_selections", count: 1 },
  ],
  ["yes", { type: "yes_no" }, "yes", true],
  ["no", { type: "yes_no" }, false, false],
  ["neither", { type: "yes_no" }, "maybe", { code: "choice" }],
  ["consent", { type: "consent", statement: label, required: true }, "yes", true],
  [
    "a box that has to be ticked",
    { type: "consent", statement: label, required: true },
    false,
    { code: "required_consent" },
  ],
  ["a box that was not ticked says so", { type: "consent", statement: label }, undefined, false],
  ["stars", { type: "rating", max: 5 }, "5", 5],
  ["one star too many", { type: "rating", max: 5 }, "6", { code: "choice" }],
  ["half a star", { type: "rating", max: 5 }, 2.5, { code: "choice" }],
  ["a point of a scale", { type: "scale", min: -10, max: 10, step: 5 }, "-5", -5],
  ["between the points", { type: "scale", min: -10, max: 10, step: 5 }, "-4", { code: "choice" }],
  ["zero on a scale of eleven", { type: "nps" }, "0", 0],
  ["eleven on a scale of eleven", { type: "nps" }, 11, { code: "choice" }],
  ["an order", ranking, ["c", "a", "b"], ["c", "a", "b"]],
  ["an order by places", ranking, { a: "2", b: " 3", c: "1" }, ["c", "a", "b"]],
  ["no places", ranking, { a: "", b: "" }, undefined],
  ["a place twice", ranking, { a: "1", b: "1", c: "2" }, { code: "ranking" }],
  ["a place left out", ranking, { a: "1", b: "2", c: "" }, { code: "ranking" }],
  ["places from zero", ranking, { a: "0", b: "1", c: "2" }, { code: "ranking" }],
  ["a choice twice", ranking, ["a", "a", "b"], { code: "ranking" }],
  ["a matrix", matrix, { rows: { a: "b", c: [] } }, { rows: { a: "b" } }],
  [
    "several columns in a row",
    { ...matrix, multiple: true },
    { rows: { a: ["b", "c"] } },
    { rows: { a: ["b", "c"] } },
  ],
  ["several columns where a row takes one", matrix, { rows: { a: ["b", "c"] } }, { code: "choice" }],
  ["no such row", matrix, { rows: { x: "a" } }, { code: "choice" }],
  ["no such column", matrix, { rows: { a: "x" } }, { code: "choice" }],
  [
    "a row left out",
    { ...matrix, required: true, validation: { require_all_rows: true } },
    { rows: { a: "a" } },
    { code: "matrix_rows" },
  ],
  [
    "a row left out where none would be fine",
    { ...matrix, validation: { require_all_rows: true } },
    { rows: { a: "a" } },
    { code: "matrix_rows_or_none" },
  ],
  [
    "no row where none is fine",
    { ...matrix, validation: { require_all_rows: true } },
    { rows: {} },
    undefined,
  ],
  ["no rows", { ...matrix, required: true }, { rows: {} }, { code: "required_choice" }],
  [
    "no rows where all are required",
    { ...matrix, required: true, validation: { require_all_rows: true } },
    { rows: {} },
    { code: "matrix_rows" },
  ],
  ["a statement takes nothing", { type: "statement" }, "x", undefined],
];

test.each(cases)("%s", (_name, field, given, want) => {
  expect(checkOne(field, given)).toEqual(want);
});

const scan: StoredFile = { id: "file_1", name: "scan.pdf", size_bytes: 7, content_type: "application/pdf" };

const fileCases: [name: string, field: Partly, files: StoredFile[], want: unknown][] = [
  ["a file", { type: "file_upload" }, [scan], [scan]],
  ["no file", { type: "file_upload" }, [], undefined],
  ["no file where one must be", { type: "file_upload", required: true }, [], { code: "required_file" }],
  [
    "one file unless more are allowed",
    { type: "file_upload" },
    [scan, scan],
    { code: "max_files", count: 1 },
  ],
  [
    "as many as are allowed",
    { type: "file_upload", validation: { max_files: 2 } },
    [scan, scan],
    [scan, scan],
  ],
  ["no signature", { type: "signature", required: true }, [], { code: "required_signature" }],
  ["one signature", { type: "signature" }, [scan, scan], { code: "max_files", count: 1 }],
];

test.each(fileCases)("files: %s", (_name, field, files, want) => {
  expect(checkOne(field, "ignored.exe", files)).toEqual(want);
});

const answers: Answers = {
  name: "Ada Lovelace",
  age: 36,
  born: "1815-12-10",
  member: false,
  size: "m",
  topics: ["maths", { other: "Poetry" }],
  only: ["maths"],
  own: { other: "Chess" },
  grid: { rows: { a: "x", b: ["y"] } },
  cv: [scan],
};

const conditions: [holds: boolean, condition: Condition][] = [
  [true, { field: "name", op: "answered" }],
  [false, { field: "name", op: "empty" }],
  [true, { field: "nothing", op: "empty" }],
  [false, { field: "constructor", op: "answered" }],
  [true, { field: "member", op: "answered" }],
  [true, { field: "member", op: "equals", value: false }],
  [true, { field: "age", op: "equals", value: 36 }],
  [false, { field: "age", op: "equals", value: "36" }],
  [true, { field: "age", op: "gte", value: 36 }],
  [false, { field: "age", op: "gt", value: 36 }],
  [true, { field: "age", op: "lt", value: 36.5 }],
  [true, { field: "age", op: "lte", value: 36 }],
  [false, { field: "age", op: "lt", value: "99" }],
  [true, { field: "born", op: "lt", value: "1900-01-01" }],
  [false, { field: "nothing", op: "lt", value: 1 }],
  [true, { field: "nothing", op: "not_equals", value: 1 }],
  [false, { field: "nothing", op: "equals", value: 1 }],
  [true, { field: "name", op: "contains", value: "LOVE" }],
  [true, { field: "topics", op: "contains", value: "maths" }],
  [false, { field: "topics", op: "equals", value: "maths" }],
  [true, { field: "only", op: "equals", value: "maths" }],
  [true, { field: "topics", op: "in", value: ["art", "maths"] }],
  [false, { field: "topics", op: "in", value: ["art"] }],
  [true, { field: "size", op: "in", value: ["s", "m"] }],
  [false, { field: "own", op: "equals", value: "Chess" }],
  [true, { field: "grid", op: "answered" }],
  [true, { field: "cv", op: "answered" }],
  [
    true,
    { all: [{ field: "size", op: "equals", value: "m" }, { any: [{ field: "age", op: "lte", value: 40 }] }] },
  ],
  [
    true,
    {
      any: [
        { field: "size", op: "equals", value: "s" },
        { field: "age", op: "equals", value: 36 },
      ],
    },
  ],
  [false, { any: [{ field: "size", op: "equals", value: "s" }] }],
  [true, { field: "nothing", op: "not_in", value: ["s"] }],
  [true, { field: "topics", op: "not_contains", value: "art" }],
  [false, { field: "topics", op: "not_in", value: ["art", "maths"] }],
  [false, "not (size = 'm' and (age > 90 or topics in ('maths') and member = false))"],
];

test.each(conditions)("%s: %j", (want, condition) => {
  expect(conditionHolds(condition, answers)).toBe(want);
});

const size: Predicate = { field: "size", op: "equals", value: "m" };
const old: Predicate = { field: "age", op: "gt", value: 90 };

const partial: [condition: Predicate, want: Predicate | boolean][] = [
  [size, true],
  [old, old],
  [{ all: [size, old] }, { all: [old] }],
  [{ all: [{ not: size }, old] }, false],
  [{ any: [size, old] }, true],
  [{ any: [{ not: size }, old] }, { any: [old] }],
  [{ not: { all: [size, old] } }, { not: { all: [old] } }],
  [{ all: [size, size] }, true],
  [{ any: [{ not: size }] }, false],
];

test.each(partial)("%j leaves %j open while only the age can change", (condition, want) => {
  expect(remainingPredicate(condition, answers, new Set(["age"]))).toEqual(want);
});

const formulas: [formula: string, want: number | undefined][] = [
  ["7", 7],
  ["age", 36],
  ["nothing", undefined],
  ["if(answered(nothing), nothing, 2)", 2],
  ["name", undefined],
  ["1 + 2 + 3", 6],
  ["2 * age", 72],
  ["min(3, 1, 2)", 1],
  ["max(3, 1, 2)", 3],
  ["1 - 3", -2],
  ["10 - 3 - 2 * 2", 3],
  ["10 - (3 - 2) * -2", 12],
  ["-age / 4 / 3", -3],
  ["1 / 0", undefined],
  ["1 + nothing", undefined],
  ["1e200 * 1e200", undefined],
  ["0 * -1", 0],
  ["round(2.5)", 3],
  ["round(-2.5)", -3],
  ["round(1.005, 2)", 1.01],
  ["round(1.001, 2, 'up')", 1.01],
  ["round(-1.009, 2, 'up')", -1],
  ["round(1.009, 2, 'down')", 1],
  ["round(1e-9, 2)", 0],
  ["round(1.1 + 2.2, 1, 'up')", 3.3],
  ["round(18.525 + 1.1 + 2.05 + .5, 2)", 22.18],
  ["round(9007199254740991, 2)", 9007199254740991],
  ["if(size = 'm', 1, nothing)", 1],
  ['IF(size <> "m", 1, 2)', 2],
  ["if(age + 4 >= 40 and not (age / 0 = 1), 1, 2)", 1],
  ["if(age / 0 != 1, 1, 2)", 1],
  ["if(40 > age, 1, 2)", 1],
  ["if(not member or name in ('Ada', 'Ada Lovelace') , 1, 2)", 1],
  ["if(contains(name, 'love') and born < '1900-01-01', 1, 2)", 1],
  ["score(size, 'm': 5)", 5],
  ["score(topics, 'maths': -3, 'art': 9)", -3],
  ["score(nothing, 'm': 5)", 0],
  ["count(topics)", 2],
  ["count(grid)", 2],
  ["count(cv)", 1],
  ["count(nothing)", 0],
];

test.each(formulas)("%s is %s", (formula, want) => {
  expect(evaluate(formulaTree({ formula }), answers)).toBe(want);
});

/** A gift, and what to know about it. */
const gift = form(
  [
    { id: "kind", type: "single_choice", label, choices: abc, required: true },
    { id: "count", type: "number", label, visible_if: { field: "kind", op: "equals", value: "a" } },
    {
      id: "why",
      type: "short_text",
      label,
      required: true,
      visible_if: { field: "count", op: "gt", value: 1 },
    },
    { id: "from_ad", type: "short_text", label, visible_if: { field: "source", op: "equals", value: "ad" } },
  ],
  {
    hidden_fields: [{ id: "source" }],
    calculations: [
      { id: "price", formula: "if(answered(count), count, 1) * 10" },
      { id: "gross", formula: "price * 1.5" },
      { id: "unknown", formula: "nothing" },
    ],
  },
);

const given: [
  name: string,
  given: RawAnswers,
  want: { answers: object; problems?: object; visible: string[] },
][] = [
  [
    "answers of hidden fields are dropped, and required ones not missed",
    { kind: "b", count: "3", why: "x" },
    { answers: { kind: "b", price: 10, gross: 15 }, visible: ["kind"] },
  ],
  [
    "what a hidden field would show stays hidden, too",
    { kind: "a", count: "3" },
    {
      answers: { kind: "a", count: 3, price: 30, gross: 45 },
      problems: { why: { code: "required" } },
      visible: ["kind", "count", "why"],
    },
  ],
  [
    "an answer with a problem counts as none",
    { kind: "x", count: "3" },
    { answers: { price: 10, gross: 15 }, problems: { kind: { code: "choice" } }, visible: ["kind"] },
  ],
  [
    "values of the address count, and nothing else that is sent along does",
    { kind: "b", source: "ad", from_ad: "yes", price: 0, admin: true, __proto__: { kind: "a" } },
    {
      answers: { kind: "b", source: "ad", from_ad: "yes", price: 10, gross: 15 },
      visible: ["kind", "from_ad"],
    },
  ],
];

test.each([
  ["en", "030 123456", "030 123456"],
  ["en", "+49 12", { code: "phone" }],
  ["de", "030 123456", "+4930123456"],
  ["fr", "01 23 45 67 89", "+33123456789"],
  ["el", "21 2345 6789", "+302123456789"],
  ["ga", "01 234 5678", "+35312345678"],
  ["da", "32 12 34 56", "+4532123456"],
  ["it", "06 1234 5678", "+390612345678"],
  ["de", "+43 664 1234567", "+436641234567"],
  ["de", "0043 664 1234567", "+436641234567"],
] as const)("a phone number in a form in %s: %s", (language, typed, want) => {
  const fields: FormField[] = [
    { id: "f", type: "phone", label },
    { id: "at", type: "phone", label, default_country: "AT" },
  ];
  const structure = form(fields, { default_language: language, languages: [language] });
  const checked = checkAnswers(structure, { f: typed, at: "0664 1234567" }, {}, now);
  expect(checked.problems.get("f") ?? checked.answers.f).toEqual(want);
  expect(checked.answers.at).toBe("+436641234567");
});

test.each(given)("%s", (_name, answered, want) => {
  const { answers: kept, problems, visible } = checkAnswers(gift, answered, {}, now);
  expect({ ...kept }).toEqual(want.answers);
  expect(Object.fromEntries(problems)).toEqual(want.problems ?? {});
  expect([...visible]).toEqual(want.visible);
});
