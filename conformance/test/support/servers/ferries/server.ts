/** Ferries on node:http alone: a crossing carries so many tonnes, and a card pays so many euros a day. */
import { casesOf } from "../../notes-server.ts";
import { Refused, servePlain } from "../plain-server.ts";

export const ferriesCases = casesOf(`${import.meta.dirname}/spec`);

export const ferriesTokens = [
  { token: "fer.Wq2mLx8RzT4w", scopes: ["ferries"] },
  { token: "fer.Pv1lSo9DnQ6g", scopes: ["ferries"], account: "other" },
];

export type FerriesMistake =
  /** Half a tonne more is taken aboard than a crossing carries. */
  | "half-a-tonne-more"
  /** Not all of what a crossing carries is taken aboard. */
  | "half-a-tonne-less"
  /** Each load is compared with what the crossing carries, and not with what is left. */
  | "each-load-alone"
  /** The loads of all crossings count. */
  | "all-crossings"
  /** A cancelled load counts. */
  | "keeps-cancelled"
  /** A load that is aboard does not count. */
  | "forgets-aboard"
  /** A refused load counts. */
  | "refused-counts"
  /** A cancelled load is booked again, whatever there is aboard. */
  | "rebooks-any"
  /** Between the look at what is left and the change others can come in. */
  | "looks-before"
  /** The tolls of all days count. */
  | "days-never-end"
  /** The tolls of all cards count. */
  | "all-cards"
  /** The limit is compared with the number of tolls. */
  | "counts-tolls";

export interface FerriesOptions {
  readonly mistake?: FerriesMistake;
  /** The time in milliseconds. */
  readonly now?: () => number;
}

interface Load {
  readonly account: string;
  readonly load: string;
  readonly crossing: number;
  readonly tonnes: number;
  state: "booked" | "aboard" | "cancelled" | "refused";
}

interface Crossing {
  readonly account: string;
  readonly crossing: number;
  readonly name: string;
  readonly tonnes: number;
}

interface Card {
  readonly account: string;
  readonly card: string;
  readonly owner: string;
  readonly daily_limit: string;
}

interface Toll {
  readonly card: string;
  readonly cents: number;
  readonly day: number;
}

const dayMs = 86_400_000;

/** Finds a thing of the account. */
function find<Thing extends { readonly account: string }>(
  things: ReadonlyMap<unknown, Thing>,
  id: unknown,
  account: string,
): Thing {
  const found = things.get(id);
  if (found?.account !== account) throw new Refused("missing", `There is no ${id}.`);
  return found;
}

function withoutAccount<Thing extends { readonly account: string }>({ account: _, ...rest }: Thing) {
  return rest;
}

function makeLoadTools(mistake: FerriesMistake | undefined) {
  const crossings = new Map<unknown, Crossing>();
  const loads = new Map<unknown, Load>();
  const isCounted = ({ state }: Load): boolean => {
    if (state === "cancelled") return mistake === "keeps-cancelled";
    if (state === "aboard") return mistake !== "forgets-aboard";
    return state === "booked" || mistake === "refused-counts";
  };
  const sumOf = (all: readonly Load[]) => all.reduce((sum, { tonnes }) => sum + tonnes, 0);
  const of = (crossing: number) => [...loads.values()].filter((each) => each.crossing === crossing);
  const slack = { "half-a-tonne-more": 0.5, "half-a-tonne-less": -0.5 }[String(mistake)] ?? 0;
  const fits = (crossing: Crossing, tonnes: number): boolean => {
    const counted = (mistake === "all-crossings" ? [...loads.values()] : of(crossing.crossing)).filter(
      isCounted,
    );
    const taken = mistake === "each-load-alone" ? 0 : sumOf(counted);
    return taken + tonnes <= crossing.tonnes + slack;
  };
  const overloaded = () => new Refused("overloaded", "The crossing carries no more.");
  const show = (crossing: Crossing) => ({
    ...withoutAccount(crossing),
    loaded: sumOf(of(crossing.crossing).filter(({ state }) => state === "booked" || state === "aboard")),
  });
  const move = (load: Load, from: readonly Load["state"][], to: Load["state"]) => {
    if (!from.includes(load.state)) throw new Refused("wrong_state", `${load.load} is ${load.state}.`);
    load.state = to;
    return withoutAccount(load);
  };
  return {
    plan_crossing: (input: Pick<Crossing, "name" | "tonnes">, account: string) => {
      const crossing = { account, crossing: crossings.size + 1, ...input };
      crossings.set(crossing.crossing, crossing);
      return show(crossing);
    },
    get_crossing: ({ crossing }: Crossing, account: string) => show(find(crossings, crossing, account)),
    book_load: async ({ crossing, tonnes }: Load, account: string) => {
      const isFree = fits(find(crossings, crossing, account), tonnes);
      if (mistake === "looks-before") await new Promise((resolve) => setTimeout(resolve, 50));
      const load: Load = {
        account,
        load: `L${1001 + loads.size}`,
        crossing,
        tonnes,
        state: isFree ? "booked" : "refused",
      };
      loads.set(load.load, load);
      if (!isFree) throw overloaded();
      return withoutAccount(load);
    },
    get_load: ({ load }: Load, account: string) => withoutAccount(find(loads, load, account)),
    board_load: ({ load }: Load, account: string) => move(find(loads, load, account), ["booked"], "aboard"),
    cancel_load: ({ load }: Load, account: string) =>
      move(find(loads, load, account), ["booked", "aboard"], "cancelled"),
    rebook_load: ({ load }: Load, account: string) => {
      const found = find(loads, load, account);
      const isFree = fits(crossings.get(found.crossing)!, found.tonnes) || mistake === "rebooks-any";
      if (found.state === "cancelled" && !isFree) throw overloaded();
      return move(found, ["cancelled"], "booked");
    },
  };
}

function makeCardTools({ mistake, now = Date.now }: FerriesOptions) {
  const cards = new Map<unknown, Card>();
  const tolls: Toll[] = [];
  return {
    issue_card: (input: Pick<Card, "owner" | "daily_limit">, account: string) => {
      const card = { account, card: `C${1001 + cards.size}`, ...input };
      cards.set(card.card, card);
      return withoutAccount(card);
    },
    get_card: ({ card }: Card, account: string) => withoutAccount(find(cards, card, account)),
    pay_toll: ({ card, cents }: Toll, account: string) => {
      const { daily_limit } = find(cards, card, account);
      const day = Math.floor(now() / dayMs);
      const counted = tolls.filter(
        (toll) =>
          (toll.card === card || mistake === "all-cards") &&
          (toll.day === day || mistake === "days-never-end"),
      );
      const paid =
        mistake === "counts-tolls" ? counted.length : counted.reduce((sum, toll) => sum + toll.cents, 0);
      if (paid + cents > 100 * Number(daily_limit))
        throw new Refused("over_limit", "The card has paid enough today.");
      tolls.push({ card, cents, day });
      return { paid_cents: cents };
    },
  };
}

/** Serves ferries on a free port of loopback. */
export function serveFerries(options: FerriesOptions = {}): Promise<{ url: string; close(): Promise<void> }> {
  const tools = { ...makeLoadTools(options.mistake), ...makeCardTools(options) };
  return servePlain({ name: "ferries", cases: ferriesCases, tokens: ferriesTokens, tools });
}
