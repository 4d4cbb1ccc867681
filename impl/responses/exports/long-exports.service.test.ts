import { Readable } from "node:stream";
import { expect, onTestFinished, test } from "vitest";
import { ensureAccount } from "../../accounts/accounts.ts";
import { type FileStore, openFileStore } from "../../platform/files/store.ts";
import { signedUrls } from "../../platform/signing/signed-urls.ts";
import { answeredForm } from "../../test/support/answered-form.ts";
import { dataDir } from "../../test/support/data-dir.ts";
import { openEngine } from "../../test/support/engine.ts";
import { statements } from "../../test/support/statements.ts";
import { type ExportDependencies, openExports } from "./exports.ts";

/** Holds every file back until it is let go. */
function slow(files: FileStore): FileStore & { letGo(): void; puts: number } {
  const { promise, resolve } = Promise.withResolvers<void>();
  const store = {
    ...files,
    puts: 0,
    letGo: resolve,
    put(content: Readable) {
      store.puts += 1;
      return files.put(Readable.from(heldBack(content, promise)));
    },
  };
  return store;
}

async function* heldBack(content: Readable, until: Promise<void>): AsyncGenerator<Buffer> {
  for await (const chunk of content) {
    yield chunk;
    await until;
  }
}

/** A process that exports, on a data folder that others may share. */
async function process(folder = dataDir()) {
  const storage = await openEngine(folder);
  const files = slow(await openFileStore(folder));
  const time = { now: new Date("2026-03-15T12:00:00.000Z") };
  const clock = () => time.now;
  const logged: unknown[] = [];
  const keep = (entry: unknown) => void logged.push(entry);
  const links = signedUrls(Buffer.alloc(32), () => "http://localhost", clock);
  const parts: ExportDependencies = {
    storage,
    files,
    links,
    clock,
    log: { info: keep, warn: keep, error: keep },
  };
  const exports = openExports(parts);
  onTestFinished(async () => {
    files.letGo();
    await exports.stop();
    await storage.close();
  });
  const ada = await ensureAccount(storage.db, "ada@example.org", "business", time.now);
  return { folder, storage, files, time, ada, exports, logged };
}

async function processWithForm() {
  const one = await process();
  const { form, respond, respondOften } = await answeredForm(one);
  await respond({ name: "Alan" });
  const filter = { formId: form.id, status: "verified" as const, period: {} };
  const request = { format: "csv" as const, filter, withAddresses: true };
  const ask = (by: Pick<typeof one, "exports">, signal = AbortSignal.timeout(10_000)) =>
    by.exports.export(one.ada.id, form, request, signal);
  const rows = () => one.storage.db.selectFrom("exports").selectAll().execute();
  return { ...one, ask, rows, respondOften };
}

test("an export continues after its caller gave up, and a repeated call gets it", async () => {
  const one = await processWithForm();
  const patience = new AbortController();
  const first = one.ask(one, patience.signal);
  await expect.poll(() => one.files.puts).toBe(1);
  patience.abort(new Error("45 seconds are over"));
  await expect(first).rejects.toThrow("45 seconds");
  const second = one.ask(one);
  one.files.letGo();
  expect((await second).row).toMatchObject({ row_count: 1, open_request: null });
  expect([one.files.puts, (await one.rows()).length]).toEqual([1, 1]);
});

test("keeps an export finished after its caller gave up for ten minutes", async () => {
  const one = await processWithForm();
  const patience = new AbortController();
  const first = one.ask(one, patience.signal);
  await expect.poll(() => one.files.puts).toBe(1);
  patience.abort(new Error("gave up"));
  await expect(first).rejects.toThrow("gave up");
  one.files.letGo();
  await expect.poll(async () => (await one.rows())[0]?.storage_key).toBeTruthy();
  const [kept] = await one.rows();
  one.time.now = new Date(one.time.now.getTime() + 599_000);
  expect((await one.ask(one)).row.id).toBe(kept!.id);
  one.time.now = new Date(one.time.now.getTime() + 600_000);
  expect((await one.ask(one)).row.id).not.toBe(kept!.id);
});

test("a call in another process joins the one that runs", async () => {
  const one = await processWithForm();
  const two = await process(one.folder);
  const first = one.ask(one);
  await expect.poll(() => one.files.puts).toBe(1);
  const since = statements();
  const second = one.ask(two);
  // It has found the export and looks again and again whether that is done.
  const looksAgain = (sql: string) => /^select \* from "exports" where "id" = /.test(sql);
  await expect.poll(() => since().some(looksAgain)).toBe(true);
  one.files.letGo();
  expect((await second).row.id).toBe((await first).row.id);
  expect([one.files.puts, two.files.puts]).toEqual([1, 0]);
});

test("a stopping server cancels its exports and leaves no files", async () => {
  const one = await processWithForm();
  // More than the streams on the way hold, so that it cannot be over by itself.
  await one.respondOften(500, () => ({ bio: "x".repeat(2_000) }));
  const first = one.ask(one);
  // The stream of the file ends with an AbortError, a query between two batches with the reason of the server.
  const failed = expect(first).rejects.toThrow(/aborted|The server stops/);
  await expect.poll(() => one.files.puts).toBe(1);
  const stopped = one.exports.stop();
  one.files.letGo();
  await stopped;
  await failed;
  expect(await one.rows()).toEqual([]);
  const stored: string[] = [];
  for await (const { key } of one.files.list()) stored.push(key);
  expect(stored).toEqual([]);
});

test("a failed export is reported, and the next call tries again", async () => {
  const one = await processWithForm();
  const { put } = one.files;
  one.files.put = () => Promise.reject(new Error("disk full"));
  await expect(one.ask(one)).rejects.toThrow("disk full");
  expect(await one.rows()).toEqual([]);
  expect(one.logged).toContainEqual(expect.objectContaining({ event: "export_failed" }));
  one.files.put = put;
  one.files.letGo();
  expect((await one.ask(one)).row.row_count).toBe(1);
});
