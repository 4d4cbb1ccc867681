/** Events and orders from before, and a clerk who works all the time. */
import { setTimeout as delay } from "node:timers/promises";
import type { Office } from "./office.ts";
import { type Event, transfersUntil } from "./records.ts";
import { checkIn, createOrder, payOrder, refundTicket, transferTicket } from "./sales.ts";

function plan(office: Office, venueId: number, name: string, days: number): Event {
  return office.createEvent({
    venue_id: venueId,
    name,
    tags: ["evening"],
    all_ages: days % 2 === 0,
    starts_at: new Date(office.now() + days * 86_400_000).toISOString(),
    ticket_types: [
      { name: "Stalls", price_cents: 2500, capacity: 6 },
      { name: "Balcony", price_cents: 1750, capacity: 4 },
    ],
  });
}

function order(office: Office, { id, types }: Event, customer: string, quantity: number) {
  return createOrder(office, {
    event_id: id,
    items: [{ ticket_type_id: types[0]!.id, quantity }],
    customer_name: customer,
    email: `${customer.toLowerCase().replaceAll(" ", ".")}@example.net`,
  });
}

export function sellBefore(office: Office): void {
  const venues = ["Europe/Lisbon", "America/New_York", "Asia/Tokyo"].map((time_zone, index) =>
    office.createVenue({
      name: `House ${index}`,
      city: time_zone.split("/")[1]!.replace("_", " "),
      time_zone,
    }),
  );
  for (let number = 0; number < 24; number += 1) {
    const event = plan(office, venues[number % 3]!.venue_id, `Evening ${number}`, 1 + (number % 9));
    if (number % 4 === 0) continue;
    office.publishEvent(event.id);
    const { tickets } = payOrder(office, order(office, event, "Early Bird", 3).id, "card");
    order(office, event, "Late Guest", 2);
    if (number % 4 === 2) refundTicket(office, tickets[0]!.code);
    if (number % 4 === 3) checkIn(office, tickets[1]!.code);
  }
}

export async function keepSelling(office: Office): Promise<void> {
  const { venue_id } = office.createVenue({ name: "Side Stage", city: "Faro", time_zone: "Europe/Lisbon" });
  for (let round = 0; ; round += 1) {
    office.settle();
    const event = plan(office, venue_id, `Matinee ${round}`, 2 + (round % 5));
    office.publishEvent(event.id);
    const { id } = order(office, event, `Walker ${round}`, 2);
    await delay(50, undefined, { ref: false });
    if (office.orders.get(id)?.status === "held") {
      const { tickets } = payOrder(office, id, "cash");
      if (round % 2 === 0 && transfersUntil(event) > office.now())
        transferTicket(office, tickets[0]!.code, "Somebody Else");
    }
    if (round % 3 !== 0 || event.status !== "on_sale") continue;
    const ticket = [...office.tickets.values()].findLast((each) => each.order.id === id);
    if (ticket?.status === "valid") refundTicket(office, ticket.code);
  }
}
