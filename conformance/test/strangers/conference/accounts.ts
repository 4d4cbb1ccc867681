/** The organisers, their tokens, and the hooks that make and end tokens. */
import { randomUUID } from "node:crypto";
import { moveClock } from "./clock.ts";
import { Office } from "./office.ts";

export interface Caller {
  readonly account: string;
  readonly scopes: readonly string[];
}

const everything = [
  "programme:read",
  "programme:write",
  "attendees:read",
  "attendees:write",
  "contacts:read",
];

const tokens = new Map<string, Caller>([
  ["cfp-main", { account: "main", scopes: everything }],
  ["cfp-other", { account: "other", scopes: everything }],
]);

const offices = new Map<string, Office>();

export const allOffices = (): Iterable<Office> => offices.values();

export function officeOf(account: string): Office {
  const office = offices.get(account) ?? new Office();
  offices.set(account, office);
  return office;
}

export function callerWith(authorization: string | undefined): Caller | undefined {
  return tokens.get(/^Bearer +(\S+)$/i.exec(authorization ?? "")?.[1] ?? "");
}

interface WantedToken {
  readonly scopes: readonly string[];
  readonly account?: string;
  readonly count?: number;
}

type Hook =
  | { readonly hook: "mint"; readonly tokens: readonly WantedToken[] }
  | { readonly hook: "revoke" | "expire"; readonly token: { readonly token: string } }
  | { readonly hook: "clock"; readonly seconds: number; readonly still?: boolean };

export function control(request: Hook): object {
  switch (request.hook) {
    case "mint":
      return { tokens: request.tokens.flatMap(mint) };
    case "clock":
      return moveClock(request.seconds, request.still);
    default:
      tokens.delete(request.token.token);
      return {};
  }
}

function mint({ scopes, account, count = 1 }: WantedToken): object[] {
  return Array.from({ length: count }, () => {
    const token = `cfp_${randomUUID()}`;
    tokens.set(token, { account: account ?? "main", scopes });
    return account === undefined ? { token, scopes } : { token, scopes, account };
  });
}
