/** `npm run erase -- EMAIL` erases all answers of a respondent. Works while the server runs. */
import { join } from "node:path";
import { normaliseEmail } from "../../accounts/email-address.ts";
import { openConfiguredFiles } from "../../platform/files/open.ts";
import { outbox } from "../../platform/mail/outbox.ts";
import { systemClock } from "../../platform/time/clock.ts";
import { type Erased, eraseRespondent } from "../../responses/retention/erase-respondent.ts";
import { type Command, CommandFailed, type CommandIo, UsageError, withStorage } from "./command-line.ts";
import { parseOptions } from "./options.ts";

const help = `Erases everything that was answered under an address. It cannot be undone.

  npm run -s erase -- EMAIL [--json]

It deletes the address and the answers of its responses, their files, forms that were started with the address and not
submitted, exports that may contain any of these, its places on waiting lists, and mails to the address in the outbox. Each response stays as an empty
record (status deleted). Answers of other people that mention the address stay.

What the deleted rows left in the files of the database is overwritten, too: the database is rewritten, which takes about a
second for 100 MB, and writes of the server wait for it. It cannot reach backups that were made before, mails that were
sent, and, of PostgreSQL, replicas and archives of its log: erase there what you keep. What else it could not reach is
named.

  --json    one line of JSON: email, responses, fills, files, waiting, mails, unreached

It works while the server runs. A second run finds nothing. The data folder is DATA_DIR (./data) or the database
DATABASE_URL, the same as the server's.

Exit codes: 0 done, also if there was nothing to erase; 1 failed, or not everything was reached; 2 invalid command line or
configuration.
`;

/** @throws UsageError */
function parse(args: readonly string[]): { readonly email: string; readonly json: boolean } | "help" {
  const options = {
    help: { type: "boolean", short: "h", default: false },
    json: { type: "boolean", default: false },
  } as const;
  const { values, positionals } = parseOptions(args, options, true);
  if (values.help) return "help";
  const [address, ...more] = positionals;
  if (address === undefined || more.length > 0) throw new UsageError("erase takes one address.");
  const email = normaliseEmail(address);
  if (email === undefined) throw new UsageError(`${JSON.stringify(address)} is not an email address.`);
  return { email, json: values.json };
}

/** The erased data, and sentences about data that could not be erased. */
interface Outcome extends Erased {
  readonly mails: number;
  readonly unreached: readonly string[];
}

function erase(email: string, io: CommandIo): Promise<Outcome> {
  return withStorage(io, async (storage, config) => {
    const files = await openConfiguredFiles(config);
    const erased = await eraseRespondent({ storage, files, clock: systemClock }, email);
    // The sender is empty, because it is needed only for sending mails.
    const { mails, failed } = await outbox(config.dataDir, () => "", systemClock).erase([email]);
    const inDatabase = await storage.purgeDeleted();
    const unreached = [
      ...erased.failedFiles.map((key) =>
        config.s3 === undefined
          ? `the file ${join(config.dataDir, "files", key)}`
          : `the file ${key} of the bucket ${config.s3.bucket}`,
      ),
      ...failed.map((file) => `the mail ${file}`),
      ...(inDatabase === undefined ? [] : [inDatabase]),
    ];
    return { ...erased, mails, unreached };
  });
}

function summary(email: string, { responses, fills, files, waiting, mails }: Outcome): string {
  if (responses + fills + files + waiting + mails === 0) return `There is nothing under ${email}.`;
  const parts = [
    formatCount(responses, "response"),
    formatCount(fills, "unsubmitted form", "unsubmitted forms"),
    formatCount(files, "file"),
    formatCount(waiting, "place on a waiting list", "places on waiting lists"),
    formatCount(mails, "mail"),
  ];
  return `Erased of ${email}: ${parts.join(", ")}.`;
}

function formatCount(count: number, one: string, several = `${one}s`): string {
  return `${count} ${count === 1 ? one : several}`;
}

export const eraseCommand: Command = async (args, io) => {
  const command = parse(args);
  if (command === "help") return io.out(help);
  const { email, json } = command;
  const erased = await erase(email, io);
  const { responses, fills, files, waiting, mails, unreached } = erased;
  const line = json
    ? JSON.stringify({ email, responses, fills, files, waiting, mails, unreached })
    : summary(email, erased);
  io.out(`${line}\n`);
  if (unreached.length > 0) {
    throw new CommandFailed(
      `Not everything could be erased. Left are: ${unreached.join("; ")}. Remove what is named yourself, then run this again.`,
    );
  }
};
