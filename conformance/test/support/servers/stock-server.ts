/** Products on node:http alone, of which a list shows those that a relation of two of their places chooses. */
import { casesOf } from "../notes-server.ts";
import { Refused, servePlain } from "./plain-server.ts";

export const stockCases = casesOf(`${import.meta.dirname}/stock`);

export const stockTokens = [
  { token: "sto.Kd8wPz3LmV6q", scopes: ["stock"] },
  { token: "sto.Yc5nHr7TbX2f", scopes: ["stock"], account: "other" },
];

/** Whether a product is in the list. */
export type IsLow = (product: { readonly pieces: number; readonly least: number }) => boolean;

interface Product {
  readonly no: number;
  readonly account: string;
  readonly pieces: number;
  readonly least: number;
}

/** Serves products on a free port of loopback. `isLate`: the first list after a change is that of before. */
export function serveStock(
  isLow: IsLow,
  { isLate = false } = {},
): Promise<{ url: string; close(): Promise<void> }> {
  const products: Product[] = [];
  let listed: Product[] = [];
  const tools = {
    add_product: (values: { pieces: number; least: number }, account: string) => {
      const product = { no: products.length + 1, ...values };
      products.push({ ...product, account });
      return product;
    },
    get_product: ({ product }: { product: number }, account: string) => {
      const found = products.find((each) => each.no === product && each.account === account);
      if (found === undefined) throw new Refused("missing", `There is no product ${product}.`);
      const { no, pieces, least } = found;
      return { no, pieces, least };
    },
    list_low: (_: object, account: string) => {
      const before = listed;
      listed = products.filter((each) => each.account === account && isLow(each));
      return { products: (isLate ? before : listed).map(({ no, pieces }) => ({ no, pieces })) };
    },
  };
  return servePlain({ name: "stock", cases: stockCases, tokens: stockTokens, tools });
}
