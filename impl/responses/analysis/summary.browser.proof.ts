/** The summary of responses: figures, their bounds, and what hostile answers do to it. */
import fc from "fast-check";
import { expect, test } from "vitest";
import type { ChoiceField } from "../../../generated/types.ts";
import type { Answers } from "../../forms/answers/answer.ts";
import { computeCourse } from "../../forms/answers/tallies/course.ts";
import { npsTally, numberTally } from "../../forms/answers/tallies/numbers.ts";
import { answeredForm } from "../../test/support/answered-form.ts";
import { barriers, openPage } from "../../test/support/browser.ts";
import { everyFieldForm } from "../../test/support/every-field-form.ts";
import { ownerPages } from "../../test/support/owner.ts";
import { MAX_RESPONSES } from "../batches.ts";
import { summarise } from "./summary.ts";

async function start() {
  const service = await ownerPages();
  const ada = await service.signIn();
  const answered = await answeredForm(service);
  return { service, ada, ...answered, path: `/forms/${answered.form.id}/responses/summary` };
}

const wording = {
  language: "en",
  yes: "Yes",
  no: "No",
  number: String,
  date: (iso: string) => iso,
  datetime: (iso: string) => iso,
} as const;

test("sums up every kind of question, and skips answers of another shape", async () => {
  const { service, form, respond } = await start();
  const answers: Answers[] = [
    {
      name: "Alan",
      age: 20,
      birthday: "1912-06-23",
      speaks: true,
      track: "web",
      interests: ["ai", "art"],
      stars: 5,
      recommend: 10,
      order: ["tea", "coffee"],
      sessions: { rows: { morning: ["talk"], evening: ["talk", "workshop"] } },
      source: "poster",
      score: 15,
    },
    {
      name: "Grace",
      age: 31,
      birthday: "1906-12-09",
      speaks: false,
      track: { other: "Design" },
      interests: ["ai", { other: "Chess" }],
      stars: 4,
      recommend: 6,
      order: ["coffee", "tea"],
      source: "poster",
      score: 10,
    },
    // A version before had other types for all of these.
    {
      name: 7,
      age: "old",
      birthday: "June",
      speaks: "yes",
      track: 5,
      interests: true,
      stars: "many",
      recommend: "10",
      order: "tea",
      sessions: "talk",
      start: { other: "x" },
      arrival: ["x"],
      slides: "file",
      score: "x",
    },
  ];
  for (const one of answers.toReversed()) {
    await respond(one);
    service.time.now = new Date(service.time.now.getTime() + 1_000);
  }
  await respond({ name: "Spam", age: 99 }, { status: "spam" });
  const filter = { formId: form.id, status: "verified", period: {} } as const;
  const summary = await summarise(service.storage.db, filter, everyFieldForm(), wording);
  const result = (field: string) => summary.questions.find((one) => one.field === field)?.result;
  expect([summary.count, summary.hasOlder]).toEqual([3, false]);
  expect(result("name")).toEqual({ kind: "texts", latest: ["Alan", "Grace"] });
  expect(result("age")).toMatchObject({ average: 25.5, median: 25.5, min: 20, max: 31 });
  expect(result("birthday")).toMatchObject({ first: "1906-12-09", last: "1912-06-23", distinct: 2 });
  expect(result("speaks")).toMatchObject({
    bars: [
      { label: "Yes", count: 1 },
      { label: "No", count: 1 },
    ],
  });
  expect(result("track")).toMatchObject({ others: 1, latestOthers: ["Design"], isMultiple: false });
  expect(result("interests")).toMatchObject({
    bars: [
      { label: "AI", count: 2 },
      { label: "Art", count: 1 },
      { label: "Sport", count: 0 },
    ],
    others: 1,
    isMultiple: true,
  });
  expect(result("stars")).toMatchObject({ average: 4.5 });
  expect(result("recommend")).toMatchObject({ score: 0, detractors: 1, passives: 0, promoters: 1 });
  expect(result("order")).toMatchObject({ places: [{ place: 1.5 }, { place: 1.5 }] });
  expect(result("sessions")).toMatchObject({
    rows: [
      { label: "Morning", cells: [{ count: 1 }, { count: 0 }] },
      { label: "Evening", cells: [{ count: 1 }, { count: 1 }] },
    ],
  });
  expect(result("source")).toMatchObject({ top: [{ label: "poster", count: 2 }] });
  expect(result("score")).toMatchObject({ min: 10, max: 15 });
  expect(result("campaign")).toBeUndefined();
});

test("columns contain every number once for any distribution, and stay few", () => {
  const number = fc.oneof(
    fc.integer({ min: -50, max: 5_000 }),
    fc.double({ noNaN: true, min: -1e9, max: 1e9 }),
  );
  fc.assert(
    fc.property(fc.array(number, { minLength: 1, maxLength: 60 }), (values) => {
      const tally = numberTally(undefined, String);
      for (const value of values) tally.add(value);
      const result = tally.result();
      if (result.kind !== "numbers") throw new Error(result.kind);
      const sorted = values.toSorted((a, b) => a - b);
      expect(result.columns.reduce((sum, { count }) => sum + count, 0)).toBe(values.length);
      expect(result.columns.length).toBeLessThanOrEqual(24);
      for (const { count, part } of result.columns)
        if (part && "from" in part)
          expect(values.filter((value) => value >= part.from && value <= part.to).length).toBe(count);
      expect([result.min, result.max]).toEqual([sorted[0], sorted.at(-1)]);
      expect(result.median).toBeGreaterThanOrEqual(result.min);
      expect(result.median).toBeLessThanOrEqual(result.max);
    }),
  );
});

test("the promoter score follows its definition", () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 10 }), { minLength: 1 }), (values) => {
      const tally = npsTally();
      for (const value of values) tally.add(value);
      const share = (from: number, to: number) =>
        values.filter((value) => value >= from && value <= to).length / values.length;
      const result = tally.result();
      const exact = 100 * (share(9, 10) - share(0, 6));
      expect(Math.abs((result.kind === "nps" ? result.score : Number.NaN) - exact)).toBeLessThan(0.501);
    }),
  );
});

test.each([
  ["2026-03-15T12:00:00.000Z", "2026-03-15T08:00:00.000Z", "day", 7],
  ["2026-03-15T12:00:00.000Z", "2026-02-14T08:00:00.000Z", "day", 30],
  ["2026-03-15T12:00:00.000Z", "2026-01-01T08:00:00.000Z", "week", 11],
  ["2026-03-15T12:00:00.000Z", "2024-12-31T08:00:00.000Z", "month", 16],
  ["2026-03-15T12:00:00.000Z", "2020-06-01T08:00:00.000Z", "year", 7],
])("from %s back to %s is shown by %s", (latest, earliest, unit, columns) => {
  const course = computeCourse([latest, earliest]);
  expect([course?.unit, course?.columns.length]).toEqual([unit, columns]);
  expect(course?.columns.reduce((sum, { count }) => sum + count, 0)).toBe(2);
});

test("a summary can be filtered by an answer, and says so on paper too", async () => {
  const { service, ada, respond, path } = await start();
  await respond({ name: "Alan", track: "web", age: 20 });
  await respond({ name: "Grace", track: "web", age: 40 });
  await respond({ name: "Linus", track: "data", age: 60 });
  const whole = (await ada.open(path)).html;
  expect(whole).toContain("3 responses");
  const [, label = ""] = /<option value="track">([^<]+)<\/option>/.exec(whole) ?? [];
  const web = everyFieldForm().pages[1]!.fields.find(({ id }) => id === "track") as ChoiceField;
  const text = web.choices.find(({ id }) => id === "web")!.label.en!;
  const address = `${path}?${new URLSearchParams({ text, field: "track" })}`;
  const page = await openPage({ viewport: { width: 1280, height: 900 } });
  await page
    .context()
    .addCookies([{ name: "session", value: ada.cookie("session")!, url: service.publicUrl }]);
  await page.goto(service.publicUrl + address);
  const said = page.getByText(`Of 3 responses, those that have “${text}” in: ${label}`);
  await said.waitFor();
  await page.getByRole("heading", { name: "2 responses" }).waitFor();
  expect(await page.locator("#q-age").innerText()).toMatch(/Average\s+30/i);
  expect(await barriers(page)).toEqual([]);
  await page.emulateMedia({ media: "print" });
  expect(await said.isVisible()).toBe(true);
  expect(await page.locator(".filters").isVisible()).toBe(false);
  expect((await ada.open(`${path}?text=nobody`)).html).toContain("There are no such responses.");
});

test("a summary of too many responses covers the latest, and says so", async () => {
  const { service, ada, respondOften, path } = await start();
  const days = 86_400_000;
  await respondOften(300, () => ({ stars: 1 }), new Date(service.time.now.getTime() - 40 * days));
  await respondOften(MAX_RESPONSES, () => ({ stars: 5 }));
  const { html } = await ada.open(path);
  expect(html).toContain("This sums up the latest 5,000 of 5,300 responses.");
  expect(html).toContain("5,000 of 5,000 answered");
  const average = (page: string) => /Average<\/dt><dd>([\d.]+)/.exec(page)?.[1];
  expect(average(html)).toBe("5");
  const to = new Date(service.time.now.getTime() - 20 * days).toISOString().slice(0, 10);
  const earlier = (await ada.open(`${path}?to=${to}`)).html;
  expect(average(earlier)).toBe("1");
  expect(earlier).not.toContain("This sums up");
  expect((await ada.open(`${path}?to=1999-01-01`)).html).toContain("There are no such responses.");
});

const PAYLOADS = [
  `<img src=x onerror="globalThis.attacked=1">`,
  `</script><script>globalThis.attacked=1</script>`,
  `"><svg onload="globalThis.attacked=1">`,
  `</textarea></title></table></svg><b onclick="globalThis.attacked=1" class="attack">x</b>`,
  `javascript:globalThis.attacked=1//<a href="javascript:globalThis.attacked=1">`,
  `{{constructor.constructor('globalThis.attacked=1')()}}\u202e\u0000`,
];

test("code in answers does not run in table, search, page or charts, and nothing is too wide: 6 attacks in 11 places", async () => {
  const { service, ada, respond, upload, form, path } = await start();
  const list = `/forms/${form.id}/responses`;
  const ids: string[] = [];
  let places = 0;
  for (const text of PAYLOADS) {
    const { file, attach } = await upload(`${text}.pdf`, "%PDF-1.7");
    const answers: Answers = {
      name: text,
      email: text,
      phone: text,
      website: text,
      bio: text.repeat(40),
      track: { other: text },
      interests: [{ other: text }],
      start: text,
      source: text,
      campaign: text,
      slides: [file],
    };
    places += Object.keys(answers).length;
    const id = await respond(answers, { email: `${text}@example.org` });
    await attach(id, "slides");
    ids.push(id);
  }
  expect(places).toBe(66);
  const pages = [
    list,
    path,
    ...ids.map((id) => `${list}/${id}`),
    ...PAYLOADS.map((text) => `${list}?text=${encodeURIComponent(text)}&field=name`),
  ];
  for (const page of pages) {
    const { html, status } = await ada.open(page);
    expect([page, status]).toEqual([page, 200]);
    expect(html).not.toMatch(/<(img|svg|b|a)[^>]*\s(onerror|onload|onclick)=/);
    expect(html).not.toMatch(/<script>|href="javascript:/);
  }
  for (const [viewport, colorScheme, locale] of [
    [{ width: 360, height: 740 }, "dark", "de"],
    [{ width: 1_600, height: 1_000 }, "light", "en"],
  ] as const) {
    const page = await openPage({ viewport, colorScheme, locale });
    const cookie = { name: "session", value: ada.cookie("session")!, url: service.publicUrl };
    await page.context().addCookies([cookie]);
    for (const address of [list, path, `${list}/${ids[3]}`]) {
      await page.goto(service.publicUrl + address);
      expect([address, await barriers(page)]).toEqual([address, []]);
      const seen = `[globalThis.attacked, document.querySelectorAll(".attack, img[src=x], a[href^=javascript]").length]`;
      expect(await page.evaluate(seen)).toEqual([undefined, 0]);
    }
  }
});
