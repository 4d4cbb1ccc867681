import { expect, test } from "vitest";
import type { FormChange, FormStructure } from "../../../generated/types.ts";
import { everyFieldForm, field, without } from "../../test/support/every-field-form.ts";
import { ownerTranslation } from "../../texts/owner/owner-texts.ts";
import { changeText } from "../../web/owner/forms/change-text.ts";
import { structureProblems } from "../structure/check.ts";
import { compareStructures } from "./compare.ts";

type Edit = (form: FormStructure) => void;
type Told = `${FormChange["kind"]} ${string}`;
type Case = readonly [name: string, edit: Edit, ...changes: Told[]];

/** English and German were used, by verified responses. */
function changesOf(edit: Edit): FormChange[] {
  const [before, after] = [everyFieldForm(), everyFieldForm()];
  edit(after);
  expect(structureProblems(after), "the edited structure satisfies the rules").toEqual([]);
  return compareStructures(before, after, ["en", "de"]);
}

/** Sets properties of a field; `undefined` removes one. */
function set(id: string, properties: object): Edit {
  return (form) => assign(field(form, id), properties);
}

function constrain(id: string, constraints: object): Edit {
  return (form) => {
    const target = field(form, id);
    target.validation ??= {};
    assign(target.validation, constraints);
  };
}

function assign(target: Record<string, unknown>, properties: object): void {
  Object.assign(target, properties);
  for (const key of Object.keys(target)) if (target[key] === undefined) delete target[key];
}

const label = { en: "New" };

const blocked: Case[] = [
  ["delete a field", (form) => without(form, "bio"), "field_removed /pages/0/fields/5"],
  [
    "change the id of a field",
    set("bio", { id: "biography" }),
    "field_removed /pages/0/fields/5",
    "field_added /pages/0/fields/5",
  ],
  [
    "long text to short text",
    set("bio", { type: "short_text" }),
    "field_type_changed /pages/0/fields/5/type",
  ],
  [
    "rating to NPS",
    set("stars", { type: "nps", max: undefined }),
    "field_type_changed /pages/1/fields/7/type",
  ],
  [
    "single to multiple choice",
    set("track", { type: "multiple_choice" }),
    "field_type_changed /pages/1/fields/3/type",
  ],
  [
    "remove a choice",
    (form) => field(form, "track").choices.pop(),
    "choice_removed /pages/1/fields/3/choices/2",
  ],
  [
    "give a choice another id",
    (form) => Object.assign(field(form, "size").choices[0], { id: "small" }),
    "choice_removed /pages/1/fields/4/choices/0",
    "choice_added /pages/1/fields/4/choices/0",
  ],
  [
    "remove a choice of a ranking",
    (form) => field(form, "order").choices.pop(),
    "choice_removed /pages/1/fields/10/choices/1",
  ],
  [
    "remove a row",
    (form) => field(form, "sessions").rows.shift(),
    "choice_removed /pages/1/fields/11/rows/0",
  ],
  [
    "give a column another id",
    (form) => Object.assign(field(form, "sessions").columns[1], { id: "lab" }),
    "choice_removed /pages/1/fields/11/columns/1",
    "choice_added /pages/1/fields/11/columns/1",
  ],
  ["raise the stars of a rating", set("stars", { max: 10 }), "bounds_changed /pages/1/fields/7/max"],
  ["lower the stars of a rating", set("stars", { max: 3 }), "bounds_changed /pages/1/fields/7/max"],
  ["move the lower end of a scale", set("effort", { min: 1 }), "bounds_changed /pages/1/fields/8/min"],
  ["move the upper end of a scale", set("effort", { max: 20 }), "bounds_changed /pages/1/fields/8/max"],
  ["change the step of a scale", set("effort", { step: 2 }), "bounds_changed /pages/1/fields/8/step"],
  ["raise min_length", constrain("name", { min_length: 3 }), tightened("/pages/0/fields/1", "min_length")],
  ["add min_length", constrain("bio", { min_length: 1 }), tightened("/pages/0/fields/5", "min_length")],
  ["lower max_length", constrain("name", { max_length: 99 }), tightened("/pages/0/fields/1", "max_length")],
  ["add max_length", constrain("bio", { max_length: 500 }), tightened("/pages/0/fields/5", "max_length")],
  ["add a pattern", constrain("bio", { pattern: "[a-z]+" }), tightened("/pages/0/fields/5", "pattern")],
  ["change a pattern", constrain("name", { pattern: "[^01]+" }), tightened("/pages/0/fields/1", "pattern")],
  [
    "allow fewer domains",
    constrain("email", { allowed_domains: ["example.org"] }),
    tightened("/pages/0/fields/2", "allowed_domains"),
  ],
  [
    "block more domains",
    constrain("email", { blocked_domains: ["spam.example", "more.example"] }),
    tightened("/pages/0/fields/2", "blocked_domains"),
  ],
  ["raise the minimum", constrain("age", { min: 20 }), tightened("/pages/0/fields/6", "min")],
  ["lower the minimum off the steps", constrain("age", { min: 17 }), tightened("/pages/0/fields/6", "min")],
  ["lower the maximum", constrain("age", { max: 100 }), tightened("/pages/0/fields/6", "max")],
  ["widen the step", constrain("age", { step: 4 }), tightened("/pages/0/fields/6", "step")],
  ["a later first day", constrain("birthday", { min: "1950-01-01" }), tightened("/pages/0/fields/7", "min")],
  [
    "a fixed last day instead of today",
    constrain("birthday", { max: "2030-01-01" }),
    tightened("/pages/0/fields/7", "max"),
  ],
  ["a later first hour", constrain("start", { min: "09:00" }), tightened("/pages/1/fields/1", "min")],
  [
    "an earlier last minute",
    constrain("arrival", { max: "2026-12-31T17:59" }),
    tightened("/pages/1/fields/2", "max"),
  ],
  ["a first minute", constrain("arrival", { min: "today" }), tightened("/pages/1/fields/2", "min")],
  [
    "no text of one's own any more",
    set("track", { allow_other: false }),
    "validation_tightened /pages/1/fields/3/allow_other",
  ],
  [
    "more selections needed",
    constrain("interests", { min_selections: 2 }),
    tightened("/pages/1/fields/5", "min_selections"),
  ],
  [
    "fewer selections accepted",
    constrain("interests", { max_selections: 1 }),
    tightened("/pages/1/fields/5", "max_selections"),
  ],
  [
    "one column a row",
    set("sessions", { multiple: undefined }),
    "validation_tightened /pages/1/fields/11/multiple",
  ],
  [
    "every row needed",
    constrain("sessions", { require_all_rows: true }),
    tightened("/pages/1/fields/11", "require_all_rows"),
  ],
  [
    "fewer kinds of file",
    constrain("slides", { accept: ["pdf"] }),
    tightened("/pages/1/fields/12", "accept"),
  ],
  [
    "fewer files",
    constrain("slides", { max_files: undefined }),
    tightened("/pages/1/fields/12", "max_files"),
  ],
  [
    "smaller files",
    constrain("slides", { max_file_size_mb: 4 }),
    tightened("/pages/1/fields/12", "max_file_size_mb"),
  ],
  [
    "change a calculation",
    (form) => Object.assign(form.calculations![1]!, { formula: "score + 1" }),
    "calculation_changed /calculations/1/formula",
  ],
  ["remove a calculation", (form) => form.calculations!.pop(), "calculation_removed /calculations/1"],
  ["remove a hidden field", (form) => form.hidden_fields!.shift(), "hidden_field_removed /hidden_fields/0"],
  [
    "give a hidden field another id",
    (form) => Object.assign(form.hidden_fields![0]!, { id: "utm_source" }),
    "hidden_field_removed /hidden_fields/0",
    "hidden_field_added /hidden_fields/0",
  ],
  [
    "remove a language that responses used",
    (form) => Object.assign(form, { languages: ["en"] }),
    "language_removed /languages",
  ],
];

function tightened(path: string, constraint: string): Told {
  return `validation_tightened ${path}/validation/${constraint}`;
}

const warned: Case[] = [
  [
    "add a required field",
    (form) => form.pages[0]!.fields.push({ id: "city", type: "short_text", label, required: true }),
    "field_added /pages/0/fields/8",
  ],
  [
    "require an optional field",
    set("website", { required: true }),
    "required_changed /pages/0/fields/4/required",
  ],
  [
    "change a condition",
    set("start", { visible_if: { field: "speaks", op: "answered" } }),
    "condition_changed /pages/1/fields/1/visible_if",
  ],
  [
    "add a condition",
    set("bio", { visible_if: { field: "name", op: "contains", value: "x" } }),
    "condition_changed /pages/0/fields/5/visible_if",
  ],
  [
    "remove a condition",
    set("start", { visible_if: undefined }),
    "condition_changed /pages/1/fields/1/visible_if",
  ],
  [
    "add an ending",
    (form) => form.endings!.unshift({ id: "more", title: label, when: { field: "age", op: "empty" } }),
    "ending_changed /endings/0",
  ],
  [
    "fewer places for a choice",
    (form) => Object.assign(field(form, "interests").choices[0]!, { capacity: 19 }),
    "property_changed /pages/1/fields/5/choices/0/capacity",
  ],
  [
    "places counted from now on",
    (form) => Object.assign(field(form, "track").choices[1]!, { capacity: 5 }),
    "property_changed /pages/1/fields/3/choices/1/capacity",
  ],
  ["remove an ending", (form) => form.endings!.shift(), "ending_changed /endings/0"],
  ["retire what a calculation names", set("stars", { retired: true }), "retired /pages/1/fields/7/retired"],
  [
    "another condition of an ending",
    (form) => Object.assign(form.endings![0]!, { when: { field: "score", op: "gte", value: 9 } }),
    "ending_changed /endings/0/when",
  ],
  [
    "another way on from an ending",
    (form) => Object.assign(form.endings![1]!, { redirect_url: "https://example.org/" }),
    "ending_changed /endings/1/redirect_url",
  ],
  [
    "an ending that leads on at once",
    (form) =>
      Object.assign(form.endings![1]!, { redirect_url: "https://example.org/", redirect_at_once: true }),
    "ending_changed /endings/1/redirect_url",
    "ending_changed /endings/1/redirect_at_once",
  ],
  [
    "a calendar file",
    (form) => Object.assign(form.endings![1]!, { calendar: { title: label, start: "2027-05-20" } }),
    "ending_changed /endings/1/calendar",
  ],
];

const allowed: Case[] = [
  ["a title", (form) => Object.assign(form.title, { de: "Tagung" }), "text_changed /title"],
  [
    "a welcome page",
    (form) => Object.assign(form, { welcome: { text: label } }),
    "property_changed /welcome",
  ],
  ["a description", (form) => Object.assign(form, { description: label }), "text_changed /description"],
  [
    "a label",
    set("name", { label: { en: "Full name", de: "Name" } }),
    "text_changed /pages/0/fields/1/label",
  ],
  [
    "a translation",
    set("bio", { label: { en: "Bio", de: "Über Sie" } }),
    "text_changed /pages/0/fields/5/label",
  ],
  ["a help text", set("bio", { description: label }), "text_changed /pages/0/fields/5/description"],
  ["a placeholder", set("bio", { placeholder: undefined }), "text_changed /pages/0/fields/5/placeholder"],
  ["a retired question", set("bio", { retired: true }), "retired /pages/0/fields/5/retired"],
  [
    "a retired choice",
    (form) => Object.assign(field(form, "track").choices[1], { retired: true }),
    "retired /pages/1/fields/3/choices/1/retired",
  ],
  [
    "a retired column",
    (form) => Object.assign(field(form, "sessions").columns[1], { retired: true }),
    "retired /pages/1/fields/11/columns/1/retired",
  ],
  ["a unit", set("age", { unit: { en: "y" } }), "text_changed /pages/0/fields/6/unit"],
  ["a statement", set("terms", { statement: label }), "text_changed /pages/1/fields/6/statement"],
  ["the label of an end", set("effort", { max_label: label }), "text_changed /pages/1/fields/8/max_label"],
  [
    "a message",
    constrain("name", { pattern_message: label }),
    "text_changed /pages/0/fields/1/validation/pattern_message",
  ],
  [
    "the text of a choice",
    (form) => Object.assign(field(form, "track").choices[1], { label }),
    "text_changed /pages/1/fields/3/choices/1/label",
  ],
  [
    "the text of a row",
    (form) => Object.assign(field(form, "sessions").rows[1], { label }),
    "text_changed /pages/1/fields/11/rows/1/label",
  ],
  [
    "the title of a page",
    (form) => Object.assign(form.pages[1]!, { title: label }),
    "text_changed /pages/1/title",
  ],
  [
    "the text of an ending",
    (form) => Object.assign(form.endings![1]!, { message: label }),
    "text_changed /endings/1/message",
  ],
  [
    "the label of a calculation",
    (form) => Object.assign(form.calculations![0]!, { label }),
    "text_changed /calculations/0/label",
  ],
  [
    "the label of a hidden field",
    (form) => Object.assign(form.hidden_fields![1]!, { label }),
    "text_changed /hidden_fields/1/label",
  ],
  [
    "the submit button",
    (form) => Object.assign(form.settings!, { submit_label: label }),
    "text_changed /settings/submit_label",
  ],
  [
    "the subject of copies",
    (form) => Object.assign(form.settings!, { receipt_subject: label }),
    "text_changed /settings/receipt_subject",
  ],
  [
    "the order of fields",
    (form) => form.pages[0]!.fields.push(form.pages[0]!.fields.shift()!),
    "field_moved /pages/0/fields/7",
  ],
  [
    "the page of a field",
    (form) => form.pages[1]!.fields.push(form.pages[0]!.fields.pop()!),
    "field_moved /pages/1/fields/15",
  ],
  ["the order of pages", (form) => form.pages.reverse(), "page_moved /pages/0"],
  [
    "the order of choices",
    (form) => field(form, "size").choices.reverse(),
    "choice_moved /pages/1/fields/4/choices",
  ],
  ["the order of hidden fields", (form) => form.hidden_fields!.reverse(), "property_changed /hidden_fields"],
  ["the order of languages", (form) => form.languages.reverse(), "property_changed /languages"],
  [
    "a new page with an optional field",
    (form) => form.pages.push({ id: "last", fields: [{ id: "city", type: "short_text", label }] }),
    "page_added /pages/2",
    "field_added /pages/2/fields/0",
  ],
  [
    "a new choice",
    (form) => field(form, "size").choices.push({ id: "l", label }),
    "choice_added /pages/1/fields/4/choices/2",
  ],
  [
    "a new row",
    (form) => field(form, "sessions").rows.push({ id: "night", label }),
    "choice_added /pages/1/fields/11/rows/2",
  ],
  [
    "a new hidden field",
    (form) => form.hidden_fields!.push({ id: "ref" }),
    "hidden_field_added /hidden_fields/2",
  ],
  [
    "a new calculation",
    (form) => form.calculations!.push({ id: "one", formula: "1" }),
    "calculation_added /calculations/2",
  ],
  ["a new language", (form) => form.languages.push("fr"), "language_added /languages"],
  [
    "a required field made optional",
    set("name", { required: undefined }),
    "required_changed /pages/0/fields/1/required",
  ],
  ["a section removed", (form) => without(form, "intro"), "field_removed /pages/0/fields/0"],
  [
    "a section made a statement",
    set("intro", { type: "statement" }),
    "field_type_changed /pages/0/fields/0/type",
  ],
  [
    "single choice to dropdown",
    set("track", { type: "dropdown" }),
    "field_type_changed /pages/1/fields/3/type",
  ],
  [
    "dropdown to single choice",
    set("size", { type: "single_choice" }),
    "field_type_changed /pages/1/fields/4/type",
  ],
  [
    "short text to long text",
    set("name", { type: "long_text" }),
    "field_type_changed /pages/0/fields/1/type",
  ],
  ["min_length lowered", constrain("name", { min_length: 1 }), loosened("/pages/0/fields/1", "min_length")],
  [
    "max_length removed",
    constrain("name", { max_length: undefined }),
    loosened("/pages/0/fields/1", "max_length"),
  ],
  [
    "the longest answer written out",
    constrain("bio", { max_length: 10_000 }),
    loosened("/pages/0/fields/5", "max_length"),
  ],
  [
    "a pattern removed",
    constrain("name", { pattern: undefined, pattern_message: undefined }),
    loosened("/pages/0/fields/1", "pattern"),
    "text_changed /pages/0/fields/1/validation/pattern_message",
  ],
  [
    "another domain allowed",
    constrain("email", { allowed_domains: ["Example.com", "a.example", "example.org"] }),
    loosened("/pages/0/fields/2", "allowed_domains"),
  ],
  [
    "every domain allowed",
    constrain("email", { allowed_domains: undefined }),
    loosened("/pages/0/fields/2", "allowed_domains"),
  ],
  [
    "no domain blocked",
    constrain("email", { blocked_domains: undefined }),
    loosened("/pages/0/fields/2", "blocked_domains"),
  ],
  ["the minimum lowered by steps", constrain("age", { min: 16 }), loosened("/pages/0/fields/6", "min")],
  ["a finer step", constrain("age", { step: 1 }), loosened("/pages/0/fields/6", "step")],
  ["fractions accepted", constrain("age", { integer: false }), loosened("/pages/0/fields/6", "integer")],
  [
    "an earlier first day",
    constrain("birthday", { min: "1890-01-01" }),
    loosened("/pages/0/fields/7", "min"),
  ],
  ["no last day", constrain("birthday", { max: undefined }), loosened("/pages/0/fields/7", "max")],
  ["a later last hour", constrain("start", { max: "21:00" }), loosened("/pages/1/fields/1", "max")],
  [
    "a text of one's own",
    set("size", { allow_other: true }),
    "validation_loosened /pages/1/fields/4/allow_other",
  ],
  [
    "no selection needed",
    constrain("interests", { min_selections: undefined }),
    loosened("/pages/1/fields/5", "min_selections"),
  ],
  [
    "as many selections as there are choices",
    constrain("interests", { max_selections: 3 }),
    loosened("/pages/1/fields/5", "max_selections"),
  ],
  [
    "every kind of file",
    constrain("slides", { accept: undefined }),
    loosened("/pages/1/fields/12", "accept"),
  ],
  ["more files", constrain("slides", { max_files: 5 }), loosened("/pages/1/fields/12", "max_files")],
  [
    "larger files",
    constrain("slides", { max_file_size_mb: undefined }),
    loosened("/pages/1/fields/12", "max_file_size_mb"),
  ],
  [
    "more places for a choice",
    (form) => Object.assign(field(form, "interests").choices[0]!, { capacity: 21 }),
    "property_changed /pages/1/fields/5/choices/0/capacity",
  ],
  [
    "no limit of places",
    (form) => Object.assign(field(form, "interests").choices[0]!, { capacity: undefined }),
    "property_changed /pages/1/fields/5/choices/0/capacity",
  ],
  ["choices shuffled", set("track", { shuffle: true }), "property_changed /pages/1/fields/3/shuffle"],
  [
    "another country",
    set("phone", { default_country: "AT" }),
    "property_changed /pages/0/fields/3/default_country",
  ],
  ["a link", set("terms", { link: "https://example.org/terms" }), "property_changed /pages/1/fields/6/link"],
  [
    "the progress bar",
    (form) => Object.assign(form.settings!, { show_progress: false }),
    "settings_changed /settings/show_progress",
  ],
  [
    "a picture",
    set("bio", { image: { image_id: "img_0000000000000000000000", alt: { en: "A lake" } } }),
    "property_changed /pages/0/fields/5/image",
  ],
  [
    "the response limit",
    (form) => Object.assign(form.settings!, { response_limit: 5 }),
    "settings_changed /settings/response_limit",
  ],
];

function loosened(path: string, constraint: string): Told {
  return `validation_loosened ${path}/validation/${constraint}`;
}

const groups = [
  ["blocked", "breaking", blocked],
  ["with a warning", "warning", warned],
  ["allowed", "safe", allowed],
] as const;

for (const [group, impact, cases] of groups) {
  for (const [name, edit, ...expected] of cases) {
    test(`${group}: ${name}`, () => expectChanges(edit, impact, expected));
  }
}

/** The changes are these and no others, and the gravest of them is of this impact. */
function expectChanges(edit: Edit, impact: FormChange["impact"], expected: readonly string[]): void {
  const changes = changesOf(edit);
  expect(changes.map(({ kind, path }) => `${kind} ${path}`)).toEqual(expected);
  const impacts = changes.map((change) => change.impact);
  const gravest = (["breaking", "warning", "safe"] as const).find((one) => impacts.includes(one));
  expect(gravest).toBe(impact);
}

test("reports no change for equal meanings", () => {
  const nothing: Edit[] = [
    () => {},
    set("bio", { required: false }),
    set("size", { allow_other: false, shuffle: false }),
    set("effort", { step: 1 }),
    constrain("sessions", { require_all_rows: false }),
    (form) => Object.assign(form.settings!, { one_response_per_email: false }),
    set("phone", { visible_if: undefined }),
  ];
  for (const edit of nothing) expect(changesOf(edit)).toEqual([]);
});

test("an unused language may be removed", () => {
  const [before, after] = [everyFieldForm(), everyFieldForm()];
  after.languages = ["en"];
  expect(compareStructures(before, after, ["en"])).toMatchObject([
    { kind: "language_removed", impact: "safe" },
  ]);
});

test("another default language breaks nothing", () => {
  const form = (default_language: "en" | "de"): FormStructure => ({
    title: { en: "A", de: "B" },
    default_language,
    languages: ["en", "de"],
    pages: [
      { id: "page_1", fields: [{ id: "name", type: "short_text", label: { en: "Name", de: "Name" } }] },
    ],
  });
  const changes = compareStructures(form("en"), form("de"), ["en", "de"]);
  expect(changes).toMatchObject([{ kind: "property_changed", impact: "safe", path: "/default_language" }]);
});

test("fields of a page that is dissolved are only moved", () => {
  const changes = changesOf((form) => form.pages[0]!.fields.push(...form.pages.pop()!.fields));
  expect(new Set(changes.map(({ kind }) => kind))).toEqual(new Set(["page_removed", "field_moved"]));
  expect(new Set(changes.map(({ impact }) => impact))).toEqual(new Set(["safe"]));
});

test("reports only moved parts as moved", () => {
  const [before, after] = [everyFieldForm(), everyFieldForm()];
  const { fields } = after.pages[1]!;
  fields.splice(3, 0, fields.pop()!);
  expect(compareStructures(before, after, [])).toMatchObject([{ kind: "field_moved", field: "thanks" }]);
});

test("reports every difference", () => {
  const whole = everyFieldForm();
  const silent: string[] = [];
  let tried = 0;
  for (const path of pathsOf(whole)) {
    for (const mutate of [remove, replace]) {
      const edited = everyFieldForm();
      if (!mutate(edited, path)) continue;
      tried += 1;
      if (compareStructures(whole, edited, []).length === 0) silent.push(`${mutate.name} ${path.join("/")}`);
    }
  }
  expect(tried).toBeGreaterThan(300);
  expect(silent).toEqual([]);
});

type Path = readonly string[];

function pathsOf(value: unknown, path: Path = []): Path[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, part]) => [[...path, key], ...pathsOf(part, [...path, key])]);
}

/** The properties that the types of a structure require. */
const needed = [
  "id",
  "type",
  "title",
  "label",
  "pages",
  "fields",
  "choices",
  "rows",
  "columns",
  "languages",
  "formula",
];

function remove(structure: FormStructure, path: Path): boolean {
  const [parent, key] = reach(structure, path);
  if (needed.includes(key)) return false;
  if (Array.isArray(parent)) parent.splice(Number(key), 1);
  else delete parent[key];
  return true;
}

function replace(structure: FormStructure, path: Path): boolean {
  const [parent, key] = reach(structure, path);
  const value = parent[key];
  if (typeof value === "object" && value !== null) return false;
  parent[key] = typeof value === "boolean" ? !value : typeof value === "number" ? value + 1 : `${value}x`;
  return true;
}

// biome-ignore lint/suspicious/noExplicitAny: any place of the tree
function reach(structure: FormStructure, path: Path): [any, string] {
  // biome-ignore lint/suspicious/noExplicitAny: any place of the tree
  const parent = path.slice(0, -1).reduce((part: any, key) => part[key], structure);
  return [parent, path.at(-1)!];
}

/** Returns the descriptions of an edit on the owner's pages. */
const inWords = (language: "en" | "de", edit: Edit) => {
  const [before, after] = [everyFieldForm(), everyFieldForm()];
  edit(after);
  const t = ownerTranslation(language);
  return compareStructures(before, after, ["en", "de"]).map((one) => changeText(t, one, { before, after }));
};

test("restored parts are offered again, with a warning if an answer is required", () => {
  const retiredForm = () => {
    const form = everyFieldForm();
    field(form, "name").retired = true;
    field(form, "bio").retired = true;
    field(form, "track").choices[1].retired = true;
    return form;
  };
  const [before, after] = [retiredForm(), everyFieldForm()];
  const changes = compareStructures(before, after, ["en"]);
  expect(changes.map(({ kind, impact, path }) => `${kind} ${impact} ${path}`)).toEqual([
    "restored warning /pages/0/fields/1/retired",
    "restored safe /pages/0/fields/5/retired",
    "restored safe /pages/1/fields/3/choices/1/retired",
  ]);
  const t = ownerTranslation("de");
  expect(changeText(t, changes[2]!, { before, after })).toMatch(/^Die Frage „.+“ bietet „.+“ wieder an\.$/);
});

test("describes every edit in the user's language, with words in place of paths and ids", () => {
  const edits = [...blocked, ...warned, ...allowed].map(([, edit]) => edit);
  const sentences = edits.flatMap((edit) =>
    inWords("de", edit).map((german, at) => [german, inWords("en", edit)[at]!] as const),
  );
  expect(sentences.length).toBeGreaterThan(100);
  for (const [german, english] of sentences) {
    expect(german).not.toBe(english);
    expect(german + english).not.toMatch(/[{}]|undefined|\[object|_/);
    expect(german).not.toMatch(/\b(removed|added|changed|moved|accepts?|of|the|is)\b/);
  }
  expect(inWords("de", (form) => without(form, "bio"))).toEqual(["Die Frage „Bio“ wird gelöscht."]);
  expect(inWords("en", constrain("age", { min: 21 }))).toEqual([
    "“Age” accepts less than before. Smallest: 18 → 21.",
  ]);
  expect(inWords("de", set("name", { type: "long_text" }))).toEqual([
    "Die Frage „Name“ ändert ihre Art: Kurzer Text → Langer Text.",
  ]);
});

const lake = { image_id: "img_0000000000000000000000", alt: { en: "A lake" } };

const film = { video: "https://youtu.be/aqz-KE-bpKQ", alt: { en: "A lake" } };

test.each<[what: string, before: object | undefined, after: object | undefined, message: string]>([
  ["added", undefined, lake, "/image Picture added."],
  ["removed", lake, undefined, "/image Picture removed."],
  [
    "described in another way",
    lake,
    { ...lake, alt: { en: "A pond" } },
    "/image/alt Text for the picture changed in en.",
  ],
  ["replaced", lake, { ...lake, image_id: "img_1111111111111111111111" }, "/image Picture replaced."],
  ["joined by a video", lake, { ...lake, video: "https://youtu.be/aqz-KE-bpKQ" }, "/image Video added."],
  ["beside another video", film, { ...film, video: "https://vimeo.com/76979871" }, "/image Video replaced."],
  ["left without its video", { ...lake, ...film }, lake, "/image Video removed."],
  [
    "a video described in another way",
    film,
    { ...film, alt: { en: "A short film" } },
    "/image/alt Text for the video changed in en.",
  ],
])("a picture is %s", (_, before, after, message) => {
  const [old, now] = [everyFieldForm(), everyFieldForm()];
  set("bio", { image: before })(old);
  set("bio", { image: after })(now);
  const changes = compareStructures(old, now, ["en"]);
  expect(changes.map((one) => `${one.path.replace("/pages/0/fields/5", "")} ${one.message}`)).toEqual([
    message,
  ]);
  expect(changes).toMatchObject([{ impact: "safe", field: "bio" }]);
});

test("a picture of a choice names its choice", () => {
  const after = everyFieldForm();
  Object.assign(field(after, "track").choices[0], { image: lake });
  const changes = compareStructures(everyFieldForm(), after, ["en"]);
  expect(changes).toMatchObject([{ kind: "property_changed", impact: "safe", field: "track" }]);
  expect(changes[0]?.message).toMatch(/^Picture of choice .+ added\.$/);
});

test("pictures of the welcome page and of endings are named with their place, and break nothing", () => {
  const [before, after] = [everyFieldForm(), everyFieldForm()];
  for (const form of [before, after]) form.welcome = { title: { en: "Welcome" } };
  Object.assign(after.welcome!, { image: lake });
  Object.assign(after.endings![1]!, { image: film });
  const changes = compareStructures(before, after, ["en"]);
  expect(changes.map(({ impact, path }) => [impact, path])).toEqual([
    ["safe", "/welcome/image"],
    ["safe", "/endings/1/image"],
  ]);
  expect(changes[0]?.message).toBe("Picture of the welcome page added.");
  expect(changes[1]?.message).toMatch(/^Video of ending .+ added\.$/);
  const t = ownerTranslation("de");
  const [welcome, ending] = changes.map((one) => changeText(t, one, { before, after }));
  expect(welcome).toBe("Geändert: Startseite.");
  expect(ending).toMatch(/^Geändert bei „.+“: Bild oder Video\.$/);
});
