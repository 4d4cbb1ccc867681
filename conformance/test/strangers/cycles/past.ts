/** What a company has from before, and a colleague who works at the same time. */
import { setTimeout as wait } from "node:timers/promises";
import { planMaintenance } from "./calendar.ts";
import { type Company, timeText } from "./company.ts";
import * as desk from "./desk.ts";
import { now } from "./gate.ts";
import type { Customer, Hire, Kind, Model } from "./records.ts";
import { Refusal } from "./refusal.ts";

const hour = 3_600_000;

const catalogue: readonly (readonly [string, Kind, number])[] = [
  ["Hollandrad", "city", 1200],
  ["Tour E", "ebike", 2900],
  ["Long John", "cargo", 3500],
  ["Puki 20", "kids", 800],
];

const visitors = ["Ada Brandt", "Ben Okafor", "Clara Nowak", "Dilan Yildiz", "Emil Sand"];

function welcome(company: Company, name: string): Customer {
  const email = `${name.toLowerCase().replace(" ", ".")}@example.net`;
  return company.addCustomer({ name, email, document: { kind: "id_card", number: "L01X00T47" } });
}

function hire(company: Company, bikeId: number, customerId: number, inHours: number): Hire {
  const starts_at = timeText(now() + inHours * hour);
  const ends_at = timeText(now() + (inHours + 30) * hour);
  const { quote_id } = desk.quote(company, { bike_id: bikeId, starts_at, ends_at });
  return desk.book(company, { quote_id, customer_id: customerId });
}

/** Four models with three bikes each, five customers, and hires in most states. */
export function openShops(company: Company): void {
  const customers = visitors.map((name) => welcome(company, name));
  for (const [index, [name, kind, day_cents]] of catalogue.entries()) {
    const model = company.addModel({
      name,
      kind,
      day_cents,
      deposit_cents: day_cents * 5,
      replacement_cents: day_cents * 60,
      features: kind === "cargo" ? ["box", "rain cover"] : [],
    });
    const [first, second] = [1, 2, 3].map((shop_id) =>
      company.addBike({
        model_id: model.model_id,
        shop_id,
        frame_number: `RL${company.account.toUpperCase()}${index}0${shop_id}`,
      }),
    );
    const { hire_id } = hire(company, first!.bike_id, customers[index]!.customer_id, 1);
    if (index > 0) desk.handOut(company, hire_id);
    if (index > 1) desk.takeBack(company, { hire_id, damages: [{ part: "light", count: 1 }] });
    const [from, until] = [48, 72].map((hours) => timeText(now() + hours * hour).slice(0, 10));
    planMaintenance(company, { bike_id: second!.bike_id, from: from!, until: until!, work: ["Chain"] });
  }
  // These bookings are of former days.
  company.bookings.clear();
}

/** Works all the time. A refusal, such as for a bike that somebody else has taken, ends a round and not the day. */
export async function keepWorking(company: Company): Promise<void> {
  const model = company.addModel({
    name: "Colleague's Tandem",
    kind: "city",
    day_cents: 2400,
    deposit_cents: 9000,
    replacement_cents: 90_000,
    features: [],
  });
  const customer = welcome(company, "Fritz Tandem");
  for (let round = 0; ; round += 1) {
    await workWithBike(company, model, customer, round).catch((error: unknown) => {
      if (!(error instanceof Refusal)) throw error;
    });
  }
}

const pause = () => wait(60, undefined, { ref: false });

/** Adds, moves and retires a bike, and hires it now and then. */
async function workWithBike(
  company: Company,
  model: Model,
  customer: Customer,
  round: number,
): Promise<void> {
  desk.cancelForgotten(company);
  await pause();
  const frame_number = `TANDEM${round}`;
  const { bike_id } = company.addBike({ model_id: model.model_id, shop_id: 1 + (round % 3), frame_number });
  await pause();
  company.moveBike(bike_id, 3);
  const today = timeText(now()).slice(0, 10);
  const days = { from: today, until: today };
  const { maintenance_id } = planMaintenance(company, { bike_id, ...days, work: ["Brakes", "Lights"] });
  await pause();
  company.cancelMaintenance(maintenance_id);
  if (round % 40 === 0 && company.bookingsToday() < 10) {
    const { hire_id } = hire(company, bike_id, customer.customer_id, 1);
    desk.handOut(company, hire_id);
    await pause();
    desk.takeBack(company, { hire_id, damages: [] });
  }
  company.updateModel(model.model_id, model.revision, { day_cents: 2400 + (round % 5) * 100 });
  company.retireBike(bike_id);
}
