/** Time entries: timers that start and stop, hours that are written down later, and their approval. */
import type { z } from "zod";
import { type Books, dayText, type Entry, nextOrder, randomId, timeText } from "./books.ts";
import { isBroken } from "./breaks.ts";
import { page } from "./paging.ts";
import { Refused } from "./refused.ts";
import type { entriesInput, logInput, moveInput, timerInput } from "./schemas/hours.ts";

const quarter = 15;

function showEntry(entry: Entry): object {
  return {
    entry_id: entry.id,
    project_id: entry.project.id,
    person: entry.person,
    role: entry.role,
    note: entry.note,
    day: entry.day,
    minutes: entry.minutes,
    running: entry.startedAt !== null,
    started_at: entry.startedAt === null ? null : timeText(entry.startedAt),
    billable: entry.billable,
    status: entry.status,
    invoice_id: entry.invoice?.id ?? null,
  };
}

function keepEntry(
  books: Books,
  input: z.infer<typeof timerInput>,
  entry: Pick<Entry, "day" | "minutes" | "startedAt">,
): object {
  const kept: Entry = {
    ...entry,
    id: randomId("te"),
    order: nextOrder(),
    project: books.openProject(input.project_id),
    person: input.person,
    role: input.role,
    note: input.note ?? null,
    billable: input.billable ?? true,
    status: "open",
    invoice: null,
  };
  books.entries.set(kept.id, kept);
  return showEntry(kept);
}

export function startTimer(books: Books, input: z.infer<typeof timerInput>): object {
  const project = books.openProject(input.project_id);
  const running = [...books.entries.values()].find(
    (entry) =>
      entry.person === input.person &&
      entry.startedAt !== null &&
      (!isBroken("second-timer-elsewhere") || entry.project === project),
  );
  if (running !== undefined)
    throw new Refused(
      "timer_running",
      `The timer ${running.id} of ${input.person} runs in ${running.project.id}. Stop it with stop_timer first.`,
    );
  return keepEntry(books, input, { day: dayText(books.now()), minutes: 0, startedAt: books.now() });
}

export function stopTimer(books: Books, entry: Entry): object {
  if (entry.startedAt === null)
    throw new Refused("not_running", `${entry.id} has no timer that runs. start_timer starts a new one.`);
  const quarters = (books.now() - entry.startedAt) / 60_000 / quarter;
  const counted = isBroken("quarters-to-nearest") ? Math.round(quarters) : Math.ceil(quarters);
  entry.minutes = Math.max(1, counted) * quarter;
  entry.startedAt = null;
  return showEntry(entry);
}

export function logTime(books: Books, input: z.infer<typeof logInput>): object {
  const { day, minutes } = input;
  books.openProject(input.project_id);
  if (day > dayText(books.now()))
    throw new Refused(
      "future_day",
      `${day} has not come yet (UTC). Log time for today, ${dayText(books.now())}, or before.`,
    );
  return keepEntry(books, input, { day, minutes, startedAt: null });
}

export function listEntries(books: Books, input: z.infer<typeof entriesInput>): object {
  const project = books.project(input.project_id);
  const { person, status, billable, from, until } = input;
  const isBeforeEnd = (day: string) => until === undefined || day < until || isOnEnd(day);
  const isOnEnd = (day: string) => day === until && !isBroken("until-is-before");
  const fitting = [...books.entries.values()]
    .filter((entry) => entry.project === project)
    .filter((entry) => person === undefined || entry.person === person)
    .filter((entry) => status === undefined || entry.status === status)
    .filter((entry) => billable === undefined || entry.billable === billable)
    .filter(({ day }) => (from === undefined || day >= from) && isBeforeEnd(day));
  const { items, ...rest } = page(fitting, input, {
    list: "list_entries",
    place: ({ day, order }) => [day, order],
    newestFirst: true,
  });
  return { entries: items.map(showEntry), ...rest };
}

export function approveEntries(books: Books, ids: readonly string[]): object {
  const entries = [...new Set(ids)].map(books.entry);
  for (const entry of entries) {
    checkApproval(entry);
    if (isBroken("half-approved")) entry.status = "approved";
  }
  for (const entry of entries) entry.status = "approved";
  return {
    approved: entries.map(showEntry),
    minutes: entries.reduce((sum, { minutes }) => sum + minutes, 0),
  };
}

function checkApproval({ id, startedAt, status }: Entry): void {
  if (startedAt !== null)
    throw new Refused("timer_running", `${id} still runs. Stop it with stop_timer, then approve all again.`);
  if (status !== "open")
    throw new Refused("wrong_state", `${id} is ${status}. Leave it out: only open entries are approved.`);
}

export function moveEntry(books: Books, input: z.infer<typeof moveInput>): object {
  const entry = books.entry(input.entry_id);
  const target = books.openProject(input.project_id);
  const from = entry.project;
  const mayMove = entry.status === "open" || (entry.status === "approved" && isBroken("approved-hours-move"));
  if (!mayMove)
    throw new Refused("wrong_state", `${entry.id} is ${entry.status}. Only open entries can be moved.`);
  if (from === target)
    throw new Refused("same_project", `${entry.id} is in ${from.id} already. Name another project.`);
  entry.project = target;
  return { entry: showEntry(entry), from_project_id: from.id };
}

export function deleteEntry(books: Books, entry: Entry): object {
  if (entry.status !== "open")
    throw new Refused("wrong_state", `${entry.id} is ${entry.status}. Only open entries can be deleted.`);
  books.entries.delete(entry.id);
  return { entry_id: entry.id, deleted: true };
}
