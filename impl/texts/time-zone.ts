/** Local times in a time zone of the IANA database. Stored times are in UTC. */

export const UTC = "UTC";

const FORM = /^[A-Za-z][\w+/-]{0,63}$/;

/** Returns the name of a time zone as this service writes it; undefined: there is none of this name. */
export function timeZone(name: string): string | undefined {
  if (!FORM.test(name)) return undefined;
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone;
  } catch {
    return undefined;
  }
}

/** The names of all time zones, UTC first. */
export function listTimeZones(): readonly string[] {
  return [...new Set([UTC, ...Intl.supportedValuesOf("timeZone")])];
}

/** Writes the name of a zone for people: "America/New York". */
export function writeZoneName(zone: string): string {
  return zone.replaceAll("_", " ");
}

/** Writes a moment as the local time of a zone: `YYYY-MM-DDTHH:MM:SS`. */
export function toLocalSeconds(iso: string, zone: string): string {
  return new Date(localMs(new Date(iso).getTime(), zone)).toISOString().slice(0, 19);
}

/** Writes a moment as the local time of a zone: `YYYY-MM-DDTHH:MM`. */
export function toLocalTime(iso: string, zone: string): string {
  return toLocalSeconds(iso, zone).slice(0, 16);
}

/** Returns the day of a moment in a zone: `YYYY-MM-DD`. */
export function toLocalDay(iso: string, zone: string): string {
  return toLocalSeconds(iso, zone).slice(0, 10);
}

/** Writes a moment as a date, time and zone for people, such as "1 May 2026 at 10:00 GMT+2". */
export function writeZonedTime(
  t: { readonly locale: string; datetime(local: string): string },
  iso: string,
  zone: string,
): string {
  return `${t.datetime(toLocalTime(iso, zone))} ${zoneName(iso, zone, t.locale)}`;
}

/** The short name of a zone at a moment: "GMT+2" or "MESZ", as its language has it. */
function zoneName(iso: string, zone: string, locale: string): string {
  const format = new Intl.DateTimeFormat(locale, { timeZone: zone, timeZoneName: "short" });
  return format.formatToParts(new Date(iso)).find(({ type }) => type === "timeZoneName")?.value ?? zone;
}

/** A day: no zone changes its offset twice within so little time. */
const DAY_MS = 86_400_000;

/**
 * Reads a local time. A time that a clock shows twice is the first of both, and one that it leaves out is as much later.
 * @param text `YYYY-MM-DDTHH:MM`, also with seconds
 * @returns undefined for a text that is no time
 */
export function fromLocalTime(text: string, zone: string): Date | undefined {
  const isTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d)?$/.test(text);
  const wanted = isTime ? new Date(`${text}Z`).getTime() : Number.NaN;
  if (Number.isNaN(wanted)) return undefined;
  const [before, after] = [wanted - DAY_MS, wanted + DAY_MS].map((at) => wanted - (localMs(at, zone) - at));
  const isShown = (at: number) => localMs(at, zone) === wanted;
  return new Date(!isShown(before!) && isShown(after!) ? after! : before!);
}

/** The moments of a day, as `Date.toISOString` texts. */
export interface DayRange {
  /** Inclusive. */
  readonly from: string;
  /** Exclusive: the beginning of the next day. */
  readonly until: string;
}

/**
 * Returns when a day begins and ends in a zone. It has 23 or 25 hours when clocks change, and none where a zone left it out.
 * @param day `YYYY-MM-DD`
 */
export function dayRange(day: string, zone: string): DayRange {
  const next = new Date(Date.parse(day) + DAY_MS).toISOString();
  const until = next < day ? LAST_TIME : startOfDay(next.slice(0, 10), zone);
  return { from: startOfDay(day, zone), until };
}

function startOfDay(day: string, zone: string): string {
  const start = fromLocalTime(`${day}T00:00`, zone)?.toISOString() ?? LAST_TIME;
  if (start.startsWith("-")) return FIRST_TIME;
  return start.startsWith("+") ? LAST_TIME : start;
}

/** Times are compared as texts, so their years have four digits. */
const [FIRST_TIME, LAST_TIME] = ["0000-01-01T00:00:00.000Z", "9999-12-31T23:59:59.999Z"];

/**
 * Creates a function that returns the day of a moment in a zone. It is fast for moments in order: most of them have the day of the
 * one before.
 */
export function createDayReader(zone: string): (iso: string) => string {
  let day = "";
  let range: DayRange = { from: "", until: "" };
  return (iso) => {
    if (iso < range.from || iso >= range.until) {
      day = toLocalDay(iso, zone);
      range = dayRange(day, zone);
    }
    return day;
  };
}

/** Formats by time zone: creating them takes longer than the rest. */
const formats = new Map<string, Intl.DateTimeFormat>();

/** Returns the time in UTC at which a clock shows what the clock of the zone shows at a moment. */
function localMs(ms: number, zone: string): number {
  if (zone === UTC) return Math.floor(ms / 1_000) * 1_000;
  let format = formats.get(zone);
  if (format === undefined) {
    format = new Intl.DateTimeFormat("en", {
      timeZone: zone,
      hourCycle: "h23",
      year: "numeric",
      month: "numeric",
      day: "numeric",
      hour: "numeric",
      minute: "numeric",
      second: "numeric",
    });
    formats.set(zone, format);
  }
  // Such as "7/2/2026, 08:15:00": reading it takes a quarter of the time of `formatToParts`.
  const [month = 1, day = 1, year = 0, hour = 0, minute = 0, second = 0] = format
    .format(ms)
    .split(/\D+/)
    .map(Number);
  return Date.UTC(year, month - 1, day, hour, minute, second);
}
