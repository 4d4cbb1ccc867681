/** Data that was there before a test, and a colleague who works while it runs. */
import { setTimeout as sleep } from "node:timers/promises";
import { checkInFrom } from "./stays.ts";
import type { Desk } from "./tools.ts";

const day = 86_400_000;

const inDays = (now: number, days: number): string => new Date(now + days * day).toISOString().slice(0, 10);

const places = [
  ["Alpenhof", "Innsbruck", "EUR"],
  ["Bellevue", "Basel", "CHF"],
  ["Harbour View", "Portland", "USD"],
] as const;

export function furnish({ house, stays }: Desk, group: string): void {
  const now = house.now();
  const guests = ["Iris Falk", "Jo Marsh", "Kai Lindner", "ada lovelace"].map((name, index) =>
    house.addGuest(group, { name, vip: index === 0, email: `guest${index}@example.net` }),
  );
  for (const [name, city, currency] of places) {
    const property = house.addProperty(group, { name, city, currency });
    for (let number = 1; number <= 4; number += 1) {
      const facts = { name: `${number}0${number}`, beds: number, smoking: number === 4 };
      const room = house.addRoom(group, property.id, { ...facts, rate_cents: 8000 + number * 950 });
      const guest = guests[number - 1]!;
      for (const days of [1, 6, 40]) {
        const dates = { arrives: inDays(now, days), leaves: inDays(now, days + 2) };
        const own = { room_id: room.id, guest_id: guest.id, party: 1 };
        const stay = stays.reserve(group, `${group} before`, { ...own, ...dates });
        if (days === 1) stays.checkIn(group, stay.id);
        if (days === 40 && number === 2) stays.cancel(group, stay.id);
      }
    }
  }
}

/** A colleague takes bookings by telephone. They are not counted in the quota of those by agents. */
export async function work({ house, stays }: Desk, group: string): Promise<void> {
  const property = house.addProperty(group, { name: "Colleague", city: "Graz", currency: "EUR" });
  for (let turn = 1; ; turn += 1) {
    await sleep(60, undefined, { ref: false });
    const facts = { name: `Call ${turn}`, beds: 2, smoking: false, rate_cents: 7700 };
    const room = house.addRoom(group, property.id, facts);
    const guest = house.addGuest(group, { name: `Caller ${turn}`, vip: false });
    const dates = { arrives: inDays(house.now(), 5), leaves: inDays(house.now(), 8) };
    const own = { room_id: room.id, guest_id: guest.id, party: 2 };
    const stay = stays.reserve(group, `${group} call ${turn}`, { ...own, ...dates });
    await sleep(60, undefined, { ref: false });
    // The clock of a test may have moved past the notice: the stay then goes on.
    if (checkInFrom(stay) - house.now() < 3 * day) continue;
    stays.cancel(group, stay.id);
    house.rooms.drop(room.id);
    house.guests.drop(guest.id);
  }
}
