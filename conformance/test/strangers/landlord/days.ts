/** Days are texts such as "2026-03-31", in UTC. */
const dayMs = 86_400_000;

export const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10);

export const addDays = (day: string, days: number): string => dayOf(Date.parse(day) + days * dayMs);

/** The same day so many months later. A month that is too short for it gets its last day. */
export function addMonths(day: string, months: number): string {
  const [year, month, date] = day.split("-").map(Number) as [number, number, number];
  const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate();
  return dayOf(Date.UTC(year, month - 1 + months, Math.min(date, last)));
}

/** Whether a day has a date that its later month lacks, such as the 31st in April. */
export const isShortened = (day: string, later: string): boolean => day.slice(8) !== later.slice(8);
