import { expect, test } from "vitest";
import { languageCodes } from "./languages.ts";
import { fromLocalTime, listTimeZones, timeZone, toLocalTime, writeZonedTime } from "./time-zone.ts";
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

test("every hour of two years comes back in every twentieth zone, except those that a clock shows twice", () => {
  for (const zone of listTimeZones().filter((_, at) => at % 20 === 0)) {
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
  expect(writeZonedTime(english, iso, "Europe/Berlin")).toBe("1 May 2026 at 10:30 GMT+2");
  expect(writeZonedTime(english, "2026-01-01T08:00:00Z", "Europe/Berlin")).toBe(
    "1 January 2026 at 09:00 GMT+1",
  );
  expect(writeZonedTime(translation("de", "de"), iso, "Europe/Berlin")).toBe("1. Mai 2026 um 10:30 MESZ");
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
