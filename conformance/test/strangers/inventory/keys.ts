/** Bearer tokens of the inventory. */
import { randomUUID } from "node:crypto";

const everyScope = ["catalog:write", "stock:read", "stock:write", "costs:read"];

export interface Key {
  readonly account: string;
  readonly scopes: readonly string[];
}

const keys = new Map<string, Key>([
  ["inv-main", { account: "main", scopes: everyScope }],
  ["inv-main-readers", { account: "main", scopes: ["stock:read"] }],
  ["inv-main-nothing", { account: "main", scopes: [] }],
  ["inv-other", { account: "other", scopes: everyScope }],
]);

export function findKey(header = ""): Key | undefined {
  return header.startsWith("Bearer ") ? keys.get(header.slice("Bearer ".length).trim()) : undefined;
}

interface Order {
  readonly hook: string;
  readonly tokens?: readonly {
    readonly scopes?: string[];
    readonly account?: string;
    readonly count?: number;
  }[];
  readonly token?: { readonly token: string };
}

/** Mints tokens, or ends one, for a test. */
export function changeKeys({ hook, tokens = [], token }: Order): object {
  if (hook !== "mint") {
    keys.delete(token?.token ?? "");
    return {};
  }
  const wanted = tokens.flatMap((each) => Array.from({ length: each.count ?? 1 }, () => each));
  const minted = wanted.map(({ scopes = [], account }) => {
    const secret = `inv-${randomUUID()}`;
    keys.set(secret, { account: account ?? "main", scopes });
    return { token: secret, scopes, ...(account && { account }) };
  });
  return { tokens: minted };
}
