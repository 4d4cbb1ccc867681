/** Sales from before, and a house that works all the time. */
import { setTimeout as delay } from "node:timers/promises";
import { now } from "./accounts.ts";
import { placeBid, registerBidder, unwatch, watch } from "./bidding.ts";
import { House } from "./house.ts";
import { issueInvoice, recordPayment } from "./invoices.ts";

const day = 86_400_000;
const categories = ["paintings", "furniture", "jewellery", "wine", "books"];

function consignSome(house: House, count: number): number[] {
  const consignors = ["Estate Weber", "Countess Thun"].map((name) =>
    house.addConsignor({ name, city: "Vienna" }),
  );
  return Array.from({ length: count }, (_, number) => {
    const { id } = house.consign(consignors[number % 2]!.id, {
      title: `Old piece ${number}`,
      category: categories[number % 5]!,
      keywords: number % 2 === 0 ? ["rare"] : [],
      provenance: [],
      estimate: { low: 100 + number * 40, high: 200 + number * 60 },
      ...(number % 3 === 0 && { reserve: 90 + number * 30 }),
    });
    return id;
  });
}

/** A house whose last sale ended, with invoices, and whose next sale can be viewed. */
export function fillHouse(): House {
  let time = now() - 20 * day;
  let isPast = true;
  const house = new House(() => (isPast ? time : now()));
  const lots = consignSome(house, 16);
  const viewing_from = new Date(time + day).toISOString();
  const past = house.createSale({ title: "Autumn sale", viewing_from, premium_percent: 24 });
  for (const lot of lots.slice(0, 6)) house.addLot(past.id, lot);
  house.publish(past.id, true);
  const bidders = ["Ida", "Karl"].map((name) =>
    registerBidder(house, { name, email: `${name.toLowerCase()}@example.org`, bid_limit: 20_000 }),
  );
  for (const [place, lot] of lots.slice(0, 4).entries())
    placeBid(house, lot, bidders[place % 2]!.id, 400 + place);
  time += 8 * day;
  house.keepTime();
  for (const lot of lots.slice(0, 3)) issueInvoice(house, lot);
  const [paid] = house.invoices.values();
  recordPayment(house, { invoice_id: paid!.id, amount: 100.5, method: "transfer" });
  isPast = false;
  const soon = new Date(now() + day).toISOString();
  const next = house.createSale({ title: "Winter sale", viewing_from: soon, premium_percent: 20 });
  for (const lot of lots.slice(6, 11)) house.addLot(next.id, lot);
  house.publish(next.id, false);
  return house;
}

export async function keepBusy(house: House): Promise<void> {
  for (let round = 0; ; round += 1) {
    house.keepTime();
    const [first, second] = consignSome(house, 2) as [number, number];
    const viewing_from = new Date(now() + day).toISOString();
    const sale = house.createSale({ title: `Sale of the week ${round}`, viewing_from, premium_percent: 10 });
    const bidder = registerBidder(house, {
      name: "Somebody",
      email: "somebody@example.org",
      bid_limit: 5000,
    });
    house.addLot(sale.id, first);
    watch(house, bidder.id, first);
    await delay(150, undefined, { ref: false });
    if (round % 2 === 0) {
      house.publish(sale.id, true);
      placeBid(house, first, bidder.id, 300);
    } else {
      house.cancel(sale.id);
      unwatch(house, bidder.id, first);
      house.withdraw(first);
    }
    house.withdraw(second);
  }
}
