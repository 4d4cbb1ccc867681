/** Clients and their projects: a budget of hours, and what was used of it. */
import type { z } from "zod";
import { amountOwed } from "./billing.ts";
import {
  type Books,
  type Client,
  nextOrder,
  nextProjectId,
  type Project,
  randomId,
  timeText,
} from "./books.ts";
import { includesText, page } from "./paging.ts";
import { Refused } from "./refused.ts";
import type {
  clientInput,
  clientsInput,
  projectInput,
  projectsInput,
  updateInput,
} from "./schemas/projects.ts";

export function addClient(books: Books, input: z.infer<typeof clientInput>): object {
  const client = {
    id: randomId("cl"),
    order: nextOrder(),
    name: input.name,
    city: input.city ?? null,
    billingEmail: input.billing_email,
    taxPercent: input.tax_percent ?? 20,
  };
  books.clients.set(client.id, client);
  return showClient(books, client);
}

function showClient(books: Books, client: Client): object {
  const projects = [...books.projects.values()].filter((project) => project.client === client);
  return {
    client_id: client.id,
    name: client.name,
    city: client.city,
    billing_email: client.billingEmail,
    tax_percent: client.taxPercent,
    open_projects: projects.filter(({ closedAt }) => closedAt === null).length,
    owed_cents: amountOwed(books, client),
  };
}

export function listClients(books: Books, input: z.infer<typeof clientsInput>): object {
  const fitting = [...books.clients.values()].filter(({ name, city }) =>
    includesText([name, city], input.search),
  );
  const { items, ...rest } = page(fitting, input, {
    list: "list_clients",
    place: ({ name, order }) => [name, order],
  });
  return { clients: items.map((client) => showClient(books, client)), ...rest };
}

type NewProject = Pick<Project, "client" | "name" | "budgetHours" | "rates" | "tags">;

export function keepProject(books: Books, project: NewProject): Project {
  const times = { openedAt: books.now(), closedAt: null };
  const kept = { ...project, ...times, id: nextProjectId(), order: nextOrder(), revision: 1 };
  books.projects.set(kept.id, kept);
  return kept;
}

export function openProject(books: Books, input: z.infer<typeof projectInput>): object {
  const { name, rates = [], tags = [] } = input;
  const client = books.client(input.client_id);
  checkRates(rates);
  const project = keepProject(books, { client, name, budgetHours: input.budget_hours, rates, tags });
  return showProject(books, project);
}

function checkRates(rates: Project["rates"]): void {
  const twice = rates.find(({ role }, index) => rates.findIndex((rate) => rate.role === role) < index);
  if (twice !== undefined)
    throw new Refused("duplicate_role", `There are two rates for ${twice.role}. Send one for each role.`);
}

export function showProject(books: Books, project: Project): object {
  const entries = [...books.entries.values()].filter((entry) => entry.project === project);
  const sum = (status: string) =>
    entries.reduce((minutes, entry) => minutes + (entry.status === status ? entry.minutes : 0), 0);
  const minutes = { open: sum("open"), approved: sum("approved"), invoiced: sum("invoiced") };
  const used = minutes.open + minutes.approved + minutes.invoiced;
  const left = project.budgetHours * 60 - used;
  const expenses = books.expenses().filter((expense) => expense.project === project);
  return {
    ...rowOf(project),
    rates: project.rates,
    revision: project.revision,
    minutes,
    used_minutes: used,
    left_minutes: left,
    over_budget: left < 0,
    expenses_cents: expenses.reduce((cents, { amountCents }) => cents + amountCents, 0),
  };
}

function rowOf(project: Project) {
  return {
    project_id: project.id,
    client_id: project.client.id,
    name: project.name,
    budget_hours: project.budgetHours,
    tags: project.tags,
    closed: project.closedAt !== null,
    opened_at: timeText(project.openedAt),
    closed_at: project.closedAt === null ? null : timeText(project.closedAt),
  };
}

export function listProjects(books: Books, input: z.infer<typeof projectsInput>): object {
  const { client_id, closed, tag, search } = input;
  if (client_id !== undefined) books.client(client_id);
  const fitting = [...books.projects.values()]
    .filter(({ client }) => client_id === undefined || client.id === client_id)
    .filter(({ closedAt }) => closed === undefined || (closedAt !== null) === closed)
    .filter(({ tags }) => tag === undefined || tags.includes(tag))
    .filter(({ name }) => includesText([name], search));
  const { items, ...rest } = page(fitting, input, {
    list: "list_projects",
    place: ({ openedAt, order }) => [timeText(openedAt), order],
    newestFirst: true,
  });
  return { projects: items.map((project) => ({ ...rowOf(project), rates: project.rates })), ...rest };
}

export function updateProject(books: Books, input: z.infer<typeof updateInput>): object {
  const project = books.openProject(input.project_id);
  if (input.revision !== project.revision)
    throw new Refused(
      "stale",
      `${project.id} is at revision ${project.revision}. Read it with get_project, then send your change again.`,
    );
  checkRates(input.rates ?? []);
  project.name = input.name ?? project.name;
  project.budgetHours = input.budget_hours ?? project.budgetHours;
  project.rates = input.rates ?? project.rates;
  project.tags = input.tags ?? project.tags;
  project.revision += 1;
  return showProject(books, project);
}

export function closeProject(books: Books, project: Project): object {
  if (project.closedAt !== null) throw new Refused("project_closed", `${project.id} is closed already.`);
  const running = [...books.entries.values()].find(
    (entry) => entry.project === project && entry.startedAt !== null,
  );
  if (running !== undefined)
    throw new Refused(
      "timer_running",
      `The timer ${running.id} of ${running.person} runs in ${project.id}. Stop it with stop_timer first.`,
    );
  project.closedAt = books.now();
  project.revision += 1;
  return showProject(books, project);
}
