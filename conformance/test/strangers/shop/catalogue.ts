/** The products that all sellers share. */
import { isBroken } from "./breaks.ts";
import { timestamp } from "./clock.ts";
import { Refusal } from "./refusal.ts";

export interface Product {
  readonly sku: string;
  name: string;
  price_cents: number;
  stock: number;
  status: "on_sale" | "retired";
  version: number;
  readonly created_at: string;
  updated_at: string;
}

interface NewProduct {
  readonly sku?: string;
  readonly name: string;
  readonly price_cents: number;
  readonly stock: number;
}

interface Change {
  readonly name?: string;
  readonly price_cents?: number;
  readonly stock?: number;
  readonly expected_version?: number;
}

export class Catalogue {
  readonly #products = new Map<string, Product>();
  #count = 0;

  add({ sku, name, price_cents, stock }: NewProduct): Product {
    if (sku !== undefined && this.#products.has(sku))
      throw new Refusal(
        "sku_taken",
        `A product with the SKU ${sku} exists. Leave sku out for the next free one.`,
      );
    const at = timestamp();
    const product: Product = {
      sku: sku ?? this.#nextSku(),
      name,
      price_cents,
      stock,
      status: "on_sale",
      version: 1,
      created_at: at,
      updated_at: at,
    };
    this.#products.set(product.sku, product);
    return product;
  }

  get(sku: string): Product {
    const product = this.#products.get(sku);
    if (!product)
      throw new Refusal("not_found", `No product ${sku}. shop_list_products shows those there are.`);
    return product;
  }

  /** The product, if it is still sold. */
  getOnSale(sku: string): Product {
    const product = this.get(sku);
    if (product.status === "retired") throw new Refusal("product_retired", `${sku} is not sold any more.`);
    return product;
  }

  update(sku: string, change: Change): Product {
    const product = this.getOnSale(sku);
    const {
      expected_version: expected,
      name = product.name,
      price_cents = product.price_cents,
      stock,
    } = change;
    if (expected !== undefined && expected !== product.version && !isBroken("version-ignored"))
      throw new Refusal(
        "stale_version",
        `${sku} has version ${product.version}. Read it again before you change it.`,
      );
    if (name !== product.name || price_cents !== product.price_cents) {
      product.version += 1;
      product.updated_at = timestamp();
    }
    product.name = name;
    product.price_cents = price_cents;
    product.stock = stock ?? product.stock;
    return product;
  }

  retire(sku: string): Product {
    const product = this.getOnSale(sku);
    product.status = "retired";
    return product;
  }

  /** All products in the order in which they were added. */
  list(): readonly Product[] {
    return [...this.#products.values()];
  }

  #nextSku(): string {
    for (;;) {
      this.#count += 1;
      const sku = `PRD-${String(this.#count).padStart(5, "0")}`;
      if (!this.#products.has(sku)) return sku;
    }
  }
}
