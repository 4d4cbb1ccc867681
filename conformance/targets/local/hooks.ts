/**
 * The hooks of our own form service (`targets/local.yaml`). They use its token command, and its database where
 * there is no command. A hook reads one request from standard input and prints one answer.
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
const tokenProgram = join(import.meta.dirname, "../../../impl/commands/token.ts");
const run = promisify(execFile);

interface Minted {
  readonly token: string;
  readonly token_id: string;
  readonly scopes: readonly string[];
}

interface Wanted {
  readonly scopes: readonly string[];
  readonly count: number;
}

type Question =
  | { hook: "setup" }
  | { hook: "mint"; tokens: readonly Wanted[] }
  | { hook: "revoke" | "expire"; token: Minted };

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
  }
}

/** Sets of scopes with the same count share one process: starting it takes most of the time. */
async function mint(wanted: readonly Wanted[]): Promise<Minted[]> {
  const byCount = Map.groupBy(wanted, ({ count }) => count);
  const minted: Minted[] = [];
  for (const [count, sets] of byCount) {
    const scopes = sets.flatMap((set) => ["--scopes", set.scopes.join(",")]);
    const lines = await tokenCommand(
      "create",
      "--account",
      account,
      ...made,
      ...scopes,
      "--count",
      String(count),
      "--json",
    );
    minted.push(
      ...lines
        .trim()
        .split("\n")
        .map((line): Minted => JSON.parse(line)),
    );
  }
  return minted;
}

async function tokenCommand(...args: string[]): Promise<string> {
  const { stdout } = await run(process.execPath, ["--conditions=toolwright-source", tokenProgram, ...args]);
  return stdout;
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
