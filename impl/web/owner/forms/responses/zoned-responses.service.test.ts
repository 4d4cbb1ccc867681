/** Responses of an account with a time zone: tables, filters, charts and spreadsheets have the days of that zone, files for programs UTC. */
import { readXlsx } from "hucre/xlsx";
import { expect, test } from "vitest";
import type { FormStructure } from "../../../../../generated/types.ts";
import { addToDays } from "../../../../responses/visits/count.ts";
import { answeredForm } from "../../../../test/support/answered-form.ts";
import { ownerPages } from "../../../../test/support/owner.ts";
import { fromLocalTime, timeZone, writeZoneName } from "../../../../texts/time-zone.ts";

const structure: FormStructure = {
  title: { en: "Trip" },
  languages: ["en"],
  default_language: "en",
  pages: [{ id: "page", fields: [{ id: "name", type: "short_text", label: { en: "Name" } }] }],
};

/** Days of 24, 23 and 25 hours, in zones of half hours and three quarters of an hour. */
const DAYS = [
  ["UTC", "2026-03-11"],
  ["Pacific/Auckland", "2026-03-11"],
  ["Pacific/Auckland", "2026-04-05"],
  ["Pacific/Auckland", "2026-09-27"],
  ["America/St_Johns", "2026-03-08"],
  ["America/St_Johns", "2026-11-01"],
  ["Asia/Kathmandu", "2026-03-11"],
  ["Africa/Cairo", "2026-04-24"],
] as const;

async function start(zone: string) {
  const service = await ownerPages();
  const ada = await service.signIn();
  await ada.send(await ada.open("/settings/account"), "/settings/account/time-zone", { time_zone: zone });
  const answered = await answeredForm(service, structure);
  const path = `/forms/${answered.form.id}/responses`;
  const table = async (query: string) => (await ada.open(`${path}?${query}`)).html;
  const summary = async (query: string) => (await ada.open(`${path}/summary?${query}`)).html;
  /** Downloads the responses of some days. */
  async function file(format: string, query: string): Promise<Buffer> {
    const page = await ada.open(`${path}?${query}`);
    const made = await ada.send(page, `/forms/${answered.form.id}/export`, { format });
    return Buffer.from(await (await fetch(made.url)).arrayBuffer());
  }
  return { ...service, ...answered, path, ada, table, summary, file };
}

type Started = Awaited<ReturnType<typeof start>>;

/** Sends responses at local times, each from an address that is named after its place; returns their times in UTC. */
async function respondAt({ respond }: Started, zone: string, times: Readonly<Record<string, string>>) {
  const moments: Record<string, string> = {};
  for (const [name, local] of Object.entries(times)) {
    const at = fromLocalTime(local, zone)!.toISOString();
    moments[name] = at;
    await respond({ name }, { email: `${name}@example.org`, submitted_at: at, verified_at: at });
  }
  return moments;
}

const people = (html: string) => [...html.matchAll(/class="person">([^<@]+)@/g)].map(([, name]) => name);

/** The days of the chart of responses that have any. */
function countedDays(html: string) {
  const [, course = ""] = /<section class="question course">(.*?)<\/section>/s.exec(html) ?? [];
  const rows = [...course.matchAll(/<th scope="row">([^<]+)<\/th><td>(\d+)<\/td>/g)];
  return rows.map(([, day, count]) => [day, Number(count)]).filter(([, count]) => count !== 0);
}

const next = (day: string, days: number) =>
  new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);
const short = (day: string) =>
  new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", timeZone: "UTC" }).format(new Date(day));

test.each(DAYS)("a day has its responses from its first to its last minute: %s, %s", async (zone, day) => {
  const started = await start(zone);
  const { table, summary, file } = started;
  const moments = await respondAt(started, zone, {
    before: `${next(day, -1)}T23:59:59`,
    early: `${day}T00:00`,
    late: `${day}T23:30`,
    last: `${day}T23:59:59`,
    after: `${next(day, 1)}T00:00`,
  });
  const only = `from=${day}&to=${day}`;
  const shown = await table(only);
  expect(people(shown)).toEqual(["last", "late", "early"]);
  expect(shown).toMatch(/<td class="when fixed"><a [^>]*>\d+\u00a0\w+ 2026 at\u00a023:30<\/a>/);
  expect(people(await table(`from=${day}`))).toEqual(["after", "last", "late", "early"]);
  expect(people(await table(`to=${day}`))).toEqual(["last", "late", "early", "before"]);
  expect(countedDays(await summary(""))).toEqual([
    [short(next(day, -1)), 1],
    [short(day), 3],
    [short(next(day, 1)), 1],
  ]);
  expect(countedDays(await summary(only))).toEqual([[short(day), 3]]);
  const { sheets } = await readXlsx(await file("xlsx", only));
  const [heads = [], ...rows] = sheets[0]!.rows;
  const column = (name: string) => rows.map((row) => row[heads.indexOf(name)]);
  const named = writeZoneName(timeZone(zone)!);
  expect(column("Name")).toEqual(["early", "late", "last"]);
  expect(column(`Submitted (${named})`).slice(1)).toEqual([
    new Date(`${day}T23:30:00.000Z`),
    new Date(`${day}T23:59:59.000Z`),
  ]);
  expect(column(`Confirmed (${named})`)).toEqual(column(`Submitted (${named})`));
  const csv = (await file("csv", only)).toString();
  expect([...csv.matchAll(/,verified,([^,]+),/g)].map(([, at]) => at)).toEqual([
    moments.early,
    moments.late,
    moments.last,
  ]);
});

test("the last seven days end with today in the account's zone, on the page and in a saved view", async () => {
  const zone = "Pacific/Auckland";
  const started = await start(zone);
  const { time, ada, path, table, summary, form } = started;
  await respondAt(started, zone, {
    old: "2026-03-09T23:30",
    first: "2026-03-10T00:15",
    new: "2026-03-16T07:00",
  });
  // It is already the 16th in Auckland.
  time.now = new Date("2026-03-15T20:00:00.000Z");
  const page = await ada.open(`${path}?period=7`);
  expect(page.html).toContain('name="from" value="2026-03-10"');
  expect(page.html).toContain('<option value="7" selected>');
  expect(await summary("period=7")).toContain('<p class="on-paper">Period: from 10\u00a0March 2026</p>');
  expect(people(page.html)).toEqual(["new", "first"]);
  expect(countedDays(await summary("period=7"))).toEqual([
    ["10 Mar", 1],
    ["16 Mar", 1],
  ]);
  const saved = await ada.send(page, `/forms/${form.id}/responses/views`, {
    action: "save",
    name: "This week",
  });
  const [, address = ""] = /href="([^"]+)"[^>]*><bdi>This week/.exec(saved.html) ?? [];
  expect(people(await table(address.replaceAll("&amp;", "&").split("?")[1]!))).toEqual(["new", "first"]);
});

test.each([
  ["en", "Period: 10\u00a0March 2026 to 11\u00a0March 2026", "Period: up to 11\u00a0March 2026"],
  [
    "fr",
    "Période\u00a0: du 10\u00a0mars 2026 au 11\u00a0mars 2026",
    "Période\u00a0: jusqu’au 11\u00a0mars 2026",
  ],
  [
    "es",
    "Período: del 10\u00a0de marzo de 2026 al 11\u00a0de marzo de 2026",
    "Período: hasta el 11\u00a0de marzo de 2026",
  ],
])("a printed summary says which days it has: %s", async (language, both, last) => {
  const started = await start("UTC");
  const { ada, summary } = started;
  await ada.send(await ada.open("/settings/account"), "/settings/account/language", { language });
  await respondAt(started, "UTC", { one: "2026-03-11T08:00" });
  expect(await summary("from=2026-03-10&to=2026-03-11")).toContain(`<p class="on-paper">${both}</p>`);
  expect(await summary("to=2026-03-11")).toContain(`<p class="on-paper">${last}</p>`);
  expect(await summary("")).not.toContain("on-paper");
});

test("actions on all responses of a day reach those of the zone's day", async () => {
  const zone = "America/St_Johns";
  const started = await start(zone);
  const { ada, path, table } = started;
  await respondAt(started, zone, { in: "2026-03-11T23:30", out: "2026-03-12T00:15" });
  const page = await ada.open(`${path}?from=2026-03-11&to=2026-03-11&select=all`);
  await ada.send(page, `${path}/selected`, { action: "spam" });
  expect(people(await table(""))).toEqual(["out"]);
  expect(people(await table("status=spam"))).toEqual(["in"]);
});

test("a response has its times with the name of the zone, and the last day on which it can be restored", async () => {
  const zone = "Pacific/Auckland";
  const started = await start(zone);
  const { ada, path, respond, time, table } = started;
  time.now = new Date("2026-03-15T20:15:00.000Z");
  const id = await respond({ name: "Ada" }, { email: "alan@example.org" });
  expect((await ada.open(`${path}/${id}`)).html).toContain("16\u00a0March 2026 at\u00a009:15 GMT+13");
  await ada.send(await ada.open(`${path}/${id}`), `${path}/selected`, { action: "delete" });
  // 30 days later, after the end of summer time, it is 08:15 on the 15th in Auckland.
  expect(await table("status=deleted")).toContain("<span>15\u00a0April 2026</span>");
  expect((await ada.open(`${path}/${id}?status=deleted`)).html).toContain("15\u00a0April 2026");
});

test("pages name the zone, tell that visits have days of UTC, and tools keep days of UTC", async () => {
  const zone = "Pacific/Auckland";
  const started = await start(zone);
  const { storage, form, table, summary, mint, call } = started;
  await respondAt(started, zone, { in: "2026-03-11T08:00" });
  const day = { form_id: form.id, day: "2026-03-10", language: "en" };
  await addToDays(storage.db, [{ ...day, opened: 3, started: 2, sent: 1 }]);
  const line = /Time zone: Pacific\/Auckland\. <a href="\/settings\/account#time-zone">Change\u00a0it<\/a>/;
  expect(await table("")).toMatch(line);
  const shown = await summary("");
  expect(shown).toMatch(line);
  expect(shown).toContain("Visits are counted by days in UTC");
  expect(shown).toContain("<h3>By day (UTC)</h3>");
  const { token } = await mint();
  const read = async (date: string) => {
    const days = { form_id: form.id, date_from: date, date_to: date };
    const { structuredContent } = await call(token, "service_get_responses", days);
    return structuredContent.responses.map(({ submitted_at }: { submitted_at: string }) => submitted_at);
  };
  expect(await read("2026-03-10")).toEqual(["2026-03-10T19:00:00.000Z"]);
  expect(await read("2026-03-11")).toEqual([]);
});

test("an account without a zone has UTC, and reads nothing about days of visits", async () => {
  const started = await start("UTC");
  const { storage, form, summary } = started;
  await respondAt(started, "UTC", { in: "2026-03-11T08:00" });
  const day = { form_id: form.id, day: "2026-03-11", language: "en" };
  await addToDays(storage.db, [{ ...day, opened: 3, started: 2, sent: 1 }]);
  const shown = await summary("");
  expect(shown).toContain("Time zone: UTC.");
  expect(shown).toContain("These are counters only");
  expect(shown).not.toContain("Visits are counted by days");
});
