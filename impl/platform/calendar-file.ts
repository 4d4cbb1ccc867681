/** Writes an event as a calendar file (RFC 5545, iCalendar). */

export interface CalendarEntry {
  /** Identifies the event in every calendar, so that a second download replaces the first. */
  readonly uid: string;
  readonly title: string;
  readonly place: string | undefined;
  /** A whole day `YYYY-MM-DD`, or a time with its offset. */
  readonly start: string;
  /** A day, the last one, or a time, like the start. Undefined: the event has one day, or a time without a length. */
  readonly end: string | undefined;
  /** The time at which the file is made. */
  readonly now: Date;
}

export const CALENDAR_TYPE = "text/calendar; charset=utf-8";

export function calendarFile({ uid, title, place, start, end, now }: CalendarEntry): string {
  const lines = [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//Toolwright//service-mcp//EN",
    "BEGIN:VEVENT",
    `UID:${escapeText(uid)}`,
    `DTSTAMP:${utcTime(now)}`,
    `DTSTART${writeMoment(start)}`,
    ...(end === undefined ? [] : [`DTEND${writeMoment(end, 1)}`]),
    `SUMMARY:${escapeText(title)}`,
    ...(place === undefined ? [] : [`LOCATION:${escapeText(place)}`]),
    "END:VEVENT",
    "END:VCALENDAR",
  ];
  return lines.map((line) => `${fold(line)}\r\n`).join("");
}

/** @param daysAfter days to add to a whole day: the end of an event is the first day after it (section 3.6.1) */
function writeMoment(time: string, daysAfter = 0): string {
  if (time.includes("T")) return `:${utcTime(new Date(time))}`;
  const day = new Date(time);
  day.setUTCDate(day.getUTCDate() + daysAfter);
  return `;VALUE=DATE:${day.toISOString().slice(0, 10).replaceAll("-", "")}`;
}

/** Such as `20270520T163000Z`. */
function utcTime(time: Date): string {
  return `${time.toISOString().slice(0, 19).replaceAll(/[-:]/g, "")}Z`;
}

/** Section 3.3.11. Other control characters are not allowed in a text. */
function escapeText(text: string): string {
  return text
    .replaceAll(/[\\;,]/g, String.raw`\$&`)
    .replaceAll(/\r\n?|\n/g, String.raw`\n`)
    .replaceAll(/(?!\t)\p{Cc}/gu, "");
}

const LINE_OCTETS = 75;

/** Section 3.1: no line is longer than 75 octets, and a line that begins with a space goes on with the one before. */
function fold(line: string): string {
  let folded = "";
  let octets = 0;
  for (const character of line) {
    const size = Buffer.byteLength(character);
    if (octets + size > LINE_OCTETS) {
      folded += "\r\n ";
      octets = 1;
    }
    folded += character;
    octets += size;
  }
  return folded;
}
