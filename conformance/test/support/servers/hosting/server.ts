/** Hosting on node:http alone: an account has five projects and four open tickets at once. */
import { casesOf } from "../../notes-server.ts";
import { page, Refused, servePlain } from "../plain-server.ts";

export const hostingCases = casesOf(`${import.meta.dirname}/spec`);

export const hostingTokens = [
  { token: "hst.Vb5kQw9zLm2x", scopes: ["hosting"] },
  { token: "hst.Rt7nYc3pJd6s", scopes: ["hosting"], account: "other" },
];

/** Mistakes about what an account may have at once. */
export type HostingMistake =
  | "one-more-project"
  | "one-project-less"
  | "counts-deleted-projects"
  | "counts-projects-of-all"
  | "any-number-of-projects"
  | "makes-and-refuses"
  | "counts-closed-tickets";

export interface HostingOptions {
  readonly mistake?: HostingMistake | undefined;
  /** The projects that the account of the run has from before. */
  readonly projects?: number;
}

type Owned = { readonly account: string };

type Project = Owned & {
  readonly project_id: number;
  readonly name: string;
  readonly region: "north" | "south";
};

type Key = Owned & {
  readonly key_id: number;
  readonly project_id: number;
  readonly label: string;
};

type Ticket = Owned & {
  readonly ticket_id: number;
  readonly subject: string;
  readonly priority: "low" | "high";
  readonly status: "open" | "closed";
};

/** The arguments of a page. */
interface Page {
  readonly size?: number;
  readonly cursor?: string;
}

const mostProjects = 5;
const mostTickets = 4;

class Hosting {
  readonly #mistake: HostingMistake | undefined;
  readonly #projects = new Map<number, Project>();
  readonly #keys = new Map<number, Key>();
  readonly #tickets = new Map<number, Ticket>();
  /** The accounts of deleted projects. */
  readonly #deleted: Owned[] = [];
  #last = 0;

  constructor({ mistake, projects = 0 }: HostingOptions) {
    this.#mistake = mistake;
    for (let number = 1; number <= projects; number += 1)
      this.tools.create_project({ name: `Project ${number}`, region: "north" }, "main");
  }

  readonly tools = {
    create_project: (input: Pick<Project, "name" | "region">, account: string) => {
      const isFull = this.#isFull(account);
      const project = { project_id: ++this.#last, ...input, account };
      if (!isFull || this.#mistake === "makes-and-refuses") this.#projects.set(project.project_id, project);
      if (isFull) throw new Refused("too_many_projects", "Your plan has no more projects.");
      return withoutAccount(project);
    },
    get_project: ({ project_id }: Pick<Project, "project_id">, account: string) =>
      withoutAccount(find(this.#projects, project_id, account)),
    list_projects: ({ region, ...asked }: Page & Partial<Pick<Project, "region">>, account: string) => {
      const all = own(this.#projects, account).filter((each) => (region ?? each.region) === each.region);
      const shown = all.map(withoutAccount);
      const { items, ...rest } = page(shown, "project_id", `${account} ${region}`, asked);
      return { projects: items, ...rest };
    },
    rename_project: ({ project_id, name }: Pick<Project, "project_id" | "name">, account: string) => {
      const renamed = { ...find(this.#projects, project_id, account), name };
      this.#projects.set(project_id, renamed);
      return withoutAccount(renamed);
    },
    delete_project: ({ project_id }: Pick<Project, "project_id">, account: string) => {
      this.#deleted.push(find(this.#projects, project_id, account));
      this.#projects.delete(project_id);
      for (const key of own(this.#keys, account))
        if (key.project_id === project_id) this.#keys.delete(key.key_id);
      return { project_id };
    },
    create_key: (input: Pick<Key, "project_id" | "label">, account: string) => {
      find(this.#projects, input.project_id, account);
      const key = { key_id: ++this.#last, ...input, account };
      this.#keys.set(key.key_id, key);
      return withoutAccount(key);
    },
    list_keys: ({ project_id }: Pick<Key, "project_id">, account: string) => {
      find(this.#projects, project_id, account);
      const keys = own(this.#keys, account).filter((each) => each.project_id === project_id);
      return { keys: keys.map(withoutAccount) };
    },
    revoke_key: ({ key_id }: Pick<Key, "key_id">, account: string) => {
      find(this.#keys, key_id, account);
      this.#keys.delete(key_id);
      return { key_id };
    },
    open_ticket: (input: Pick<Ticket, "subject" | "priority">, account: string) => {
      const counted = own(this.#tickets, account).filter(
        ({ status }) => status === "open" || this.#mistake === "counts-closed-tickets",
      );
      if (counted.length >= mostTickets)
        throw new Refused("too_many_tickets", "You have too many open tickets.");
      const ticket: Ticket = { ticket_id: ++this.#last, ...input, status: "open", account };
      this.#tickets.set(ticket.ticket_id, ticket);
      return withoutAccount(ticket);
    },
    get_ticket: ({ ticket_id }: Pick<Ticket, "ticket_id">, account: string) =>
      withoutAccount(find(this.#tickets, ticket_id, account)),
    list_tickets: ({ status, ...asked }: Page & Partial<Pick<Ticket, "status">>, account: string) => {
      const all = own(this.#tickets, account).filter((each) => (status ?? each.status) === each.status);
      const shown = all.map(withoutAccount);
      const { items, ...rest } = page(shown, "ticket_id", `${account} ${status}`, asked);
      return { tickets: items, ...rest };
    },
    close_ticket: ({ ticket_id }: Pick<Ticket, "ticket_id">, account: string) => {
      const ticket = find(this.#tickets, ticket_id, account);
      if (ticket.status === "closed") throw new Refused("not_now", "The ticket is closed.");
      const closed: Ticket = { ...ticket, status: "closed" };
      this.#tickets.set(ticket_id, closed);
      return withoutAccount(closed);
    },
  };

  /** Whether an account has as many projects as its plan allows. */
  #isFull(account: string): boolean {
    if (this.#mistake === "any-number-of-projects") return false;
    const others = this.#mistake === "counts-deleted-projects" ? this.#deleted : [];
    const counted = [...this.#projects.values(), ...others].filter(
      (each) => each.account === account || this.#mistake === "counts-projects-of-all",
    );
    const changes: Partial<Record<HostingMistake, number>> = {
      "one-more-project": 1,
      "one-project-less": -1,
    };
    const change = this.#mistake === undefined ? 0 : (changes[this.#mistake] ?? 0);
    return counted.length >= mostProjects + change;
  }
}

function own<Thing extends Owned>(things: ReadonlyMap<number, Thing>, account: string): Thing[] {
  return [...things.values()].filter((each) => each.account === account);
}

function find<Thing extends Owned>(things: ReadonlyMap<number, Thing>, id: number, account: string): Thing {
  const thing = things.get(id);
  if (thing?.account !== account) throw new Refused("missing", `You have no ${id}.`);
  return thing;
}

function withoutAccount<Thing extends Owned>({ account: _, ...shown }: Thing): Omit<Thing, "account"> {
  return shown;
}

/** Serves hosting on a free port of loopback. */
export function serveHosting(options: HostingOptions = {}): Promise<{ url: string; close(): Promise<void> }> {
  const { tools } = new Hosting(options);
  return servePlain({ name: "hosting", cases: hostingCases, tokens: hostingTokens, tools });
}
