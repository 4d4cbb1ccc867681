import type { Limit } from "../model/model.ts";

/** The value of a limit in words: `0 to 3`, `120 in 1 minute, per token`. */
export function limitValue({ kind, numbers, settings }: Limit): string {
  const { min, max, seconds } = numbers;
  switch (kind) {
    case "range":
      return `${min} to ${max}`;
    case "duration":
      return duration(seconds!);
    case "rate":
      return `${max} in ${duration(seconds!)}${settings.per ? `, per ${settings.per}` : ""}`;
    case "quota":
      return `per ${settings.per} and ${settings.period}`;
    default:
      return min === undefined ? `at most ${max}` : `${min} to ${max}`;
  }
}

function duration(seconds: number): string {
  const units: readonly (readonly [number, string])[] = [
    [86_400, "day"],
    [3_600, "hour"],
    [60, "minute"],
    [1, "second"],
  ];
  const [size, unit] = units.find(([size]) => seconds >= size && seconds % size === 0) ?? [1, "second"];
  const count = seconds / size;
  return `${count} ${unit}${count === 1 ? "" : "s"}`;
}
