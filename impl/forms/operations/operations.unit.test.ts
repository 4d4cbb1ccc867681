/** Tests exact edits of a structure: the effect of each operation, and messages for those that cannot be applied. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { FormField, FormOperation, FormStructure } from "../../../generated/types.ts";
import { input as validateUpdate } from "../../../generated/validators/updateForm.ts";
import { orderForm } from "../../test/support/order-form.ts";
import { everyField, summerSchool } from "../../test/support/sample-forms.ts";
import { compareStructures } from "../edits/compare.ts";
import { structureProblems } from "../structure/check.ts";
import { readStructure } from "../structure/fits-schema.ts";
import { carryOut } from "./carry-out.ts";
import { readOperations } from "./read-operations.ts";

const form: FormStructure = {
  title: { en: "Workshop", de: "Werkstatt" },
  default_language: "en",
  languages: ["en", "de"],
  pages: [
    {
      id: "you",
      title: { en: "You", de: "Sie" },
      fields: [
        { id: "name", type: "short_text", label: { en: "Name", de: "Name" }, required: true },
        {
          id: "email",
          type: "email",
          label: { en: "Email", de: "E-Mail" },
          placeholder: { en: "ada@example.org" },
          validation: { allowed_domains: ["example.org"] },
        },
      ],
    },
    {
      id: "course",
      fields: [
        {
          id: "course",
          type: "single_choice",
          label: { en: "Course", de: "Kurs" },
          choices: [
            { id: "wood", label: { en: "Wood", de: "Holz" }, capacity: 12 },
            { id: "clay", label: { en: "Clay", de: "Ton" } },
          ],
        },
        {
          id: "why",
          type: "long_text",
          label: { en: "Why?", de: "Warum?" },
          visible_if: { field: "course", op: "equals", value: "clay" },
        },
      ],
    },
  ],
  settings: { response_limit: 20, one_response_per_email: true },
};

/** The arguments fit the schema of the tool before anything is carried out. */
function edited(...operations: FormOperation[]): FormStructure {
  const done = carryOut(form, accepted(operations));
  if ("problems" in done) throw new Error(JSON.stringify(done.problems));
  return done.structure;
}

function problems(...operations: FormOperation[]): string[] {
  const done = carryOut(form, accepted(operations));
  return "problems" in done ? done.problems.map(({ path, problem }) => `${path} ${problem}`) : [];
}

function accepted(operations: FormOperation[]): FormOperation[] {
  const args = { form_id: "frm_5ZR3qa7yEeeby3abP3E2Zs", operations };
  expect([validateUpdate(structuredClone(args)), validateUpdate.errors]).toEqual([true, null]);
  return operations;
}

/** Returns the changes that the service would report to the caller. */
const changes = (...operations: FormOperation[]) =>
  compareStructures(form, edited(...operations), []).map(({ kind, path }) => `${kind} ${path}`);

const ids = ({ pages }: FormStructure) => pages.map(({ fields }) => fields.map(({ id }) => id).join(" "));

const field = (structure: FormStructure, id: string) =>
  structure.pages.flatMap(({ fields }) => fields).find((one) => one.id === id);

describe("fields", () => {
  test.each<[string, FormOperation, string[]]>([
    ["at the end", { op: "add_field", field: diet() }, ["name email", "course why diet"]],
    ["behind another", { op: "add_field", field: diet(), after: "name" }, ["name diet email", "course why"]],
    ["before another", { op: "add_field", field: diet(), before: "name" }, ["diet name email", "course why"]],
    ["on a page", { op: "add_field", field: diet(), page: "you" }, ["name email diet", "course why"]],
    ["moved", { op: "move_field", id: "name", after: "why" }, ["email", "course why name"]],
    ["moved to a page", { op: "move_field", id: "why", page: "you" }, ["name email why", "course"]],
    ["removed", { op: "remove_field", id: "why" }, ["name email", "course"]],
  ])("%s", (_, operation, after) => {
    // The condition of "why" looks at a field that would stand behind it.
    const free = { op: "change_field", id: "why", set: { visible_if: null } } as const;
    expect(ids(edited(free, operation))).toEqual(after);
  });

  test("a field without an id gets a free one", () => {
    const add: FormOperation = { op: "add_field", field: { type: "short_text", label: "Name" } };
    expect(ids(edited(add, { op: "add_field", field: { type: "url", label: { en: "Čísla" } } }))).toEqual([
      "name email",
      "course why name_2 cisla",
    ]);
  });

  test("given values replace old ones, null removes them, and everything else stays", () => {
    const set = {
      label: "Work email",
      description: { en: "We write once.", de: "Wir schreiben einmal." },
      required: true,
      placeholder: null,
      validation: { allowed_domains: null, blocked_domains: ["example.net"] },
    };
    expect(field(edited({ op: "change_field", id: "email", set }), "email")).toEqual({
      id: "email",
      type: "email",
      label: { en: "Work email" },
      description: { en: "We write once.", de: "Wir schreiben einmal." },
      required: true,
      validation: { blocked_domains: ["example.net"] },
    });
    const none: FormOperation = {
      op: "change_field",
      id: "email",
      set: { validation: { allowed_domains: null } },
    };
    expect(field(edited(none), "email")).not.toHaveProperty("validation");
    expect(changes({ op: "change_field", id: "email", set: { label: "Email" } })).toEqual([]);
    const translated: FormOperation = { op: "change_field", id: "name", set: { label: { de: "Ihr Name" } } };
    expect(field(edited(translated), "name")).toMatchObject({ label: { en: "Name", de: "Ihr Name" } });
  });

  test("a picture is added, described, replaced without its old words, and removed", () => {
    const [lake, tower] = ["img_0000000000000000000000", "img_1111111111111111111111"];
    const put = (image: { image_id?: string; alt?: string | { de: string } } | null): FormOperation => ({
      op: "change_field",
      id: "name",
      set: { image },
    });
    const described = [put({ image_id: lake, alt: "A lake" }), put({ alt: { de: "Ein See" } })];
    const picture = (...operations: FormOperation[]) => field(edited(...operations), "name")?.image;
    expect(picture(...described)).toEqual({ image_id: lake, alt: { en: "A lake", de: "Ein See" } });
    expect(picture(...described, put({ image_id: tower }))).toEqual({ image_id: tower });
    expect(picture(...described, put(null))).toBeUndefined();
    expect(problems(put({ alt: "A lake" }))).toEqual([expect.stringContaining("image_id")]);
  });

  test("a video keeps its words while its still changes, and loses them with another video", () => {
    const [lake, tower] = ["img_0000000000000000000000", "img_1111111111111111111111"];
    const [film, other] = ["https://youtu.be/aqz-KE-bpKQ", "https://vimeo.com/76979871"];
    const put = (image: { image_id?: string; video?: string; alt?: string }): FormOperation => ({
      op: "change_field",
      id: "name",
      set: { image },
    });
    const media = (...operations: FormOperation[]) => field(edited(...operations), "name")?.image;
    const described = put({ video: film, alt: "A lake" });
    const alt = { en: "A lake" };
    expect(media(described, put({ image_id: lake }))).toEqual({ image_id: lake, video: film, alt });
    const another = media(described, put({ image_id: lake }), put({ image_id: tower }));
    expect(another).toEqual({ image_id: tower, video: film, alt });
    expect(media(described, put({ video: other }))).toEqual({ video: other });
    expect(problems(put({ video: "http://youtu.be/aqz-KE-bpKQ" }))).toEqual([
      expect.stringContaining("begins with https://"),
    ]);
  });

  test("the welcome page and an ending get pictures", () => {
    const image_id = "img_0000000000000000000000";
    const welcome: FormOperation = { op: "change_form", welcome: { image: { image_id, alt: "A lake" } } };
    const described: FormOperation = { op: "change_form", welcome: { image: { alt: { de: "Ein See" } } } };
    expect(edited(welcome, described).welcome).toEqual({
      image: { image_id, alt: { en: "A lake", de: "Ein See" } },
    });
    const without: FormOperation = { op: "change_form", welcome: { image: null } };
    expect(edited(welcome, without).welcome).toEqual({});
    const endings = [{ id: "done", title: { en: "Thanks" }, image: { image_id } }];
    expect(edited({ op: "change_form", endings }).endings).toEqual(endings);
  });

  test("a choice gets a picture, keeps it when it is named again, and loses it", () => {
    const image_id = "img_0000000000000000000000";
    const put = (image: { image_id?: string; alt?: string } | null): FormOperation => ({
      op: "change_choice",
      field: "course",
      id: "wood",
      image,
    });
    const picture = (...operations: FormOperation[]) => {
      const course = field(edited(...operations), "course");
      const choices = course && "choices" in course ? course.choices : [];
      return choices.find(({ id }) => id === "wood")?.image;
    };
    const again: FormOperation = { op: "change_field", id: "course", set: { choices: ["Wood", "Clay"] } };
    expect(picture(put({ image_id, alt: "A table" }), again)).toEqual({ image_id, alt: { en: "A table" } });
    expect(picture(put({ image_id }), put(null))).toBeUndefined();
    const menu: FormOperation = { op: "change_field", id: "course", set: { type: "dropdown" } };
    expect(problems(put({ image_id }), menu)).toEqual([
      expect.stringContaining("only choices of single_choice"),
    ]);
  });

  test("a change of type keeps common properties", () => {
    const menu: FormOperation = { op: "change_field", id: "course", set: { type: "dropdown" } };
    expect(changes(menu)).toEqual(["field_type_changed /pages/1/fields/0/type"]);
    const text: FormOperation = { op: "change_field", id: "email", set: { type: "long_text" } };
    expect(field(edited(text), "email")).toEqual({
      id: "email",
      type: "long_text",
      label: { en: "Email", de: "E-Mail" },
      placeholder: { en: "ada@example.org" },
    });
    const choice = { type: "multiple_choice", choices: ["Mornings", "Evenings"] };
    expect(field(edited({ op: "change_field", id: "name", set: choice }), "name")).toEqual({
      id: "name",
      type: "multiple_choice",
      label: { en: "Name", de: "Name" },
      required: true,
      choices: [
        { id: "mornings", label: { en: "Mornings" } },
        { id: "evenings", label: { en: "Evenings" } },
      ],
    });
  });
});

describe("choices", () => {
  const choices = (...operations: FormOperation[]) => {
    const { choices } = field(edited(...operations), "course") as Extract<FormField, { choices: unknown }>;
    return choices;
  };
  const [wood, clay] = choices({ op: "change_field", id: "course", set: {} });

  test.each<[string, FormOperation, unknown[]]>([
    [
      "a text",
      { op: "add_choice", field: "course", choice: "Glass" },
      [wood, clay, { id: "glass", label: { en: "Glass" } }],
    ],
    [
      "with a capacity, before another",
      { op: "add_choice", field: "course", choice: { id: "wax", label: "Wax", capacity: 3 }, before: "clay" },
      [wood, { id: "wax", label: { en: "Wax" }, capacity: 3 }, clay],
    ],
    [
      "renamed",
      { op: "change_choice", field: "course", id: "wood", label: "Oak" },
      [{ ...wood, label: { en: "Oak" } }, clay],
    ],
    [
      "without a capacity",
      { op: "change_choice", field: "course", id: "wood", capacity: null },
      [{ id: "wood", label: wood!.label }, clay],
    ],
    ["moved", { op: "move_choice", field: "course", id: "wood", after: "clay" }, [clay, wood]],
    [
      "a list in which the known ones keep what they have",
      { op: "change_field", id: "course", set: { choices: ["Clay", { id: "wood", label: "Wood" }, "Wax"] } },
      [clay, wood, { id: "wax", label: { en: "Wax" } }],
    ],
  ])("%s", (_, operation, after) => {
    expect(choices(operation)).toEqual(after);
  });

  test("removed, with the condition that looks at it", () => {
    const freed: FormOperation = { op: "change_field", id: "why", set: { visible_if: null } };
    expect(choices({ op: "remove_choice", field: "course", id: "clay" }, freed)).toEqual([wood]);
  });
});

describe("pages and the form", () => {
  test("pages are added, renamed, moved and removed with their fields", () => {
    const added = edited(
      { op: "add_page", id: "diet", title: "Food", before: "course" },
      { op: "add_field", field: diet(), page: "diet" },
      { op: "change_page", id: "you", title: { de: "Über Sie" } },
      { op: "remove_page", id: "course" },
      { op: "move_page", id: "diet", before: "you" },
    );
    expect(added.pages.map(({ id, title }) => [id, title])).toEqual([
      ["diet", { en: "Food" }],
      ["you", { en: "You", de: "Über Sie" }],
    ]);
  });

  test("removes a page with its last field", () => {
    const move = (id: string): FormOperation => ({ op: "move_field", id, page: "course" });
    expect(changes(move("name"), { op: "remove_field", id: "email" })).toContain("page_removed /pages/0");
  });

  test("settings and theme change key by key, lists as a whole", () => {
    const calculation = { id: "length", formula: "count(course)" } as const;
    expect(
      edited({
        op: "change_form",
        title: "Studio",
        settings: { response_limit: null, submit_label: "Send" },
        theme: { color: "#7c3aed" },
        calculations: [calculation],
      }),
    ).toEqual({
      ...form,
      title: { en: "Studio" },
      settings: { one_response_per_email: true, submit_label: { en: "Send" } },
      theme: { color: "#7c3aed" },
      calculations: [calculation],
    });
  });

  test("plain texts are in the language that the same operation makes the default one", () => {
    const german = edited(
      { op: "change_form", default_language: "de", description: "Zwei Tage.", languages: ["de"] },
      { op: "change_field", id: "email", set: { placeholder: "ada@example.org" } },
    );
    expect(german).toMatchObject({ description: { de: "Zwei Tage." }, title: form.title });
  });
});

test("every structure is reachable from every other", () => {
  const welcomed = { ...form, welcome: { text: { en: "Hello **you**", de: "Hallo" } } };
  const structures = [form, everyField, summerSchool, orderForm, welcomed, { ...summerSchool, welcome: {} }];
  for (const from of structures)
    for (const to of structures) {
      const done = carryOut(from, difference(from, to));
      expect(done).toEqual({ structure: to });
    }
});

/** A list of operations that leads from one structure to another, without regard for what they have in common. */
function difference(from: FormStructure, { pages, ...to }: FormStructure): FormOperation[] {
  const { default_language, title, description = null, welcome, settings, theme } = to;
  const { hidden_fields = [], calculations = [], endings = [] } = to;
  const without = (part: object = {}) => Object.fromEntries(Object.keys(part).map((key) => [key, null]));
  return [
    // A plain text has no translations, so the old ones are removed.
    { op: "change_form", default_language, title: title[default_language]!, description: null },
    { op: "change_form", settings: without(from.settings), theme: without(from.theme), welcome: null },
    {
      op: "change_form",
      ...to,
      description,
      welcome: welcome ? { ...welcome } : null,
      hidden_fields,
      calculations,
      endings,
      settings: { ...settings },
      theme: { ...theme },
    },
    ...from.pages.map(({ id }): FormOperation => ({ op: "remove_page", id })),
    ...pages.flatMap(({ fields, ...page }): FormOperation[] => [
      { op: "add_page", ...page },
      ...fields.map((field): FormOperation => ({ op: "add_field", field, page: page.id })),
    ]),
  ];
}

const fieldIds = fc.constantFrom("name", "email", "course", "why");
const pageIds = fc.constantFrom("you", "course");
const choiceIds = fc.constantFrom("wood", "clay");
const texts = fc.constantFrom("Name", "Wood", "\u{1f600}", "{{name}}", { de: "Text" }, { en: "A", de: "B" });
const choices = fc.uniqueArray(
  fc.oneof(fc.constantFrom("Wood", "Wax", "Tin"), fc.record({ id: choiceIds, label: texts })),
  {
    minLength: 1,
    selector: (choice) => (typeof choice === "string" ? choice.toLowerCase() : choice.id),
  },
);
const set = fc.record(
  {
    type: fc.constantFrom("short_text", "long_text", "email", "yes_no"),
    label: texts,
    description: fc.option(texts),
    required: fc.boolean(),
    visible_if: fc.constant(null),
  },
  { requiredKeys: ["label"] },
);
const placeOf = (ids: fc.Arbitrary<string>) =>
  fc.oneof(fc.constant({}), fc.record({ after: ids }), fc.record({ before: ids }));
const onPage = fc.oneof(placeOf(fieldIds), fc.record({ page: pageIds }));
const op = (name: string, parts: Record<string, fc.Arbitrary<unknown>>, place?: fc.Arbitrary<object>) =>
  fc.tuple(fc.record(parts), place ?? fc.constant({})).map(([rest, at]) => ({ op: name, ...rest, ...at }));
const anyOperation = fc.oneof(
  op("add_field", { field: set.map((field) => ({ type: "url", ...field })) }, onPage),
  op("change_field", { id: fieldIds, set }),
  op("change_field", { id: fc.constant("course"), set: fc.record({ choices }) }),
  op("move_field", { id: fieldIds }, onPage),
  op("remove_field", { id: fieldIds }),
  op("remove_page", { id: pageIds }),
  op("move_page", { id: pageIds }, placeOf(pageIds)),
  op("change_page", { id: pageIds, title: fc.option(texts) }),
  op(
    "add_choice",
    { field: fc.constant("course"), choice: fc.constantFrom("Wax", "Wood") },
    placeOf(choiceIds),
  ),
  op("change_choice", { field: fc.constant("course"), id: choiceIds, label: texts }),
  op("move_choice", { field: fc.constant("course"), id: choiceIds }, placeOf(choiceIds)),
  op("remove_choice", { field: fc.constant("course"), id: choiceIds }),
  op("change_form", {
    title: texts,
    settings: fc.constantFrom({}, { response_limit: null }, { closes_at: "soon" }),
  }),
  fc.jsonValue(),
);

test("any operations lead to a form that keeps all unnamed parts, or to problems", () => {
  let forms = 0;
  fc.assert(
    fc.property(fc.array(anyOperation, { minLength: 1, maxLength: 4 }), (values) => {
      const read = readOperations(values);
      if ("problems" in read) return;
      const before = structuredClone(form);
      const done = carryOut(form, read.operations);
      expect(form).toEqual(before);
      if ("problems" in done) {
        for (const { path } of done.problems) expect(path).toMatch(/^\/operations(\/[0-3](\/[a-z]+)*)?$/);
        return;
      }
      forms += 1;
      expect("structure" in readStructure(done.structure) && structureProblems(done.structure)).toEqual([]);
      const named = JSON.stringify(values);
      for (const page of form.pages)
        for (const one of page.fields)
          if (!named.includes(`"${one.id}"`) && !named.includes(`"${page.id}"`))
            expect(field(done.structure, one.id)).toEqual(one);
    }),
    { numRuns: 500 },
  );
  // At least one of them is accepted.
  expect(forms).toBeGreaterThan(50);
});

describe("names an operation that cannot be applied, and changes nothing", () => {
  test.each<[string, FormOperation, string]>([
    [
      "an unknown field",
      { op: "add_field", field: diet(), after: "emial" },
      '/operations/0/after is "emial", but there is no such field. Did you mean "email"? There are: name, email, course, why.',
    ],
    [
      "an unknown page",
      { op: "add_field", field: diet(), page: "first" },
      '/operations/0/page is "first", but there is no such page. There are: you, course.',
    ],
    [
      "an unknown choice",
      { op: "remove_choice", field: "course", id: "woods" },
      '/operations/0/id is "woods", but there is no such choice. Did you mean "wood"? There are: wood, clay.',
    ],
    [
      "an id that is taken",
      { op: "add_field", field: { ...diet(), id: "email" } },
      '/operations/0/field/id is "email", which the form has already. Change it with change_field, or choose another id.',
    ],
    [
      "another id",
      { op: "change_field", id: "email", set: { id: "mail" } },
      "/operations/0/set/id cannot change: answers are stored under it. Remove the field and add another one.",
    ],
    [
      "a field without choices",
      { op: "add_choice", field: "name", choice: "Ada" },
      '/operations/0/field is "name", a field of type short_text, which has no choices.',
    ],
    [
      "two places",
      { op: "move_field", id: "name", after: "email", page: "course" },
      '/operations/0/page is "course", but "email" is on the page "you".',
    ],
    [
      "a page for a page",
      { op: "move_page", id: "you", page: "course" },
      "/operations/0/page says where fields go. For pages give `after` or `before`.",
    ],
    [
      "an empty page",
      { op: "add_page", id: "more" },
      '/operations/0 adds a page without fields. Put some on it: {"op": "add_field", "page": "more", ...}.',
    ],
    [
      "a type without what it needs",
      { op: "change_field", id: "name", set: { type: "rating" } },
      '/operations/0 leaves a mistake in the field "name": /max is required',
    ],
    [
      "a property of another type",
      { op: "change_field", id: "name", set: { max: 5 } },
      '/operations/0 leaves a mistake in the field "name": /max belongs to type "rating", "scale", not to type "short_text"; the known properties are id, type, label, description, image, placeholder, required, validation, retired, visible_if',
    ],
    [
      "a field that a condition needs",
      { op: "remove_field", id: "course" },
      '/operations/0 leaves a mistake in the field "why": /visible_if/field is course, which the form does not have. It may name hidden fields and fields that come earlier.',
    ],
    [
      "a choice that a condition needs",
      { op: "remove_choice", field: "course", id: "clay" },
      '/operations/0 leaves a mistake in the field "why": /visible_if/value is "clay", which course never is. Give a choice id: wood.',
    ],
    [
      "a field beside itself",
      { op: "move_field", id: "name", after: "name" },
      '/operations/0 puts the field "name" beside itself.',
    ],
    [
      "a setting that does not exist",
      { op: "change_form", settings: { limit: 3 } },
      "/operations/0 leaves a mistake in the form: /settings/limit is not a known property; the known properties are submit_label, show_progress, display, imprint_url, privacy_url, one_response_per_email, response_limit, keep_answers, answer_key, opens_at, closes_at, closed_text, full_text, receipt_subject, receipt_text",
    ],
    [
      "a text that is needed",
      { op: "change_form", title: null },
      "/operations/0 leaves a mistake in the form: /title is required",
    ],
  ])("%s", (_, operation, problem) => {
    const before = structuredClone(form);
    expect(problems(operation)).toEqual([problem]);
    expect(form).toEqual(before);
  });

  test("names all mistakes", () => {
    expect(
      problems(
        { op: "remove_field", id: "a1" },
        { op: "remove_field", id: "why" },
        { op: "remove_page", id: "b2" },
      ),
    ).toEqual([
      '/operations/0/id is "a1", but there is no such field. There are: name, email, course, why.',
      '/operations/2/id is "b2", but there is no such page. There are: you, course.',
    ]);
    expect(problems({ op: "remove_page", id: "you" }, { op: "remove_page", id: "course" })).toEqual([
      "/operations/1 leaves no field. A form needs at least one.",
    ]);
  });

  test.each(["__proto__", "constructor", "toString"])("%s is not a property", (key) => {
    const settings = JSON.parse(`{"${key}": {"response_limit": 5}}`) as Record<string, unknown>;
    expect(problems({ op: "change_form", settings })).toEqual([expect.stringContaining(key)]);
  });
});

function diet(): FormField {
  return { id: "diet", type: "short_text", label: { en: "Diet" } };
}
