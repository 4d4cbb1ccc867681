/** Slots on node:http alone: each has a name and a time of its own, at least a day and at most a year from now. */
import { casesOf } from "../notes-server.ts";
import { Refused, servePlain } from "./plain-server.ts";

export const slotsCases = casesOf(`${import.meta.dirname}/slots`);

export const slotsTokens = [
  { token: "slo.Wq2mLx8RzT4w", scopes: ["slots"] },
  { token: "slo.Hd5sNb3YcL7p", scopes: [] as string[] },
  { token: "slo.Pv1lSo9DnQ6g", scopes: ["slots"], account: "other" },
];

const hourMs = 3_600_000;

interface Slot {
  readonly account: string;
  readonly slot: number;
  readonly name: string;
  readonly starts_at: string;
}

type Input = { readonly slot: number; readonly name: string; readonly starts_at: string };

export interface SlotsClock {
  /** The time of the server, in milliseconds. */
  now(): number;
}

class Slots {
  readonly #slots = new Map<number, Slot>();
  readonly #clock: SlotsClock;
  #last = 0;

  constructor(clock: SlotsClock) {
    this.#clock = clock;
  }

  readonly tools: Readonly<Record<string, (input: Input, account: string) => object>> = {
    open_slot: ({ name, starts_at }, account) => {
      const ahead = Date.parse(starts_at) - this.#clock.now();
      if (ahead < 24 * hourMs || ahead > 365 * 24 * hourMs)
        throw new Refused("out_of_time", "A slot starts in a day to a year.");
      const all = [...this.#slots.values()];
      if (all.some((each) => each.name === name)) throw new Refused("name_taken", `${name} is taken.`);
      if (all.some((each) => Date.parse(each.starts_at) === Date.parse(starts_at)))
        throw new Refused("overlaps", `A slot begins at ${starts_at}.`);
      const made = { account, slot: ++this.#last, name, starts_at };
      this.#slots.set(made.slot, made);
      return withoutAccount(made);
    },
    get_slot: ({ slot }, account) => withoutAccount(this.#find(slot, account)),
    close_slot: ({ slot }, account) => {
      this.#find(slot, account);
      this.#slots.delete(slot);
      return { slot };
    },
  };

  #find(slot: number, account: string): Slot {
    const found = this.#slots.get(slot);
    if (found?.account !== account) throw new Refused("missing", `There is no slot ${slot}.`);
    return found;
  }
}

function withoutAccount({ account: _, ...rest }: Slot): object {
  return rest;
}

/** Serves slots on a free port of loopback. @param clock absent: the clock of this machine */
export function serveSlots(
  clock: SlotsClock = { now: () => Date.now() },
): Promise<{ url: string; close(): Promise<void> }> {
  const { tools } = new Slots(clock);
  return servePlain({ name: "slots", cases: slotsCases, tokens: slotsTokens, tools });
}
