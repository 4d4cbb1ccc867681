/** The tools of the shop: name -> the scope that a token needs, and what the tool does. */
import { isBroken } from "./breaks.ts";
import type { Catalogue, Product } from "./catalogue.ts";
import { type PageRequest, paginate } from "./pages.ts";
import { Refusal } from "./refusal.ts";
import type { Customer, NewOrder, Order, Seller } from "./seller.ts";
import type { Token } from "./tokens.ts";

/** The caller, and the data that the caller works with. */
export interface Session {
  readonly token: Token;
  readonly seller: Seller;
  readonly catalogue: Catalogue;
  /** Request id -> the order that was made with it, and its arguments. */
  readonly requests: Map<string, { readonly order: string; readonly input: string }>;
}

/** The arguments were checked before: each tool knows their types. */
// biome-ignore lint/suspicious/noExplicitAny: the schemas of the spec say what the arguments are.
type Run = (input: any, session: Session) => object;

interface ShopTool {
  readonly scope: string;
  readonly run: Run;
}

const read = (run: Run): ShopTool => ({ scope: "orders:read", run });
const write = (run: Run): ShopTool => ({ scope: "orders:write", run });

export const tools: Readonly<Record<string, ShopTool>> = {
  shop_add_product: { scope: "catalog:write", run: (input, { catalogue }) => catalogue.add(input) },
  shop_get_product: { scope: "catalog:read", run: ({ sku }, { catalogue }) => catalogue.get(sku) },
  shop_list_products: { scope: "catalog:read", run: listProducts },
  shop_update_product: {
    scope: "catalog:write",
    run: ({ sku, ...change }, { catalogue }) => catalogue.update(sku, change),
  },
  shop_retire_product: { scope: "catalog:write", run: ({ sku }, { catalogue }) => catalogue.retire(sku) },
  shop_add_customer: write((input, session) => showCustomer(session.seller.addCustomer(input), session)),
  shop_get_customer: read(({ customer_id }, session) =>
    showCustomer(session.seller.getCustomer(customer_id), session),
  ),
  shop_list_customers: read(listCustomers),
  shop_remove_customer: write(({ customer_id }, { seller }) => {
    seller.removeCustomer(customer_id);
    return { customer_id, removed: true };
  }),
  shop_create_order: write(createOrder),
  shop_get_order: read(({ order_id }, session) => showOrder(session.seller.getOrder(order_id), session)),
  shop_list_orders: read(listOrders),
  shop_place_order: write(({ order_id }, { seller }) => seller.placeOrder(order_id)),
  shop_ship_order: write(({ order_id }, session) => ownerOf(order_id, session).shipOrder(order_id)),
  shop_cancel_order: write(({ order_id, reason }, { seller }) => seller.cancelOrder(order_id, reason)),
  shop_create_voucher: write(({ percent }, { seller }) => seller.createVoucher(percent)),
  shop_get_voucher: read(({ voucher_code }, { seller }) => seller.getVoucher(voucher_code)),
  shop_apply_voucher: write(({ order_id, voucher_code }, { seller }) =>
    seller.applyVoucher(order_id, voucher_code),
  ),
  shop_withdraw_voucher: write(({ voucher_code }, { seller }) => seller.withdrawVoucher(voucher_code)),
};

/** Every seller that there is: only a broken shop looks into another one's. */
export const sellers = new Map<string, Seller>();

function ownerOf(orderId: string, { seller }: Session): Seller {
  if (!isBroken("ship-of-others")) return seller;
  return [...sellers.values()].find(({ orders }) => orders.has(orderId)) ?? seller;
}

function showCustomer(customer: Customer, { seller, token }: Session): object {
  const { email, phone, ...rest } = {
    ...customer,
    open_orders: seller.countOpenOrders(customer.customer_id),
  };
  if (!token.scopes.includes("customers:contact")) return rest;
  return { ...rest, email, ...(phone !== undefined && { phone }) };
}

function showOrder(order: Order, { catalogue }: Session): object {
  if (!isBroken("price-follows")) return order;
  const lines = order.lines.map((line) => {
    const { price_cents } = catalogue.get(line.sku);
    return { ...line, unit_cents: price_cents, line_cents: price_cents * line.quantity };
  });
  const subtotal = lines.reduce((sum, { line_cents }) => sum + line_cents, 0);
  return { ...order, lines, subtotal_cents: subtotal, total_cents: subtotal - order.discount_cents };
}

function createOrder({ request_id, ...input }: NewOrder & { request_id?: string }, session: Session): object {
  const { seller, requests, token } = session;
  const key = isBroken("request-id-shared") ? `${request_id}` : `${token.account} ${request_id}`;
  const text = JSON.stringify([
    input.customer_id,
    input.note ?? null,
    input.lines.map(({ sku, quantity }) => [sku, quantity]),
  ]);
  const earlier = request_id === undefined ? undefined : requests.get(key);
  if (earlier && earlier.input !== text)
    throw new Refusal(
      "request_id_used",
      "This request_id made another order. Use a new one for a new order.",
    );
  if (earlier) return seller.getOrder(earlier.order);
  const order = seller.createOrder(input);
  if (request_id !== undefined) requests.set(key, { order: order.order_id, input: text });
  return order;
}

function contains(text: string, part: string | undefined): boolean {
  return part === undefined || text.toLowerCase().includes(part.toLowerCase());
}

interface ProductFilters extends PageRequest {
  readonly query?: string;
  readonly status: Product["status"];
  readonly max_price_cents?: number;
}

function listProducts(input: ProductFilters, { catalogue, token }: Session): object {
  const { query, status, max_price_cents: max = Number.POSITIVE_INFINITY, cursor } = input;
  const forgets = cursor !== undefined && isBroken("filter-first-page");
  const matches = catalogue
    .list()
    .map((item, index) => ({ place: -index, item }))
    .filter(({ item }) => item.status === status && contains(item.name, query))
    .filter(({ item }) => forgets || item.price_cents <= max)
    .reverse();
  const { items: products, ...rest } = paginate(matches, input, [
    "products",
    token.account,
    query,
    status,
    max,
  ]);
  return { products, ...rest };
}

function listCustomers(input: PageRequest & { readonly query?: string }, session: Session): object {
  const { seller, token } = session;
  const matches = [...seller.customers.values()]
    .filter(({ name }) => contains(name, input.query))
    .map((item) => ({ place: Number(item.customer_id.slice(1)), item }));
  const { items, ...rest } = paginate(matches, input, ["customers", token.account, input.query]);
  const scopes = isBroken("contact-in-list") ? [...token.scopes, "customers:contact"] : token.scopes;
  const shownTo = { ...session, token: { ...token, scopes } };
  return { customers: items.map((customer) => showCustomer(customer, shownTo)), ...rest };
}

interface OrderFilters extends PageRequest {
  readonly status?: Order["status"];
  readonly customer_id?: string;
  readonly min_total_cents?: number;
  readonly created_from?: string;
}

function listOrders(input: OrderFilters, { seller, token }: Session): object {
  const { status, customer_id, min_total_cents: min = 0, created_from } = input;
  if (customer_id !== undefined) seller.getCustomer(customer_id);
  // A day is its first instant in UTC, which is how Date reads it.
  const from = created_from === undefined ? 0 : Date.parse(created_from);
  const all = [...seller.orders.values()].map((item, index) => ({ place: -index, item }));
  const matches = all
    .filter(({ item }) => status === undefined || item.status === status)
    .filter(({ item }) => customer_id === undefined || item.customer_id === customer_id)
    .filter(({ item }) => item.total_cents >= min && Date.parse(item.created_at) >= from)
    .reverse();
  const { items, total, next_cursor } = paginate(matches, input, [
    "orders",
    token.account,
    status,
    customer_id,
    min,
    from,
  ]);
  const orders = items.map(({ order_id, customer_id: customer, status: state, total_cents, created_at }) => ({
    order_id,
    customer_id: customer,
    status: state,
    total_cents,
    created_at,
  }));
  return { orders, total: isBroken("total-unfiltered") ? all.length : total, next_cursor };
}
