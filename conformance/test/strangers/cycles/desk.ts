/** What the desk does with hires, from the quote to the return of the bike. */
import { randomBytes } from "node:crypto";
import { isBroken } from "./breaks.ts";
import { countDays, findHire, keepFree, keepFromMaintenance, readPeriod } from "./calendar.ts";
import { bookingsPerDay, type Company, timeText } from "./company.ts";
import { now } from "./gate.ts";
import { lateFee, priceDamages, priceOf } from "./money.ts";
import type { DamageInput, Hire, HireStatus, Quote } from "./records.ts";
import { Refusal } from "./refusal.ts";

const minute = 60_000;
const hour = 60 * minute;
const mostExtensions = 2;

/** Cancels bookings that nobody has picked up. Each call does so first. */
export function cancelForgotten(company: Company): void {
  for (const hire of company.hires.values())
    if (hire.status === "booked" && Date.parse(hire.pick_up_until) <= now()) hire.status = "cancelled";
}

export function findHireById(company: Company, id: number): Hire {
  const hire = company.hires.get(id);
  if (!hire) throw new Refusal("not_found", `There is no hire ${id}. cycles_list_hires lists the hires.`);
  return hire;
}

function findInState(company: Company, id: number, status: HireStatus): Hire {
  const hire = findHireById(company, id);
  if (hire.status !== status)
    throw new Refusal("wrong_state", `Hire ${id} is ${hire.status}; this works while it is ${status}.`);
  return hire;
}

/** Whether the bike came back late, or is late now. */
export function isLate({ status, ends_at, late_fee_cents }: Hire): boolean {
  return late_fee_cents > 0 || (status === "out" && Date.parse(ends_at) < now());
}

export function describeHire(hire: Hire): object {
  return { ...hire, ...priceOf(hire), late: isLate(hire) };
}

interface QuoteInput {
  readonly bike_id: number;
  readonly starts_at: string;
  readonly ends_at: string;
}

export function quote(company: Company, { bike_id, starts_at, ends_at }: QuoteInput): Quote {
  const bike = company.findPresentBike(bike_id);
  const period = readPeriod(starts_at, ends_at);
  if (period.start < now() - 5 * minute)
    throw new Refusal("starts_in_past", "starts_at has passed. Take the present time or a later one.");
  if (period.start > now() + 365 * 24 * hour)
    throw new Refusal("bad_period", "starts_at is more than a year ahead. Quotes are for the next 365 days.");
  keepFree(company, bike_id, period);
  const { day_cents, deposit_cents } = company.findModel(bike.model_id);
  const days = countDays(period);
  const made: Quote = {
    quote_id: `q_${randomBytes(9).toString("hex")}`,
    bike_id,
    starts_at: timeText(period.start),
    ends_at: timeText(period.end),
    days,
    day_cents,
    price_cents: days * day_cents,
    deposit_cents,
    valid_until: timeText(now() + 15 * minute),
  };
  company.quotes.set(made.quote_id, made);
  return made;
}

function findQuote(company: Company, id: string): Quote {
  const found = company.quotes.get(id);
  if (!found) throw new Refusal("not_found", `There is no quote ${id}. cycles_quote makes one.`);
  const isExpired = Date.parse(found.valid_until) <= now() && !isBroken("expired-quote-books");
  if (company.usedQuotes.has(id) || isExpired)
    throw new Refusal("quote_over", `Quote ${id} was used or has expired. Ask cycles_quote for a new one.`);
  return found;
}

export interface BookInput {
  readonly quote_id: string;
  readonly customer_id: number;
  readonly note?: string;
}

export function book(company: Company, { quote_id, customer_id, note }: BookInput): Hire {
  const { bike_id, starts_at, ends_at, day_cents, deposit_cents } = findQuote(company, quote_id);
  company.findCustomer(customer_id);
  const bike = company.findPresentBike(bike_id);
  keepFree(company, bike_id, { start: Date.parse(starts_at), end: Date.parse(ends_at) });
  if (company.bookingsToday() >= bookingsPerDay)
    throw new Refusal(
      "daily_limit",
      `Today's ${bookingsPerDay} bookings are made. Book again after midnight (UTC).`,
    );
  company.countBooking(1);
  company.usedQuotes.add(quote_id);
  const hire: Hire = {
    hire_id: company.hires.size + 1,
    status: "booked",
    bike_id,
    customer_id,
    shop_id: bike.shop_id,
    starts_at,
    ends_at,
    day_cents,
    deposit_cents,
    extensions: 0,
    swaps: [],
    damages: [],
    late_fee_cents: 0,
    ...(note !== undefined && { note }),
    booked_at: timeText(now()),
    pick_up_until: timeText(Date.parse(starts_at) + 4 * hour),
  };
  company.hires.set(hire.hire_id, hire);
  return hire;
}

export function handOut(company: Company, id: number): Hire {
  const hire = findInState(company, id, "booked");
  if (now() < Date.parse(hire.starts_at) - 2 * hour)
    throw new Refusal("too_early", `Hire ${id} starts at ${hire.starts_at}; hand out from two hours before.`);
  const bike = company.findBike(hire.bike_id);
  if (bike.status !== "available")
    throw new Refusal(
      "bike_not_here",
      `Bike ${bike.bike_id} is ${bike.status}. Cancel, and book another one.`,
    );
  bike.status = "out";
  hire.status = "out";
  hire.handed_out_at = timeText(now());
  return hire;
}

export function extend(company: Company, id: number, endsAt: string): Hire {
  const hire = findInState(company, id, "out");
  const end = Date.parse(endsAt);
  if (end <= Date.parse(hire.ends_at))
    throw new Refusal("bad_period", `ends_at must be later than ${hire.ends_at}.`);
  readPeriod(hire.starts_at, endsAt);
  if (hire.extensions >= mostExtensions + (isBroken("third-extension") ? 1 : 0))
    throw new Refusal(
      "too_many_extensions",
      `Hire ${id} was extended twice. Return the bike, and hire anew.`,
    );
  const added = { start: Date.parse(hire.ends_at), end };
  if (isBroken("extend-over-booking")) keepFromMaintenance(company, hire.bike_id, added);
  else keepFree(company, hire.bike_id, added, hire);
  hire.ends_at = timeText(end);
  hire.extensions += 1;
  return hire;
}

export function swapBike(company: Company, id: number, bikeId: number, reason?: string) {
  const hire = findInState(company, id, "out");
  const next = company.findPresentBike(bikeId);
  const end = Math.max(Date.parse(hire.ends_at), now() + minute);
  if (next.status === "out" || findHire(company, bikeId, { start: now(), end }))
    throw new Refusal("bike_taken", `Bike ${bikeId} is not free until ${hire.ends_at}. Choose another bike.`);
  keepFromMaintenance(company, bikeId, { start: now(), end });
  const previous = company.findBike(hire.bike_id);
  if (!isBroken("swapped-bike-stays-out")) previous.status = "available";
  previous.shop_id = next.shop_id;
  next.status = "out";
  hire.bike_id = bikeId;
  hire.swaps.push({
    bike_id: previous.bike_id,
    swapped_at: timeText(now()),
    ...(reason !== undefined && { reason }),
  });
  return { hire, previous };
}

interface ReturnInput {
  readonly hire_id: number;
  readonly shop_id?: number;
  readonly damages: readonly DamageInput[];
}

export function takeBack(company: Company, { hire_id, shop_id, damages }: ReturnInput): Hire {
  const hire = findInState(company, hire_id, "out");
  if (shop_id !== undefined) company.findShop(shop_id);
  const bike = company.findBike(hire.bike_id);
  bike.status = "available";
  bike.shop_id = shop_id ?? bike.shop_id;
  hire.status = "returned";
  hire.returned_at = timeText(now());
  hire.damages = priceDamages(damages);
  hire.late_fee_cents = lateFee(hire.ends_at, now());
  return hire;
}

export function cancel(company: Company, id: number): Hire {
  const hire = findInState(company, id, "booked");
  hire.status = "cancelled";
  if (isBroken("cancel-frees-booking-of-day")) company.countBooking(-1);
  return hire;
}

export function markLost(company: Company, id: number): Hire {
  const hire = findInState(company, id, "out");
  hire.status = "lost";
  company.findBike(hire.bike_id).status = "lost";
  return hire;
}
