/** The ai command: `npm run -s ai -- --help`. Works while the server runs. */
import { findAccount, normaliseEmail } from "../accounts/accounts.ts";
import { MILLIONTHS } from "../ai/prices.ts";
import { type UsageRow, usageSince } from "../ai/usage-summary.ts";
import type { Queries } from "../storage/storage.ts";
import { systemClock } from "../time/clock.ts";
import { type Command, CommandFailed, UsageError, withStorage } from "./command-line.ts";
import { parseOptions, plainTable } from "./options.ts";

const DAY_MS = 24 * 60 * 60_000;

const help = `Shows what the language model (AI_MODEL) and the image model (AI_IMAGE_MODEL) were used for, and what they cost.

  npm run -s ai -- usage [--days N] [--account EMAIL] [--json]

  --days N           how many days back from now, 1 to 366 (default: 30)
  --account EMAIL    only what this account caused
  --json             one line of JSON: a list, by model and purpose

Tokens are as the provider counted them. Costs are those of AI_PRICES at the time of each call, in its currency.

Exit codes: 0 done, 1 failed, 2 invalid command line or configuration.
`;

interface AiCommand {
  readonly days: number;
  readonly email: string | undefined;
  readonly json: boolean;
}

/** @throws UsageError */
function parse(args: readonly string[]): AiCommand | "help" {
  const { values, positionals } = parseOptions(
    args,
    {
      days: { type: "string", default: "30" },
      account: { type: "string" },
      help: { type: "boolean", short: "h", default: false },
      json: { type: "boolean", default: false },
    },
    true,
  );
  if (values.help) return "help";
  if (positionals.length !== 1 || positionals[0] !== "usage")
    throw new UsageError("ai takes one action: usage.");
  const days = /^\d{1,3}$/.test(values.days) ? Number(values.days) : 0;
  if (days < 1 || days > 366) throw new UsageError("--days takes a whole number from 1 to 366.");
  const email = values.account === undefined ? undefined : normaliseEmail(values.account);
  if (values.account !== undefined && email === undefined)
    throw new UsageError(`${JSON.stringify(values.account)} is not an email address.`);
  return { days, email, json: values.json };
}

async function idOf(db: Queries, email: string): Promise<string> {
  const account = await findAccount(db, email);
  if (account === undefined) throw new CommandFailed(`There is no account ${email}.`);
  return account.id;
}

function table(rows: readonly UsageRow[], days: number): string {
  if (rows.length === 0) return `No call of a model in the last ${days} days.\n`;
  const cells = rows.map((row) => [
    row.model,
    row.purpose,
    String(row.calls),
    String(row.failed),
    String(row.inputTokens),
    String(row.outputTokens),
    `${(row.cost / MILLIONTHS).toFixed(4)}${row.unpriced > 0 ? ` (${row.unpriced} without a price)` : ""}`,
  ]);
  return plainTable([["model", "purpose", "calls", "failed", "input", "output", "cost"], ...cells]);
}

export const aiCommand: Command = async (args, io) => {
  const command = parse(args);
  if (command === "help") return io.out(help);
  const { days, email, json } = command;
  await withStorage(io, async ({ db }) => {
    const accountId = email === undefined ? undefined : await idOf(db, email);
    const since = new Date(systemClock().getTime() - days * DAY_MS);
    const rows = await usageSince(db, since, accountId);
    io.out(json ? `${JSON.stringify(rows)}\n` : table(rows, days));
  });
};
