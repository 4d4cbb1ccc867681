/**
 * The hooks of our own form service (`targets/local.yaml`). They use its token command and its control interface, or else its
 * database. A hook reads one request from standard input and prints one answer.
 */
import { execFile } from "node:child_process";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { text } from "node:stream/consumers";
import { promisify } from "node:util";

/** Concurrent runs use different accounts, so that they do not see each other's data. */
const { CONFORMANCE_ACCOUNT: other } = process.env;
const account = other ?? "demo@example.org";
const made = other === undefined ? [] : ["--create-account", "--plan", "business"];
const serviceProgram = join(import.meta.dirname, "../../../impl/bin/service-mcp.js");
const run = promisify(execFile);
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

type Question =
  | { hook: "setup" }
  | { hook: "mint"; tokens: readonly Wanted[] }
  | { hook: "revoke" | "expire"; token: Minted }
  | { hook: "revoke"; entity: "form"; id: string; account: string }
  | { hook: "respond"; id: string; count?: number; values?: object; page?: Readonly<Record<string, string>> }
  | { hook: "clock"; seconds: number; still?: boolean };

const question: Question = JSON.parse(await text(process.stdin));
process.stdout.write(JSON.stringify(await answer(question)));

async function answer(question: Question): Promise<object> {
  switch (question.hook) {
    case "setup":
      await tokenCommand("create", ...accountOptions("colleague"), "--scopes", "", "--json");
      return {};
    case "mint":
      return { tokens: await mint(question.tokens) };
    case "revoke":
      if ("entity" in question) changeRow(endShare, question.id, makeAddress(question.account));
      else await tokenCommand("revoke", question.token.token_id, "--json");
      return {};
    case "expire":
      changeRow("update tokens set expires_at = ? where id = ?", anHourAgo, question.token.token_id);
      return {};
    case "respond":
      if (question.page !== undefined) return sendPage(question.id, question.page);
      return control("respond", { form_id: question.id, count: question.count, ...question.values });
    case "clock":
      return control("clock", { seconds: question.seconds, still: question.still });
  }
}

/** Mints tokens. Requests of one account with the same count share one process, since starting it takes most of the time. */
async function mint(wanted: readonly Wanted[]): Promise<Minted[]> {
  const batches = Map.groupBy(wanted, ({ count, account = "" }) => `${count} ${account}`);
  const minted: Minted[] = [];
  for (const sets of batches.values()) {
    const { count, account: named } = sets[0]!;
    const scopes = sets.flatMap((set) => ["--scopes", set.scopes.join(",")]);
    const options = [...accountOptions(named), ...scopes, "--count", `${count}`];
    const lines = await tokenCommand("create", ...options, "--json");
    for (const line of lines.trim().split("\n"))
      minted.push({ ...(JSON.parse(line) as Minted), ...(named !== undefined && { account: named }) });
  }
  return minted;
}

/** Returns the options for an account. All accounts except the account of the run are on trial: their quota is small enough to be used up. */
function accountOptions(named: string | undefined): string[] {
  if (named === undefined) return ["--account", account, ...made];
  return ["--account", makeAddress(named), "--create-account"];
}

function makeAddress(named: string): string {
  return other === undefined ? `${named}@example.org` : `${named}.${account}`;
}

async function tokenCommand(...args: string[]): Promise<string> {
  const { stdout } = await run(process.execPath, [serviceProgram, "token", ...args]);
  return stdout;
}

/** Calls the control interface of the service, which only tests use. */
async function control(action: string, body: object): Promise<object> {
  const response = await fetch(new URL(`/control/${action}`, process.env.TARGET_URL), {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`/control/${action}: HTTP ${response.status}, ${await response.text()}`);
  return (await response.json()) as object;
}

/** Sends a page of a form like a browser. Returns the ticket for the next page; null if the form asks for its password. */
async function sendPage(id: string, page: Readonly<Record<string, string>>): Promise<object> {
  const body = new URLSearchParams(page);
  const response = await fetch(new URL(`/f/${id}`, process.env.TARGET_URL), { method: "POST", body });
  const [, ticket = null] = /name="ticket" value="([^"]*)"/.exec(await response.text()) ?? [];
  return { ticket };
}

function changeRow(statement: string, ...values: readonly string[]): void {
  const database = new DatabaseSync(join(process.env.DATA_DIR!, "service.db"), { timeout: 5_000 });
  const { changes } = database.prepare(statement).run(...values);
  database.close();
  if (changes !== 1) throw new Error(`${changes} rows changed in place of one: ${values.join(", ")}.`);
}
