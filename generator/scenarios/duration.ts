/** Durations as specs write them. */
const unitSeconds: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3_600, d: 86_400, w: 604_800 };

/** Reads a duration with a sign, such as `+23h` or `-10m`, in seconds. */
export function parseDuration(text: unknown): number | undefined {
  const [, sign, count, unit] = (typeof text === "string" && /^([+-])(\d{1,6})([smhdw])$/.exec(text)) || [];
  if (count === undefined || unit === undefined) return undefined;
  return Number(count) * unitSeconds[unit]! * (sign === "-" ? -1 : 1);
}
