/** Keeps mails as files, where no mail server is configured. */
import { mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import PostalMime from "postal-mime";
import { randomBase62 } from "../ids.ts";
import { letterWriter } from "../outgoing/smtp.ts";
import type { Clock } from "../time/clock.ts";
import { AUTOMATIC, type Letter, type Mailer } from "./letter.ts";

/** A mail in the outbox. */
export interface OutgoingMail {
  /** Name of its file without `.eml`; the newest sorts last. */
  readonly id: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** A folder for mails while no mail server is configured, one file for each mail. */
export interface Outbox extends Mailer {
  /** Newest first. */
  list(): Promise<OutgoingMail[]>;
  find(id: string): Promise<OutgoingMail | undefined>;
  /** Removes all mails to these addresses. Returns how many, and the files that could not be read or removed. */
  erase(emails: readonly string[]): Promise<{ readonly mails: number; readonly failed: readonly string[] }>;
}

const ID = /^[0-9TZ-]{20,}-[0-9A-Za-z]{8}$/;

/** Writes mails to `DATA_DIR/outbox`, for this user only. */
export function outbox(dataDir: string, from: () => string, clock: Clock): Outbox {
  const folder = join(resolve(dataDir), "outbox");
  const write = letterWriter();

  async function find(id: string): Promise<OutgoingMail | undefined> {
    if (!ID.test(id)) return undefined;
    const eml = await readFile(join(folder, `${id}.eml`)).catch(() => undefined);
    if (eml === undefined) return undefined;
    const { to, subject = "", text = "", html = "" } = await PostalMime.parse(eml);
    return { id, to: to?.[0]?.address ?? "", subject, text, html };
  }

  async function namesOfFiles(): Promise<string[]> {
    return readdir(folder).catch((error: NodeJS.ErrnoException) => {
      if (error.code === "ENOENT") return [];
      throw error;
    });
  }

  /** Reads one file after the other, because a process may open only a limited number of files. */
  async function list(): Promise<OutgoingMail[]> {
    const ids = (await namesOfFiles())
      .filter((name) => name.endsWith(".eml"))
      .map((name) => name.slice(0, -4));
    const mails: OutgoingMail[] = [];
    for (const id of ids.sort().reverse()) {
      const mail = await find(id);
      if (mail) mails.push(mail);
    }
    return mails;
  }

  /** Tells whether a mail is to one of the addresses; a killed process may leave an incomplete mail, which is read too. */
  async function isTo(emails: ReadonlySet<string>, name: string): Promise<boolean> {
    const { to = [] } = await PostalMime.parse(await readFile(join(folder, name)));
    return to.some(({ address = "" }) => emails.has(address.toLowerCase()));
  }

  return {
    find,
    list,
    async send(letter: Letter) {
      const headers = { ...AUTOMATIC, ...letter.headers };
      const message = await write({ from: from(), ...letter, headers });
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const name = `${clock().toISOString().replace(/[:.]/g, "-")}-${randomBase62(8)}`;
      // Renamed when it is complete, so that no reader sees a partial mail.
      await writeFile(join(folder, `${name}.part`), message, { mode: 0o600 });
      await rename(join(folder, `${name}.part`), join(folder, `${name}.eml`));
    },
    async erase(emails) {
      const addresses = new Set(emails);
      let mails = 0;
      const failed: string[] = [];
      for (const name of await namesOfFiles()) {
        try {
          if (!(await isTo(addresses, name))) continue;
          await rm(join(folder, name), { force: true });
          mails += 1;
        } catch (error) {
          // Another process has removed or renamed it.
          if ((error as NodeJS.ErrnoException).code !== "ENOENT") failed.push(join(folder, name));
        }
      }
      return { mails, failed };
    },
  };
}
