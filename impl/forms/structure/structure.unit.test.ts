import { expect, test } from "vitest";
import type { FormField, FormStructure } from "../../../generated/types.ts";
import { everyFieldForm, field } from "../../test/support/every-field-form.ts";
import { type Sentence, sentenceText } from "../../texts/sentences/sentence.ts";
import { structureProblems } from "./check.ts";
import { readStructure } from "./fits-schema.ts";
import type { StructureProblem } from "./problem.ts";
import { translationWarnings } from "./texts.ts";

/** A structure that may become anything. */
// biome-ignore lint/suspicious/noExplicitAny: the point is to break the type.
type Loose = any;

type Edit = (form: FormStructure) => void;

function set(id: string, properties: object): Edit {
  return (form) => Object.assign(field(form, id), properties);
}

function shownIf(id: string, condition: unknown): Edit {
  return set(id, { visible_if: condition });
}

function computed(formula: string): Edit {
  return (form) => Object.assign(form.calculations![1]!, { formula });
}

const label = { en: "New" };

const problems: [name: string, edit: Edit, path: string, says: RegExp][] = [
  [
    "two fields with one id",
    set("bio", { id: "name" }),
    "/pages/0/fields/5/id",
    /as at \/pages\/0\/fields\/1\/id/,
  ],
  [
    "a hidden field with the id of a field",
    (form) => form.hidden_fields!.push({ id: "name" }),
    "/hidden_fields/2/id",
    /different ids/,
  ],
  [
    "a calculation with the id of a hidden field",
    (form) => Object.assign(form.calculations![1]!, { id: "source" }),
    "/calculations/1/id",
    /different ids/,
  ],
  [
    "two pages with one id",
    (form) => Object.assign(form.pages[1]!, { id: "person" }),
    "/pages/1/id",
    /Pages/,
  ],
  [
    "two endings with one id",
    (form) => Object.assign(form.endings![1]!, { id: "great" }),
    "/endings/1/id",
    /Endings/,
  ],
  [
    "two choices with one id",
    (form) => field(form, "track").choices.push({ id: "web", label }),
    "/pages/1/fields/3/choices/3/id",
    /Choices/,
  ],
  [
    "two rows with one id",
    (form) => field(form, "sessions").rows.push({ id: "morning", label }),
    "/pages/1/fields/11/rows/2/id",
    /Rows/,
  ],
  [
    "two columns with one id",
    (form) => field(form, "sessions").columns.push({ id: "talk", label }),
    "/pages/1/fields/11/columns/2/id",
    /Columns/,
  ],

  [
    "a default language that is no language of the form",
    (form) => Object.assign(form, { languages: ["de"] }),
    "/default_language",
    /^English is not among languages \(German\)/,
  ],
  [
    "a label without the default language",
    set("bio", { label: { de: "Neu" } }),
    "/pages/0/fields/5/label",
    /add English/,
  ],
  [
    "a choice without the default language",
    (form) => Object.assign(field(form, "track").choices[1], { label: { de: "Daten" } }),
    "/pages/1/fields/3/choices/1/label",
    /add English/,
  ],
  [
    "a message without the default language",
    (form) => Object.assign(form.endings![1]!, { message: { de: "Bis bald" } }),
    "/endings/1/message",
    /add English/,
  ],
  [
    "a pattern message without the default language",
    (form) => Object.assign(field(form, "name").validation, { pattern_message: { de: "x" } }),
    "/pages/0/fields/1/validation/pattern_message",
    /add English/,
  ],
  [
    "a NUL in a label",
    set("bio", { label: { en: "a\0b" } }),
    "/pages/0/fields/5/label/en",
    /control character/,
  ],
  [
    "half a character in a label",
    set("bio", { label: { en: "a\ud83d b" } }),
    "/pages/0/fields/5/label/en",
    /half a character/,
  ],
  ["a blank label", set("bio", { label: { en: " \t" } }), "/pages/0/fields/5/label/en", /blank/],
  [
    "a title that is too long in one language",
    (form) => Object.assign(form.title, { de: "x".repeat(201) }),
    "/title/de",
    /200 characters/,
  ],
  [
    "a subject of copies that is too long in one language",
    (form) => Object.assign(form, { settings: { receipt_subject: { en: "Copy", de: "x".repeat(201) } } }),
    "/settings/receipt_subject/de",
    /200 characters/,
  ],

  ...[undefined, "http://example.org/", "https://"].map((redirect_url): (typeof problems)[number] => [
    `an ending that leads at once to ${redirect_url}`,
    (form) => Object.assign(form.endings![1]!, { redirect_at_once: true, redirect_url }),
    "/endings/1/redirect_at_once",
    /begins with https/,
  ]),
  ...(
    [
      ["2027-05-20", "2027-05-19", "end", /before start/],
      ["2027-05-20T10:00:00Z", "2027-05-20T11:59:59+02:00", "end", /before start/],
      ["2027-05-20", "2027-05-20T10:00:00Z", "end", /one is a whole day/],
      ["2016-12-31T23:59:60Z", undefined, "start", /no time of a calendar/],
      ["0000-01-01T00:00:00+01:00", undefined, "start", /no time of a calendar/],
      ["2027-05-20T10:00:00Z", "9999-12-31T23:59:59-01:00", "end", /no time of a calendar/],
    ] as const
  ).map(([start, end, key, says]): (typeof problems)[number] => [
    `an event from ${start} to ${end}`,
    (form) => Object.assign(form.endings![0]!, { calendar: { title: label, start, end } }),
    `/endings/0/calendar/${key}`,
    says,
  ]),
  [
    "an event whose place lacks the default language",
    (form) =>
      Object.assign(form.endings![0]!, {
        calendar: { title: label, start: "2027-05-20", place: { de: "Hier" } },
      }),
    "/endings/0/calendar/place",
    /add English/,
  ],
  ...["2027-05-20T10:00:00Z", "2027-05-20T12:00:01+02:00"].map((opens_at): (typeof problems)[number] => [
    `a form that opens at ${opens_at}, when it closes or later`,
    (form) => Object.assign(form, { settings: { opens_at, closes_at: "2027-05-20T12:00:00+02:00" } }),
    "/settings/opens_at",
    /would never take answers/,
  ]),
  [
    "a capacity in a ranking",
    (form) => {
      const choice: { capacity?: number } = field(form, "order").choices[0];
      choice.capacity = 3;
    },
    "/pages/1/fields/10/choices",
    /uses every choice/,
  ],
  ...["dropdown", "ranking"].map((type): (typeof problems)[number] => [
    `a picture in a ${type}`,
    (form) => {
      const [intro] = form.pages[0]!.fields;
      const image = { image_id: "img_0000000000000000000000" };
      Object.assign(intro!, { type, choices: [{ id: "a", label: { en: "A" }, image }] });
    },
    "/pages/0/fields/0/choices",
    /"?a"?.* picture, which only choices of single_choice/,
  ]),
  [
    "more than 200 pictures",
    (form) => {
      const [page] = form.pages;
      const picture = { image_id: "img_0000000000000000000000" };
      const fields = Array.from({ length: 201 }, (_, at) => ({
        id: `picture_${at}`,
        type: "statement",
        label: { en: "Look" },
        image: picture,
      }));
      page?.fields.push(...(fields as FormField[]));
    },
    "",
    /names 201 pictures; a form has at most 200/,
  ],
  [
    "a welcome page whose picture names no image",
    (form) => Object.assign(form, { welcome: { image: { alt: label } } }),
    "/welcome/image",
    /neither an image_id nor a video/,
  ],
  [
    "a picture of an ending whose text lacks the default language",
    (form) =>
      Object.assign(form.endings![1]!, {
        image: { image_id: "img_0000000000000000000000", alt: { de: "See" } },
      }),
    "/endings/1/image/alt",
    /add English/,
  ],
  [
    "a video of a choice",
    (form) =>
      Object.assign(field(form, "track").choices[0], { image: { video: "https://vimeo.com/76979871" } }),
    "/pages/1/fields/3/choices/0/image/video",
    /choices show pictures only/,
  ],
  ...["https://www.youtube.com/playlist?list=PLabc", "https://example.org/film.mp4"].map(
    (video): (typeof problems)[number] => [
      `the video ${video}`,
      set("bio", { image: { video } }),
      "/pages/0/fields/5/image/video",
      /YouTube or Vimeo.*playlists and channels are no videos/,
    ],
  ),
  [
    "more than 200 videos",
    (form) => {
      const fields = Array.from({ length: 201 }, (_, at) => ({
        id: `film_${at}`,
        type: "statement",
        label,
        image: { video: "https://vimeo.com/76979871" },
      }));
      form.pages[0]?.fields.push(...(fields as FormField[]));
    },
    "",
    /names 201 pictures; a form has at most 200/,
  ],
  [
    "min above max",
    set("age", { validation: { min: 2, max: 1 } }),
    "/pages/0/fields/6/validation/min",
    /2 is above the maximum 1/,
  ],
  [
    "min_length above max_length",
    set("bio", { validation: { min_length: 5, max_length: 4 } }),
    "/pages/0/fields/5/validation/min_length",
    /5 is above the maximum 4/,
  ],
  [
    "a first day after the last",
    set("birthday", { validation: { min: "2000-01-02", max: "2000-01-01" } }),
    "/pages/0/fields/7/validation/min",
    /Swap/,
  ],
  [
    "a first hour after the last",
    set("start", { validation: { min: "10:01", max: "10:00" } }),
    "/pages/1/fields/1/validation/min",
    /Swap/,
  ],
  [
    "a day that does not exist",
    set("arrival", { validation: { max: "2026-02-31T10:00" } }),
    "/pages/1/fields/2/validation/max",
    /no calendar/,
  ],
  [
    "whole numbers where there are none",
    set("age", { validation: { min: 0.2, max: 0.8, integer: true } }),
    "/pages/0/fields/6/validation/integer",
    /0.2 to 0.8/,
  ],
  [
    "more selections than choices",
    set("interests", { validation: { min_selections: 4 } }),
    "/pages/1/fields/5/validation/min_selections",
    /4 selections where 3/,
  ],
  [
    "fewest above most selections",
    set("interests", { validation: { min_selections: 2, max_selections: 1 } }),
    "/pages/1/fields/5/validation/min_selections",
    /2 is above the maximum 1/,
  ],
  ["a scale without length", set("effort", { min: 10 }), "/pages/1/fields/8/max", /greater than min/],
  ["a step that misses the end", set("effort", { step: 3 }), "/pages/1/fields/8/step", /last point is 9/],
  [
    "a pattern that is none",
    set("bio", { validation: { pattern: "[" } }),
    "/pages/0/fields/5/validation/pattern",
    /RE2/,
  ],
  [
    "look-ahead",
    set("bio", { validation: { pattern: "(?=a)a" } }),
    "/pages/0/fields/5/validation/pattern",
    /RE2/,
  ],
  [
    "a pattern that would need much memory",
    set("bio", { validation: { pattern: "((a{100}){100}){100}" } }),
    "/pages/0/fields/5/validation/pattern",
    /RE2/,
  ],
  [
    "patterns that are compiled for seconds",
    patterns(100, () => `(?i)${"[\\PL]".repeat(79)}`),
    "/pages/2/fields/6/validation/pattern",
    /\\p\{L\}/,
  ],
  [
    "wide ranges without case",
    patterns(30, () => `(?i)[${"Ā-\u{1ffff}".repeat(60)}]`),
    "/pages/2/fields/0/validation/pattern",
    /\(\?i\)/,
  ],
  [
    "patterns with large counts",
    patterns(3, (n) => `${n}${"(?:a?){1000}".repeat(10)}`, 10),
    "/pages/2/fields/0/validation/pattern",
    /lower their counts/,
  ],
  [
    "patterns that are matched for seconds",
    patterns(50, (n) => `${n}(?:a?){100}`),
    "/pages/2/fields/14/validation/pattern",
    /Set max_length/,
  ],

  [
    "a condition on the field itself",
    shownIf("bio", { field: "bio", op: "answered" }),
    "/pages/0/fields/5/visible_if/field",
    /too late/,
  ],
  [
    "a condition on a later field",
    shownIf("bio", { all: [{ any: [{ field: "age", op: "empty" }] }] }),
    "/pages/0/fields/5/visible_if/all/0/any/0/field",
    /too late/,
  ],
  [
    "a condition on a calculation",
    shownIf("bio", { field: "score", op: "gt", value: 1 }),
    "/pages/0/fields/5/visible_if/field",
    /too late/,
  ],
  [
    "a condition on nothing",
    shownIf("bio", { any: [{ field: "nme", op: "answered" }] }),
    "/pages/0/fields/5/visible_if/any/0/field",
    /does not have/,
  ],
  [
    "a condition on a section",
    shownIf("bio", { field: "intro", op: "answered" }),
    "/pages/0/fields/5/visible_if/field",
    /takes no answer/,
  ],
  [
    "an order of texts",
    shownIf("bio", { field: "name", op: "lt", value: "m" }),
    "/pages/0/fields/5/visible_if/op",
    /takes equals, not_equals, in, not_in, contains/,
  ],
  [
    "a matrix compared",
    shownIf("signed", { field: "sessions", op: "equals", value: "talk" }),
    "/pages/1/fields/13/visible_if/op",
    /answered, empty/,
  ],
  [
    "a choice by its label",
    shownIf("size", { field: "track", op: "equals", value: "Web" }),
    "/pages/1/fields/4/visible_if/value",
    /choice id: web, data, ops/,
  ],
  [
    "one choice of several by its label",
    shownIf("size", { field: "track", op: "in", value: ["web", "Ops"] }),
    "/pages/1/fields/4/visible_if/value/1",
    /choice id/,
  ],
  [
    "a number as text",
    shownIf("signed", { field: "stars", op: "gte", value: "3" }),
    "/pages/1/fields/13/visible_if/value",
    /a number/,
  ],
  [
    "a truth value as text",
    shownIf("start", { field: "speaks", op: "equals", value: "yes" }),
    "/pages/1/fields/1/visible_if/value",
    /true or false/,
  ],
  [
    "a date in words",
    shownIf("speaks", { field: "birthday", op: "lt", value: "today" }),
    "/pages/1/fields/0/visible_if/value",
    /YYYY-MM-DD/,
  ],
  [
    "an ending on nothing",
    (form) => Object.assign(form.endings![0]!, { when: { field: "total", op: "answered" } }),
    "/endings/0/when/field",
    /does not have/,
  ],
  ["an ending that is never reached", (form) => form.endings!.reverse(), "/endings/0", /never shown/],
  [
    "a calculation with a later one",
    (form) => form.calculations!.reverse(),
    "/calculations/0/formula",
    /mistake at character 5: it is score, which comes too late/,
  ],
  ["a calculation with a text", computed("round(name)"), "/calculations/1/formula", /does not have a number/],
  ["a formula with a mistake", computed("2 *"), "/calculations/1/formula", /character 4 \(its end\)/],
  ["a formula with a wrong id", computed("2 * scor"), "/calculations/1/formula", /did you mean score\?/],
  ["a calculation that counts a text", computed("count(name)"), "/calculations/1/formula", /to count/],
  [
    "points for a choice that does not exist",
    computed("score(track, 'web': 1, 'app': 2)"),
    "/calculations/1/formula",
    /app, which is not a choice of track. It has web, data, ops/,
  ],
  ["points of a field without choices", computed("score(age, 'a': 1)"), "/calculations/1/formula", /choices/],
  [
    "a wrong condition inside a formula",
    computed("if(answered(x), 1, 2)"),
    "/calculations/1/formula",
    /does not have/,
  ],
  [
    "a formula with 21 levels of brackets",
    computed(`${"(".repeat(21)}1${")".repeat(21)}`),
    "/calculations/1/formula",
    /more than 20 brackets/,
  ],
  ["a formula that is too long", computed(`1${" + 1".repeat(1250)}`), "/calculations/1/formula", /5000/],
  [
    "a condition as a text that says what to send",
    shownIf("bio", "age > 3 or not answered(age)"),
    "/pages/0/fields/5/visible_if",
    /Send \{"any":\[\{"field":"age","op":"gt","value":3\}/,
  ],
  ["a condition as a text", shownIf("bio", "age + 1"), "/pages/0/fields/5/visible_if", /only be kept/],
  ["501 fields", (form) => addFields(form, 501), "/pages", /501 fields/],
  ["more than a megabyte", (form) => form.pages.push({ id: "long", fields: longFields(560) }), "", /1000000/],
];

function addFields({ pages }: FormStructure, total: number): void {
  const present = pages.reduce((sum, { fields }) => sum + fields.length, 0);
  for (let n = present; n < total; n += 1) pages[0]!.fields.push({ id: `f${n}`, type: "number", label });
}

function longFields(kilobytes: number): FormStructure["pages"][number]["fields"] {
  return Array.from({ length: kilobytes / 2 }, (_, n) => ({
    id: `f${n}`,
    type: "nps",
    label: { en: "ä".repeat(1990) },
  }));
}

/** Distinct patterns on a page of their own. */
function patterns(count: number, pattern: (n: number) => string, max_length?: number): Edit {
  const fields = Array.from({ length: count }, (_, n) => ({
    id: `p${n}`,
    type: "short_text" as const,
    label,
    validation: { pattern: pattern(n) + n, ...(max_length !== undefined && { max_length }) },
  }));
  return (form) => form.pages.push({ id: "patterns", fields });
}

test.each(problems)("%s is refused", (_name, edit, path, says) => {
  const form = everyFieldForm();
  edit(form);
  const found = structureProblems(form);
  expect(found.map((problem) => problem.path)).toEqual([path]);
  const [{ problem, sentence }] = found as [StructureProblem];
  expect(problem).toMatch(says);
  expect(inGerman(sentence!)).not.toMatch(ENGLISH);
});

/** Words that a sentence in another language does not have, and values that are missing. */
const ENGLISH = /\b(is|the|has|which|must|of|and|not|it)\b|\{[a-z_]{2,}\}/;

/** Removes the quoted parts. */
function inGerman(sentence: Sentence): string {
  return sentenceText(sentence, "de").replace(/"[^"]*"|„[^“]*“|`[^`]*`/g, "");
}

/** Edits that make a structure invalid. */
const unfit: readonly (readonly [name: string, edit: (form: Loose) => void])[] = [
  ["a text that is too long", (form) => Object.assign(form.title, { en: "a".repeat(6_000) })],
  ["a text that is empty", (form) => Object.assign(form.title, { en: "" })],
  ["no pages", (form) => Object.assign(form, { pages: [] })],
  ["no title", (form) => delete form.title],
  ["a wrong type", (form) => Object.assign(form, { pages: "none" })],
  ["an unknown property", (form) => Object.assign(form, { subtitle: "none" })],
  ["an unknown property with a similar name", (form) => Object.assign(form, { endigns: [] })],
  ["an unknown language", (form) => Object.assign(form, { languages: ["en", "xx"] })],
  ["a language twice", (form) => Object.assign(form, { languages: ["en", "en"] })],
  ["an unknown type of field", (form) => Object.assign(form.pages[0].fields[0], { type: "colour" })],
  ["a property of another type of field", (form) => Object.assign(form.pages[0].fields[0], { rows: [] })],
  ["an id with blanks", (form) => Object.assign(form.pages[0].fields[0], { id: "my name" })],
  ["a limit below its minimum", (form) => Object.assign(form, { settings: { response_limit: 0 } })],
  ["a limit that is no whole number", (form) => Object.assign(form, { settings: { response_limit: 1.5 } })],
  ["a time that is none", (form) => Object.assign(form, { settings: { closes_at: "soon" } })],
  [
    "an address of an ending that mentions an answer",
    (form) => Object.assign(form.endings![0]!, { redirect_url: "https://example.org/?name={{name}}" }),
  ],
  ["an address that is none", (form) => Object.assign(form, { settings: { privacy_url: "here" } })],
];

test.each(unfit)("reports that %s does not fit, also in German", (_name, edit) => {
  const form = everyFieldForm();
  edit(form as Loose);
  const read = readStructure(form);
  if (!("problems" in read)) return expect.fail("It fits");
  expect(read.problems).not.toEqual([]);
  for (const { problem, sentence } of read.problems) {
    if (sentence === undefined) return expect.fail(`Not known: ${problem}`);
    expect(sentenceText(sentence, "en")).toBe(problem);
    expect(inGerman(sentence)).not.toMatch(ENGLISH);
  }
});

const fine: [name: string, edit: Edit][] = [
  ["every field", () => {}],
  ["a formula with 20 levels of brackets", computed(`${"(".repeat(20)}1${")".repeat(20)}`)],
  ["a formula of 5,000 characters", computed(`1000${" + 1".repeat(1249)}`)],
  ["500 fields", (form) => addFields(form, 500)],
  ["a title of 200 characters", (form) => Object.assign(form.title, { en: "ä".repeat(200) })],
  ["one ending that always holds", (form) => form.endings!.shift()],
  ["choices without ids of their own", shownIf("size", { field: "track", op: "in", value: ["web", "ops"] })],
  ["a day compared", shownIf("speaks", { field: "birthday", op: "gte", value: "2000-01-01" })],
  ["a bound that moves", set("birthday", { validation: { min: "today", max: "2000-01-01" } })],
  [
    "everything that can be counted",
    computed("max(count(track), count(order), count(sessions), count(slides))"),
  ],
  ["470 usual patterns", patterns(470, (n) => `^[A-Z]{2}-?[0-9]{4}${n}$`, 40)],
  ["200 usual patterns for answers of any length", patterns(200, (n) => `(?i)^[a-z]+${n}@[a-z.]+$`)],
  [
    "an ending on a calculation",
    (form) => Object.assign(form.endings![0]!, { when: { field: "double", op: "lt", value: 3 } }),
  ],
];

test.each(fine)("%s is fine", (_name, edit) => {
  const form = everyFieldForm();
  edit(form);
  expect(structureProblems(form)).toEqual([]);
});

test("warns of texts that are not translated, and of translations that are not used", () => {
  const form: FormStructure = {
    title: { en: "A", de: "A" },
    default_language: "en",
    languages: ["en", "de", "fr"],
    pages: [{ id: "p", fields: [{ id: "a", type: "nps", label: { en: "A", de: "A", it: "A" } }] }],
  };
  expect(translationWarnings(form)).toEqual([
    {
      code: "untranslated",
      message: '2 texts are not translated into French ("fr"): respondents see English there.',
      path: "/title",
    },
    {
      code: "unused_translation",
      message: 'Texts in Italian are kept, but nobody sees them: add "it" to languages to offer it.',
      path: "/pages/0/fields/0/label",
    },
  ]);
});

test("operators of a formula are named as it writes them", () => {
  const form = everyFieldForm();
  computed("if(name < 'x', 1, 2)")(form);
  expect(structureProblems(form).map(({ problem }) => problem)).toEqual([
    "has a mistake at character 4: it is <, which says nothing about name. It takes =, !=, in, not in, contains, not contains, answered, not answered.",
  ]);
});

test("keeps an existing condition written as text, and rejects new ones", () => {
  const text = "not (name = 'a' and (name = 'b' or source = 'x'))";
  const stored = everyFieldForm();
  shownIf("bio", text)(stored);
  expect(structureProblems(stored, stored)).toEqual([]);
  const edited = everyFieldForm();
  shownIf("bio", text.replace("b", "c"))(edited);
  expect(structureProblems(edited, stored)).toMatchObject([{ path: "/pages/0/fields/5/visible_if" }]);
});

test("languages have their names in the language of the reader", () => {
  const form: FormStructure = { ...everyFieldForm(), default_language: "fr", languages: ["de"] };
  const [offered, missing] = structureProblems(form).map(({ sentence }) => sentenceText(sentence!, "de"));
  expect([offered, missing]).toEqual([
    "Die Standardsprache Französisch ist keine der Sprachen des Formulars (Deutsch). Fügen Sie sie hinzu, oder wählen Sie eine davon.",
    "Der Text fehlt in der Standardsprache (Französisch).",
  ]);
});
