/** The people of the firm, their tokens, and the hooks that make and end tokens. */
import { randomUUID } from "node:crypto";
import { moveClock } from "./clock.ts";

export interface Person {
  readonly email: string;
  readonly name: string;
}

export interface Caller {
  readonly person: Person;
  readonly scopes: readonly string[];
}

const everything = ["drive:read", "drive:write", "shares:write", "people:read"];

/** Account of a token -> its person. */
const people = new Map<string, Person>([
  ["main", { email: "mia.brandt@harbour.example", name: "Mia Brandt" }],
  ["other", { email: "omar.keita@harbour.example", name: "Omar Keita" }],
  ["colleague", { email: "carla.nunes@harbour.example", name: "Carla Nunes" }],
  ["third", { email: "tom.ito@harbour.example", name: "Tom Ito" }],
]);

const tokens = new Map<string, Caller>(
  ["main", "other", "colleague"].map((account) => [
    `drive-${account}`,
    { person: personOf(account), scopes: everything },
  ]),
);

export function personOf(account: string): Person {
  const person = people.get(account) ?? { email: `${account}@harbour.example`, name: account };
  people.set(account, person);
  return person;
}

export function personWith(email: string): Person | undefined {
  return [...people.values()].find((person) => person.email === email.toLowerCase());
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
    const token = `drive_${randomUUID()}`;
    tokens.set(token, { person: personOf(account ?? "main"), scopes });
    return account === undefined ? { token, scopes } : { token, scopes, account };
  });
}
