/**
 * The hooks of our own form service (`targets/local.yaml`). They use its token command, its control interface, and its
 * database where there is neither. A hook reads one request from standard input and prints one answer.
 */
import { execFile } from "node:child_process";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { text } from "node:stream/consumers";
import { promisify } from "node:util";

/** Runs that must not see each other's data use different accounts. */
const { CONFORMANCE_ACCOUNT: other } = process.env;
const account = other ?? "demo@example.org";
const made = other === undefined ? [] : ["--create-account", "--plan", "business"];
const colleague = "colleague@example.org";
const serviceProgram = join(import.meta.dirname, "../../../impl/bin/service-mcp.js");
const run = promisify(execFile);

interface Minted {
  readonly token: string;
  readonly token_id: string;
  readonly scopes: readonly string[];
  readonly account?: string;
}

interface Wanted {
  readonly scopes: readonly string[];
  readonly count: number;
  /** The name of another account than the one that the run works with. */
  readonly account?: string;
}

type Question =
  | { hook: "setup" }
  | { hook: "mint"; tokens: readonly Wanted[] }
  | { hook: "revoke" | "expire"; token: Minted }
  | { hook: "respond"; id: string; count?: number; values?: object }
  | { hook: "clock"; seconds: number; still?: boolean };

const question: Question = JSON.parse(await text(process.stdin));
process.stdout.write(JSON.stringify(await answer(question)));

async function answer(question: Question): Promise<object> {
  switch (question.hook) {
    case "setup":
      await tokenCommand("create", "--account", colleague, "--create-account", "--scopes", "", "--json");
      return {};
    case "mint":
      return { tokens: await mint(question.tokens) };
    case "revoke":
      await tokenCommand("revoke", question.token.token_id, "--json");
      return {};
    case "expire":
      expire(question.token.token_id);
      return {};
    case "respond":
      return control("respond", { form_id: question.id, count: question.count, ...question.values });
    case "clock":
      return control("clock", { seconds: question.seconds, still: question.still });
  }
}

/** Sets of scopes of one account with the same count share one process: starting it takes most of the time. */
async function mint(wanted: readonly Wanted[]): Promise<Minted[]> {
  const batches = Map.groupBy(wanted, ({ count, account = "" }) => `${count} ${account}`);
  const minted: Minted[] = [];
  for (const sets of batches.values()) {
    const { count, account: named } = sets[0]!;
    const scopes = sets.flatMap((set) => ["--scopes", set.scopes.join(",")]);
    const lines = await tokenCommand(
      "create",
      ...accountOptions(named),
      ...scopes,
      "--count",
      `${count}`,
      "--json",
    );
    for (const line of lines.trim().split("\n"))
      minted.push({ ...(JSON.parse(line) as Minted), ...(named !== undefined && { account: named }) });
  }
  return minted;
}

/** Accounts beside that of the run are on trial: their quota is small enough to be used up. */
function accountOptions(named: string | undefined): string[] {
  if (named === undefined) return ["--account", account, ...made];
  const address = other === undefined ? `${named}@example.org` : `${named}.${account}`;
  return ["--account", address, "--create-account"];
}

async function tokenCommand(...args: string[]): Promise<string> {
  const { stdout } = await run(process.execPath, [serviceProgram, "token", ...args]);
  return stdout;
}

/** Asks the service itself, which answers tests only. */
async function control(action: string, body: object): Promise<object> {
  const response = await fetch(new URL(`/control/${action}`, process.env.TARGET_URL), {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`/control/${action}: HTTP ${response.status}, ${await response.text()}`);
  return (await response.json()) as object;
}

/** The shortest lifetime that the token command accepts is a day. */
function expire(id: string): void {
  const database = new DatabaseSync(join(process.env.DATA_DIR!, "service.db"), { timeout: 5_000 });
  const { changes } = database
    .prepare("update tokens set expires_at = ? where id = ?")
    .run(new Date(Date.now() - 60_000).toISOString(), id);
  database.close();
  if (changes !== 1) throw new Error(`There is no token ${id}.`);
}
