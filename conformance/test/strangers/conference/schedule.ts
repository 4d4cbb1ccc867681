/** The text of a schedule, as CSV or as a calendar (RFC 5545). */
import type { Event, Slot, Talk } from "./records.ts";
import { showSlot } from "./views.ts";

interface Row {
  readonly slot: Slot;
  readonly talk: Talk;
}

export function scheduleText(event: Event, rows: readonly Row[], format: "csv" | "ics"): string {
  const lines = format === "csv" ? csv(rows) : calendar(event, rows);
  return lines.map((line) => `${line}\r\n`).join("");
}

const quote = (value: string | number) => `"${String(value).replaceAll('"', '""')}"`;

function csv(rows: readonly Row[]): string[] {
  const lines = rows.map(({ slot, talk }) => {
    const { id, room, starts_at, ends_at } = showSlot(slot);
    const speakers = talk.speakers.map(({ name }) => name).join(", ");
    return [id, room, starts_at, ends_at, talk.id, talk.title, speakers].map(quote).join(",");
  });
  return ["slot,room,starts_at,ends_at,talk,title,speakers", ...lines];
}

const plain = (text: string) => text.replace(/[\\;,]/g, "\\$&").replace(/\r?\n/g, "\\n");
const stamp = (time: string) => time.replace(/[-:]|\.\d+/g, "");

function calendar(event: Event, rows: readonly Row[]): string[] {
  const entries = rows.flatMap(({ slot, talk }) => {
    const { id, room, starts_at, ends_at } = showSlot(slot);
    return [
      "BEGIN:VEVENT",
      `UID:slot-${id}@conference.example`,
      `DTSTAMP:${stamp(talk.submitted_at)}`,
      `DTSTART:${stamp(starts_at)}`,
      `DTEND:${stamp(ends_at)}`,
      `SUMMARY:${plain(talk.title)}`,
      `LOCATION:${plain(`${room}, ${event.venue}`)}`,
      "END:VEVENT",
    ];
  });
  return ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//conference//EN", ...entries, "END:VCALENDAR"];
}
