/** Tests that browsers and the service agree about answers at a step: random fields and random answers, of all types. */
import fc from "fast-check";
import { expect, onTestFinished, test, vi } from "vitest";
import type { FormField, FormStructure } from "../../../generated/types.ts";
import { DESKTOP, openPage } from "../../test/support/browser.ts";
import { publicForms } from "../../test/support/public-forms.ts";

const label = { en: "Label" };
const items = (count: number) => Array.from({ length: count }, (_, at) => ({ id: `c${at}`, label }));
const some = fc.boolean();
const small = fc.nat(4);

/** The properties besides id, label and required. */
const bodies: fc.Arbitrary<object> = fc.oneof(
  fc.record({
    type: fc.constantFrom("short_text", "long_text"),
    validation: fc.record({ min_length: small, max_length: fc.integer({ min: 4, max: 8 }) }),
  }),
  fc
    .constantFrom("\\d{5}", "[A-Z]{1,2}-?\\d+", "^[a-z ]+$", "a.c", "(?i)abc", "(a|b)+", "\\w+")
    .map((pattern) => ({ type: "short_text", validation: { pattern } })),
  fc
    .constantFrom({}, { allowed_domains: ["Example.org"] }, { blocked_domains: ["example.org", "a.de"] })
    .map((validation) => ({ type: "email", validation })),
  fc.constant({ type: "phone" }),
  fc.constant({ type: "url" }),
  fc
    .record(
      { min: small, max: fc.integer({ min: 4, max: 9 }), step: fc.constantFrom(0.1, 0.5, 2), integer: some },
      { requiredKeys: [] },
    )
    .map((validation) => ({ type: "number", validation })),
  fc.constant({ type: "scale", min: 0, max: 100, step: 2 }),
  fc.constant({ type: "scale", min: 1, max: 5 }),
  fc.constant({ type: "rating", max: 5 }),
  fc
    .constantFrom({}, { min: "2026-01-10" }, { max: "2026-01-20" }, { min: "today" })
    .map((validation) => ({ type: "date", validation })),
  fc.constantFrom({}, { min: "09:00", max: "17:00" }).map((validation) => ({ type: "time", validation })),
  fc.constantFrom({}, { min: "2026-01-10T09:00" }).map((validation) => ({ type: "datetime", validation })),
  fc.record({
    type: fc.constantFrom("single_choice", "dropdown"),
    choices: fc.constant(items(3)),
    allow_other: some,
  }),
  fc.record({
    type: fc.constant("multiple_choice"),
    choices: fc.constant(items(4)),
    allow_other: some,
    validation: fc.record({ min_selections: fc.nat(2), max_selections: fc.integer({ min: 2, max: 3 }) }),
  }),
  fc.constant({ type: "yes_no" }),
  fc.constant({ type: "consent", statement: label }),
  fc.constant({ type: "ranking", choices: items(3) }),
  fc.record({
    type: fc.constant("matrix"),
    rows: fc.constant(items(3)),
    columns: fc.constant(items(2)),
    multiple: some,
    validation: fc.record({ require_all_rows: some }),
  }),
  fc.constant({ type: "file_upload" }),
);

const forms: fc.Arbitrary<FormStructure> = fc
  .array(fc.tuple(bodies, some), { minLength: 30, maxLength: 30 })
  .map((fields) => ({
    title: { en: "Checks" },
    default_language: "en",
    languages: ["en"],
    pages: [
      {
        id: "p",
        fields: [
          ...fields.map(([body, required], at) => ({ ...body, id: `f${at}`, label, required }) as FormField),
          { id: "count", type: "number", label },
          // Left empty, so that no page is accepted.
          { id: "last", type: "email", label, required: true },
        ] as unknown as FormStructure["pages"][number]["fields"],
      },
    ],
  }));

/** Correct and mistyped entries. */
const texts = fc.oneof(
  fc.constantFrom(
    "",
    " ",
    "a",
    "abc",
    "ABC",
    "aXc",
    "12345",
    "A-1",
    "AB12",
    "abab",
    "a b",
    "1",
    "1,5",
    "0.3",
    "−2",
    "+3",
    "1e1",
    "0x1F",
    "12.",
    "45,000",
    "45.000",
    "1.234,5",
    "1 234",
    "٤٥",
  ),
  fc.constantFrom(
    "ada@example.org",
    "Ada@EXAMPLE.org ",
    "a@b",
    "a..b@c.de",
    "x@a.de",
    "a@-b.de",
    "@",
    "ada@example.org, b@c.de",
  ),
  fc.constantFrom(
    "example.org",
    "https://example.org/a b",
    "ftp://a.de",
    "http://u:p@a.de",
    "a",
    "http://a",
    "//x.y",
    "mailto:a@b.de",
  ),
  fc.constantFrom("+49 30 123456", "030 123456", "12", "+1"),
  fc.string({ unit: "grapheme", maxLength: 10 }),
);
const moments = fc.constantFrom(
  "",
  "2026-01-09",
  "2026-01-10",
  "2026-01-20",
  "2026-01-21",
  "2030-12-31",
  "12026-01-01",
);
const times = fc.constantFrom("", "08:59", "09:00", "09:00:30", "17:00", "17:01");
const draws = fc.array(fc.record({ text: texts, day: moments, time: times, tick: fc.nat(99) }), {
  minLength: 150,
  maxLength: 150,
});

/**
 * Tells whether only the service checks the field completely. Then it may find a problem that the browser misses, never the
 * reverse.
 */
function isServerOnly(field: FormField): boolean {
  if (field.type === "phone") return true;
  const pattern = field.type === "short_text" ? field.validation?.pattern : undefined;
  return pattern !== undefined && /[(.w]/.test(pattern);
}

test("browser and service report the same mistakes at a step", async () => {
  // While the page is open, no day begins anywhere: it would have the bounds of the day before.
  vi.useFakeTimers({ toFake: ["Date"], now: new Date().setUTCHours(13, 0) });
  onTestFinished(() => void vi.useRealTimers());
  const service = await publicForms();
  const page = await openPage({ viewport: DESKTOP, locale: "en", timezoneId: "UTC" });
  let [wrong, compared] = [0, 0];
  const fills = 5;
  for (const structure of fc.sample(forms, { numRuns: 4, seed: 20260728 })) {
    await page.goto(await service.publish(structure));
    // The first number that is typed loads the script that reads it.
    await page.fill("#f-count", "1,5");
    await page.getByText("= 1.5").waitFor();
    for (const drawn of fc.sample(draws, { numRuns: fills, seed: 20260728 + compared })) {
      service.later(60_000);
      await page.evaluate(fillIn, drawn);
      const said = await page.evaluate(askBoth);
      for (const field of structure.pages[0]!.fields) {
        const { typed, browser, server } = said[field.id]!;
        compared += 1;
        wrong += Number(server !== "");
        if (isServerOnly(field) && browser === "") continue;
        expect({ field, typed, browser }).toEqual({ field, typed, browser: server });
      }
    }
  }
  expect(compared).toBe(4 * fills * 32);
  expect(wrong).toBeGreaterThan(compared / 5);
  expect(wrong).toBeLessThan((compared * 4) / 5);
});

/** Runs in the page: fills in every input at random. */
function fillIn(drawn: { text: string; day: string; time: string; tick: number }[]): void {
  const inputs = document.querySelectorAll<HTMLInputElement>(
    "[data-field]:not([data-field=last]) :is(input, select, textarea)",
  );
  let at = 0;
  for (const input of inputs) {
    const { text, day, time, tick } = drawn[at++ % drawn.length]!;
    if (input.type === "file" || input.type === "range" || input.disabled) continue;
    if (input.type === "radio" || input.type === "checkbox") input.checked = tick < 45;
    else if (input.matches("select")) {
      const { options } = input as unknown as HTMLSelectElement;
      input.value = options[tick % options.length]!.value;
    } else if (input.type === "date") input.value = day;
    else if (input.type === "time") input.value = time;
    else if (input.type === "datetime-local") input.value = day && `${day}T${time || "08:00"}`;
    else if (input.matches(".place")) input.value = tick < 30 ? "" : String((at % 3) + Number(tick > 95));
    else input.value = tick < 15 ? "" : text;
  }
}

interface Said {
  readonly typed: string;
  readonly browser: string;
  readonly server: string;
}

/** Runs in the page: what both say of each question. */
async function askBoth(): Promise<Record<string, Said>> {
  const form = document.querySelector<HTMLFormElement>("#form")!;
  const main = form.querySelector<HTMLButtonElement>(".actions .main")!;
  const message = (root: ParentNode, id: string) => {
    const element = root.querySelector(`[data-field="${id}"] .message:not([hidden])`)?.cloneNode(true) as
      | Element
      | undefined;
    element?.querySelector(".vh")?.remove();
    return element?.textContent ?? "";
  };
  const body = new FormData(form, main);
  form.requestSubmit(main);
  const answer = await fetch(form.action, { method: "POST", body });
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const said: Record<string, Said> = {};
  for (const field of form.querySelectorAll<HTMLElement>("[data-field]")) {
    const id = field.dataset.field!;
    const entered = [...body]
      .filter(([name]) => name.split(".")[1] === id)
      .map(([name, value]) => `${name}=${String(value)}`);
    said[id] = { typed: entered.join("&"), browser: message(form, id), server: message(page, id) };
  }
  return said;
}
