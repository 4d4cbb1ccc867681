/** The account command: `npm run -s account -- --help`. Works while the server runs. */
import { openConfiguredFiles } from "../../platform/files/open.ts";
import { systemClock } from "../../platform/time/clock.ts";
import { runAccountCommand } from "./account-actions.ts";
import { paidPlans, parseAccountCommand } from "./account-arguments.ts";
import { type Command, withStorage } from "./command-line.ts";

const help = `Lists, creates, invites, changes, locks and deletes accounts.

  npm run -s account -- list [--account EMAIL] [--json]
  npm run -s account -- create --account EMAIL [--plan NAME] [--json]
  npm run -s account -- invite --account EMAIL [--days N] [--json]
  npm run -s account -- plan --account EMAIL --plan NAME [--json]
  npm run -s account -- trial --account EMAIL --days N [--json]
  npm run -s account -- lock --account EMAIL [--json]
  npm run -s account -- unlock --account EMAIL [--json]
  npm run -s account -- delete --account EMAIL --confirm EMAIL [--json]

create    An account without a password: its owner signs in by a mailed link. --plan: trial (default), ${paidPlans.join(", ")}.
invite    Prints a link that makes an account, with a password that the invited person chooses. It works once, for
          7 days unless --days says otherwise. For SIGNUP=invite or open.
plan      The plan starts now, as an active subscription: the generation quota of its first month begins, and the lesson
          credits of that month are added to those that are left. Repeating the command changes nothing. ${paidPlans.join(", ")}.
trial     The trial ends N days from now, also one that has ended. For accounts without a plan.
lock      Ends sessions and mailed links at once; tokens are refused from the next request on. Nothing is deleted, and
          published forms go on.
delete    Deletes the account with its forms, responses, files, lessons, tokens and credits, also forms that it shares.
          It cannot be undone. --confirm repeats the address.

  --json    JSON, one line for each account

The data folder is DATA_DIR (./data) or the database DATABASE_URL, the same as the server's.

Exit codes: 0 done, 1 failed, 2 invalid command line or configuration.

Example:
  npm run -s account -- plan --account ada@example.org --plan team
`;

export const accountCommand: Command = async (args, io) => {
  const command = parseAccountCommand(args);
  if (command.action === "help") return io.out(help);
  await withStorage(io, async (storage, config) => {
    const files = await openConfiguredFiles(config);
    io.out(await runAccountCommand(command, { storage, files, config, now: systemClock() }));
  });
};
