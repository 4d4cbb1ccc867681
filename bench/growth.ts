import { join } from "node:path";
import { openExports } from "../impl/exports/exports.ts";
import { type FileStore, openFileStore } from "../impl/files/store.ts";
import { directories } from "../impl/forms/directory/directories.ts";
import { findFormsByName } from "../impl/forms/find.ts";
import { insertForm } from "../impl/forms/forms.ts";
import { listForms } from "../impl/forms/list.ts";
import { formOverview } from "../impl/forms/overview.ts";
import { updateForm } from "../impl/forms/update/update.ts";
import { removeExpired } from "../impl/retention/remove-expired.ts";
import { cursors } from "../impl/signing/cursors.ts";
import { signedUrls } from "../impl/signing/signed-urls.ts";
import { openSqlite } from "../impl/storage/sqlite/open.ts";
import type { Storage } from "../impl/storage/storage.ts";
import { authenticator } from "../impl/tokens/authenticator.ts";
import { lastUsed } from "../impl/tokens/last-used.ts";
import { createTokens } from "../impl/tokens/tokens.ts";
import {
  addExpiredExports,
  addFills,
  addResponses,
  addShares,
  addVersions,
  ownedForm,
  smallForm,
} from "./grown-storage.ts";
import { refusalRow } from "./refused-messages.ts";
import type { Bench, Row } from "./row.ts";
import { now, seedForms } from "./seeded-forms.ts";
import { inFolder } from "./temporary-folder.ts";

/** Other calls wait as long as the longest pause between two turns of the event loop. */
const LONGEST_PAUSE_MS = 50;
const MEASURED_MS = 200;
const CALLS = 10;

interface Parts {
  readonly storage: Storage;
  readonly files: FileStore;
  /** How much there is: the last of three numbers is 100 times the first one. */
  readonly count: number;
}

/** Prepares, and returns what is measured: a call that people wait for, or work in the background. */
type Prepare = (parts: Parts) => Promise<() => unknown>;

interface Growth {
  readonly what: string;
  /** At 1x; the others are 10 and 100 times it. */
  readonly first: number;
  readonly prepare: Prepare;
}

/** What the service does at 1x, 10x and 100x of what it does not show (docs/decisions/growth.md). */
export const bench: Bench = {
  title: "at 1x, 10x and 100x of what is not shown, processor time of the thread",
  rows: async () => {
    const rows: Row[] = [];
    for (const growth of calls) rows.push(await callRow(growth));
    for (const growth of work) rows.push(await workRow(growth));
    rows.push(await refusalRow());
    return rows;
  },
};

const list = (storage: Storage) => ({
  queries: storage.db,
  cursors: cursors(Buffer.alloc(32)),
  directories: directories(storage.db),
});

const listOf =
  (filter: { query?: string; status?: "draft" | "published" }): Prepare =>
  async ({ storage, count }) => {
    const { account } = await seedForms(storage, count);
    const parts = list(storage);
    return () => listForms(parts, account.id, filter, { limit: 20 });
  };

const calls: readonly Growth[] = [
  {
    what: "get_form, verified responses",
    first: 1_000,
    prepare: async ({ storage, count }) => {
      const { account, form } = await ownedForm(storage, "owner@example.org");
      await addResponses(storage, form, count, "verified", now);
      return () => formOverview(storage, account.id, form.id, false);
    },
  },
  { what: "list_forms, forms", first: 1_000, prepare: listOf({}) },
  { what: "list_forms of one status, forms", first: 1_000, prepare: listOf({ status: "draft" }) },
  { what: "list_forms with a text of no title, forms", first: 1_000, prepare: listOf({ query: "zzzz" }) },
  {
    what: "an authenticated call, tokens used in turn",
    first: 1_000,
    prepare: async ({ storage, count }) => {
      const secrets = await tokensOf(storage, count);
      const uses = lastUsed(storage, () => {});
      const authenticate = authenticator(storage, () => now, uses);
      for (const { token } of secrets) await authenticate(token);
      let at = 0;
      return () => authenticate(secrets[at++ % secrets.length]!.token);
    },
  },
  {
    what: "an export, expired exports of others",
    first: 30,
    prepare: async ({ storage, files, count }) => {
      const { account, form } = await ownedForm(storage, "owner@example.org");
      const other = await ownedForm(storage, "other@example.org");
      await addExpiredExports(storage, other.form, count);
      const links = signedUrls(
        Buffer.alloc(32),
        () => "http://localhost",
        () => now,
      );
      const log = { info: () => {}, warn: () => {}, error: () => {} };
      const exports = openExports({ storage, files, links, clock: () => now, log });
      const filter = { formId: form.id, status: "verified" as const, period: {} };
      const request = { format: "csv" as const, filter, withAddresses: true };
      return () => exports.export(account.id, form, request, AbortSignal.timeout(60_000));
    },
  },
  {
    what: "find_form_by_name, titles of 60 words",
    first: 100,
    prepare: async ({ storage, count }) => {
      const { account } = await ownedForm(storage, "owner@example.org");
      const words = (n: number) => Array.from({ length: 60 }, (_, at) => `w${(n * 7 + at) % 50}`).join(" ");
      await storage.db.transaction().execute(async (transaction) => {
        for (let n = 0; n < count; n += 1) {
          const structure = { ...smallForm, title: { en: words(n) } };
          await insertForm(transaction, account.id, structure, "draft", now);
        }
      });
      const index = directories(storage.db);
      return () => findFormsByName(storage.db, index, account.id, words(3));
    },
  },
];

const work: readonly Growth[] = [
  {
    what: "hourly cleanup, expired responses and as many fills",
    first: 500,
    prepare: async ({ storage, files, count }) => {
      const { form } = await ownedForm(storage, "owner@example.org");
      const old = new Date(now.getTime() - 30 * 86_400_000);
      await addResponses(storage, form, count, "pending_verification", old);
      await addFills(storage, form, count, old);
      return () => removeExpired({ storage, files, clock: () => now });
    },
  },
  {
    what: "export of large versions of a form",
    first: 3,
    prepare: async ({ storage, files, count }) => {
      const { form } = await ownedForm(storage, "owner@example.org");
      await addVersions(storage, form, count);
      const { exportOnce } = await import("./seeded-export.ts");
      return () => exportOnce({ storage, files, form });
    },
  },
  {
    what: "times of last use, tokens",
    first: 90,
    prepare: async ({ storage, count }) => {
      const uses = lastUsed(storage, () => {});
      for (const { tokenId } of await tokensOf(storage, count)) uses.record(tokenId, now);
      return () => uses.stop();
    },
  },
  {
    what: "rename of a form, accounts that it is shared with",
    first: 50,
    prepare: async ({ storage, count }) => {
      const { account, form } = await ownedForm(storage, "owner@example.org");
      await addShares(storage, form, count);
      const structure = { ...smallForm, title: { en: "Renamed" } };
      const update = { formId: form.id, edit: { structure }, expectedRevision: undefined, dryRun: false };
      const editForm = () => Promise.reject(new Error("No prompt is sent."));
      const parts = { storage, clock: () => now, editForm };
      return () => updateForm(parts, account.id, update, AbortSignal.timeout(60_000));
    },
  },
];

async function tokensOf(storage: Storage, count: number) {
  const { account } = await ownedForm(storage, "tokens@example.org");
  const wish = { name: "", scopes: ["forms:read"] as const, expiresInDays: undefined };
  const made: Awaited<ReturnType<typeof createTokens>>[number][] = [];
  while (made.length < count) {
    const some = Math.min(1_000, count - made.length);
    made.push(...(await createTokens(storage.db, account, wish, some, now)));
  }
  return made;
}

async function atEachSize<T>({ first, prepare }: Growth, measure: (run: () => unknown) => Promise<T>) {
  const results: T[] = [];
  for (const times of [1, 10, 100]) {
    const result = await inFolder(async (folder) => {
      const storage = await openSqlite(folder);
      try {
        const files = await openFileStore(join(folder, "files"));
        return await measure(await prepare({ storage, files, count: first * times }));
      } finally {
        await storage.close();
      }
    });
    results.push(result);
  }
  return results;
}

const sizes = ({ first }: Growth) =>
  [1, 10, 100].map((times) => (first * times).toLocaleString("en")).join(" / ");

/** Milliseconds of the processor that this thread took: other work of the machine does not count. */
function threadMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}

/** The mean of many calls, after one that warms caches up. */
async function callRow(growth: Growth): Promise<Row> {
  const times = await atEachSize(growth, async (run) => {
    await run();
    const began = threadMs();
    let calls = 0;
    // The clock of processor time moves in steps of some milliseconds.
    while (threadMs() - began < MEASURED_MS) {
      for (let n = 0; n < CALLS; n += 1) await run();
      calls += CALLS;
    }
    return (threadMs() - began) / calls;
  });
  return {
    what: `${growth.what}: ${sizes(growth)}`,
    value: times[2]! / times[0]!,
    unit: "x the time at 1x",
    bar: { atMost: 3 },
    note: `${times.map((ms) => ms.toPrecision(2)).join(" / ")} ms`,
  };
}

/** Work takes as long as there is to do; what counts is how long it keeps others waiting. */
async function workRow(growth: Growth): Promise<Row> {
  const runs = await atEachSize(growth, async (run) => {
    const began = threadMs();
    let [longest, last, isRunning] = [0, began, true];
    const note = () => {
      const time = threadMs();
      longest = Math.max(longest, time - last);
      last = time;
    };
    const tick = () => {
      if (!isRunning) return;
      note();
      setImmediate(tick);
    };
    setImmediate(tick);
    await run();
    isRunning = false;
    note();
    return { ms: last - began, longest };
  });
  const shown = (of: "ms" | "longest") => runs.map((run) => run[of].toPrecision(2)).join(" / ");
  return {
    what: `${growth.what}: ${sizes(growth)}`,
    value: runs[2]!.longest,
    unit: "ms, longest pause",
    bar: { atMost: LONGEST_PAUSE_MS },
    note: `pauses ${shown("longest")} ms, in all ${shown("ms")} ms`,
  };
}
