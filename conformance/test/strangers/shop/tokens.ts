/** The bearer tokens of the shop: two sellers, with tokens of several scopes. More can be minted while the shop is tested. */
import { randomBytes } from "node:crypto";

export interface Token {
  readonly account: string;
  readonly scopes: readonly string[];
}

export const allScopes: readonly string[] = [
  "catalog:read",
  "catalog:write",
  "orders:read",
  "orders:write",
  "customers:contact",
];

/** The secrets are in the open: this shop is for tests alone. */
const tokens = new Map<string, Token>([
  ["shop-main", { account: "main", scopes: allScopes }],
  ["shop-main-readers", { account: "main", scopes: ["catalog:read", "orders:read"] }],
  ["shop-main-nothing", { account: "main", scopes: [] }],
  ["shop-other", { account: "other", scopes: allScopes }],
  ["shop-third", { account: "third", scopes: allScopes }],
]);

export function findToken(authorization: string | undefined): Token | undefined {
  const [, secret] = /^Bearer +(\S+)$/i.exec(authorization ?? "") ?? [];
  return secret === undefined ? undefined : tokens.get(secret);
}

export function mintToken(token: Token): string {
  const secret = randomBytes(18).toString("base64url");
  tokens.set(secret, token);
  return secret;
}

export function endToken(secret: string): void {
  tokens.delete(secret);
}
