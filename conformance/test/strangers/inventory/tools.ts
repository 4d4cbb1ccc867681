/** The handlers of the tools of the inventory. The endpoint has checked the arguments and applied their defaults. */
import { makes } from "./breaks.ts";
import { Denied } from "./denied.ts";
import { makeExport } from "./exports.ts";
import { cut, type PageArguments } from "./paging.ts";
import type { Move, Product, Store } from "./store.ts";

export interface Call {
  readonly account: string;
  readonly scopes: ReadonlySet<string>;
  readonly store: Store;
  /** Address of the server, for links. */
  readonly origin: string;
}

// biome-ignore lint/suspicious/noExplicitAny: the validator of each tool knows the type of its arguments.
type Handler = (input: any, call: Call) => object;

export const handlers: Readonly<Record<string, Handler>> = {
  inv_add_product: (input, call) => showProduct(call.store.addProduct(input), call),
  inv_get_product: ({ sku }, call) => showProduct(call.store.product(sku), call),
  inv_list_products: listProducts,
  inv_change_product: (input, call) => showProduct(call.store.changeProduct(input), call),
  inv_discontinue_product: ({ sku }, call) => showProduct(call.store.discontinue(sku), call),
  inv_add_warehouse: ({ name }, { store }) => store.addWarehouse(name),
  inv_list_warehouses: (input, { store, account }) => {
    const { items, ...rest } = cut([...store.warehouses.values()], input, ["warehouses", account]);
    return { warehouses: items, ...rest };
  },
  inv_close_warehouse: ({ warehouse_id }, { store }) => {
    store.closeWarehouse(warehouse_id);
    return { warehouse_id, closed: true };
  },
  inv_receive: (input, { store }) => store.receive(input),
  inv_issue: (input, { store }) => store.issue(input),
  inv_transfer: (input, { store }) => store.transfer(input),
  inv_list_moves: listMoves,
  inv_stock_levels: ({ sku }, { store }) => {
    store.product(sku);
    const levels = store.levels(sku);
    return { sku, levels, on_hand: sumOf(levels, "on_hand"), reserved: sumOf(levels, "reserved") };
  },
  inv_low_stock: (_, { store }) => ({
    products: [...store.products.values()].flatMap((each) => lowStock(each, store)),
  }),
  inv_open_count: (input, { store }) => store.openCount(input),
  inv_get_count: ({ count_id }, { store }) => store.count(count_id),
  inv_enter_count: ({ count_id, counted }, { store }) => store.enterCount(count_id, counted),
  inv_post_count: ({ count_id }, { store }) => store.postCount(count_id),
  inv_cancel_count: ({ count_id }, { store }) => store.cancelCount(count_id),
  inv_reserve: (input, { store }) => store.reserve(input),
  inv_get_reservation: ({ reservation_id }, { store }) => store.reservation(reservation_id),
  inv_fulfil: ({ reservation_id }, { store }) => store.fulfil(reservation_id),
  inv_release: ({ reservation_id }, { store }) => store.release(reservation_id),
  inv_export: (_, { store, account, origin }) => makeExport(store, account, origin),
};

/** Shows a product. Only tokens with costs:read see its cost. */
function showProduct({ unit_cost_cents: cost, ...product }: Product, { scopes, store }: Call): object {
  const on_hand = sumOf(store.levels(product.sku), "on_hand");
  return {
    ...product,
    on_hand,
    ...(cost !== undefined && scopes.has("costs:read") && { unit_cost_cents: cost }),
  };
}

function sumOf<Key extends string>(items: readonly Readonly<Record<Key, number>>[], key: Key): number {
  return items.reduce((sum, item) => sum + item[key], 0);
}

function lowStock({ sku, name, min_stock, status }: Product, store: Store): object[] {
  const on_hand = sumOf(store.levels(sku), "on_hand");
  const isLow = makes("low-stock-below") ? on_hand < min_stock : on_hand <= min_stock;
  return isLow && status === "active" ? [{ sku, name, on_hand, min_stock }] : [];
}

interface ProductQuery extends PageArguments {
  readonly text?: string;
  readonly status?: Product["status"];
}

function listProducts(input: ProductQuery, call: Call): object {
  const { text = "", status } = input;
  const products = [...call.store.products.values()]
    .filter((each) => status === undefined || each.status === status)
    .filter((each) => each.name.toLowerCase().includes(text.toLowerCase()));
  const { items, ...rest } = cut(products, input, ["products", call.account, text, status]);
  return { products: items.map((each) => showProduct(each, call)), ...rest };
}

interface MoveQuery extends PageArguments {
  readonly sku?: string;
  readonly kind?: Move["kind"];
  readonly since?: string;
  readonly before?: string;
}

function listMoves(input: MoveQuery, { store, account }: Call): object {
  const { sku, kind, since, before } = input;
  if (sku !== undefined) store.product(sku);
  const [from, until] = [since, before].map((time) => (time === undefined ? undefined : readTime(time)));
  const moves = store.moves.filter(
    (move) =>
      (sku === undefined || move.sku === sku) &&
      (kind === undefined || move.kind === kind) &&
      (from === undefined || Date.parse(move.moved_at) >= from) &&
      (until === undefined || Date.parse(move.moved_at) < until),
  );
  const { items, ...rest } = cut(moves, input, ["moves", account, sku, kind, from, until]);
  return { moves: items, ...rest };
}

function readTime(text: string): number {
  const time = Date.parse(text);
  if (Number.isNaN(time)) throw new Denied("invalid_input", `${text} is not a time that there is.`);
  return time;
}
