/** The tools about orders, tickets, takings and guest lists. */
import { breaks } from "./breaks.ts";
import { exportGuests } from "./guest-lists.ts";
import type { Office } from "./office.ts";
import { type PageInput, pageOf } from "./pages.ts";
import type { Event, OrderStatus } from "./records.ts";
import {
  checkIn,
  createOrder,
  findOrder,
  findTicket,
  type NewOrder,
  ordersOf,
  payOrder,
  refundOrder,
  refundTicket,
  transferTicket,
} from "./sales.ts";
import { includesText, listName, once, type Tool, tool } from "./tool.ts";
import { showOrder, showOrderRow, showTicket } from "./views.ts";

type OneOrder = { readonly order_id: string };
type OneTicket = { readonly code: string };
type OrderList = PageInput & { event_id: string; status?: OrderStatus; text?: string };
type Payment = OneOrder & { readonly payment_method: string; readonly payment_id: string };

function takingsOf(office: Office, event: Event): object {
  const unpaid: readonly OrderStatus[] = breaks("takings-with-holds") ? ["expired"] : ["held", "expired"];
  const orders = ordersOf(office, event).filter(({ status }) => !unpaid.includes(status));
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
  const gross = sum(orders.map((order) => order.gross));
  const discount = sum(orders.map((order) => order.discount));
  const refunded = sum(orders.map((order) => order.refunded));
  return {
    event_id: event.id,
    paid_orders: orders.length,
    gross_cents: gross,
    discount_cents: discount,
    refund_cents: refunded,
    net_cents: gross - discount - refunded,
    by_ticket_type: event.types.map((type) => {
      const items = orders.flatMap((order) => order.items).filter((item) => item.type === type);
      return {
        ticket_type_id: type.id,
        tickets: sum(items.map(({ quantity }) => quantity)),
        gross_cents: sum(items.map(({ quantity, price }) => quantity * price)),
      };
    }),
  };
}

export const saleTools: Readonly<Record<string, Tool>> = {
  create_order: tool<NewOrder & { request_id?: string }>("orders:write", (input, { office, caller }) => {
    const { request_id, ...wanted } = input;
    const order = once(office, {
      key: request_id === undefined ? undefined : `create_order ${request_id}`,
      input: wanted,
      make: () => createOrder(office, wanted),
      idOf: ({ id }) => id,
      find: (id) => findOrder(office, id),
    });
    return showOrder(order, caller);
  }),
  get_order: tool<OneOrder>("orders:read", ({ order_id }, { office, caller }) =>
    showOrder(findOrder(office, order_id), caller),
  ),
  list_orders: tool<OrderList>("orders:read", (input, { office, caller }) => {
    const { event_id, status, text } = input;
    const orders = ordersOf(office, office.event(event_id)).filter(
      (order) => (status === undefined || order.status === status) && includesText(order.customer_name, text),
    );
    const { page, next_cursor } = pageOf(
      {
        name: listName("list_orders", caller, { event_id, status, text }),
        items: orders,
        descending: true,
        placeOf: ({ created_at, number }) => [created_at, number],
      },
      input,
    );
    return { orders: page.map((order) => showOrderRow(order, caller)), total: orders.length, next_cursor };
  }),
  pay_order: tool<Payment>("orders:write", ({ payment_id, ...payment }, { office, caller }) => {
    const order = once(office, {
      key: `pay_order ${payment_id}`,
      input: payment,
      make: () => payOrder(office, payment.order_id, payment.payment_method),
      idOf: ({ id }) => id,
      find: (id) => findOrder(office, id),
    });
    return showOrder(order, caller);
  }),
  refund_order: tool<OneOrder>("orders:write", ({ order_id }, { office, caller }) =>
    showOrder(refundOrder(office, order_id), caller),
  ),
  get_ticket: tool<OneTicket>("orders:read", ({ code }, { office }) => showTicket(findTicket(office, code))),
  refund_ticket: tool<OneTicket>("orders:write", ({ code }, { office }) =>
    showTicket(refundTicket(office, code)),
  ),
  transfer_ticket: tool<OneTicket & { holder_name: string }>(
    "orders:write",
    ({ code, holder_name }, { office }) => ({
      ticket: showTicket(transferTicket(office, code, holder_name)),
      replaces: code,
    }),
  ),
  check_in: tool<OneTicket>("door", ({ code }, { office }) => showTicket(checkIn(office, code))),
  event_takings: tool<{ event_id: string }>("takings:read", ({ event_id }, { office }) =>
    takingsOf(office, office.event(event_id)),
  ),
  export_guest_list: tool<{ event_id: string }>("guests:export", ({ event_id }, work) => {
    const withEmails = work.caller.scopes.includes("customers:email");
    const { path, ...file } = exportGuests(work.office, work.office.event(event_id), withEmails);
    return { event_id, ...file, url: `${work.origin}${path}` };
  }),
};
