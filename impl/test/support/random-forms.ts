/** Random forms of all that the notation of form texts covers, with texts of all signs. */
import fc from "fast-check";
import type { FormStructure } from "../../../generated/types.ts";

const scraps = [
  ...["Name", "Email", "Größe", "e-mail", "Blood group", "Choose one", "required", "optional", "number"],
  ...[
    "(",
    ")",
    "[",
    "]",
    "[ ]",
    "( )",
    "|",
    ":",
    ";",
    ",",
    "*",
    "**",
    "#",
    "##",
    "-",
    "–",
    ">",
    "//",
    "---",
    "=",
  ],
  ...[
    '"',
    '""',
    "“",
    "”",
    "‹",
    "›",
    "«",
    "'",
    "?",
    "!",
    ".",
    "…",
    "____",
    "/",
    " / ",
    "1.",
    "1)",
    "2-5",
    "1,5",
  ],
  ...["12 places", "(12 places)", "(required)", "max 5", " ", "  ", "\n", "\r\n", "\t", "\u2028", "\u00a0"],
  ...[
    "😀",
    "👨‍👩‍👧",
    "שם",
    "الاسم",
    "姓名",
    "ß",
    "µ",
    "\u0301",
    "or",
    "and",
    "yes",
    "no",
    "Other",
    "€",
    "%",
    "°C",
  ],
];

/** A text of at most 40 characters, at least one of them not white space. */
export const anyText: fc.Arbitrary<string> = fc
  .oneof(
    fc.array(fc.constantFrom(...scraps), { minLength: 1, maxLength: 6 }).map((parts) => parts.join("")),
    fc.array(fc.constantFrom(...scraps), { minLength: 1, maxLength: 5 }).map((parts) => parts.join(" ")),
    fc.string({ minLength: 1, maxLength: 20, unit: "grapheme" }),
    fc.constantFrom("Name", "Date of birth", "Which day suits you?", "I agree to the terms."),
  )
  .filter((text) => text.trim() !== "");

const en = (text: fc.Arbitrary<string>) => text.map((value) => ({ en: value }));
const flag = fc.constant(true);
const whole = (min: number, max: number) => fc.integer({ min, max });
const text = en(anyText);

const choiceTexts = (minLength: number) =>
  fc.uniqueArray(anyText, { minLength, maxLength: 5, selector: (value) => value.trim().toLowerCase() });

const choices = (minLength: number) =>
  choiceTexts(minLength).map((labels) => labels.map((label, at) => ({ id: `c${at}`, label: { en: label } })));

const limited = choiceTexts(1).chain((labels) =>
  fc.tuple(...labels.map(() => fc.option(whole(0, 100), { nil: undefined }))).map((capacities) =>
    labels.map((label, at) => ({
      id: `c${at}`,
      label: { en: label },
      ...(capacities[at] !== undefined && { capacity: capacities[at] }),
    })),
  ),
);

/** Ordered bounds; each may be missing. */
function ordered<T extends number | string>(values: fc.Arbitrary<T>, low: string, high: string) {
  return fc
    .tuple(fc.option(values, { nil: undefined }), fc.option(values, { nil: undefined }))
    .map(([one, other]) => {
      const [min, max] =
        one !== undefined && other !== undefined && one > other ? [other, one] : [one, other];
      return { ...(min !== undefined && { [low]: min }), ...(max !== undefined && { [high]: max }) };
    });
}

const day = fc.oneof(
  fc.constant("today"),
  fc.tuple(whole(1990, 2090), whole(10, 12), whole(10, 28)).map((parts) => parts.join("-")),
);
const clock = fc.tuple(whole(10, 23), whole(10, 59)).map((parts) => parts.join(":"));
const moment = fc.tuple(whole(2000, 2090), clock).map(([year, time]) => `${year}-05-17T${time}`);
const decimal = fc.oneof(
  whole(-100, 100),
  fc.double({ min: -1e6, max: 1e6, noNaN: true }).map((value) => (value === 0 ? 0 : value)),
);
const domain = fc.constantFrom("example.org", "uni.example", "a-b.example.com");
const link = fc.constantFrom("https://example.org/terms?a=1,2", "http://example.com");

const optional = { requiredKeys: [] as [] };
const parts = {
  text: { description: text, placeholder: text, required: flag },
  asked: { description: text, required: flag },
};

function field(
  type: string,
  needed: object,
  extra: Record<string, fc.Arbitrary<unknown>>,
  rules?: fc.Arbitrary<object>,
) {
  return fc
    .tuple(
      fc.record({ label: text, ...needed } as Record<string, fc.Arbitrary<unknown>>),
      fc.record(extra, optional),
      rules ?? fc.constant({}),
    )
    .map(([always, some, validation]) => ({
      type,
      ...always,
      ...some,
      ...(Object.keys(validation).length > 0 && { validation }),
    }));
}

const textRules = fc
  .tuple(
    ordered(whole(1, 5000), "min_length", "max_length"),
    fc.record({ pattern: fc.constantFrom("[A-Z]{2}, (x|y)", "\\d+"), pattern_message: text }, optional),
  )
  .map(([bounds, pattern]) => ({ ...bounds, ...pattern }));

const anyField = fc.oneof(
  field("short_text", {}, parts.text, textRules),
  field("long_text", {}, parts.text, textRules),
  field(
    "email",
    {},
    parts.text,
    fc.record({ allowed_domains: fc.tuple(domain), blocked_domains: fc.tuple(domain) }, optional),
  ),
  field("phone", {}, { ...parts.text, default_country: fc.constantFrom("DE", "MT") }),
  field("url", {}, parts.text),
  field(
    "number",
    {},
    { ...parts.text, unit: text },
    fc
      .tuple(
        ordered(decimal, "min", "max"),
        fc.record({ step: fc.constantFrom(0.5, 2, 0.125), integer: flag }, optional),
      )
      .map(([bounds, rest]) => ({ ...bounds, ...rest })),
  ),
  field("date", {}, parts.asked, ordered(day, "min", "max")),
  field("time", {}, parts.asked, ordered(clock, "min", "max")),
  field("datetime", {}, parts.asked, ordered(moment, "min", "max")),
  field("single_choice", { choices: limited }, { ...parts.asked, allow_other: flag, shuffle: flag }),
  field("dropdown", { choices: limited }, { ...parts.text, allow_other: flag, shuffle: flag }),
  field(
    "multiple_choice",
    { choices: limited },
    { ...parts.asked, allow_other: flag, shuffle: flag },
    ordered(whole(1, 5), "min_selections", "max_selections"),
  ),
  field("yes_no", {}, parts.asked),
  field("consent", { statement: text }, { ...parts.asked, link }),
  field("rating", { max: whole(3, 10) }, parts.asked),
  fc
    .tuple(
      field("scale", {}, { ...parts.asked, min_label: text, max_label: text, step: whole(2, 4) }),
      whole(-5, 5),
      whole(6, 20),
    )
    .map(([made, min, max]) => ({ ...made, min, max })),
  field("nps", {}, parts.asked),
  field("ranking", { choices: choices(1) }, { ...parts.asked, shuffle: flag }),
  field(
    "matrix",
    { rows: choices(1), columns: choices(2) },
    { ...parts.asked, multiple: flag },
    fc.record({ require_all_rows: flag }, optional),
  ),
  field(
    "file_upload",
    {},
    parts.asked,
    fc.record(
      {
        accept: fc.uniqueArray(fc.constantFrom("pdf", "png", "zip"), { minLength: 1 }),
        max_files: whole(1, 5),
        max_file_size_mb: whole(1, 10),
      },
      optional,
    ),
  ),
  field("signature", {}, parts.asked),
  field("statement", {}, { description: text }),
  field("section", {}, { description: text }),
);

/** A form in English of one page or several, with something other than headings. */
export const anyForm: fc.Arbitrary<FormStructure> = fc
  .record(
    {
      title: text,
      description: text,
      pages: fc.array(
        fc.record(
          { title: text, fields: fc.array(anyField, { minLength: 1, maxLength: 5 }) },
          { requiredKeys: ["fields"] },
        ),
        { minLength: 1, maxLength: 3 },
      ),
      endings: fc.tuple(
        fc.record({ title: text, message: text, redirect_url: link }, { requiredKeys: ["title"] }),
      ),
      settings: fc.record(
        {
          submit_label: text,
          show_progress: fc.boolean(),
          display: fc.constantFrom("pages", "one_question"),
          imprint_url: link,
          privacy_url: link,
          one_response_per_email: fc.boolean(),
          response_limit: whole(1, 500),
          keep_answers: fc.boolean(),
          opens_at: fc.constantFrom("2026-11-05T08:00:00Z", "2026-11-05T08:00:00-03:30"),
          closed_text: text,
          full_text: text,
          closes_at: fc.constantFrom("2027-01-05T12:00:00Z", "2027-01-05T12:00:00+02:00"),
        },
        optional,
      ),
    },
    { requiredKeys: ["title", "pages"] },
  )
  .map(({ settings, pages, ...form }) => ({
    ...form,
    default_language: "en",
    languages: ["en"],
    pages: pages.map((page, at) => ({
      id: `p${at}`,
      ...page,
      fields: page.fields.map((each, index) => ({ id: `f${at}_${index}`, ...each })),
    })),
    ...(settings && Object.keys(settings).length > 0 && { settings }),
  }))
  .filter(({ pages }) =>
    pages.some(({ fields }) => fields.some(({ type }) => type !== "section")),
  ) as unknown as fc.Arbitrary<FormStructure>;

/** A structure without its ids: form texts have none. */
export function withoutIds(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutIds);
  if (typeof value !== "object" || value === null) return value;
  const rest = Object.entries(value).filter(([name]) => name !== "id");
  return Object.fromEntries(rest.map(([name, part]) => [name, withoutIds(part)]));
}
