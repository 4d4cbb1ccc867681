/** The credits command: `npm run -s credits -- --help`. Works while the server runs. */
import { Refusal } from "@toolwright/runtime";
import { findAccount } from "../../accounts/accounts.ts";
import { creditBalance } from "../../accounts/credits/balance.ts";
import { recordTransfer } from "../../accounts/credits/ledger.ts";
import type { Storage } from "../../platform/storage/storage.ts";
import { systemClock } from "../../platform/time/clock.ts";
import { type Command, CommandFailed, UsageError, withStorage } from "./command-line.ts";
import { addressOption, parseOptions, requireOption, wholeNumber } from "./options.ts";

const MAX_CREDITS = 1_000_000;

const help = `Gives an account credits for lessons, or takes available ones back.

  npm run -s credits -- grant --account EMAIL --credits N --reason TEXT [--json]
  npm run -s credits -- withdraw --account EMAIL --credits N --reason TEXT [--json]

  --account EMAIL    account that the credits belong to
  --credits N        number of credits, 1 to ${MAX_CREDITS}
  --reason TEXT      what causes it, such as the number of an invoice; each reason works once for an account,
                     so repeating a command changes nothing
  --json             one line of JSON: account, available, reserved

It adds to what the plan grants each month. The data folder is DATA_DIR (./data) or the database DATABASE_URL, the same
as the server's.

Exit codes: 0 done, 1 failed, 2 invalid command line or configuration.

Example:
  npm run -s credits -- grant --account ada@example.org --credits 500 --reason "invoice 2026-117"
`;

interface CreditsCommand {
  readonly action: "grant" | "withdraw";
  readonly email: string;
  readonly credits: number;
  readonly reason: string;
  readonly json: boolean;
}

const OPTIONS = {
  account: { type: "string" },
  credits: { type: "string" },
  reason: { type: "string" },
  help: { type: "boolean", short: "h", default: false },
  json: { type: "boolean", default: false },
} as const;

/** @throws UsageError */
function parse(args: readonly string[]): CreditsCommand | "help" {
  const { values, positionals } = parseOptions(args, OPTIONS, true);
  if (values.help) return "help";
  const [action, ...more] = positionals;
  if ((action !== "grant" && action !== "withdraw") || more.length > 0)
    throw new UsageError("credits takes one action: grant or withdraw.");
  const email = addressOption("--account", values.account);
  const credits = wholeNumber("--credits", requireOption("--credits", values.credits), MAX_CREDITS);
  const reason = values.reason?.trim() ?? "";
  if (reason === "") throw new UsageError("--reason says what causes it, such as the number of an invoice.");
  return { action, email, credits, reason, json: values.json };
}

async function move({ db }: Storage, { action, email, credits, reason }: CreditsCommand, now: Date) {
  const account = await findAccount(db, email);
  if (!account) throw new CommandFailed(`There is no account ${email}.`);
  return db.transaction().execute(async (transaction) => {
    await creditBalance(transaction, account, now);
    const [from, to] =
      action === "grant" ? (["issued", "available"] as const) : (["available", "issued"] as const);
    const transfer = {
      accountId: account.id,
      from,
      to,
      credits,
      cause: "operator",
      reference: reason,
    } as const;
    if (!(await recordTransfer(transaction, transfer, now))) {
      const name = JSON.stringify(reason);
      throw new CommandFailed(
        `Nothing was changed: ${name} was recorded for ${email} before. Name another reason.`,
      );
    }
    return creditBalance(transaction, account, now);
  });
}

export const creditsCommand: Command = async (args, io) => {
  const command = parse(args);
  if (command === "help") return io.out(help);
  const moved = withStorage(io, (storage) => move(storage, command, systemClock()));
  const { available, reserved } = await moved.catch((error: unknown) => {
    throw error instanceof Refusal ? new CommandFailed(error.message) : error;
  });
  const { email, json } = command;
  const line = json
    ? JSON.stringify({ account: email, available, reserved })
    : `${email} has ${available} credits available and ${reserved} reserved.`;
  io.out(`${line}\n`);
};
