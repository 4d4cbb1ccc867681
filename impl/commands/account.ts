/** The account command: `npm run -s account -- --help`. Works while the server runs. */
import { parseArgs } from "node:util";
import { findAccount, normaliseEmail } from "../accounts/accounts.ts";
import { readConfig } from "../config/config.ts";
import { changePlan } from "../credits/change-plan.ts";
import { balances } from "../credits/ledger.ts";
import { stderrLog } from "../log/log.ts";
import { isPlanName, type PlanName, plans } from "../plans/plans.ts";
import { openConfiguredStorage } from "../storage/open.ts";
import type { Storage } from "../storage/storage.ts";
import { systemClock } from "../time/clock.ts";
import { CommandFailed, runCommand, UsageError } from "./command-line.ts";

/** A trial begins with the account and is not chosen. */
const paidPlans = Object.keys(plans).filter((name) => name !== "trial");

const help = `Sets the plan of an account.

  npm run -s account -- plan --account EMAIL --plan NAME [--json]

  --account EMAIL    the account
  --plan NAME        ${paidPlans.join(", ")}
  --json             one line of JSON: account, plan, changed, available

The plan starts now, as an active subscription: the generation quota of its first month begins, and the lesson credits of
that month are added to those that are left. Repeating the command changes nothing. The data folder is DATA_DIR (./data) or
the database DATABASE_URL, the same as the server's.

Exit codes: 0 done, 1 failed, 2 invalid command line or configuration.

Example:
  npm run -s account -- plan --account ada@example.org --plan team
`;

interface PlanCommand {
  readonly email: string;
  readonly plan: Exclude<PlanName, "trial">;
  readonly json: boolean;
}

/** @throws UsageError */
function parse(args: readonly string[]): PlanCommand | "help" {
  const { values, positionals } = parseOptions(args);
  if (values.help) return "help";
  const [action, ...more] = positionals;
  if (action !== "plan" || more.length > 0) throw new UsageError("account takes one action: plan.");
  if (values.account === undefined) throw new UsageError("--account is missing.");
  const email = normaliseEmail(values.account);
  if (email === undefined) throw new UsageError(`${JSON.stringify(values.account)} is not an email address.`);
  const { plan } = values;
  if (plan === undefined || !isPlanName(plan) || plan === "trial")
    throw new UsageError(`--plan takes ${paidPlans.join(", ")}.`);
  return { email, plan, json: values.json };
}

function parseOptions(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        account: { type: "string" },
        plan: { type: "string" },
        help: { type: "boolean", short: "h", default: false },
        json: { type: "boolean", default: false },
      },
      allowPositionals: true,
    });
  } catch (error) {
    throw error instanceof TypeError ? new UsageError(error.message) : error;
  }
}

async function setPlan({ db }: Storage, { email, plan }: PlanCommand, now: Date) {
  const account = await findAccount(db, email);
  if (!account) throw new CommandFailed(`There is no account ${email}.`);
  return db.transaction().execute(async (transaction) => {
    const changed = await changePlan(transaction, account.id, plan, now);
    return { changed, ...(await balances(transaction, account.id)) };
  });
}

await runCommand("account", async (args) => {
  const command = parse(args);
  if (command === "help") return void process.stdout.write(help);
  const storage = await openConfiguredStorage(readConfig(process.env), stderrLog());
  try {
    const { changed, available } = await setPlan(storage, command, systemClock());
    const { email, plan, json } = command;
    const { title } = plans[plan];
    const done = changed
      ? `${email} has the plan ${title} from now on`
      : `${email} has the plan ${title} already`;
    const line = json
      ? JSON.stringify({ account: email, plan, changed, available })
      : `${done}, and ${available} credits available.`;
    process.stdout.write(`${line}\n`);
  } finally {
    await storage.close();
  }
});
