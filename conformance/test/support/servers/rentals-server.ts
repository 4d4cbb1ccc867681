/** Vans and their rentals on node:http alone: a rental has its first and its last day, and a van one rental a day. */
import { setTimeout } from "node:timers/promises";
import { casesOf } from "../notes-server.ts";
import { Refused, servePlain } from "./plain-server.ts";

export const rentalsCases = casesOf(`${import.meta.dirname}/rentals`);

export const rentalsTokens = [
  { token: "ren.Wq2mLx8RzT4w", scopes: ["rentals"] },
  { token: "ren.Pv1lSo9DnQ6g", scopes: ["rentals"], account: "other" },
];

interface Rental {
  readonly rental: number;
  readonly van: number;
  readonly first_day: string;
  readonly last_day: string;
}

export interface RentalsOptions {
  /** The last day on which vans are rented; absent: there is none. It is refused with the code of an overlap. */
  readonly closesAfter?: string;
  /** The most days between the first and the last one; absent: any number. */
  readonly most?: number;
  readonly mistake?: RentalMistake;
}

export type RentalMistake =
  /** A van that comes back is rented again on the same day. */
  | "end-is-free"
  /** A rental that begins on the day after another one is refused. */
  | "day-between"
  /** Only rentals with the same first day are seen. */
  | "by-first-day"
  | "ended-blocks"
  | "one-van-for-all"
  /** A rental may end before it begins. */
  | "backwards"
  /** A rental may be moved to a last day before the first one. */
  | "moved-backwards"
  /** The days of a rental are compared only if both are moved. */
  | "kept-backwards"
  /** A rental may be given a last day before the first one. */
  | "extended-backwards"
  /** A call looks for other rentals, waits, and adds its own one then. */
  | "reads-too-early";

const dayMs = 86_400_000;

class Rentals {
  readonly #vans = new Map<number, string>();
  readonly #rentals = new Map<number, Rental>();
  readonly #ended = new Set<number>();
  readonly #options: RentalsOptions;
  #another = Promise.withResolvers<void>();

  constructor(options: RentalsOptions) {
    this.#options = options;
  }

  readonly tools = {
    add_van: ({ plate }: { plate: string }) => {
      const van = this.#vans.size + 1;
      this.#vans.set(van, plate);
      return { van, plate };
    },
    get_van: ({ van }: { van: number }) => ({ van, plate: find(this.#vans, van) }),
    rent_van: async (input: Omit<Rental, "rental">) => {
      find(this.#vans, input.van);
      this.#checkRules(input);
      const isTaken = [...this.#rentals.values()].some((other) => this.#overlaps(input, other));
      if (this.#options.mistake === "reads-too-early") await this.#waitForAnother();
      if (isTaken) throw new Refused("unavailable", "The van is rented on one of these days.");
      const rental = this.#rentals.size + 1;
      this.#rentals.set(rental, { ...input, rental });
      return show({ ...input, rental });
    },
    get_rental: ({ rental }: { rental: number }) => show(this.#find(rental)),
    move_rental: ({ rental, ...days }: { rental: number } & Partial<Rental>) => {
      const moved = { ...this.#find(rental), ...days };
      const isChecked =
        this.#options.mistake === "kept-backwards"
          ? Object.keys(days).length > 1
          : this.#options.mistake !== "moved-backwards";
      return this.#replace(moved, isChecked);
    },
    extend_rental: ({ rental, last_day }: { rental: number; last_day: string }) =>
      this.#replace({ ...this.#find(rental), last_day }, this.#options.mistake !== "extended-backwards"),
    end_rental: ({ rental }: { rental: number }) => {
      const found = this.#find(rental);
      this.#ended.add(rental);
      return show(found);
    },
  };

  /** Waits until another call of the tool has come, or none comes. */
  async #waitForAnother(): Promise<void> {
    const another = this.#another;
    this.#another = Promise.withResolvers();
    another.resolve();
    await Promise.race([this.#another.promise, setTimeout(300)]);
  }

  #find(rental: number): Rental {
    if (this.#ended.has(rental)) throw new Refused("missing", `There is no ${rental}.`);
    return find(this.#rentals, rental);
  }

  #replace(changed: Rental, isChecked: boolean): object {
    if (isChecked) this.#checkRules(changed);
    const others = [...this.#rentals.values()].filter((other) => other.rental !== changed.rental);
    if (others.some((other) => this.#overlaps(changed, other)))
      throw new Refused("unavailable", "The van is rented on one of these days.");
    this.#rentals.set(changed.rental, changed);
    return show(changed);
  }

  #checkRules({ first_day, last_day }: Omit<Rental, "rental">): void {
    const { closesAfter, most = Number.POSITIVE_INFINITY, mistake } = this.#options;
    if (last_day < first_day && mistake !== "backwards")
      throw new Refused("backwards", "The last day is before the first one.");
    const days = (Date.parse(last_day) - Date.parse(first_day)) / dayMs;
    const isOpen = closesAfter === undefined || last_day <= closesAfter;
    if (days > most || !isOpen) throw new Refused("unavailable", "Nobody can rent a van then.");
  }

  #overlaps({ van, first_day, last_day }: Omit<Rental, "rental">, other: Rental): boolean {
    const { mistake } = this.#options;
    if (van !== other.van && mistake !== "one-van-for-all") return false;
    if (this.#ended.has(other.rental) && mistake !== "ended-blocks") return false;
    if (mistake === "by-first-day") return first_day === other.first_day;
    if (mistake === "day-between")
      return first_day <= nextDay(other.last_day) && other.first_day <= nextDay(last_day);
    if (mistake === "end-is-free") return first_day < other.last_day && other.first_day < last_day;
    return first_day <= other.last_day && other.first_day <= last_day;
  }
}

function nextDay(day: string): string {
  return new Date(Date.parse(day) + dayMs).toISOString().slice(0, day.length);
}

function find<Value>(all: ReadonlyMap<number, Value>, id: number): Value {
  const found = all.get(id);
  if (found === undefined) throw new Refused("missing", `There is no ${id}.`);
  return found;
}

function show({ rental, first_day, last_day }: Rental): object {
  return { rental, first_day, last_day };
}

/** Serves rentals on a free port of loopback. */
export function serveRentals(options: RentalsOptions = {}): Promise<{ url: string; close(): Promise<void> }> {
  const { tools } = new Rentals(options);
  return servePlain({ name: "rentals", cases: rentalsCases, tokens: rentalsTokens, tools });
}
