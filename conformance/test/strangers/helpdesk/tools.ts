/** Carries out the tools of the helpdesk. Scopes and arguments have been checked before. */
import { createHash } from "node:crypto";
import { mistakes } from "./breaks.ts";
import { writeCsv } from "./csv.ts";
import { aboutAgents, aboutTeams } from "./staff-tools.ts";
import type { Action, Opening, Ticket, Tickets } from "./tickets.ts";
import { beginOf, endOf, nowSeconds, writeTime } from "./time.ts";
import { type Context, define } from "./tool.ts";
import { type Desk, viewComment, viewFile, viewTicket } from "./views.ts";

interface TicketId {
  readonly ticket_id: string;
}

interface ListInput {
  readonly status?: string;
  readonly priority?: string;
  readonly team_id?: string;
  readonly assignee_id?: string;
  readonly tag?: string;
  readonly created_from?: string;
  readonly created_until?: string;
  readonly sort: "created" | "due" | "updated";
  readonly page: number;
  readonly per_page: number;
}

const numberOf = ({ id }: Ticket): number => Number(id.slice(2));

const orders = {
  created: (one: Ticket, two: Ticket) => numberOf(one) - numberOf(two),
  due: (one: Ticket, two: Ticket) => one.dueAt - two.dueAt || numberOf(one) - numberOf(two),
  updated: (one: Ticket, two: Ticket) => two.updatedAt - one.updatedAt || numberOf(one) - numberOf(two),
};

const isTag = (each: string, tag: string) =>
  each === tag || (mistakes.tagByBeginning && each.startsWith(tag));

function findTickets(
  { staff, tickets }: Desk,
  input: Omit<ListInput, "sort" | "page" | "per_page">,
): Ticket[] {
  const { status, priority, team_id, assignee_id, tag, created_from, created_until } = input;
  if (team_id !== undefined) staff.team(team_id);
  if (assignee_id !== undefined) staff.agent(assignee_id);
  const from = created_from === undefined ? 0 : beginOf(created_from);
  const until = created_until === undefined ? Number.POSITIVE_INFINITY : endOf(created_until);
  return tickets
    .all()
    .filter((ticket) => status === undefined || ticket.status === status)
    .filter((ticket) => priority === undefined || ticket.priority === priority)
    .filter((ticket) => team_id === undefined || ticket.teamId === team_id)
    .filter((ticket) => assignee_id === undefined || ticket.assigneeId === assignee_id)
    .filter((ticket) => tag === undefined || ticket.tags.some((each) => isTag(each, tag)))
    .filter(({ createdAt }) => createdAt >= from && createdAt <= until);
}

function listTickets({ sort, page, per_page, ...filters }: ListInput, { desk, isAdmin }: Context): object {
  const isUnfiltered = mistakes.pageTwoUnfiltered && page > 1;
  const found = findTickets(desk, isUnfiltered ? {} : filters).toSorted(orders[sort]);
  const tickets = found.slice((page - 1) * per_page, page * per_page);
  return {
    tickets: tickets.map((ticket) => viewTicket(desk, ticket, isAdmin)),
    total: found.length,
    next_page: found.length > page * per_page ? page + 1 : null,
  };
}

function search({ text, limit }: { text: string; limit: number }, { desk }: Context): object {
  const fold = (words: string): string => (mistakes.searchCaseSensitive ? words : words.toLowerCase());
  const found = desk.tickets
    .all()
    .filter(({ subject, body }) => fold(subject).includes(fold(text)) || fold(body).includes(fold(text)))
    .toReversed();
  const matches = found.slice(0, limit).map(({ id, subject, status }) => ({ id, subject, status }));
  return { matches, more: found.length > limit };
}

/** The tickets among which the one is that another one is merged into. */
function findHome(intoId: string, { desk, desks }: Context): Tickets {
  const foreign = mistakes.mergeIntoOtherDesk ? desks.find(({ tickets }) => tickets.has(intoId)) : undefined;
  return desk.tickets.has(intoId) ? desk.tickets : (foreign ?? desk).tickets;
}

const showTicket = (ticket: Ticket, { desk, isAdmin }: Context) => ({
  ticket: viewTicket(desk, ticket, isAdmin),
});

const aboutTickets = {
  desk_open_ticket: define<Opening>({
    scope: "tickets:write",
    key: "client_ref",
    run: (input, context) => showTicket(context.desk.tickets.open(input), context),
  }),
  desk_get_ticket: define<TicketId>({
    scope: "tickets:read",
    run: ({ ticket_id }, context) => showTicket(context.desk.tickets.get(ticket_id), context),
  }),
  desk_list_tickets: define({ scope: "tickets:read", run: listTickets }),
  desk_search: define({ scope: "tickets:read", run: search }),
  desk_change_ticket: define<TicketId & { version: number } & Partial<Pick<Ticket, "subject" | "priority">>>({
    scope: "tickets:write",
    run: ({ ticket_id, version, ...facts }, context) =>
      showTicket(context.desk.tickets.change(ticket_id, version, facts), context),
  }),
  desk_set_status: define<TicketId & { action: Action }>({
    scope: "tickets:write",
    run: ({ ticket_id, action }, context) => showTicket(context.desk.tickets.act(ticket_id, action), context),
  }),
  desk_assign: define<TicketId & { agent_id: string }>({
    scope: "tickets:write",
    run: ({ ticket_id, agent_id }, context) =>
      showTicket(context.desk.tickets.assign(ticket_id, agent_id), context),
  }),
  desk_tag: define<TicketId & { add?: string[]; remove?: string[] }>({
    scope: "tickets:write",
    run: ({ ticket_id, add = [], remove = [] }, context) =>
      showTicket(context.desk.tickets.tag(ticket_id, add, remove), context),
  }),
  desk_merge: define<TicketId & { into_id: string }>({
    scope: "tickets:write",
    run: ({ ticket_id, into_id }, context) =>
      showTicket(context.desk.tickets.merge(ticket_id, into_id, findHome(into_id, context)), context),
  }),
};

type CommentPage = TicketId & { internal?: boolean; offset: number; limit: number };

const aboutComments = {
  desk_reply: define<TicketId & { body: string; internal: boolean }>({
    scope: "tickets:write",
    key: "client_ref",
    run: ({ ticket_id, body, internal }, { desk }) => ({
      comment: viewComment(desk.tickets.reply(ticket_id, body, internal)),
    }),
  }),
  desk_list_comments: define<CommentPage>({
    scope: "tickets:read",
    run({ ticket_id, internal, offset, limit }, { desk }) {
      const found = desk.tickets
        .commentsOf(desk.tickets.get(ticket_id).id)
        .filter((comment) => internal === undefined || comment.internal === internal);
      return {
        comments: found.slice(offset, offset + limit).map(viewComment),
        total: found.length,
        ...(found.length > offset + limit && { next_offset: offset + limit }),
      };
    },
  }),
  desk_delete_comment: define<{ comment_id: string }>({
    scope: "tickets:write",
    run({ comment_id }, { desk }) {
      const { ticketId } = desk.tickets.deleteComment(comment_id);
      return { deleted: comment_id, ticket_id: ticketId };
    },
  }),
};

const linkSeconds = 600;
const exportSeconds = 900;

type Attachment = TicketId & { file_name: string; media_type: string; content: string };

const aboutFiles = {
  desk_attach: define<Attachment>({
    scope: "tickets:write",
    run({ ticket_id, file_name, media_type, content }, { desk, links }) {
      desk.tickets.getUnclosed(ticket_id);
      const file = links.keep(file_name, media_type, Buffer.from(content, "base64"));
      desk.tickets.attach(ticket_id, file);
      return { attachment: viewFile(file, links, linkSeconds) };
    },
  }),
  desk_list_attachments: define<TicketId>({
    scope: "tickets:read",
    run({ ticket_id }, { desk, links }) {
      const { files } = desk.tickets.get(ticket_id);
      return { ticket_id, attachments: files.map((file) => viewFile(file, links, linkSeconds)) };
    },
  }),
  desk_stats: define({
    scope: "tickets:read",
    run(_, { desk }) {
      const tickets = desk.tickets.all();
      const count = (status: string): number => tickets.filter((ticket) => ticket.status === status).length;
      const [open, pending, resolved] = [count("open"), count("pending"), count("resolved")];
      return {
        total: tickets.length,
        open,
        pending,
        resolved,
        closed: count("closed"),
        merged: count("merged"),
      };
    },
  }),
  desk_export_tickets: define<Pick<ListInput, "status" | "team_id">>({
    scope: "desk:admin",
    run(input, { desk, links }) {
      const found = findTickets(desk, input);
      const rows = mistakes.exportIgnoresFilter ? desk.tickets.all() : found;
      const file = links.keep("tickets.csv", "text/csv; charset=utf-8", writeCsv(rows));
      return {
        url: links.urlOf(file, nowSeconds() + exportSeconds),
        file_name: file.name,
        rows: found.length,
        size: file.bytes.length,
        sha256: createHash("sha256").update(file.bytes).digest("hex"),
        expires_at: writeTime(nowSeconds() + exportSeconds),
      };
    },
  }),
};

export const tools = new Map(
  Object.entries({ ...aboutTickets, ...aboutComments, ...aboutFiles, ...aboutTeams, ...aboutAgents }),
);
