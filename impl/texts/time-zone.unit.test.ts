import fc from "fast-check";
import { expect, test } from "vitest";
import { languageCodes } from "./languages.ts";
import {
  createDayReader,
  dayRange,
  fromLocalTime,
  listTimeZones,
  timeZone,
  toLocalDay,
  toLocalTime,
  writeZonedTime,
} from "./time-zone.ts";
import { translation } from "./translate.ts";

test.each([
  ["UTC", "2026-07-01T10:00:00Z", "2026-07-01T10:00"],
  ["Europe/Berlin", "2026-07-01T10:00:00Z", "2026-07-01T12:00"],
  ["Europe/Berlin", "2026-12-31T23:30:00Z", "2027-01-01T00:30"],
  ["America/St_Johns", "2026-01-01T00:00:00Z", "2025-12-31T20:30"],
  ["Asia/Kathmandu", "2026-01-01T00:00:00Z", "2026-01-01T05:45"],
])("%s: %s is %s, and back", (zone, iso, local) => {
  expect(toLocalTime(iso, zone)).toBe(local);
  expect(fromLocalTime(local, zone)).toEqual(new Date(iso));
});

test("a time that a clock leaves out in spring is as much later, and of one that it shows twice it is the first", () => {
  expect(fromLocalTime("2026-03-29T02:30", "Europe/Berlin")).toEqual(new Date("2026-03-29T01:30:00Z"));
  expect(fromLocalTime("2026-10-25T02:30", "Europe/Berlin")).toEqual(new Date("2026-10-25T00:30:00Z"));
  expect(fromLocalTime("2026-03-08T02:30", "America/New_York")).toEqual(new Date("2026-03-08T07:30:00Z"));
});

test("every hour of two years comes back in every hundredth zone, except those that a clock shows twice", () => {
  for (const zone of listTimeZones().filter((_, at) => at % 100 === 0)) {
    const wrong: string[] = [];
    for (let at = Date.UTC(2025, 0); at < Date.UTC(2027, 0); at += 3_600_000) {
      const iso = new Date(at).toISOString();
      const back = fromLocalTime(toLocalTime(iso, zone), zone)!.getTime();
      // Clocks are put back by an hour at most.
      if (back !== at && (back > at || at - back > 3_600_000)) wrong.push(iso);
    }
    expect([zone, wrong]).toEqual([zone, []]);
  }
});

test.each(["", "tomorrow", "2026-02-31T99:00", "2026-03-01T08:00+02:00", "2026-03-01"])(
  "%j is no time",
  (text) => {
    expect(fromLocalTime(text, "Europe/Berlin")).toBeUndefined();
  },
);

test("a time for people names the zone, in every language of respondents' pages", () => {
  const iso = "2026-05-01T10:30:00+02:00";
  const english = translation("en", "en");
  expect(writeZonedTime(english, iso, "Europe/Berlin")).toBe("1\u00a0May 2026 at\u00a010:30 GMT+2");
  expect(writeZonedTime(english, "2026-01-01T08:00:00Z", "Europe/Berlin")).toBe(
    "1\u00a0January 2026 at\u00a009:00 GMT+1",
  );
  expect(writeZonedTime(translation("de", "de"), iso, "Europe/Berlin")).toBe(
    "1.\u00a0Mai 2026 um\u00a010:30 MESZ",
  );
  expect(languageCodes.length).toBeGreaterThanOrEqual(24);
  for (const language of languageCodes) {
    const t = translation(language, language);
    for (const zone of ["Europe/Berlin", "Asia/Kolkata", "UTC"]) {
      const [written, local] = [writeZonedTime(t, iso, zone), t.datetime(toLocalTime(iso, zone))];
      expect(written.startsWith(`${local} `)).toBe(true);
      expect([language, zone, written.length - local.length < 20]).toEqual([language, zone, true]);
    }
    expect(writeZonedTime(t, iso, "UTC")).toMatch(/ UTC$/);
  }
});

test("only time zones have a name, which is written in one way", () => {
  expect(timeZone("Europe/Berlin")).toBe("Europe/Berlin");
  expect(timeZone("europe/berlin")).toBe("Europe/Berlin");
  expect(timeZone("Etc/UTC")).toBe("UTC");
  for (const name of ["", "Europe", "Middle/Earth", "+02:00", "<b>", "UTC\n"])
    expect(timeZone(name)).toBeUndefined();
  expect(listTimeZones()).toContain("Europe/Berlin");
  expect(listTimeZones().filter((name) => name === "UTC")).toEqual(["UTC"]);
});

const HOUR_MS = 3_600_000;
/** The time in which responses come. Before 2012, clocks of Newfoundland went back across midnight, so a day had two parts. */
const moments = fc.integer({ min: Date.UTC(2012, 0), max: Date.UTC(2060, 0) });
const zones = fc.constantFrom(...listTimeZones());

test.each([
  ["UTC", "2026-07-01", "2026-07-01T00:00:00.000Z", 24],
  ["Europe/Berlin", "2026-03-29", "2026-03-28T23:00:00.000Z", 23],
  ["Europe/Berlin", "2026-10-25", "2026-10-24T22:00:00.000Z", 25],
  ["Pacific/Auckland", "2026-07-02", "2026-07-01T12:00:00.000Z", 24],
  ["America/St_Johns", "2026-07-02", "2026-07-02T02:30:00.000Z", 24],
  ["Asia/Kathmandu", "2026-07-02", "2026-07-01T18:15:00.000Z", 24],
  ["Australia/Lord_Howe", "2026-10-04", "2026-10-03T13:30:00.000Z", 23.5],
  // Clocks go from 0:00 to 1:00, from 24:00 back to 23:00, and from 1:00 back to 0:00.
  ["Africa/Cairo", "2026-04-24", "2026-04-23T22:00:00.000Z", 23],
  ["America/Santiago", "2026-04-04", "2026-04-04T03:00:00.000Z", 25],
  ["America/Havana", "2026-11-01", "2026-11-01T04:00:00.000Z", 25],
  // Samoa left out a day.
  ["Pacific/Apia", "2011-12-30", "2011-12-30T10:00:00.000Z", 0],
])("%s: %s begins at %s and has %d hours", (zone, day, from, hours) => {
  const range = dayRange(day, zone);
  expect(range.from).toBe(from);
  expect((Date.parse(range.until) - Date.parse(from)) / HOUR_MS).toBe(hours);
});

test("a moment belongs to the one day that its zone shows", () => {
  fc.assert(
    fc.property(zones, moments, (zone, at) => {
      const iso = new Date(at).toISOString();
      const { from, until } = dayRange(toLocalDay(iso, zone), zone);
      expect([zone, iso, from <= iso && iso < until]).toEqual([zone, iso, true]);
    }),
    { numRuns: 2_000 },
  );
});

test("days follow each other without gaps, and have 21 to 27 hours", () => {
  fc.assert(
    fc.property(zones, moments, (zone, at) => {
      const day = (ms: number) => dayRange(new Date(ms).toISOString().slice(0, 10), zone);
      const [one, next] = [day(at), day(at + 24 * HOUR_MS)];
      const hours = (Date.parse(one.until) - Date.parse(one.from)) / HOUR_MS;
      expect([zone, one.until, hours >= 21 && hours <= 27]).toEqual([zone, next.from, true]);
    }),
    { numRuns: 2_000 },
  );
});

test("moments in any order have the days of a fresh look", () => {
  fc.assert(
    fc.property(zones, fc.array(moments, { maxLength: 8 }), fc.array(fc.nat(60)), (zone, some, hours) => {
      const toDay = createDayReader(zone);
      const near = some.flatMap((at) => [at, ...hours.map((later) => at + later * HOUR_MS)]);
      const times = near.map((at) => new Date(at).toISOString());
      expect(times.map(toDay)).toEqual(times.map((iso) => toLocalDay(iso, zone)));
    }),
  );
});

test.each(["UTC", "Pacific/Auckland", "America/St_Johns"])(
  "days at the ends of the calendar are in order as texts: %s",
  (zone) => {
    const days = ["0000-01-01", "0020-05-05", "1500-01-01", "2026-11-27", "9999-12-31"];
    const bounds = days.flatMap((day) => [dayRange(day, zone).from, dayRange(day, zone).until]);
    expect(bounds).toEqual(bounds.toSorted());
    expect(bounds.filter((bound) => !/^\d{4}-/.test(bound))).toEqual([]);
  },
);
