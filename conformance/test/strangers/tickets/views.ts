/** Records as the tools show them. E-mail addresses are for callers with a scope of their own. */
import type { Caller } from "./accounts.ts";
import { showInstant } from "./instants.ts";
import {
  availableOf,
  capacityOf,
  type Event,
  type Order,
  overAt,
  type PromoCode,
  placesLeft,
  type Ticket,
  type WaitingEntry,
} from "./records.ts";

const mayReadEmails = ({ scopes }: Caller) => scopes.includes("customers:email");

export function showEventRow(event: Event): object {
  return {
    event_id: event.id,
    venue_id: event.venue.venue_id,
    name: event.name,
    all_ages: event.all_ages,
    status: event.status,
    starts_at: showInstant(event.starts_at),
    day: event.day,
    capacity: capacityOf(event),
    available: placesLeft(event),
  };
}

export function showEvent(event: Event): object {
  const { description, published_at } = event;
  return {
    ...showEventRow(event),
    ...(description !== undefined && { description }),
    tags: event.tags,
    over_at: showInstant(overAt(event)),
    ticket_types: event.types.map((type) => ({
      ticket_type_id: type.id,
      name: type.name,
      price_cents: type.price,
      capacity: type.capacity,
      available: availableOf(type),
    })),
    revision: event.revision,
    created_at: showInstant(event.created_at),
    ...(published_at !== undefined && { published_at: showInstant(published_at) }),
  };
}

export function showPromoCode(promo: PromoCode): object {
  return { ...promo, uses_left: promo.max_uses - promo.uses };
}

export function showOrderRow(order: Order, caller: Caller): object {
  return {
    order_id: order.id,
    event_id: order.event.id,
    status: order.status,
    customer_name: order.customer_name,
    ...(mayReadEmails(caller) && { email: order.email }),
    ticket_count: order.items.reduce((sum, { quantity }) => sum + quantity, 0),
    gross_cents: order.gross,
    discount_cents: order.discount,
    total_cents: order.gross - order.discount,
    refunded_cents: order.refunded,
    created_at: showInstant(order.created_at),
  };
}

export function showOrder(order: Order, caller: Caller): object {
  const { promo, paid_at, payment_method } = order;
  return {
    ...showOrderRow(order, caller),
    items: order.items.map(({ type, quantity, price }) => ({
      ticket_type_id: type.id,
      quantity,
      unit_price_cents: price,
    })),
    ...(promo !== undefined && { promo_code: promo.code }),
    expires_at: showInstant(order.expires_at),
    ...(paid_at !== undefined && { paid_at: showInstant(paid_at) }),
    ...(payment_method !== undefined && { payment_method }),
    tickets: order.tickets.map(({ code, item, holder_name, status }) => ({
      code,
      ticket_type_id: item.type.id,
      holder_name,
      status,
    })),
  };
}

export function showTicket(ticket: Ticket): object {
  const { code, order, item, holder_name, status, checked_in_at, replaced_by } = ticket;
  return {
    code,
    order_id: order.id,
    event_id: order.event.id,
    ticket_type_id: item.type.id,
    holder_name,
    status,
    paid_cents: item.price - item.discount,
    issued_at: showInstant(ticket.issued_at),
    ...(checked_in_at !== undefined && { checked_in_at: showInstant(checked_in_at) }),
    ...(replaced_by !== undefined && { replaced_by }),
  };
}

export function showEntry({ event, email, joined_at, ...entry }: WaitingEntry, caller: Caller): object {
  return {
    ...entry,
    event_id: event.id,
    ...(mayReadEmails(caller) && { email }),
    joined_at: showInstant(joined_at),
  };
}
