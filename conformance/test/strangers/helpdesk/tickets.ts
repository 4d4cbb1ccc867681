/** Tickets of one desk, from their opening to their end, with comments. */
import { mistakes } from "./breaks.ts";
import { reject } from "./rejection.ts";
import type { Priority, Staff } from "./staff.ts";
import { nowSeconds } from "./time.ts";

export type Status = "open" | "pending" | "resolved" | "closed" | "merged";

export interface StoredFile {
  readonly number: number;
  readonly name: string;
  readonly mediaType: string;
  readonly bytes: Buffer;
}

export interface Ticket {
  readonly id: string;
  readonly body: string;
  readonly teamId: string;
  readonly requesterEmail: string;
  readonly createdAt: number;
  readonly files: StoredFile[];
  subject: string;
  status: Status;
  priority: Priority;
  tags: string[];
  version: number;
  updatedAt: number;
  dueAt: number;
  assigneeId?: string;
  resolvedAt?: number;
  closedAt?: number;
  mergedInto?: string;
}

export interface Comment {
  readonly id: string;
  readonly body: string;
  readonly internal: boolean;
  readonly createdAt: number;
  ticketId: string;
}

export interface Opening {
  readonly subject: string;
  readonly body: string;
  readonly priority: Priority;
  readonly team_id: string;
  readonly requester_email: string;
  readonly tags: readonly string[];
}

/** action -> the statuses in which it is possible, and the one to which it leads */
const actions = {
  hold: { from: ["open"], to: "pending" },
  resume: { from: ["pending"], to: "open" },
  resolve: { from: ["open", "pending"], to: "resolved" },
  reopen: { from: ["resolved"], to: "open" },
  close: { from: ["open", "pending", "resolved"], to: "closed" },
} as const satisfies Record<string, { readonly from: readonly Status[]; readonly to: Status }>;

export type Action = keyof typeof actions;

const mostTags = 12;

/** All desks count their comments together. */
let lastComment = 0;

export class Tickets {
  readonly #staff: Staff;
  readonly #tickets = new Map<string, Ticket>();
  readonly #comments = new Map<string, Comment>();
  /** Each desk counts its own tickets. */
  #last = 999;

  constructor(staff: Staff) {
    this.#staff = staff;
  }

  all(): Ticket[] {
    return [...this.#tickets.values()];
  }

  has(id: string): boolean {
    return this.#tickets.has(id);
  }

  get(id: string): Ticket {
    return this.#tickets.get(id) ?? reject("not_found", `There is no ticket ${id}.`);
  }

  /** The ticket, unless it is closed or merged. */
  getUnclosed(id: string): Ticket {
    const ticket = this.get(id);
    if (ticket.status === "closed" || ticket.status === "merged")
      reject("ticket_closed", `Ticket ${id} is ${ticket.status}.`);
    return ticket;
  }

  open(opening: Opening): Ticket {
    const team = this.#staff.team(opening.team_id);
    this.#last += 1;
    const now = nowSeconds();
    const ticket: Ticket = {
      id: `T-${this.#last}`,
      subject: opening.subject,
      body: opening.body,
      teamId: team.id,
      requesterEmail: opening.requester_email,
      priority: opening.priority,
      tags: [...opening.tags],
      status: "open",
      version: 1,
      createdAt: now,
      updatedAt: now,
      dueAt: now + team.sla[opening.priority] * 60,
      files: [],
    };
    this.#tickets.set(ticket.id, ticket);
    return ticket;
  }

  change(id: string, version: number, facts: { subject?: string; priority?: Priority }): Ticket {
    const ticket = this.getUnclosed(id);
    if (ticket.version !== version)
      reject("version_conflict", `Ticket ${id} has version ${ticket.version} now.`);
    ticket.subject = facts.subject ?? ticket.subject;
    if (facts.priority !== undefined) {
      ticket.priority = facts.priority;
      const start = mistakes.dueFromUpdate ? nowSeconds() : ticket.createdAt;
      ticket.dueAt = start + this.#staff.team(ticket.teamId).sla[facts.priority] * 60;
    }
    return touch(ticket);
  }

  act(id: string, action: Action): Ticket {
    const ticket = this.get(id);
    const { from, to } = actions[action];
    expectStatus(ticket, from);
    ticket.status = to;
    if (action === "reopen") delete ticket.resolvedAt;
    if (action === "resolve") ticket.resolvedAt = nowSeconds();
    if (action === "close") ticket.closedAt = nowSeconds();
    return touch(ticket);
  }

  assign(id: string, agentId: string): Ticket {
    const ticket = this.getUnclosed(id);
    const agent = this.#staff.agent(agentId);
    if (agent.state !== "active" && !mistakes.assignInactive)
      reject("agent_inactive", `${agent.name} is not active.`);
    if (agent.teamId !== ticket.teamId)
      reject("wrong_team", `${agent.name} is not in the team of the ticket.`);
    if (ticket.assigneeId === agentId) return ticket;
    ticket.assigneeId = agentId;
    return touch(ticket);
  }

  tag(id: string, add: readonly string[], remove: readonly string[]): Ticket {
    const ticket = this.getUnclosed(id);
    const before = mistakes.tagReplaces && add.length > 0 ? [] : ticket.tags;
    const tags = [...new Set([...before, ...add])].filter((tag) => !remove.includes(tag));
    if (tags.length > mostTags) reject("too_many_tags", `A ticket has at most ${mostTags} tags.`);
    if (tags.length === ticket.tags.length && tags.every((tag) => ticket.tags.includes(tag))) return ticket;
    ticket.tags = tags;
    return touch(ticket);
  }

  /** `others`: the tickets among which the one that stays is looked for. */
  merge(id: string, intoId: string, others: Tickets): Ticket {
    const ticket = this.get(id);
    if (id === intoId) reject("same_ticket", "A ticket cannot be merged into itself.");
    const target = others.getUnclosed(intoId);
    expectStatus(ticket, ["open", "pending"]);
    for (const comment of this.commentsOf(id)) {
      if (mistakes.mergeLosesComments) this.#comments.delete(comment.id);
      else comment.ticketId = intoId;
    }
    touch(target);
    ticket.status = "merged";
    ticket.mergedInto = intoId;
    return touch(ticket);
  }

  commentsOf(ticketId: string): Comment[] {
    return [...this.#comments.values()].filter((comment) => comment.ticketId === ticketId);
  }

  reply(ticketId: string, body: string, internal: boolean): Comment {
    const ticket = mistakes.replyToClosed ? this.get(ticketId) : this.getUnclosed(ticketId);
    lastComment += 1;
    const id = `C${String(lastComment).padStart(8, "0")}`;
    const comment: Comment = { id, ticketId: ticket.id, body, internal, createdAt: nowSeconds() };
    this.#comments.set(id, comment);
    touch(ticket);
    return comment;
  }

  deleteComment(id: string): Comment {
    const comment = this.#comments.get(id) ?? reject("not_found", `There is no comment ${id}.`);
    this.#comments.delete(id);
    touch(this.get(comment.ticketId));
    return comment;
  }

  attach(ticketId: string, file: StoredFile): Ticket {
    const ticket = this.getUnclosed(ticketId);
    ticket.files.push(file);
    return touch(ticket);
  }
}

function touch(ticket: Ticket): Ticket {
  ticket.version += 1;
  ticket.updatedAt = nowSeconds();
  return ticket;
}

function expectStatus(ticket: Ticket, allowed: readonly Status[]): void {
  if (!allowed.includes(ticket.status)) reject("wrong_state", `Ticket ${ticket.id} is ${ticket.status}.`);
}
