/** The customers, orders and vouchers of one seller. */
import { randomBytes } from "node:crypto";
import { isBroken } from "./breaks.ts";
import type { Catalogue, Product } from "./catalogue.ts";
import { now, timestamp } from "./clock.ts";
import { Refusal } from "./refusal.ts";

const voucherLife = 3_600_000;

export interface Customer {
  readonly customer_id: string;
  readonly name: string;
  readonly email: string;
  readonly phone?: string;
  readonly created_at: string;
}

export interface OrderLine {
  readonly sku: string;
  readonly quantity: number;
  readonly unit_cents: number;
  readonly line_cents: number;
}

export interface Order {
  readonly order_id: string;
  readonly customer_id: string;
  status: "cart" | "placed" | "shipped" | "cancelled";
  readonly lines: readonly OrderLine[];
  readonly subtotal_cents: number;
  discount_cents: number;
  total_cents: number;
  voucher_code?: string;
  readonly note?: string;
  cancel_reason?: string;
  readonly created_at: string;
  placed_at?: string;
  shipped_at?: string;
  cancelled_at?: string;
}

export interface Voucher {
  readonly voucher_code: string;
  readonly percent: number;
  status: "open" | "used" | "withdrawn";
  readonly created_at: string;
  readonly expires_at: string;
}

export interface NewOrder {
  readonly customer_id: string;
  readonly lines: readonly { readonly sku: string; readonly quantity: number }[];
  readonly note?: string;
}

/** Customers are numbered across all sellers. */
let customerCount = 100_000;

export class Seller {
  readonly customers = new Map<string, Customer>();
  readonly orders = new Map<string, Order>();
  readonly vouchers = new Map<string, Voucher>();
  readonly #catalogue: Catalogue;

  constructor(catalogue: Catalogue) {
    this.#catalogue = catalogue;
  }

  addCustomer(details: Pick<Customer, "name" | "email" | "phone">): Customer {
    customerCount += 1;
    const customer = { customer_id: `C${customerCount}`, ...details, created_at: timestamp() };
    this.customers.set(customer.customer_id, customer);
    return customer;
  }

  getCustomer(id: string): Customer {
    return getFrom(this.customers, id, "customer", "shop_list_customers");
  }

  countOpenOrders(customerId: string): number {
    return [...this.orders.values()].filter(
      ({ customer_id, status }) => customer_id === customerId && (status === "cart" || status === "placed"),
    ).length;
  }

  removeCustomer(id: string): void {
    this.getCustomer(id);
    const open = this.countOpenOrders(id);
    if (open > 0)
      throw new Refusal("customer_has_orders", `${id} has ${open} open orders. Ship or cancel them first.`);
    this.customers.delete(id);
  }

  createOrder({ customer_id, lines: wanted, ...rest }: NewOrder): Order {
    this.getCustomer(customer_id);
    const lines = wanted.map(({ sku, quantity }) => {
      const { price_cents } = this.#catalogue.getOnSale(sku);
      return { sku, quantity, unit_cents: price_cents, line_cents: price_cents * quantity };
    });
    const subtotal = lines.reduce((sum, { line_cents }) => sum + line_cents, 0);
    const order: Order = {
      order_id: `ord_${randomBytes(8).toString("hex")}`,
      customer_id,
      status: "cart",
      lines,
      subtotal_cents: subtotal,
      discount_cents: 0,
      total_cents: subtotal,
      ...rest,
      created_at: timestamp(),
    };
    this.orders.set(order.order_id, order);
    return order;
  }

  getOrder(id: string): Order {
    return getFrom(this.orders, id, "order", "shop_list_orders");
  }

  placeOrder(id: string): Order {
    const order = this.getOrder(id);
    requireState(order, ["cart"], "placed");
    const wanted = new Map<Product, number>();
    for (const { sku, quantity } of order.lines) {
      const product = this.#catalogue.getOnSale(sku);
      wanted.set(product, (wanted.get(product) ?? 0) + quantity);
    }
    for (const [product, quantity] of wanted) {
      if (product.stock < quantity)
        throw new Refusal(
          "out_of_stock",
          `${product.stock} of ${product.sku} are in stock, ${quantity} are wanted.`,
        );
      if (isBroken("partial-placing")) product.stock -= quantity;
    }
    if (!isBroken("partial-placing")) for (const [product, quantity] of wanted) product.stock -= quantity;
    order.status = "placed";
    order.placed_at = timestamp();
    return order;
  }

  shipOrder(id: string): Order {
    const order = this.getOrder(id);
    requireState(order, ["placed"], "shipped");
    order.status = "shipped";
    order.shipped_at = timestamp();
    return order;
  }

  cancelOrder(id: string, reason: string | undefined): Order {
    const order = this.getOrder(id);
    requireState(order, ["cart", "placed"], "cancelled");
    if (order.status === "placed" && !isBroken("cancel-keeps-stock"))
      for (const { sku, quantity } of order.lines) this.#catalogue.get(sku).stock += quantity;
    order.status = "cancelled";
    order.cancelled_at = timestamp();
    if (reason !== undefined) order.cancel_reason = reason;
    return order;
  }

  createVoucher(percent: number): Voucher {
    const voucher: Voucher = {
      voucher_code: `V-${randomBytes(6).toString("hex").toUpperCase()}`,
      percent,
      status: "open",
      created_at: timestamp(),
      expires_at: new Date(now() + voucherLife).toISOString(),
    };
    this.vouchers.set(voucher.voucher_code, voucher);
    return voucher;
  }

  getVoucher(code: string): Voucher {
    return getFrom(this.vouchers, code, "voucher", "shop_create_voucher makes a new one; no list");
  }

  withdrawVoucher(code: string): Voucher {
    const voucher = this.getVoucher(code);
    requireOpen(voucher);
    voucher.status = "withdrawn";
    return voucher;
  }

  applyVoucher(orderId: string, code: string): Order {
    const order = this.getOrder(orderId);
    const voucher = this.getVoucher(code);
    requireState(order, ["cart"], "discounted");
    if (!(isBroken("voucher-twice") && voucher.status === "used")) requireOpen(voucher);
    if (order.voucher_code !== undefined)
      throw new Refusal("order_has_voucher", `${orderId} has the voucher ${order.voucher_code} already.`);
    if (now() >= Date.parse(voucher.expires_at))
      throw new Refusal("voucher_expired", `${code} ended at ${voucher.expires_at}. Create another one.`);
    voucher.status = "used";
    order.voucher_code = code;
    order.discount_cents = Math.floor((order.subtotal_cents * voucher.percent) / 100);
    order.total_cents = order.subtotal_cents - order.discount_cents;
    return order;
  }
}

function getFrom<Thing>(things: ReadonlyMap<string, Thing>, id: string, kind: string, list: string): Thing {
  const thing = things.get(id);
  if (!thing) throw new Refusal("not_found", `You have no ${kind} ${id}. ${list} shows those you have.`);
  return thing;
}

function requireState(order: Order, allowed: readonly Order["status"][], goal: string): void {
  if (!allowed.includes(order.status))
    throw new Refusal("wrong_state", `${order.order_id} is ${order.status} and cannot be ${goal}.`);
}

function requireOpen(voucher: Voucher): void {
  if (voucher.status !== "open")
    throw new Refusal("wrong_state", `The voucher ${voucher.voucher_code} is ${voucher.status}.`);
}
