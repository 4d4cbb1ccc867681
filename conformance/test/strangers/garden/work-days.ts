/** Work days, and who has a place. */
import { Refusal } from "@toolwright/runtime";
import { isBroken } from "./breaks.ts";
import { now, refuseStart, timeOf, timestamp } from "./clock.ts";
import { find, findMember, type Garden, nextNumber, type StoredWorkDay } from "./garden.ts";
import { limits } from "./generated/limits.ts";
import type { CallWorkDayInput, SignUpInput, WorkDay } from "./generated/types.ts";

export function callWorkDay(garden: Garden, { title, starts_at, jobs }: CallWorkDayInput): WorkDay {
  const start = timeOf(starts_at);
  refuseStart(start);
  const id = `day-${nextNumber("day")}`;
  garden.workDays.set(id, { work_day_id: id, title, starts_at: timestamp(start), jobs, member_ids: [] });
  return showWorkDay(garden, id);
}

export function showWorkDay(garden: Garden, id: string): WorkDay {
  const { member_ids, ...workDay } = findWorkDay(garden, id);
  const places = placesOf(workDay);
  const taken = member_ids.length;
  return { ...workDay, places, taken, free: Math.max(0, places - taken), member_ids };
}

export function signUp(garden: Garden, { work_day_id, member_ids }: SignUpInput): WorkDay {
  const workDay = findWorkDay(garden, work_day_id);
  for (const id of member_ids) findMember(garden, id);
  if (now() >= Date.parse(workDay.starts_at) - limits.sign_up_deadline.seconds * 1000)
    throw new Refusal(
      "sign_up_closed",
      `${work_day_id} begins at ${workDay.starts_at}; its list is closed a day before.`,
    );
  const added = member_ids.filter((id) => !workDay.member_ids.includes(id));
  const free = placesOf(workDay) - workDay.member_ids.length;
  const needed = isBroken("one-place-for-all") ? Math.min(1, added.length) : added.length;
  if (needed > free)
    throw new Refusal(
      "work_day_full",
      `${work_day_id} has ${free} free places, not ${added.length}. Sign up fewer members.`,
    );
  garden.workDays.set(work_day_id, { ...workDay, member_ids: [...workDay.member_ids, ...added] });
  return showWorkDay(garden, work_day_id);
}

function placesOf({ jobs }: Pick<StoredWorkDay, "jobs">): number {
  return jobs.reduce((sum, { people }) => sum + people, 0);
}

function findWorkDay({ workDays }: Garden, id: string): StoredWorkDay {
  return find(workDays, id, "work day", "garden_call_work_day calls one.");
}
