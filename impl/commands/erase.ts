/** `npm run erase -- EMAIL` erases all answers of a respondent. Works while the server runs. */
import { parseArgs } from "node:util";
import { normaliseEmail } from "../accounts/accounts.ts";
import { readConfig } from "../config/config.ts";
import { openFileStore } from "../files/store.ts";
import { stderrLog } from "../log/log.ts";
import { outbox } from "../mail/outbox.ts";
import { type Erased, eraseRespondent } from "../retention/erase-respondent.ts";
import { openConfiguredStorage } from "../storage/open.ts";
import { systemClock } from "../time/clock.ts";
import { runCommand, UsageError } from "./command-line.ts";

const help = `Erases everything that was answered under an address. It cannot be undone.

  npm run -s erase -- EMAIL [--json]

It deletes the address and the answers of its responses, their files, forms that were started with the address and not
submitted, exports that may contain any of these, and mails to the address in the outbox. Each response stays as an empty
record (status deleted). Answers of other people that mention the address stay. Backups are not changed.

  --json    one line of JSON: email, responses, fills, files, mails

It works while the server runs. A second run finds nothing. The data folder is DATA_DIR (./data) or the database
DATABASE_URL, the same as the server's.

Exit codes: 0 done, also if there was nothing to erase; 1 failed; 2 invalid command line or configuration.
`;

/** @throws UsageError */
function parse(args: readonly string[]): { readonly email: string; readonly json: boolean } | "help" {
  const { values, positionals } = parseOptions(args);
  if (values.help) return "help";
  const [address, ...more] = positionals;
  if (address === undefined || more.length > 0) throw new UsageError("erase takes one address.");
  const email = normaliseEmail(address);
  if (email === undefined) throw new UsageError(`${JSON.stringify(address)} is not an email address.`);
  return { email, json: values.json };
}

function parseOptions(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        help: { type: "boolean", short: "h", default: false },
        json: { type: "boolean", default: false },
      },
      allowPositionals: true,
    });
  } catch (error) {
    throw error instanceof TypeError ? new UsageError(error.message) : error;
  }
}

async function erase(email: string): Promise<Erased & { readonly mails: number }> {
  const config = readConfig(process.env);
  const storage = await openConfiguredStorage(config, stderrLog());
  try {
    const files = await openFileStore(config.dataDir);
    const erased = await eraseRespondent({ storage, files }, email);
    // No sender: it is needed only for sending mails.
    const mails = await outbox(config.dataDir, () => "", systemClock).erase(email);
    return { ...erased, mails };
  } finally {
    await storage.close();
  }
}

function summary(
  email: string,
  { responses, fills, files, mails }: Awaited<ReturnType<typeof erase>>,
): string {
  if (responses + fills + files + mails === 0) return `There is nothing under ${email}.`;
  const parts = [
    counted(responses, "response"),
    counted(fills, "unsubmitted form", "unsubmitted forms"),
    counted(files, "file"),
    counted(mails, "mail"),
  ];
  return `Erased of ${email}: ${parts.join(", ")}.`;
}

function counted(count: number, one: string, several = `${one}s`): string {
  return `${count} ${count === 1 ? one : several}`;
}

await runCommand("erase", async (args) => {
  const command = parse(args);
  if (command === "help") return void process.stdout.write(help);
  const { email, json } = command;
  const erased = await erase(email);
  const { responses, fills, files, mails } = erased;
  const line = json ? JSON.stringify({ email, responses, fills, files, mails }) : summary(email, erased);
  process.stdout.write(`${line}\n`);
});
