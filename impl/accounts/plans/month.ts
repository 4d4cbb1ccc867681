/** The month of a plan that `now` is in: from its start (inclusive) to its end (exclusive). */
export interface PlanMonth {
  readonly start: Date;
  readonly end: Date;
}

/**
 * Months are counted from the day the plan started, in UTC. A plan that started on the 31st begins its months on the
 * last day of shorter ones.
 */
export function planMonth(planStart: Date, now: Date): PlanMonth {
  let months =
    (now.getUTCFullYear() - planStart.getUTCFullYear()) * 12 + now.getUTCMonth() - planStart.getUTCMonth();
  if (addMonths(planStart, months) > now) months -= 1;
  return { start: addMonths(planStart, months), end: addMonths(planStart, months + 1) };
}

/** The months of a plan that have begun, in order. */
export function planMonths(planStart: Date, now: Date): PlanMonth[] {
  const months: PlanMonth[] = [];
  for (let month = 0; addMonths(planStart, month) <= now; month += 1)
    months.push({ start: addMonths(planStart, month), end: addMonths(planStart, month + 1) });
  return months;
}

function addMonths(date: Date, months: number): Date {
  const moved = new Date(date);
  moved.setUTCMonth(date.getUTCMonth() + months);
  // 31 January plus a month overflows into March, so step back to the last day of February.
  if (moved.getUTCDate() !== date.getUTCDate()) moved.setUTCDate(0);
  return moved;
}
