/** The catalogue of one auction house: consignors, their lots, and sales that open and end by time. */
import { breaks } from "./breaks.ts";
import {
  type Bidder,
  type Consignor,
  countUp,
  type Invoice,
  type Lot,
  type LotDetails,
  type LotState,
  makeRandomId,
  type Sale,
} from "./records.ts";
import { Refusal } from "./refusal.ts";

const day = 86_400_000;
const viewing = 2 * day;
const bidding = 5 * day;
const planningTime = 730 * day;
const lotsOfSale = 24;

const lotsOfAllHouses = new Map<number, Lot>();

export interface SaleOrder {
  readonly title: string;
  readonly viewing_from: string;
  readonly premium_percent: number;
}

export class House {
  readonly consignors = new Map<string, Consignor>();
  readonly lots = new Map<number, Lot>();
  readonly sales = new Map<string, Sale>();
  readonly bidders = new Map<string, Bidder>();
  readonly invoices = new Map<string, Invoice>();
  /** Tool and request id -> the arguments that came with it, and the result. */
  readonly requests = new Map<string, { readonly order: string; readonly result: unknown }>();
  readonly now: () => number;

  constructor(now: () => number) {
    this.now = now;
  }

  time(): string {
    return new Date(this.now()).toISOString();
  }

  get<Id, Item>(items: ReadonlyMap<Id, Item>, id: Id, kind: string): Item {
    const item = items.get(id);
    if (item === undefined)
      throw new Refusal("not_found", `There is no ${kind} ${id}. Take an id from a result of this server.`);
    return item;
  }

  /** Runs an order once: repeated with its request id it has the result of the first time. */
  once<Result>(tool: string, requestId: string | undefined, order: object, run: () => Result): Result {
    if (requestId === undefined) return run();
    const key = `${tool} ${requestId}`;
    const text = JSON.stringify(Object.entries(order).toSorted());
    const earlier = this.requests.get(key);
    if (earlier === undefined) {
      const result = run();
      this.requests.set(key, { order: text, result });
      return result;
    }
    if (earlier.order !== text)
      throw new Refusal(
        "request_reused",
        `The request id ${requestId} came with other arguments before. Make a new id for each order.`,
      );
    return earlier.result as Result;
  }

  addConsignor({ name, city }: Pick<Consignor, "name" | "city">): Consignor {
    const consignor = { id: `CN-${countUp("consignor")}`, name, city, created_at: this.time() };
    this.consignors.set(consignor.id, consignor);
    return consignor;
  }

  consign(consignorId: string, details: LotDetails): Lot {
    this.get(this.consignors, consignorId, "consignor");
    checkPrices(details);
    const id = countUp("lot");
    const created_at = this.time();
    const lot: Lot = {
      ...details,
      id,
      consignor_id: consignorId,
      state: "draft",
      bids: [],
      revision: 1,
      created_at,
    };
    this.lots.set(id, lot);
    lotsOfAllHouses.set(id, lot);
    return lot;
  }

  duplicate(lotId: number): Lot {
    const { title, category, description, keywords, provenance, estimate, reserve, consignor_id } = this.get(
      this.lots,
      lotId,
      "lot",
    );
    const ownEstimate = breaks("copy-shares-estimate") ? estimate : { ...estimate };
    return this.consign(consignor_id, {
      title,
      category,
      description,
      keywords: [...keywords],
      provenance: [...provenance],
      estimate: ownEstimate,
      reserve,
    });
  }

  updateLot(id: number, expected: number | undefined, change: Partial<LotDetails>): Lot {
    const lot = this.lotIn(id, "draft", "catalogued");
    if (expected !== undefined && expected !== lot.revision)
      throw new Refusal(
        "revision_conflict",
        `Lot ${id} has the revision ${lot.revision} by now. Read it again with get_lot.`,
      );
    const { estimate = lot.estimate, ...others } = change;
    checkPrices({ estimate, reserve: change.reserve ?? lot.reserve });
    Object.assign(lot.estimate, estimate);
    Object.assign(lot, others);
    lot.revision += 1;
    return lot;
  }

  lotIn(id: number, ...states: readonly LotState[]): Lot {
    const lot = this.get(this.lots, id, "lot");
    if (!states.includes(lot.state))
      throw new Refusal("lot_state", `Lot ${id} is ${lot.state}, and this is for ${states.join(" or ")}.`);
    return lot;
  }

  withdraw(id: number): Lot {
    const lot = this.lotIn(id, "draft", "catalogued", "listed");
    if (lot.bids.length > 0)
      throw new Refusal(
        "has_bids",
        `Lot ${id} has bids, and bidders rely on it. It stays until its sale ends.`,
      );
    this.moveLot(lot, "withdrawn");
    return lot;
  }

  moveLot(lot: Lot, state: LotState): void {
    lot.state = state;
    lot.revision += 1;
  }

  createSale({ title, viewing_from, premium_percent }: SaleOrder): Sale {
    const viewingFrom = Date.parse(viewing_from);
    if (viewingFrom < this.now())
      throw new Refusal("viewing_in_past", `It is ${this.time()} now. The viewing begins later than that.`);
    if (viewingFrom > this.now() + planningTime)
      throw new Refusal(
        "viewing_too_far",
        "Sales are planned at most two years ahead. Choose an earlier viewing.",
      );
    const opensAt = viewingFrom + viewing;
    const sale: Sale = {
      id: makeRandomId("sale"),
      title,
      premium_percent,
      viewing_from: new Date(viewingFrom).toISOString(),
      opens_at: new Date(opensAt).toISOString(),
      ends_at: new Date(opensAt + bidding).toISOString(),
      state: "draft",
      lots: [],
    };
    this.sales.set(sale.id, sale);
    return sale;
  }

  #saleIn(id: string, ...states: readonly Sale["state"][]): Sale {
    const sale = this.get(this.sales, id, "sale");
    if (!states.includes(sale.state))
      throw new Refusal(
        "sale_state",
        `The sale ${id} is ${sale.state}, and this is for ${states.join(" or ")}.`,
      );
    return sale;
  }

  addLot(saleId: string, lotId: number): Lot {
    const sale = this.#saleIn(saleId, "draft");
    const found = breaks("lot-of-another-house") ? lotsOfAllHouses.get(lotId) : undefined;
    const lot = found?.state === "draft" ? found : this.lotIn(lotId, "draft");
    const room = lotsOfSale + (breaks("one-lot-too-many") ? 1 : 0);
    if (sale.lots.length >= room)
      throw new Refusal(
        "sale_full",
        `A sale has ${lotsOfSale} lots at most. Make another sale for the rest.`,
      );
    sale.lots.push(lot);
    lot.sale_id = saleId;
    this.moveLot(lot, "catalogued");
    return lot;
  }

  publish(id: string, skipViewing: boolean): Sale {
    const sale = this.#saleIn(id, "draft");
    if (!sale.lots.some(({ state }) => state === "catalogued"))
      throw new Refusal("no_lots", `The sale ${id} has no lots. add_lot_to_sale adds one.`);
    if (!skipViewing && Date.parse(sale.opens_at) <= this.now())
      throw new Refusal(
        "viewing_in_past",
        `The viewing was to end at ${sale.opens_at}. Skip it, or make a new sale.`,
      );
    sale.state = "published";
    for (const lot of sale.lots) if (lot.state === "catalogued") this.moveLot(lot, "listed");
    if (skipViewing) {
      sale.opens_at = this.time();
      sale.ends_at = new Date(this.now() + bidding).toISOString();
      this.#open(sale);
    }
    return sale;
  }

  #open(sale: Sale): void {
    sale.state = "open";
    sale.opened_at = sale.opens_at;
  }

  cancel(id: string): Sale {
    const sale = this.#saleIn(id, "draft", "published");
    sale.state = "cancelled";
    for (const lot of sale.lots.splice(0)) {
      delete lot.sale_id;
      if (lot.state !== "withdrawn") this.moveLot(lot, "draft");
    }
    return sale;
  }

  /** Opens and ends the sales whose time has come. */
  keepTime(): void {
    const now = this.now();
    for (const sale of this.sales.values()) {
      if (sale.state === "published" && Date.parse(sale.opens_at) <= now) this.#open(sale);
      if (sale.state !== "open" || Date.parse(sale.ends_at) > now) continue;
      sale.state = "ended";
      for (const lot of sale.lots) if (lot.state === "listed") this.moveLot(lot, outcomeOf(lot));
    }
  }
}

function outcomeOf({ bids, reserve = 0 }: Lot): "sold" | "unsold" {
  const highest = bids.at(-1)?.amount;
  if (highest === undefined) return "unsold";
  return highest >= reserve || breaks("reserve-ignored") ? "sold" : "unsold";
}

function checkPrices({
  estimate: { low, high },
  reserve = 0,
}: Pick<LotDetails, "estimate" | "reserve">): void {
  if (low > high)
    throw new Refusal("bad_estimate", `The estimate goes from ${low} to ${high}. Its low end comes first.`);
  if (reserve > low)
    throw new Refusal(
      "bad_estimate",
      `The reserve ${reserve} is above the low estimate ${low}, which is not usual here.`,
    );
}
