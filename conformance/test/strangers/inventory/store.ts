/** The stock of an account: products by SKU, warehouses, moves, counts and reservations. */
import { randomUUID } from "node:crypto";
import { makes } from "./breaks.ts";
import { Denied } from "./denied.ts";

export interface Product {
  readonly sku: string;
  readonly name: string;
  readonly min_stock: number;
  readonly unit_cost_cents?: number;
  readonly status: "active" | "discontinued";
}

export interface Warehouse {
  readonly warehouse_id: string;
  readonly name: string;
}

export interface Move {
  readonly move_id: string;
  readonly kind: "receipt" | "issue" | "transfer" | "count";
  readonly sku: string;
  readonly warehouse_id: string;
  readonly to_warehouse_id?: string;
  readonly quantity: number;
  readonly moved_at: string;
}

export interface Count {
  readonly count_id: string;
  readonly sku: string;
  readonly warehouse_id: string;
  readonly status: "open" | "counted" | "posted" | "cancelled";
  readonly counted?: number;
  readonly opened_at: string;
}

export interface Reservation {
  readonly reservation_id: string;
  readonly sku: string;
  readonly warehouse_id: string;
  readonly quantity: number;
  readonly status: "held" | "fulfilled" | "released" | "expired";
  readonly expires_at: string;
}

interface Place {
  readonly sku: string;
  readonly warehouse_id: string;
}

interface Goods extends Place {
  readonly quantity: number;
}

const reservationSeconds = 900;
const maxStock = 1_000_000;

const makeId = (kind: string): string => `${kind}-${randomUUID()}`;
const nowText = (): string => new Date().toISOString();
const keyOf = ({ sku, warehouse_id }: Place): string => `${warehouse_id} ${sku}`;

export class Store {
  readonly products = new Map<string, Product>();
  readonly warehouses = new Map<string, Warehouse>();
  readonly moves: Move[] = [];
  readonly #counts = new Map<string, Count>();
  readonly #reservations = new Map<string, Reservation>();
  readonly #stock = new Map<string, number>();
  /** Request id -> the arguments of a receipt, and its move. */
  readonly #receipts = new Map<string, { readonly text: string; readonly move: Move }>();

  addProduct(input: Omit<Product, "status">): Product {
    if (this.products.has(input.sku) && !makes("sku-overwrites"))
      throw new Denied("sku_taken", `There is a product ${input.sku} already.`);
    return this.#keep({ ...input, status: "active" });
  }

  product(sku: string): Product {
    return this.products.get(sku) ?? deny("product", sku);
  }

  changeProduct({ sku, ...change }: Pick<Product, "sku"> & Partial<Product>): Product {
    return this.#keep({ ...this.#activeProduct(sku), ...change });
  }

  discontinue(sku: string): Product {
    const product = this.#activeProduct(sku);
    if (this.levels(sku).some(({ on_hand }) => on_hand > 0))
      throw new Denied("in_stock", `There is stock of ${sku}. Issue it first.`);
    return this.#keep({ ...product, status: "discontinued" });
  }

  addWarehouse(name: string): Warehouse {
    const warehouse = { warehouse_id: makeId("wh"), name };
    this.warehouses.set(warehouse.warehouse_id, warehouse);
    return warehouse;
  }

  closeWarehouse(id: string): void {
    this.#warehouse(id);
    const isUsed = [...this.products.keys()].some((sku) => this.onHand({ sku, warehouse_id: id }) > 0);
    if (isUsed) throw new Denied("in_stock", "There is stock in the warehouse. Transfer or issue it first.");
    this.warehouses.delete(id);
  }

  receive({ request_id, ...goods }: Goods & { readonly request_id?: string }): Move {
    const text = JSON.stringify([goods.sku, goods.warehouse_id, goods.quantity]);
    const earlier = request_id === undefined ? undefined : this.#receipts.get(request_id);
    if (earlier && earlier.text !== text)
      throw new Denied("request_id_used", "Another receipt came with this request_id.");
    if (earlier && !makes("retry-moves-twice")) return earlier.move;
    this.#checkPlace(goods);
    this.#add(goods, goods.quantity);
    const move = this.#record("receipt", goods);
    if (request_id !== undefined) this.#receipts.set(request_id, { text, move });
    return move;
  }

  issue(goods: Goods): Move {
    this.#checkPlace(goods);
    this.#requireStock(goods);
    this.#add(goods, -goods.quantity);
    return this.#record("issue", goods);
  }

  transfer({ to_warehouse_id, ...goods }: Goods & { readonly to_warehouse_id: string }): Move {
    this.#checkPlace(goods);
    this.#warehouse(to_warehouse_id);
    if (to_warehouse_id === goods.warehouse_id)
      throw new Denied("same_warehouse", "A transfer needs two different warehouses.");
    this.#requireStock(goods);
    this.#add({ sku: goods.sku, warehouse_id: to_warehouse_id }, goods.quantity);
    if (!makes("transfer-keeps-source")) this.#add(goods, -goods.quantity);
    return this.#record("transfer", { ...goods, to_warehouse_id });
  }

  onHand(place: Place): number {
    return this.#stock.get(keyOf(place)) ?? 0;
  }

  /** The stock of a product in each warehouse that has, or had, some. */
  levels(sku: string): { warehouse_id: string; on_hand: number; reserved: number; available: number }[] {
    const places = [...this.warehouses.keys()].filter((id) =>
      this.#stock.has(keyOf({ sku, warehouse_id: id })),
    );
    return places.map((warehouse_id) => {
      const place = { sku, warehouse_id };
      const [on_hand, reserved] = [this.onHand(place), this.#reserved(place)];
      return { warehouse_id, on_hand, reserved, available: Math.max(0, on_hand - reserved) };
    });
  }

  openCount(place: Place): Count {
    this.#checkPlace(place);
    const isOpen = [...this.#counts.values()].some(
      (count) => keyOf(count) === keyOf(place) && (count.status === "open" || count.status === "counted"),
    );
    if (isOpen)
      throw new Denied("count_open", "This product is being counted there. Post or cancel that count.");
    const count: Count = { count_id: makeId("cnt"), ...place, status: "open", opened_at: nowText() };
    this.#counts.set(count.count_id, count);
    return count;
  }

  count(id: string): Count {
    return this.#counts.get(id) ?? deny("count", id);
  }

  enterCount(id: string, counted: number): Count {
    return this.#advance(id, ["open"], { status: "counted", counted });
  }

  /** Sets the stock to what was counted. */
  postCount(id: string): Count {
    const count = this.#advance(id, ["counted"], { status: "posted" });
    const counted = count.counted ?? 0;
    const difference = makes("post-adds-count") ? counted : counted - this.onHand(count);
    this.#add(count, difference);
    const { sku, warehouse_id } = count;
    if (difference !== 0) this.#record("count", { sku, warehouse_id, quantity: difference });
    return count;
  }

  cancelCount(id: string): Count {
    return this.#advance(id, ["open", "counted"], { status: "cancelled" });
  }

  reserve(goods: Goods): Reservation {
    this.#checkPlace(goods);
    this.#requireStock(goods);
    const expires_at = new Date(Date.now() + reservationSeconds * 1000).toISOString();
    const reservation: Reservation = { reservation_id: makeId("res"), ...goods, status: "held", expires_at };
    this.#reservations.set(reservation.reservation_id, reservation);
    return reservation;
  }

  reservation(id: string): Reservation {
    const reservation = this.#reservations.get(id) ?? deny("reservation", id);
    if (reservation.status !== "held" || Date.parse(reservation.expires_at) > Date.now()) return reservation;
    return this.#settle({ ...reservation, status: "expired" });
  }

  release(id: string): Reservation {
    return this.#settle({ ...this.#heldReservation(id), status: "released" });
  }

  /** The reserved goods leave the warehouse. */
  fulfil(id: string): Reservation {
    const held = this.#heldReservation(id);
    const { sku, warehouse_id, quantity } = held;
    if (quantity > this.onHand(held)) throw new Denied("not_enough", `A count found less of ${sku} there.`);
    const reservation = this.#settle({ ...held, status: "fulfilled" });
    this.#add({ sku, warehouse_id }, -quantity);
    this.#record("issue", { sku, warehouse_id, quantity });
    return reservation;
  }

  #keep(product: Product): Product {
    this.products.set(product.sku, product);
    return product;
  }

  #activeProduct(sku: string): Product {
    const product = this.product(sku);
    if (product.status !== "active") throw new Denied("discontinued", `${sku} is discontinued.`);
    return product;
  }

  #warehouse(id: string): Warehouse {
    return this.warehouses.get(id) ?? deny("warehouse", id);
  }

  #checkPlace({ sku, warehouse_id }: Place): void {
    this.product(sku);
    this.#warehouse(warehouse_id);
    this.#activeProduct(sku);
  }

  #requireStock({ quantity, ...place }: Goods): void {
    const all = [...this.warehouses.keys()].map((warehouse_id) => ({ sku: place.sku, warehouse_id }));
    const places = makes("issue-looks-at-all") ? all : [place];
    const free = places.map((each) => {
      const reserved = makes("issue-takes-reserved") ? 0 : this.#reserved(each);
      return this.onHand(each) - reserved;
    });
    const available = free.reduce((sum, each) => sum + each, 0);
    if (quantity > available)
      throw new Denied("not_enough", `Only ${Math.max(0, available)} of ${place.sku} are available there.`);
  }

  #reserved(place: Place): number {
    const counts = makes("release-keeps-reserved") ? ["held", "released"] : ["held"];
    return [...this.#reservations.keys()]
      .map((id) => this.reservation(id))
      .filter((each) => counts.includes(each.status) && keyOf(each) === keyOf(place))
      .reduce((sum, { quantity }) => sum + quantity, 0);
  }

  #add({ sku, warehouse_id }: Place, difference: number): void {
    const sum = this.onHand({ sku, warehouse_id }) + difference;
    if (sum > maxStock) throw new Denied("too_much", `A warehouse holds at most ${maxStock} of a product.`);
    this.#stock.set(keyOf({ sku, warehouse_id }), sum);
  }

  #record(kind: Move["kind"], goods: Omit<Move, "move_id" | "kind" | "moved_at">): Move {
    const move = { move_id: makeId("mov"), kind, ...goods, moved_at: nowText() };
    this.moves.push(move);
    return move;
  }

  #advance(id: string, from: readonly Count["status"][], change: Partial<Count>): Count {
    const before = this.count(id);
    if (!from.includes(before.status)) throw new Denied("wrong_state", `The count is ${before.status}.`);
    const after = { ...before, ...change };
    this.#counts.set(id, after);
    return after;
  }

  #heldReservation(id: string): Reservation {
    const reservation = this.reservation(id);
    if (reservation.status === "held") return reservation;
    throw new Denied("wrong_state", `The reservation is ${reservation.status}.`);
  }

  #settle(reservation: Reservation): Reservation {
    this.#reservations.set(reservation.reservation_id, reservation);
    return reservation;
  }
}

function deny(kind: string, id: string): never {
  throw new Denied("not_found", `Your account has no ${kind} ${id}.`);
}
