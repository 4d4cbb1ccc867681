/** Books that were kept before, and a colleague who works in them all the time. */
import { setTimeout as wait } from "node:timers/promises";
import { type Books, dayText } from "./books.ts";
import { hourTools } from "./tools/hours.ts";
import { moneyTools } from "./tools/money.ts";
import { projectTools } from "./tools/projects.ts";

const tools = [...projectTools, ...hourTools, ...moneyTools];

/** Calls a tool from inside, past the limits of scopes. */
function use(books: Books, name: string, input: object): Record<string, never> {
  const { run } = tools.find((tool) => tool.name === name)!;
  books.settle();
  return run(books, input as Record<string, unknown>) as Record<string, never>;
}

const clients = [
  ["Ahrens Bakery", "Bremen"],
  ["Borealis Film", "Oslo"],
  ["Civic Museum", "Ghent"],
  ["Dovetail Joinery", "York"],
] as const;

export function fill(books: Books): void {
  const today = dayText(books.now());
  for (const [index, [name, city]] of clients.entries()) {
    const email = `accounts${index}@example.org`;
    const { client_id } = use(books, "add_client", { name, city, billing_email: email });
    for (const [number, work] of ["Website", "Annual report"].entries()) {
      const { project_id } = use(books, "open_project", {
        client_id,
        name: `${work} for ${name}`,
        budget_hours: 20 + 10 * number,
        tags: number === 0 ? ["web"] : ["print", "retainer"],
      });
      const entries = ["2026-01-12", "2026-01-14", today].map((day, nth) => {
        const hours = { day, minutes: 90 + 45 * nth, person: "jo", role: "design", billable: nth !== 1 };
        return use(books, "log_time", { project_id, ...hours }).entry_id!;
      });
      use(books, "add_expense", {
        project_id,
        category: "print",
        text: "Proofs",
        amount_cents: 4550,
        spent_on: "2026-01-13",
      });
      use(books, "approve_entries", { entry_ids: entries.slice(0, 2) });
      if (index < 3) use(books, "draft_invoice", { project_id });
    }
    use(books, "make_estimate", {
      client_id,
      title: "Next year",
      lines: [{ text: "Concept", role: "management", hours: 12 }],
    });
  }
  const { invoices } = use(books, "list_invoices", { limit: 3 }) as unknown as {
    invoices: { invoice_id: string }[];
  };
  for (const { invoice_id } of invoices) use(books, "send_invoice", { invoice_id });
}

export async function keepWorking(books: Books): Promise<void> {
  const { client_id } = use(books, "add_client", {
    name: "Evergreen Events",
    billing_email: "pay@example.org",
  });
  for (let nth = 1; ; nth += 1) {
    const { project_id } = use(books, "open_project", { client_id, name: `Poster ${nth}`, budget_hours: 2 });
    const timer = use(books, "start_timer", { project_id, person: "night.shift", role: "design" });
    await wait(40, undefined, { ref: false });
    use(books, "stop_timer", { entry_id: timer.entry_id });
    use(books, "approve_entries", { entry_ids: [timer.entry_id] });
    const { invoice_id } = use(books, "draft_invoice", { project_id });
    if (nth % 2 === 0) use(books, "send_invoice", { invoice_id });
    if (nth % 4 === 0) use(books, "pay_invoice", { invoice_id });
    if (nth % 3 === 0) use(books, "close_project", { project_id });
  }
}
