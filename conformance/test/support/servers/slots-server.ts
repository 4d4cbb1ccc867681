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

export interface SlotsOptions {
  /** Reads the time of the server, in milliseconds; absent: that of this machine. */
  readonly now?: () => number;
  /** The time after which a slot is confirmed; absent: at once. */
  readonly confirmsAfterMs?: number;
  /** The least time between now and a new slot; absent: a day. */
  readonly leadMs?: number;
  /** The time before its start until which a slot can be closed, and is open; absent: an hour, as the spec says. */
  readonly noticeMs?: number;
  /** The time before its start at which a slot has begun; absent: none, as the spec says. */
  readonly beginsMs?: number;
  /** The refusal of a token without the scopes; absent: it names them, with the code `insufficient_scope`. */
  readonly denial?: { readonly text: string; readonly code?: string };
  /** A mistake: a new slot changes the name of the last one. */
  readonly renamesOthers?: boolean;
}

class Slots {
  readonly #slots = new Map<number, Slot>();
  readonly #options: SlotsOptions;
  readonly #openedAt = new Map<number, number>();
  #last = 0;

  constructor(options: SlotsOptions) {
    this.#options = options;
  }

  readonly tools: Readonly<Record<string, (input: Input, account: string) => object>> = {
    open_slot: ({ name, starts_at }, account) => {
      const { now = Date.now, leadMs = 24 * hourMs, renamesOthers } = this.#options;
      const ahead = Date.parse(starts_at) - now();
      if (ahead < leadMs || ahead > 365 * 24 * hourMs)
        throw new Refused("out_of_time", "A slot starts in a day to a year.");
      const all = [...this.#slots.values()];
      if (all.some((each) => each.name === name)) throw new Refused("name_taken", `${name} is taken.`);
      if (all.some((each) => Date.parse(each.starts_at) === Date.parse(starts_at)))
        throw new Refused("overlaps", `A slot begins at ${starts_at}.`);
      const made = { account, slot: ++this.#last, name, starts_at };
      this.#slots.set(made.slot, made);
      this.#openedAt.set(made.slot, performance.now());
      const last = this.#slots.get(made.slot - 1);
      if (renamesOthers && last) this.#slots.set(last.slot, { ...last, name: "renamed" });
      return withoutAccount(made);
    },
    get_slot: ({ slot }, account) => {
      const { confirmsAfterMs = 0, now = Date.now, noticeMs = hourMs, beginsMs = 0 } = this.#options;
      const found = this.#find(slot, account);
      const confirmed = performance.now() - this.#openedAt.get(slot)! >= confirmsAfterMs;
      const ahead = Date.parse(found.starts_at) - now();
      const later = ahead <= beginsMs ? "begun" : "locked";
      return { ...withoutAccount(found), confirmed, status: ahead < noticeMs ? later : "open" };
    },
    close_slot: ({ slot }, account) => {
      const { now = Date.now, noticeMs = hourMs } = this.#options;
      const ahead = Date.parse(this.#find(slot, account).starts_at) - now();
      if (ahead < noticeMs) throw new Refused("too_late", `Slot ${slot} starts in ${ahead} ms.`);
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

/** Serves slots on a free port of loopback. */
export function serveSlots(options: SlotsOptions = {}): Promise<{ url: string; close(): Promise<void> }> {
  const { tools } = new Slots(options);
  const { denial } = options;
  return servePlain({
    name: "slots",
    cases: slotsCases,
    tokens: slotsTokens,
    tools,
    ...(denial && { denial }),
  });
}
