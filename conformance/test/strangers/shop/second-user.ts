/** A seller who works in the shop all the time, through the same door as everybody else. */
import { setTimeout as sleep } from "node:timers/promises";
import { allScopes, mintToken } from "./tokens.ts";

export function startSecondUser(url: string, account: string): void {
  const token = mintToken({ account, scopes: allScopes });
  const work = async () => {
    for (let round = 0; ; round += 1) await workOnce(url, token, round);
  };
  work().catch((error: unknown) => process.stderr.write(`the second user stopped: ${error}\n`));
}

async function workOnce(url: string, token: string, round: number): Promise<void> {
  const call = (name: string, input: object) => callTool(url, token, name, input);
  const product = await call("shop_add_product", {
    name: `Jam ${round}`,
    price_cents: 350 + round,
    stock: 9,
  });
  const customer = await call("shop_add_customer", { name: `Customer ${round}`, email: "jam@example.org" });
  const lines = [{ sku: product.sku, quantity: 2 }];
  const order = await call("shop_create_order", { customer_id: customer.customer_id, lines });
  await call("shop_place_order", { order_id: order.order_id });
  await call("shop_update_product", { sku: product.sku, price_cents: 400 + round });
  await call("shop_list_orders", {});
  await call(round % 2 === 0 ? "shop_ship_order" : "shop_cancel_order", { order_id: order.order_id });
  if (round % 3 === 0) await call("shop_retire_product", { sku: product.sku });
}

async function callTool(
  url: string,
  token: string,
  name: string,
  input: object,
): Promise<Record<string, unknown>> {
  await sleep(40);
  const response = await fetch(url, {
    method: "POST",
    headers: { "Content-Type": "application/json", Authorization: `Bearer ${token}` },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: input } }),
  });
  const { result } = (await response.json()) as { result: { structuredContent?: Record<string, unknown> } };
  return result.structuredContent ?? {};
}
