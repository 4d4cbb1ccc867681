/** Exports of the stock as CSV, behind links that are signed and expire. */
import { createHash, createHmac, randomBytes, randomUUID, timingSafeEqual } from "node:crypto";
import { makes } from "./breaks.ts";
import { Store } from "./store.ts";

const linkSeconds = 600;
const secret = randomBytes(32);
const files = new Map<string, { readonly name: string; readonly text: string }>();
const stores = new Map<string, Store>();

export function storeOf(account: string): Store {
  const store = stores.get(account) ?? new Store();
  stores.set(account, store);
  return store;
}

export function makeExport(store: Store, account: string, origin: string): object {
  const shown = makes("export-of-all") ? [...stores.values()] : [store];
  const rows = shown.flatMap(rowsOf);
  const text = ["sku,warehouse,on_hand", ...rows].map((row) => `${row}\r\n`).join("");
  const [id, name] = [randomUUID(), `stock-${account}.csv`];
  files.set(id, { name, text });
  const expires = Math.floor(Date.now() / 1000) + linkSeconds;
  return {
    rows: rows.length,
    file_name: name,
    bytes: Buffer.byteLength(text),
    sha256: createHash("sha256").update(text).digest("hex"),
    download_url: `${origin}/files/${id}?expires=${expires}&signature=${sign(`${id} ${expires}`)}`,
    expires_at: new Date(expires * 1000).toISOString(),
  };
}

/** The file behind a link, if its signature is right and its time is not over. */
export function findExport(url: URL): { readonly name: string; readonly text: string } | undefined {
  const [id = "", expires = ""] = [url.pathname.split("/").at(-1), url.searchParams.get("expires") ?? ""];
  const right = Buffer.from(sign(`${id} ${expires}`));
  const given = Buffer.from(url.searchParams.get("signature") ?? "");
  const isSigned = given.length === right.length && timingSafeEqual(given, right);
  if (!isSigned && !makes("link-unsigned")) return;
  return Number(expires) * 1000 > Date.now() ? files.get(id) : undefined;
}

function sign(text: string): string {
  return createHmac("sha256", secret).update(text).digest("hex");
}

function rowsOf(store: Store): string[] {
  return [...store.products.keys()].flatMap((sku) =>
    store.levels(sku).map(({ warehouse_id, on_hand }) => [sku, warehouse_id, on_hand].join(",")),
  );
}
