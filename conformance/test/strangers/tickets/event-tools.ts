/** The tools about venues, events, promo codes and waiting lists. */
import type { EventChange, NewEvent } from "./office.ts";
import { type PageInput, pageOf } from "./pages.ts";
import type { Event, EventStatus, PromoCode, Venue } from "./records.ts";
import { closeOrders } from "./sales.ts";
import { includesText, listName, once, type Tool, tool } from "./tool.ts";
import { showEntry, showEvent, showEventRow, showPromoCode } from "./views.ts";

interface EventFilters {
  readonly venue_id?: number;
  readonly status?: EventStatus;
  readonly all_ages?: boolean;
  readonly text?: string;
  readonly from_day?: string;
  readonly until_day?: string;
}

function fits(event: Event, filters: EventFilters): boolean {
  const { venue_id, status, all_ages, text, from_day, until_day } = filters;
  return (
    (venue_id === undefined || event.venue.venue_id === venue_id) &&
    (status === undefined || event.status === status) &&
    (all_ages === undefined || event.all_ages === all_ages) &&
    includesText(event.name, text) &&
    (from_day === undefined || event.day >= from_day) &&
    (until_day === undefined || event.day <= until_day)
  );
}

type OneEvent = { readonly event_id: string };
type EventInput = Omit<NewEvent, "tags" | "all_ages"> & Partial<NewEvent> & { readonly request_id?: string };

export const eventTools: Readonly<Record<string, Tool>> = {
  create_venue: tool<Omit<Venue, "venue_id">>("events:write", (input, { office }) =>
    office.createVenue(input),
  ),
  list_venues: tool<PageInput & { text?: string; city?: string }>("events:read", (input, work) => {
    const { text, city } = input;
    const { page, next_cursor } = pageOf(
      {
        name: listName("list_venues", work.caller, { text, city }),
        items: [...work.office.venues.values()].filter(
          (venue) => includesText(venue.name, text) && (city === undefined || venue.city === city),
        ),
        placeOf: ({ venue_id }) => [0, venue_id],
      },
      input,
    );
    return { venues: page, next_cursor };
  }),
  create_event: tool<EventInput>("events:write", ({ request_id, ...rest }, { office }) => {
    const input = { tags: [], all_ages: true, ...rest };
    const event = once(office, {
      key: request_id === undefined ? undefined : `create_event ${request_id}`,
      input,
      make: () => office.createEvent(input),
      idOf: ({ id }) => id,
      find: (id) => office.event(id),
    });
    return showEvent(event);
  }),
  get_event: tool<OneEvent>("events:read", ({ event_id }, { office }) => {
    const event = office.event(event_id);
    office.settleEvent(event);
    return showEvent(event);
  }),
  list_events: tool<PageInput & EventFilters>("events:read", (input, { office, caller }) => {
    const { limit: _limit, cursor: _cursor, ...filters } = input;
    if (filters.venue_id !== undefined) office.find(office.venues, filters.venue_id, "list_venues");
    const { page, next_cursor } = pageOf(
      {
        name: listName("list_events", caller, filters),
        items: [...office.events.values()].filter((event) => fits(event, filters)),
        placeOf: ({ starts_at, number }) => [starts_at, number],
      },
      input,
    );
    return { events: page.map(showEventRow), next_cursor };
  }),
  update_event: tool<OneEvent & EventChange>("events:write", ({ event_id, ...change }, { office }) =>
    showEvent(office.updateEvent(event_id, change)),
  ),
  update_ticket_type: tool<{ ticket_type_id: string; price_cents?: number; capacity?: number }>(
    "events:write",
    ({ ticket_type_id, ...change }, { office }) => showEvent(office.updateTicketType(ticket_type_id, change)),
  ),
  publish_event: tool<OneEvent>("events:write", ({ event_id }, { office }) =>
    showEvent(office.publishEvent(event_id)),
  ),
  cancel_event: tool<OneEvent>("events:write", ({ event_id }, { office }) => {
    const event = office.cancelEvent(event_id);
    const closed_orders = closeOrders(office, event).map(({ id }) => id);
    return { event: showEvent(event), closed_orders };
  }),
  copy_event: tool<OneEvent & { starts_at: string }>("events:write", ({ event_id, starts_at }, { office }) =>
    showEvent(office.copyEvent(event_id, starts_at)),
  ),
  create_promo_code: tool<Omit<PromoCode, "uses">>("events:write", (input, { office }) =>
    showPromoCode(office.createPromoCode(input)),
  ),
  get_promo_code: tool<{ code: string }>("events:read", ({ code }, { office }) =>
    showPromoCode(office.find(office.promoCodes, code, "create_promo_code")),
  ),
};

interface NewEntry extends OneEvent {
  readonly name: string;
  readonly email: string;
  readonly seats?: number;
}

export const waitingTools: Readonly<Record<string, Tool>> = {
  join_waiting_list: tool<NewEntry>("orders:write", (input, { office, caller }) =>
    showEntry(office.joinWaitingList({ seats: 1, ...input }), caller),
  ),
  list_waiting_list: tool<PageInput & OneEvent & { notified?: boolean }>("orders:read", (input, work) => {
    const { event_id, notified } = input;
    const event = work.office.event(event_id);
    const { page, next_cursor } = pageOf(
      {
        name: listName("list_waiting_list", work.caller, { event_id, notified }),
        items: [...work.office.waiting.values()].filter(
          (entry) => entry.event === event && (notified === undefined || entry.notified === notified),
        ),
        placeOf: ({ joined_at, entry_id }) => [joined_at, entry_id],
      },
      input,
    );
    return { entries: page.map((entry) => showEntry(entry, work.caller)), next_cursor };
  }),
  leave_waiting_list: tool<{ entry_id: number }>("orders:write", ({ entry_id }, { office }) => {
    office.find(office.waiting, entry_id, "list_waiting_list");
    office.waiting.delete(entry_id);
    return { left: true };
  }),
};
