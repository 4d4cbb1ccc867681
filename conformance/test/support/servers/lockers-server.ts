/** Lockers and their rentals on node:http alone: a rental lapses after an hour, and its locker is free again. */
import { casesOf } from "../notes-server.ts";
import { Refused, servePlain } from "./plain-server.ts";

export const lockersCases = casesOf(`${import.meta.dirname}/lockers`);

export const lockersTokens = [{ token: "loc.Wq2mLx8RzT4w", scopes: ["lockers"] }];

/** The ways in which the server treats a locker whose rental has lapsed. */
export type LapseBehaviour =
  /** Mistakes. */
  | "keeps-locker"
  | "counts-nothing"
  | "clears-note"
  /** Allowed: it shows the locker as it was at the first two looks. */
  | "shows-it-later"
  /** Allowed: another client rents the first locker at once. */
  | "rents-the-first-again";

interface Locker {
  readonly locker: number;
  readonly note: string;
  readonly addedAt: number;
}

interface Rental {
  readonly rental: number;
  readonly locker: number;
  readonly endsAt: number;
}

const hourMs = 3_600_000;

class Lockers {
  readonly #now: () => number;
  readonly #behaviour: LapseBehaviour | undefined;
  readonly #lockers: Locker[] = [];
  readonly #rentals: Rental[] = [];
  /** Locker -> how often it was shown since its rental lapsed. */
  readonly #looks = new Map<number, number>();

  constructor(now: () => number, behaviour: LapseBehaviour | undefined) {
    this.#now = now;
    this.#behaviour = behaviour;
  }

  readonly tools = {
    add_locker: ({ note }: { readonly note: string }) => {
      const locker = { locker: this.#lockers.length + 1, note, addedAt: this.#now() };
      this.#lockers.push(locker);
      return this.#show(locker);
    },
    get_locker: ({ locker }: { readonly locker: number }) => this.#show(find(this.#lockers, locker)),
    rent_locker: ({ locker }: { readonly locker: number }) => {
      find(this.#lockers, locker);
      const rental = { rental: this.#rentals.length + 1, locker, endsAt: this.#now() + hourMs };
      this.#rentals.push(rental);
      return this.#showRental(rental);
    },
    get_rental: ({ rental }: { readonly rental: number }) => this.#showRental(find(this.#rentals, rental)),
  };

  #show({ locker, note, addedAt }: Locker): object {
    const rentals = this.#rentals.filter((rental) => rental.locker === locker);
    const lapsed = rentals.filter((rental) => this.#isLapsed(rental) && !this.#isLate(locker));
    const isChanged = lapsed.length > 0;
    return {
      locker,
      note: isChanged && this.#behaviour === "clears-note" ? "" : note,
      free: lapsed.length === rentals.length && !(isChanged && this.#isTaken(lapsed[0]!)),
      times_rented: this.#behaviour === "counts-nothing" ? 0 : lapsed.length,
      hours_old: Math.floor((this.#now() - addedAt) / hourMs),
    };
  }

  #isLapsed({ endsAt }: Rental): boolean {
    return this.#now() >= endsAt;
  }

  #isLate(locker: number): boolean {
    if (this.#behaviour !== "shows-it-later") return false;
    const looks = this.#looks.get(locker) ?? 0;
    this.#looks.set(locker, looks + 1);
    return looks < 2;
  }

  #isTaken({ rental }: Rental): boolean {
    if (this.#behaviour === "rents-the-first-again") return rental === this.#firstLapsed();
    return this.#behaviour === "keeps-locker";
  }

  #firstLapsed(): number | undefined {
    return this.#rentals.find((rental) => this.#isLapsed(rental))?.rental;
  }

  #showRental(rental: Rental): object {
    return {
      rental: rental.rental,
      locker: rental.locker,
      status: this.#isLapsed(rental) ? "lapsed" : "active",
    };
  }
}

function find<Value>(all: readonly Value[], id: number): Value {
  const found = all[id - 1];
  if (found === undefined) throw new Refused("missing", `There is no ${id}.`);
  return found;
}

/** Serves lockers on a free port of loopback. */
export function serveLockers(
  now: () => number,
  behaviour?: LapseBehaviour,
): Promise<{ url: string; close(): Promise<void> }> {
  const { tools } = new Lockers(now, behaviour);
  return servePlain({ name: "lockers", cases: lockersCases, tokens: lockersTokens, tools });
}
