/** The tools of the restaurant. */
import * as orders from "./orders.ts";
import type { Line, Reservation, Table } from "./records.ts";
import * as house from "./reservations.ts";
import * as schema from "./schemas.ts";
import { pageOf, type Tool, tool } from "./tool.ts";

const reads = { readOnlyHint: true, openWorldHint: false };
const adds = { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false };
const sets = { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false };
const ends = { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: false };

const paging = { cursor: schema.text(40), limit: { type: "integer", minimum: 1, maximum: 50, default: 20 } };
const next_cursor = { type: ["string", "null"] };

const guestTools: readonly Tool[] = [
  tool<{ area?: Table["area"] }>("list_tables", {
    description: "Lists the tables of the restaurant, of one area or all.",
    input: schema.object({ area: schema.area }, ["area"]),
    output: schema.object({ tables: schema.list(schema.table) }),
    annotations: reads,
    run: (books, { area }) => ({
      tables: [...books.tables.values()].filter((table) => area === undefined || table.area === area),
    }),
  }),
  tool<Omit<Table, "id">>("add_table", {
    description: "Adds a table. No two tables have one name.",
    input: schema.object({ name: schema.text(40), area: schema.area, seats: schema.seats }),
    output: schema.object({ table: schema.table }),
    annotations: adds,
    run: (books, input) => ({ table: house.addTable(books, input) }),
  }),
  tool<{ cursor?: string; limit?: number }>("list_guests", {
    description: "Lists the guests, page by page.",
    input: schema.object(paging, ["cursor", "limit"]),
    output: schema.object({ guests: schema.list(schema.guest), next_cursor }),
    annotations: reads,
    run: (books, input) => {
      const { page, next } = pageOf(books.guests.values(), input);
      return { guests: page, next_cursor: next };
    },
  }),
  tool<{ name: string; phone?: string }>("add_guest", {
    description: "Adds a guest.",
    input: schema.object({ name: schema.text(80), phone: schema.text(30), request_key: schema.requestKey }, [
      "phone",
      "request_key",
    ]),
    output: schema.object({ guest: schema.guest }),
    annotations: adds,
    run: (books, input) => ({ guest: house.addGuest(books, input) }),
  }),
  tool("list_waiting", {
    description: "Lists the guests who wait for a table, the first one first.",
    input: schema.object({}),
    output: schema.object({ waiting: schema.list(schema.waiting), count: { type: "integer", minimum: 0 } }),
    annotations: reads,
    run: (books) => ({ waiting: [...books.waiting.values()], count: books.waiting.size }),
  }),
  tool<{ guest_id: number; party: number }>("join_waiting_list", {
    description: "Puts a guest at the end of the waiting list. A guest is there once.",
    input: schema.object({ guest_id: schema.id("the guest"), party: schema.party }),
    output: schema.object({ entry: schema.waiting }),
    annotations: adds,
    run: (books, input) => ({ entry: house.joinWaitingList(books, input) }),
  }),
  tool<{ entry_id: number }>("leave_waiting_list", {
    description: "Takes an entry off the waiting list.",
    input: schema.object({ entry_id: schema.id("the entry") }),
    output: schema.object({ left: schema.id("the entry") }),
    annotations: ends,
    run: (books, { entry_id }) => house.leaveWaitingList(books, entry_id),
  }),
];

interface ReservationFilters {
  readonly table_id?: number;
  readonly state?: Reservation["state"];
  readonly cursor?: string;
  readonly limit?: number;
}

const byReservation = schema.object({ reservation_id: schema.id("the reservation") });
const aReservation = schema.object({ reservation: schema.reservation });

const reservationTools: readonly Tool[] = [
  tool<house.Wish>("reserve", {
    description:
      "Reserves a table for a guest. A table has one reservation at a time; more than six guests leave a deposit. Who has not come after 20 minutes is a no-show.",
    input: schema.object(
      {
        table_id: schema.id("the table"),
        guest_id: schema.id("the guest"),
        starts_at: schema.time,
        minutes: { type: "integer", minimum: 30, maximum: 300 },
        party: schema.party,
        deposit: schema.positive,
        request_key: schema.requestKey,
      },
      ["deposit", "request_key"],
    ),
    output: aReservation,
    annotations: adds,
    run: (books, input) => ({ reservation: house.reserve(books, input) }),
  }),
  tool<{ reservation_id: number }>("get_reservation", {
    description: "Shows a reservation.",
    input: byReservation,
    output: aReservation,
    annotations: reads,
    run: (books, { reservation_id }) => ({
      reservation: house.find(books.reservations, reservation_id, "reservation"),
    }),
  }),
  tool<ReservationFilters>("list_reservations", {
    description: "Lists reservations, page by page, of one table or in one state if you like.",
    input: schema.object({ table_id: schema.id("the table"), state: schema.reservationState, ...paging }, [
      "table_id",
      "state",
      "cursor",
      "limit",
    ]),
    output: schema.object({ reservations: schema.list(schema.reservation), next_cursor }),
    annotations: reads,
    run: (books, { table_id, state, ...paged }) => {
      if (table_id !== undefined) house.find(books.tables, table_id, "table");
      const rows = [...books.reservations.values()].filter(
        (row) =>
          (table_id === undefined || row.table_id === table_id) &&
          (state === undefined || row.state === state),
      );
      const { page, next } = pageOf(rows, paged);
      return { reservations: page, next_cursor: next };
    },
  }),
  tool<{ reservation_id: number }>("cancel_reservation", {
    description: "Cancels a reservation, until two hours before it begins.",
    input: byReservation,
    output: aReservation,
    annotations: ends,
    run: (books, { reservation_id }) => ({ reservation: house.cancelReservation(books, reservation_id) }),
  }),
  tool<{ reservation_id: number }>("seat_reservation", {
    description: "The guests of a reservation are here.",
    input: byReservation,
    output: aReservation,
    annotations: ends,
    run: (books, { reservation_id }) => ({ reservation: house.seatReservation(books, reservation_id) }),
  }),
];

const anOrder = schema.object({ order: schema.order });
const aBill = schema.object({ bill: schema.bill });

const orderTools: readonly Tool[] = [
  tool("list_menu", {
    description: "Lists the menu.",
    input: schema.object({}),
    output: schema.object({ items: schema.list(schema.menuItem) }),
    annotations: reads,
    run: (books) => ({ items: [...books.menu.values()] }),
  }),
  tool<{ name: string; price: string }>("add_menu_item", {
    description: "Adds an item to the menu.",
    input: schema.object({ name: schema.text(80), price: schema.amount, request_key: schema.requestKey }, [
      "request_key",
    ]),
    output: schema.object({ item: schema.menuItem }),
    annotations: adds,
    run: (books, input) => ({ item: orders.addMenuItem(books, input) }),
  }),
  tool<{ item_id: number; available: boolean }>("mark_menu_item", {
    description: "Says that an item is out (86'd), or there again.",
    input: schema.object({ item_id: schema.id("the item"), available: { type: "boolean" } }),
    output: schema.object({ item: schema.menuItem }),
    annotations: sets,
    run: (books, input) => ({ item: orders.markMenuItem(books, input) }),
  }),
  tool<{ table_id: number }>("open_order", {
    description: "Opens the order of a table, which has one at a time.",
    input: schema.object({ table_id: schema.id("the table"), request_key: schema.requestKey }, [
      "request_key",
    ]),
    output: anOrder,
    annotations: adds,
    run: (books, { table_id }) => ({ order: orders.openOrder(books, table_id) }),
  }),
  tool<{ order_id: number; item_id: number }>("add_line", {
    description: "Orders an item that is available, with modifiers. An extra adds its price.",
    input: schema.object(
      {
        order_id: schema.id("the order"),
        item_id: schema.id("the item"),
        quantity: { ...schema.quantity, default: 1 },
        modifiers: { ...schema.list(schema.modifier), maxItems: 10 },
        request_key: schema.requestKey,
      },
      ["quantity", "modifiers", "request_key"],
    ),
    output: anOrder,
    annotations: adds,
    run: (books, input) => ({ order: orders.addLine(books, input) }),
  }),
  tool<{ order_id: number; line: number; to: Line["state"] }>("advance_line", {
    description: "Moves a line of an order on in the kitchen: from queued to cooking, then to served.",
    input: schema.object({
      order_id: schema.id("the order"),
      line: { type: "integer", minimum: 1 },
      to: { type: "string", enum: ["cooking", "served"] },
    }),
    output: anOrder,
    annotations: ends,
    run: (books, input) => ({ order: orders.advanceLine(books, input) }),
  }),
  tool<{ order_id: number }>("get_order", {
    description: "Shows an order.",
    input: schema.object({ order_id: schema.id("the order") }),
    output: anOrder,
    annotations: reads,
    run: (books, { order_id }) => ({ order: house.find(books.orders, order_id, "order") }),
  }),
];

const billTools: readonly Tool[] = [
  tool<{ order_id: number; tip?: string }>("close_order", {
    description: "Writes the bill of an order, with a tip if there is one.",
    input: schema.object({ order_id: schema.id("the order"), tip: schema.amount }, ["tip"]),
    output: aBill,
    annotations: ends,
    run: (books, input) => ({ bill: orders.closeOrder(books, input) }),
  }),
  tool<{ bill_id: number }>("get_bill", {
    description: "Shows a bill and its payments.",
    input: schema.object({ bill_id: schema.id("the bill") }),
    output: aBill,
    annotations: reads,
    run: (books, { bill_id }) => ({ bill: house.find(books.bills, bill_id, "bill") }),
  }),
  tool<{ bill_id: number; amount: string; method: "cash" | "card" }>("pay_bill", {
    description: "Pays a bill, or a part of it.",
    input: schema.object(
      {
        bill_id: schema.id("the bill"),
        amount: schema.positive,
        method: schema.method,
        request_key: schema.requestKey,
      },
      ["request_key"],
    ),
    output: aBill,
    annotations: adds,
    run: async (books, input) => ({ bill: await orders.payBill(books, input) }),
  }),
];

export const tools: ReadonlyMap<string, Tool> = new Map(
  [...guestTools, ...reservationTools, ...orderTools, ...billTools].map((each) => [
    each.definition.name,
    each,
  ]),
);
