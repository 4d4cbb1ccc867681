/** Teams, agents, tickets and comments in the words of the spec. */
import { createHash } from "node:crypto";
import type { Links } from "./links.ts";
import type { Agent, Staff, Team } from "./staff.ts";
import type { Comment, StoredFile, Ticket, Tickets } from "./tickets.ts";
import { nowSeconds, writeTime } from "./time.ts";

export interface Desk {
  readonly staff: Staff;
  readonly tickets: Tickets;
}

export const isWaiting = ({ status }: Ticket): boolean => status === "open" || status === "pending";

export function viewTeam({ staff, tickets }: Desk, team: Team) {
  return {
    id: team.id,
    name: team.name,
    sla: team.sla,
    agent_count: staff.activeIn(team.id).length,
    open_count: tickets.all().filter((ticket) => ticket.teamId === team.id && isWaiting(ticket)).length,
    created_at: writeTime(team.createdAt),
  };
}

/** `isAdmin`: the caller may see addresses. */
export function viewAgent(agent: Agent, isAdmin: boolean) {
  return {
    id: agent.id,
    name: agent.name,
    ...(isAdmin && { email: agent.email }),
    team_id: agent.teamId,
    role: agent.role,
    state: agent.state,
    created_at: writeTime(agent.createdAt),
  };
}

export function viewTicket({ tickets }: Desk, ticket: Ticket, isAdmin: boolean) {
  const optional = {
    assignee_id: ticket.assigneeId,
    requester_email: isAdmin ? ticket.requesterEmail : undefined,
    resolved_at: ticket.resolvedAt === undefined ? undefined : writeTime(ticket.resolvedAt),
    closed_at: ticket.closedAt === undefined ? undefined : writeTime(ticket.closedAt),
    merged_into: ticket.mergedInto,
  };
  return {
    id: ticket.id,
    subject: ticket.subject,
    body: ticket.body,
    status: ticket.status,
    priority: ticket.priority,
    team_id: ticket.teamId,
    tags: ticket.tags,
    comment_count: tickets.commentsOf(ticket.id).length,
    attachment_count: ticket.files.length,
    version: ticket.version,
    created_at: writeTime(ticket.createdAt),
    updated_at: writeTime(ticket.updatedAt),
    due_at: writeTime(ticket.dueAt),
    overdue: isWaiting(ticket) && nowSeconds() >= ticket.dueAt,
    ...optional,
  };
}

export function viewComment({ id, ticketId, body, internal, createdAt }: Comment) {
  return { id, ticket_id: ticketId, body, internal, created_at: writeTime(createdAt) };
}

export function viewFile(file: StoredFile, links: Links, seconds: number) {
  const { name, mediaType, bytes } = file;
  return {
    file_name: name,
    media_type: mediaType,
    size: bytes.length,
    sha256: createHash("sha256").update(bytes).digest("hex"),
    url: links.urlOf(file, nowSeconds() + seconds),
  };
}
