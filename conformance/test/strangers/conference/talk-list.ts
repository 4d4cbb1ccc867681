/** The list of an event's talks, with its filters and orders. */
import * as z from "zod";
import { breaks } from "./breaks.ts";
import { nextCursor, page, paging } from "./pages.ts";
import type { Talk } from "./records.ts";
import * as schema from "./schemas.ts";
import { tool } from "./tool.ts";
import { showTalk } from "./views.ts";

const filters = {
  status: schema.talkStatus.optional(),
  level: schema.level.optional(),
  tag: z.string().min(1).max(40).optional().describe("One of the topics, as it is written."),
  scheduled: z.boolean().optional().describe("Whether the talk has a slot."),
  text: z.string().min(1).max(100).optional().describe("Part of the title or the abstract."),
};

type Filters = z.output<z.ZodObject<typeof filters>>;

function fits(talk: Talk, scheduled: boolean, wanted: Filters): boolean {
  const text = wanted.text?.toLowerCase();
  const tags = breaks("first-tag-only") ? talk.tags.slice(0, 1) : talk.tags;
  return (
    (wanted.status === undefined || talk.status === wanted.status) &&
    (wanted.level === undefined || talk.level === wanted.level) &&
    (wanted.tag === undefined || tags.includes(wanted.tag)) &&
    (wanted.scheduled === undefined || scheduled === wanted.scheduled) &&
    (text === undefined || [talk.title, talk.abstract].some((part) => part.toLowerCase().includes(text)))
  );
}

export const listTalks = tool({
  name: "conf_list_talks",
  mode: "read",
  scope: "programme:read",
  title: "List talks",
  description: "Lists the talks of an event, page by page: the newest first, or by title.",
  input: z.strictObject({
    event_id: schema.eventId,
    ...filters,
    sort: z.enum(["newest", "title"]).default("newest"),
    ...paging,
  }),
  output: z.strictObject({
    talks: z.array(schema.talk).max(50),
    total: z.int().min(0).max(1_000_000),
    next_cursor: nextCursor,
  }),
  run({ event_id, sort, limit, cursor, ...wanted }, call) {
    const { office, caller } = call;
    office.event(event_id);
    const { items, ...rest } = page({
      name: ["talks", caller.account, event_id, sort, Object.entries(wanted).toSorted()],
      items: office
        .talksOf(event_id)
        .filter((talk) => fits(talk, office.slotOfTalk(talk.id) !== undefined, wanted)),
      limit,
      cursor,
      descending: sort === "newest",
      keyOf: (talk) => (sort === "newest" ? talk.submitted_at : talk.title),
    });
    return { talks: items.map((talk) => showTalk(talk, call)), ...rest };
  },
});
