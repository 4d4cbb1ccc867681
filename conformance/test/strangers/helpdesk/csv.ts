/** Tickets as CSV (RFC 4180). Texts that a spreadsheet would take for a formula get an apostrophe. */
import type { Ticket } from "./tickets.ts";
import { writeTime } from "./time.ts";

const columns: Readonly<Record<string, (ticket: Ticket) => string>> = {
  id: ({ id }) => id,
  subject: ({ subject }) => subject,
  status: ({ status }) => status,
  priority: ({ priority }) => priority,
  team_id: ({ teamId }) => teamId,
  created_at: ({ createdAt }) => writeTime(createdAt),
  due_at: ({ dueAt }) => writeTime(dueAt),
};

export function writeCsv(tickets: readonly Ticket[]): Buffer {
  const rows = tickets.map((ticket) => Object.values(columns).map((read) => quote(read(ticket))));
  return Buffer.from([Object.keys(columns), ...rows].map((row) => `${row.join(",")}\r\n`).join(""));
}

function quote(text: string): string {
  const plain = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
}
