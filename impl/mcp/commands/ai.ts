/** The ai command: `npm run -s ai -- --help`. Works while the server runs. */
import { findAccount } from "../../accounts/accounts.ts";
import { MILLIONTHS } from "../../ai/prices.ts";
import { type UsageRow, usageSince } from "../../ai/usage-summary.ts";
import { readConfig } from "../../platform/config/config.ts";
import type { Queries } from "../../platform/storage/storage.ts";
import { systemClock } from "../../platform/time/clock.ts";
import { type Command, CommandFailed, UsageError, withStorage } from "./command-line.ts";
import { addressOption, parseOptions, plainTable, wholeNumber } from "./options.ts";

const DAY_MS = 24 * 60 * 60_000;

const SAMPLE_PROMPT = "Sign-up for a summer party: name, email, number of guests, vegan or meat";

const help = `Tries the language model that AI_PROVIDER and AI_MODEL name, and shows what the models were used for and what they cost.

  npm run -s ai -- try [PROMPT...] [--json]
  npm run -s ai -- usage [--days N] [--account EMAIL] [--json]

A model is set by the environment, for the service as for this command:

  AI_PROVIDER=anthropic AI_MODEL=claude-sonnet-4-5 AI_API_KEY=sk-... npm start
  AI_PROVIDER=openai-compatible AI_BASE_URL=http://127.0.0.1:11434/v1 AI_MODEL=gemma3 npm start

try    has the model make one form of the prompt, or of "${SAMPLE_PROMPT}".
       It shows the form in short, how long it took, the tokens and the cost. It needs no running service, stores nothing
       and draws no quota; its cost is not in usage.

  --json             one line of JSON: the form, its warnings, milliseconds, tokens, cost in millionths

usage  shows calls, tokens and costs of the language model and the image model (AI_IMAGE_MODEL), by model and purpose.

  --days N           how many days back from now, 1 to 366 (default: 30)
  --account EMAIL    only what this account caused
  --json             one line of JSON: a list

Tokens are as the provider counted them. Costs are those of AI_PRICES at the time of each call, in its currency.

Exit codes: 0 done; 1 failed, and the model made no form; 2 invalid command line or configuration, and no model is set.
`;

type AiCommand =
  | {
      readonly action: "usage";
      readonly days: number;
      readonly email: string | undefined;
      readonly json: boolean;
    }
  | { readonly action: "try"; readonly prompt: string; readonly json: boolean };

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
  const [action, ...words] = positionals;
  const { json } = values;
  if (action === "try") return { action, prompt: words.join(" ").trim() || SAMPLE_PROMPT, json };
  if (action !== "usage" || words.length > 0) throw new UsageError("ai takes one action: try or usage.");
  const days = wholeNumber("--days", values.days, 366);
  const email = values.account === undefined ? undefined : addressOption("--account", values.account);
  return { action, days, email, json };
}

async function findId(db: Queries, email: string): Promise<string> {
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
  const { json } = command;
  if (command.action === "try") {
    const { tryModel } = await import("./try-model.ts");
    return io.out(await tryModel(readConfig(io.env).ai, command.prompt, json));
  }
  const { days, email } = command;
  await withStorage(io, async ({ db }) => {
    const accountId = email === undefined ? undefined : await findId(db, email);
    const since = new Date(systemClock().getTime() - days * DAY_MS);
    const rows = await usageSince(db, since, accountId);
    io.out(json ? `${JSON.stringify(rows)}\n` : table(rows, days));
  });
};
