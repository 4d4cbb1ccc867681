/** Bidders with their paddles, their bids, and the lots that they watch. */
import { breaks } from "./breaks.ts";
import type { House } from "./house.ts";
import { type Bid, type Bidder, countUp, incrementAt, type Lot, makeRandomId } from "./records.ts";
import { Refusal } from "./refusal.ts";

const watchedLots = 20;

export function registerBidder(
  house: House,
  { name, email, bid_limit }: Pick<Bidder, "name" | "email" | "bid_limit">,
): Bidder {
  const bidder: Bidder = {
    id: `P-${countUp("paddle")}`,
    name,
    email,
    bid_limit,
    state: "active",
    watching: [],
    registered_at: house.time(),
  };
  house.bidders.set(bidder.id, bidder);
  return bidder;
}

export function changeBidder(house: House, id: string, action: "suspend" | "reinstate"): Bidder {
  const bidder = house.get(house.bidders, id, "bidder");
  const [from, to] =
    action === "suspend" ? (["active", "suspended"] as const) : (["suspended", "active"] as const);
  if (bidder.state !== from) throw new Refusal("bidder_state", `${id} is ${bidder.state} already.`);
  bidder.state = to;
  return bidder;
}

/** What the bidder would have to pay if all sales ended now. */
export function committedBy(house: House, bidderId: string): number {
  let sum = 0;
  for (const { state, bids } of house.lots.values()) {
    if (state !== "listed") continue;
    const own = breaks("outbid-stays-committed")
      ? bids.findLast(({ bidder_id }) => bidder_id === bidderId)
      : bids.at(-1);
    if (own?.bidder_id === bidderId) sum += own.amount;
  }
  return sum;
}

/** The lowest bid that is accepted: half of the low estimate at first. */
export function minimumBidOf({ bids, estimate }: Lot): number {
  const highest = bids.at(-1)?.amount;
  if (highest === undefined) return Math.ceil(estimate.low / 2);
  return breaks("bid-equals-highest") ? highest : highest + incrementAt(highest);
}

export function placeBid(house: House, lotId: number, bidderId: string, amount: number): Bid {
  const lot = house.get(house.lots, lotId, "lot");
  const bidder = house.get(house.bidders, bidderId, "bidder");
  if (bidder.state === "suspended")
    throw new Refusal("bidder_suspended", `${bidderId} is suspended. change_bidder reinstates a bidder.`);
  const sale = lot.sale_id === undefined ? undefined : house.sales.get(lot.sale_id);
  if (lot.state !== "listed" || sale?.state !== "open")
    throw new Refusal(
      "bidding_closed",
      `Lot ${lotId} takes no bids now: it is ${lot.state}, its sale ${sale?.state}.`,
    );
  const minimum = minimumBidOf(lot);
  if (amount < minimum)
    throw new Refusal("bid_too_low", `The next bid on lot ${lotId} is ${minimum} or more.`);
  const leading = lot.bids.at(-1);
  const released = leading?.bidder_id === bidderId ? leading.amount : 0;
  const available = bidder.bid_limit - committedBy(house, bidderId) + released;
  if (amount > available)
    throw new Refusal("over_limit", `${bidderId} has ${available} of the limit ${bidder.bid_limit} left.`);
  const bid = {
    bid_id: makeRandomId("bid"),
    lot_id: lotId,
    bidder_id: bidderId,
    amount,
    placed_at: house.time(),
  };
  lot.bids.push(bid);
  return bid;
}

export function watch(house: House, bidderId: string, lotId: number): Bidder {
  const bidder = house.get(house.bidders, bidderId, "bidder");
  house.get(house.lots, lotId, "lot");
  if (bidder.watching.includes(lotId) && !breaks("watched-twice")) return bidder;
  if (bidder.watching.length >= watchedLots)
    throw new Refusal("watch_list_full", `${bidderId} watches ${watchedLots} lots. unwatch_lot makes room.`);
  bidder.watching.push(lotId);
  return bidder;
}

export function unwatch(house: House, bidderId: string, lotId: number): Bidder {
  const bidder = house.get(house.bidders, bidderId, "bidder");
  house.get(house.lots, lotId, "lot");
  const place = bidder.watching.indexOf(lotId);
  if (place >= 0) bidder.watching.splice(place, 1);
  return bidder;
}
