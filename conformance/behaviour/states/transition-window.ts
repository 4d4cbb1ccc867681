/** Finds when the server makes a transition at the end of a duration, or when a notice begins. */
import type { ServerTransitionRule } from "../../cases/behaviour.ts";
import type { Json } from "../../cases/edits.ts";
import {
  type Clock,
  readNow,
  secondsUntilNotice,
  secondsUntilStart,
  type TimeWindow,
  windowOfDay,
} from "../clock.ts";

/** An end that is shown as a day is not known to the second. @param read reads what shows the end */
export async function findWindow(
  { after, endsAt, before }: ServerTransitionRule,
  read: () => Promise<Json>,
  clock: Clock,
): Promise<TimeWindow | undefined> {
  if (after === undefined) return undefined;
  const place = before ?? endsAt;
  if (place === undefined) return { from: after, until: after };
  const shown = await read();
  const now = await readNow(clock);
  const day = windowOfDay(shown, place, now);
  const notice = before === undefined ? 0 : after;
  if (day !== undefined)
    return { from: Math.max(0, day.from - notice), until: Math.max(0, day.until - notice) };
  const seconds =
    before === undefined
      ? after + secondsUntilStart(shown, place, after, now)
      : secondsUntilNotice(shown, place, after, now);
  return { from: seconds, until: seconds };
}
