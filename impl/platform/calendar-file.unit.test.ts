import fc from "fast-check";
import ICAL from "ical.js";
import { expect, test } from "vitest";
import { type CalendarEntry, calendarFile } from "./calendar-file.ts";

const entry: CalendarEntry = {
  uid: "frm_1.end@forms.example.org",
  title: "Workshop",
  place: undefined,
  start: "2027-05-20T18:30:00+02:00",
  end: "2027-05-20T20:00:00+02:00",
  now: new Date("2026-11-26T15:46:02.123Z"),
};

function read(changes: Partial<CalendarEntry>) {
  const file = calendarFile({ ...entry, ...changes });
  const events = new ICAL.Component(ICAL.parse(file)).getAllSubcomponents("vevent");
  expect(events).toHaveLength(1);
  const event = new ICAL.Event(events[0]!);
  return { file, event, component: events[0]! };
}

test("a time is the same moment, in UTC", () => {
  const { event, component, file } = read({ place: "Town hall" });
  expect(event.startDate.toJSDate()).toEqual(new Date("2027-05-20T16:30:00Z"));
  expect(event.endDate.toJSDate()).toEqual(new Date("2027-05-20T18:00:00Z"));
  expect([event.summary, event.location, event.uid]).toEqual(["Workshop", "Town hall", entry.uid]);
  expect(String(component.getFirstPropertyValue("dtstamp"))).toBe("2026-11-26T15:46:02Z");
  expect(file).toMatch(/^BEGIN:VCALENDAR\r\nVERSION:2\.0\r\nPRODID:/);
  expect(file.endsWith("END:VCALENDAR\r\n")).toBe(true);
});

test.for([
  ["one day", "2027-05-20", undefined, 1],
  ["several days, the last one included", "2027-05-20", "2027-05-22", 3],
  ["a night of two years", "2027-12-31", "2028-01-01", 2],
  ["the end of February", "2028-02-28", "2028-02-29", 2],
] as const)("whole days: %s", ([_, start, end, days]) => {
  const { event } = read({ start, end });
  expect(event.startDate.isDate).toBe(true);
  expect(event.startDate.toString()).toBe(start);
  expect(event.duration.toSeconds() / 86_400).toBe(days);
});

test("an event without an end has none, and no place", () => {
  const { component } = read({ end: undefined });
  expect(component.hasProperty("dtend")).toBe(false);
  expect(component.hasProperty("location")).toBe(false);
});

/** Characters with a meaning in calendar files, and some of one to four octets. */
const hostile = fc.string({
  unit: fc.constantFrom(...'\\;,:"\n\t', "\r\n", "END:VEVENT", "é", "☂", "👩‍👧", " ", "x", "\\n"),
  minLength: 1,
  maxLength: 200,
});

test("any text is read as it was written, and lines have at most 75 octets", () => {
  fc.assert(
    fc.property(hostile, hostile, (title, place) => {
      const { event, file, component } = read({ title, place });
      expect([event.summary, event.location]).toEqual(
        [title, place].map((text) => text.replaceAll("\r\n", "\n")),
      );
      expect(component.getAllProperties()).toHaveLength(6);
      const lines = file.split("\r\n");
      expect(Math.max(...lines.map((line) => Buffer.byteLength(line)))).toBeLessThanOrEqual(75);
      expect(lines.every((line) => line.isWellFormed() && !/[\r\n]/.test(line))).toBe(true);
    }),
  );
});

test("control characters are left out", () => {
  expect(read({ title: "a\u0000b\u0007c\u007fd\u0085e" }).event.summary).toBe("abcde");
});
