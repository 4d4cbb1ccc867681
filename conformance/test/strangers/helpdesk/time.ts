/** Times of the desk: whole seconds, written with its offset of two hours. */
const offsetHours = 2;

export const nowSeconds = (): number => Math.floor(Date.now() / 1000);

/** 0 -> 1970-01-01T02:00:00+02:00 */
export function writeTime(seconds: number): string {
  const local = new Date((seconds + offsetHours * 3600) * 1000).toISOString();
  return `${local.slice(0, 19)}+0${offsetHours}:00`;
}

/** The first second of a time, or of a day at the desk. */
export function beginOf(text: string): number {
  return readTime(text) ?? Date.parse(`${text}T00:00:00+0${offsetHours}:00`) / 1000;
}

/** The last second of a time, or of a day at the desk. */
export function endOf(text: string): number {
  return readTime(text) ?? beginOf(text) + 86_400 - 1;
}

function readTime(text: string): number | undefined {
  return text.length === "2026-01-01".length ? undefined : Date.parse(text) / 1000;
}
