/** The keys command: `npm run -s keys -- --help`. Works while the server runs. */
import {
  dropFormerKeys,
  type KeyName,
  listKeys,
  prepareKeys,
  replacedKeys,
  rotatedKeys,
  rotateKeys,
} from "../../platform/storage/secrets.ts";
import type { Storage } from "../../platform/storage/storage.ts";
import { systemClock } from "../../platform/time/clock.ts";
import { type Command, UsageError, withStorage } from "./command-line.ts";
import { parseOptions, plainTable } from "./options.ts";

const all: readonly KeyName[] = [...rotatedKeys, ...replacedKeys];

const help = `Lists the keys that sign links and pages, replaces them, and drops those that were replaced.

  npm run -s keys -- list
  npm run -s keys -- prepare [NAME...]    makes the next keys, which verify and do not sign yet
  npm run -s keys -- rotate [NAME...]     the prepared keys sign, or new ones
  npm run -s keys -- drop [NAME...]       ends what former keys signed

  links            links to files and exports, up to 7 days old
  lessons          addresses of lessons for their owners, without end
  cursors          places in lists
  pages            pages of forms that are being filled in, and links to sent responses
  owner            forms on the owner's pages, links in mails to owners
  verification     codes that were mailed in the last 10 minutes; their links need no key
                   Former keys of these verify until they are dropped.

  sessions         rotating signs everybody out; has no former keys

Without names: all keys but sessions. Nodes read keys when they start, so restart them after each step. Several nodes: prepare,
restart one after the other, rotate, restart one after the other; a node that has not restarted verifies what newer ones sign.
Without prepare, restart all of them together. The data folder is DATA_DIR (./data) or the database DATABASE_URL, the same as
the server's.

Exit codes: 0 done, 1 failed, 2 invalid command line or configuration.
`;

const actions: readonly string[] = ["list", "prepare", "rotate", "drop"];

/** @throws UsageError */
function readNames(words: readonly string[]): readonly KeyName[] {
  if (words.length === 0) return all.filter((name) => name !== "sessions");
  return words.map((word) => {
    const name = all.find((one) => one === word);
    if (name === undefined) throw new UsageError(`There is no key ${word}: ${all.join(", ")}.`);
    return name;
  });
}

async function runAction(action: string, names: readonly KeyName[], storage: Storage): Promise<string> {
  if (action === "prepare") {
    if (names.includes("sessions")) throw new UsageError("sessions has one key only, so none is prepared.");
    await prepareKeys(storage, names);
    return `Prepared: ${names.join(", ")}. Restart the nodes one after the other, then rotate.\n`;
  }
  if (action === "rotate") {
    await rotateKeys(storage, names, systemClock());
    return `New keys: ${names.join(", ")}. Restart the nodes.\n`;
  }
  if (action === "drop") {
    const dropped = await dropFormerKeys(storage, names);
    return `${dropped} former keys were dropped.${dropped > 0 ? " Restart the nodes." : ""}\n`;
  }
  const keys = await listKeys(storage.db);
  return plainTable([["key", "state"], ...keys.map(({ name, state }) => [name, state])]);
}

export const keysCommand: Command = async (args, io) => {
  const { values, positionals } = parseOptions(
    args,
    { help: { type: "boolean", short: "h" } } as const,
    true,
  );
  if (values.help) return io.out(help);
  const [action = "", ...words] = positionals;
  if (!actions.includes(action) || (action === "list" && words.length > 0))
    throw new UsageError(`keys takes one action: ${actions.join(", ")}.`);
  const names = readNames(words);
  io.out(await withStorage(io, (storage) => runAction(action, names, storage)));
};
