/**
 * The hooks of our own form service (`targets/local.yaml`): tokens by its token command, and by its database where there
 * is no command for it. Reads one question from standard input, prints one answer.
 */
import { execFile } from "node:child_process";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { text } from "node:stream/consumers";
import { promisify } from "node:util";

/** Another account where a run must not see what others do. */
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

/** One program for all sets of scopes that need the same number: starting it is most of the work. */
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

/** The shortest life that the token command gives is a day. */
function expire(id: string): void {
  const database = new DatabaseSync(join(process.env.DATA_DIR!, "service.db"), { timeout: 5_000 });
  const { changes } = database
    .prepare("update tokens set expires_at = ? where id = ?")
    .run(new Date(Date.now() - 60_000).toISOString(), id);
  database.close();
  if (changes !== 1) throw new Error(`There is no token ${id}.`);
}
