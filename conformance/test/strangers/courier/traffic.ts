/** Parcels from before, and a company that works all the time. */
import { setTimeout as delay } from "node:timers/promises";
import type { Depot } from "./depot.ts";
import { now } from "./keys.ts";

const day = (after: number) => new Date(now() + after * 86_400_000).toISOString().slice(0, 10);

export function fill(depot: Depot): void {
  const drivers = ["Ben", "Lea"].map((name) => depot.createDriver({ name, vehicle: "van" }));
  const customers = ["Florist", "Bookshop", "Optician"].map((name) =>
    depot.createCustomer({ name, city: "Berlin" }),
  );
  for (let number = 0; number < 18; number += 1) {
    const { id } = depot.createParcel({
      customer_id: customers[number % 3]!.id,
      recipient: `Neighbour ${number}`,
      address: `${number} Old Road`,
      weight_kg: (50 + number * 37) / 100,
      express: number % 4 === 0,
    });
    if (number % 3 !== 0) continue;
    const route = depot.planRoute(drivers[number % 2]!.id, day(number % 5));
    depot.assign(id, route.id);
    if (number % 2 === 0) continue;
    depot.startRoute(route.id);
    depot.load(id);
    depot.deliver(id, "Neighbour");
    depot.finishRoute(route.id);
  }
}

export async function keepBusy(depot: Depot): Promise<void> {
  for (let round = 0; ; round += 1) {
    const customer = depot.createCustomer({ name: `Passer-by ${round}`, city: "Berlin" });
    const driver = depot.createDriver({ name: `Temp ${round}`, vehicle: "bike" });
    const route = depot.planRoute(driver.id, day(1));
    const parcel = depot.createParcel({
      customer_id: customer.id,
      recipient: "Somebody",
      address: "1 New Road",
      weight_kg: 1,
      express: false,
    });
    depot.assign(parcel.id, route.id);
    await delay(50, undefined, { ref: false });
    if (round % 2 === 0) {
      depot.startRoute(route.id);
      depot.load(parcel.id);
      depot.deliver(parcel.id, "Somebody");
      depot.finishRoute(route.id);
    } else {
      depot.unassign(parcel.id);
      depot.cancelRoute(route.id);
      depot.cancelParcel(parcel.id);
    }
    depot.deleteDriver(driver.id);
    depot.deleteCustomer(customer.id);
  }
}
