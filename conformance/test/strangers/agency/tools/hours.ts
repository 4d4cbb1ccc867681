/** The tools for time entries. */
import {
  approveEntries,
  deleteEntry,
  listEntries,
  logTime,
  moveEntry,
  startTimer,
  stopTimer,
} from "../hours.ts";
import * as schema from "../schemas/hours.ts";
import { tool } from "./tool.ts";

export const hourTools = [
  tool("start_timer", {
    mode: "add",
    scope: "work:write",
    title: "Start a timer",
    description: "Starts a timer of a person, who has at most one at a time.",
    input: schema.timerInput,
    output: schema.entryOutput,
    run: startTimer,
  }),
  tool("stop_timer", {
    mode: "change",
    scope: "work:write",
    title: "Stop a timer",
    description: "Stops a timer. Each quarter of an hour that was begun counts.",
    input: schema.entryOnly,
    output: schema.entryOutput,
    run: (books, { entry_id }) => stopTimer(books, books.entry(entry_id)),
  }),
  tool("log_time", {
    mode: "add",
    scope: "work:write",
    title: "Log time",
    description: "Writes down time that was worked without a timer, to the minute.",
    input: schema.logInput,
    output: schema.entryOutput,
    run: (books, input) => books.once("log_time", { billable: true, ...input }, () => logTime(books, input)),
  }),
  tool("list_entries", {
    mode: "read",
    scope: "work:read",
    title: "List time entries",
    description: "Time entries of a project, the latest day first.",
    input: schema.entriesInput,
    output: schema.entriesOutput,
    run: listEntries,
  }),
  tool("approve_entries", {
    mode: "change",
    scope: "work:approve",
    title: "Approve time entries",
    description:
      "Approves open entries, so that invoices gather them. If one of them cannot be approved, none is.",
    input: schema.approveInput,
    output: schema.approveOutput,
    run: (books, { entry_ids }) => approveEntries(books, entry_ids),
  }),
  tool("move_entry", {
    mode: "change",
    scope: "work:write",
    title: "Move a time entry",
    description: "Moves an open time entry into another project. A timer goes on there.",
    input: schema.moveInput,
    output: schema.moveOutput,
    run: moveEntry,
  }),
  tool("delete_entry", {
    mode: "change",
    scope: "work:write",
    title: "Delete a time entry",
    description: "Deletes an open time entry, also one whose timer runs.",
    input: schema.entryOnly,
    output: schema.entryGone,
    run: (books, { entry_id }) => deleteEntry(books, books.entry(entry_id)),
  }),
];
