/** The hooks of our own form service (`targets/local.yaml`). They use its control interface, or else its database. */
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

/** The shortest lifetime that the token command accepts is a day. */
const anHourAgo = new Date(Date.now() - 3_600_000).toISOString();
/** Ends a share, which only the owner's pages can do. */
const endShare =
  "delete from form_shares where form_id = ? and account_id = (select id from accounts where email = ?)";

interface Minted {
  readonly token: string;
  readonly token_id: string;
  readonly scopes: readonly string[];
  readonly account?: string;
}

interface Wanted {
  readonly scopes: readonly string[];
  readonly count: number;
  /** The name of the account; if absent, the account of the run. */
  readonly account?: string;
}

export type Question =
  | { hook: "setup" }
  | { hook: "mint"; tokens: readonly Wanted[] }
  | { hook: "revoke" | "expire"; token: Minted }
  | { hook: "revoke"; entity: "form"; id: string; account: string }
  | { hook: "respond"; id: string; count?: number; values?: object; page?: Readonly<Record<string, string>> }
  | { hook: "clock"; seconds: number; still?: boolean }
  | { hook: "work"; hold?: boolean; step?: "done" | "failed" };

/** The variables of a started service, and the account of the run. */
export interface HookEnvironment {
  readonly TARGET_URL?: string;
  readonly DATA_DIR?: string;
  /** Concurrent runs use different accounts, so that they do not see each other's data. */
  readonly CONFORMANCE_ACCOUNT?: string;
}

/** Answers the hooks of one run. */
export class FormServiceHooks {
  readonly #environment: HookEnvironment;

  constructor(environment: HookEnvironment) {
    this.#environment = environment;
  }

  async answer(question: Question): Promise<object> {
    switch (question.hook) {
      case "setup":
        return await this.#control("tokens", this.#describeAccount("colleague"));
      case "mint":
        return { tokens: await this.#mint(question.tokens) };
      case "revoke":
        if (!("entity" in question)) return this.#control("revoke", { token_id: question.token.token_id });
        this.#changeRow(endShare, question.id, this.#makeAddress(question.account));
        return {};
      case "expire":
        this.#changeRow("update tokens set expires_at = ? where id = ?", anHourAgo, question.token.token_id);
        return {};
      case "respond":
        if (question.page !== undefined) return this.#sendPage(question.id, question.page);
        return this.#control("respond", { form_id: question.id, count: question.count, ...question.values });
      case "clock":
        return this.#control("clock", { seconds: question.seconds, still: question.still });
      case "work":
        return this.#control("work", { hold: question.hold, step: question.step });
    }
  }

  async #mint(wanted: readonly Wanted[]): Promise<Minted[]> {
    const minted: Minted[] = [];
    for (const [account, own] of Map.groupBy(wanted, ({ account }) => account)) {
      const body = { ...this.#describeAccount(account), tokens: own };
      const { tokens } = (await this.#control("tokens", body)) as { tokens: Minted[] };
      minted.push(...tokens.map((token) => ({ ...token, ...(account !== undefined && { account }) })));
    }
    return minted;
  }

  /** All accounts except the account of the run are on trial: their quota is small enough to be used up. */
  #describeAccount(named: string | undefined): { readonly account: string; readonly plan?: string } {
    if (named !== undefined) return { account: this.#makeAddress(named) };
    return { account: this.#environment.CONFORMANCE_ACCOUNT ?? "demo@example.org", plan: "business" };
  }

  #makeAddress(named: string): string {
    const own = this.#environment.CONFORMANCE_ACCOUNT;
    return own === undefined ? `${named}@example.org` : `${named}.${own}`;
  }

  /** Calls the control interface of the service, which only tests use. */
  async #control(action: string, body: object): Promise<object> {
    const response = await fetch(new URL(`/control/${action}`, this.#environment.TARGET_URL), {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(body),
    });
    if (!response.ok)
      throw new Error(`/control/${action}: HTTP ${response.status}, ${await response.text()}`);
    return (await response.json()) as object;
  }

  /** Sends a page of a form like a browser. Returns the ticket for the next page; null if the form asks for its password. */
  async #sendPage(id: string, page: Readonly<Record<string, string>>): Promise<object> {
    const body = new URLSearchParams(page);
    const response = await fetch(new URL(`/f/${id}`, this.#environment.TARGET_URL), {
      method: "POST",
      body,
    });
    const [, ticket = null] = /name="ticket" value="([^"]*)"/.exec(await response.text()) ?? [];
    return { ticket };
  }

  #changeRow(statement: string, ...values: readonly string[]): void {
    const database = new DatabaseSync(join(this.#environment.DATA_DIR!, "service.db"), { timeout: 5_000 });
    const { changes } = database.prepare(statement).run(...values);
    database.close();
    if (changes !== 1) throw new Error(`${changes} rows changed in place of one: ${values.join(", ")}.`);
  }
}
