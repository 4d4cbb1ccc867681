/** Checks what endings lead to: another page, and a calendar file. */
import type { CalendarEvent, Ending, FormStructure } from "../../../generated/types.ts";
import { problemAt, type StructureProblem } from "./problem.ts";
import { isWholeDay } from "./whole-day.ts";

export function endingProblems({ endings = [] }: FormStructure): StructureProblem[] {
  return endings.flatMap((ending, index) => {
    const path = `/endings/${index}`;
    return [
      ...redirectProblems(ending, path),
      ...(ending.calendar ? eventProblems(ending.calendar, `${path}/calendar`) : []),
    ];
  });
}

/** Respondents who are sent on without a click cannot look at the address before, so it has to be a safe one. */
function redirectProblems({ redirect_url, redirect_at_once }: Ending, path: string): StructureProblem[] {
  if (!redirect_at_once || URL.parse(redirect_url ?? "")?.protocol === "https:") return [];
  return [problemAt(`${path}/redirect_at_once`, "redirect_not_https")];
}

function eventProblems({ start, end }: CalendarEvent, path: string): StructureProblem[] {
  if (!isRealTime(start)) return [problemAt(`${path}/start`, "event_time_unreal")];
  if (end === undefined) return [];
  if (!isRealTime(end)) return [problemAt(`${path}/end`, "event_time_unreal")];
  if (isWholeDay(start) !== isWholeDay(end)) return [problemAt(`${path}/end`, "event_kinds_differ")];
  return new Date(end) < new Date(start) ? [problemAt(`${path}/end`, "event_ends_first")] : [];
}

/** Leap seconds have no moment in JavaScript, and calendar files have no years beyond four digits. */
function isRealTime(time: string): boolean {
  const moment = new Date(time);
  return !Number.isNaN(moment.getTime()) && /^\d{4}-/.test(moment.toISOString());
}
