/** Tokens, clock and clinics of the running server, and what its hooks change of them. */
import { Clinic } from "./clinic.ts";
import type { Caller } from "./tools.ts";

const everything = [
  "patients:read",
  "patients:write",
  "appointments:read",
  "appointments:write",
  "prescriptions:write",
  "notes:read",
];

interface Request {
  readonly hook: "mint" | "revoke" | "expire" | "clock";
  readonly tokens?: readonly {
    readonly scopes: string[];
    readonly account?: string;
    readonly count?: number;
  }[];
  readonly token?: { readonly token: string };
  readonly seconds?: number;
  readonly still?: boolean;
}

export class Reception {
  readonly #tokens = new Map<string, Caller>([
    ["cl_town", { account: "town", scopes: everything }],
    ["cl_other", { account: "other", scopes: everything }],
  ]);
  readonly #clinics = new Map<string, Clinic>();
  readonly #canStand: boolean;
  #offset = 0;
  #standsAt: number | undefined;

  constructor(canStand: boolean) {
    this.#canStand = canStand;
  }

  readonly now = (): number => this.#standsAt ?? Date.now() + this.#offset;

  find(token: string): Caller | undefined {
    return this.#tokens.get(token);
  }

  clinicOf(account: string): Clinic {
    const found = this.#clinics.get(account);
    if (found !== undefined) return found;
    const clinic = new Clinic(this.now);
    this.#clinics.set(account, clinic);
    return clinic;
  }

  /** Does what a hook of the suite asks for. */
  handle({ hook, tokens = [], token, seconds = 0, still }: Request): object {
    if (hook === "mint") return { tokens: tokens.flatMap((wanted) => this.#mint(wanted)) };
    if (hook === "clock") return this.#wind(seconds, still);
    this.#tokens.delete(token?.token ?? "");
    return {};
  }

  #mint({ scopes, account, count = 1 }: NonNullable<Request["tokens"]>[number]): object[] {
    const made: object[] = [];
    while (made.length < count) {
      const token = `cl_${crypto.randomUUID()}`;
      this.#tokens.set(token, { account: account ?? "town", scopes });
      made.push(account === undefined ? { token, scopes } : { token, scopes, account });
    }
    return made;
  }

  #wind(seconds: number, still: boolean | undefined): object {
    const time = this.now() + seconds * 1000;
    this.#offset = time - Date.now();
    const stands = this.#canStand && (still ?? this.#standsAt !== undefined);
    this.#standsAt = stands ? time : undefined;
    return { now: new Date(time).toISOString() };
  }
}
