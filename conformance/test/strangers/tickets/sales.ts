/** Orders and tickets: holding places, paying, refunding, handing over, and letting people in. */
import { breaks } from "./breaks.ts";
import type { Office } from "./office.ts";
import {
  availableOf,
  type Event,
  makeTicketCode,
  nextNumber,
  type Order,
  type OrderItem,
  type PromoCode,
  type Ticket,
  transfersUntil,
} from "./records.ts";
import { Refusal } from "./refusal.ts";

const ticketsPerOrder = 8;
const holdTime = 600_000;

export interface NewOrder {
  readonly event_id: string;
  readonly items: readonly { readonly ticket_type_id: string; readonly quantity: number }[];
  readonly customer_name: string;
  readonly email: string;
  readonly promo_code?: string;
}

export function createOrder(office: Office, input: NewOrder): Order {
  const event = office.event(input.event_id);
  const promo = promoOf(office, input.promo_code);
  const items = itemsOf(office, event, input.items, promo?.percent ?? 0);
  if (event.status !== "on_sale")
    throw new Refusal("not_on_sale", `${event.id} is ${event.status}. Only events on sale take orders.`);
  for (const { type, quantity } of items) {
    if (quantity > availableOf(type) + (breaks("one-place-too-many") ? 1 : 0))
      throw new Refusal(
        "not_enough_places",
        `${availableOf(type)} places of ${type.id} are free. Order fewer, or try again when holds expire.`,
      );
  }
  if (promo !== undefined && promo.uses >= promo.max_uses)
    throw new Refusal("promo_used_up", `${promo.code} was used ${promo.uses} times. Order without it.`);
  const number = nextNumber("order");
  const now = office.now();
  const order: Order = {
    id: `R${number}`,
    number,
    event,
    customer_name: input.customer_name,
    email: input.email,
    items,
    promo,
    gross: items.reduce((sum, { quantity, price }) => sum + quantity * price, 0),
    discount: items.reduce((sum, { quantity, discount }) => sum + quantity * discount, 0),
    status: "held",
    refunded: 0,
    created_at: now,
    expires_at: now + holdTime,
    tickets: [],
  };
  for (const { type, quantity } of items) type.places.held += quantity;
  if (promo !== undefined) promo.uses += 1;
  office.orders.set(order.id, order);
  office.holds.add(order);
  return order;
}

function promoOf(office: Office, code: string | undefined): PromoCode | undefined {
  return code === undefined ? undefined : office.find(office.promoCodes, code, "get_promo_code");
}

function itemsOf(office: Office, event: Event, wanted: NewOrder["items"], percent: number): OrderItem[] {
  const items = wanted.map(({ ticket_type_id, quantity }) => {
    const type = office.find(office.types, ticket_type_id, "get_event");
    return { type, quantity, price: type.price, discount: Math.floor((type.price * percent) / 100) };
  });
  const types = new Set(items.map(({ type }) => type));
  if (types.size < items.length || items.some(({ type }) => type.event !== event))
    throw new Refusal(
      "wrong_ticket_type",
      `List ticket types of ${event.id}, each once. get_event shows them.`,
    );
  const quantities = items.map(({ quantity }) => quantity);
  const count = breaks("ninth-ticket")
    ? Math.max(...quantities)
    : quantities.reduce((sum, quantity) => sum + quantity, 0);
  if (count > ticketsPerOrder)
    throw new Refusal(
      "too_many_tickets",
      `These are ${count} tickets; an order has at most ${ticketsPerOrder}. Make two orders.`,
    );
  return items;
}

export function findOrder(office: Office, id: string): Order {
  return office.find(office.orders, id, "list_orders");
}

export function payOrder(office: Office, id: string, method: string): Order {
  const order = findOrder(office, id);
  orderMustBe(order, ["held"]);
  office.holds.delete(order);
  order.status = "paid";
  order.paid_at = office.now();
  order.payment_method = method;
  for (const item of order.items) {
    item.type.places.held -= item.quantity;
    item.type.places.sold += item.quantity;
    for (let count = 0; count < item.quantity; count += 1) issue(office, order, item, order.customer_name);
  }
  office.placesChanged(order.event);
  return order;
}

function orderMustBe(order: Order, statuses: readonly Order["status"][]): void {
  if (statuses.includes(order.status)) return;
  const hint = order.status === "expired" ? " Make a new order." : "";
  throw new Refusal(
    "order_state",
    `${order.id} is ${order.status}; this is for orders that are ${statuses.join(" or ")}.${hint}`,
  );
}

function issue(office: Office, order: Order, item: OrderItem, holder: string): Ticket {
  const ticket: Ticket = {
    code: makeTicketCode(),
    order,
    item,
    holder_name: holder,
    status: "valid",
    issued_at: office.now(),
  };
  order.tickets.push(ticket);
  office.tickets.set(ticket.code, ticket);
  return ticket;
}

export function refundOrder(office: Office, id: string): Order {
  const order = findOrder(office, id);
  orderMustBe(order, ["paid", "partly_refunded"]);
  const used = order.tickets.find(({ status }) => status === "checked_in");
  if (used !== undefined)
    throw new Refusal(
      "ticket_used",
      `${used.code} was checked in. Refund the others one by one with refund_ticket.`,
    );
  for (const ticket of order.tickets) if (ticket.status === "valid") takeBack(ticket);
  order.status = "refunded";
  office.placesChanged(order.event);
  return order;
}

/** Makes a ticket void, frees its place, and pays back what it has cost. */
function takeBack(ticket: Ticket): void {
  const { order, item } = ticket;
  ticket.status = "void";
  item.type.places.sold -= 1;
  order.refunded += breaks("refund-without-discount") ? item.price : item.price - item.discount;
}

export function findTicket(office: Office, code: string): Ticket {
  return office.find(office.tickets, code, "get_order");
}

function mustBeValid(ticket: Ticket): void {
  if (ticket.status === "valid") return;
  const { checked_in_at, replaced_by } = ticket;
  const reasons = [
    checked_in_at !== undefined && `was checked in at ${new Date(checked_in_at).toISOString()}`,
    replaced_by !== undefined && "was transferred, so its new code counts",
    "is void, since it was refunded",
  ];
  throw new Refusal("ticket_state", `${ticket.code} ${reasons.find((reason) => reason !== false)}.`);
}

export function refundTicket(office: Office, code: string): Ticket {
  const ticket = findTicket(office, code);
  mustBeValid(ticket);
  takeBack(ticket);
  const { order } = ticket;
  order.status = order.tickets.some(({ status }) => status !== "void") ? "partly_refunded" : "refunded";
  office.placesChanged(order.event);
  return ticket;
}

export function transferTicket(office: Office, code: string, holder: string): Ticket {
  const ticket = findTicket(office, code);
  mustBeValid(ticket);
  const { order, item } = ticket;
  const end = transfersUntil(order.event);
  if (end <= office.now())
    throw new Refusal(
      "transfers_closed",
      `Transfers of ${order.event.id} ended at ${new Date(end).toISOString()}.`,
    );
  const replacement = issue(office, order, item, holder);
  ticket.replaced_by = replacement.code;
  if (!breaks("old-code-stays-valid")) ticket.status = "void";
  return replacement;
}

export function checkIn(office: Office, code: string): Ticket {
  const ticket = findTicket(office, code);
  mustBeValid(ticket);
  const { event } = ticket.order;
  if (event.status === "over") throw new Refusal("event_over", `${event.id} is over, so nobody is let in.`);
  ticket.status = "checked_in";
  ticket.checked_in_at = office.now();
  return ticket;
}

/** Closes the orders of an event that was called off: holds expire, and all money is paid back. */
export function closeOrders(office: Office, event: Event): Order[] {
  const open = ordersOf(office, event).filter(({ status }) =>
    ["held", "paid", "partly_refunded"].includes(status),
  );
  for (const order of open) {
    if (order.status === "held") {
      office.expire(order);
      continue;
    }
    for (const ticket of order.tickets) if (ticket.status === "valid") takeBack(ticket);
    order.refunded = order.gross - order.discount;
    order.status = "refunded";
  }
  return open;
}

export function ordersOf(office: Office, event: Event): Order[] {
  return [...office.orders.values()].filter((order) => order.event === event);
}
