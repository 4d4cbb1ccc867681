/** Exports of the responses whose answers meet conditions. */
import { text } from "node:stream/consumers";
import { expect, onTestFinished, test } from "vitest";
import { ensureAccount } from "../../accounts/accounts.ts";
import { openFileStore } from "../../platform/files/store.ts";
import { signedUrls } from "../../platform/signing/signed-urls.ts";
import { answeredForm } from "../../test/support/answered-form.ts";
import { dataDir } from "../../test/support/data-dir.ts";
import { openEngine } from "../../test/support/engine.ts";
import { readConditions } from "../conditions/condition.ts";
import { openExports } from "./exports.ts";
import type { ExportRequest } from "./request.ts";

async function start() {
  const folder = dataDir();
  const storage = await openEngine(folder);
  const files = await openFileStore(folder);
  const time = { now: new Date("2026-03-15T12:00:00.000Z") };
  const clock = () => time.now;
  const ignore = () => {};
  const log = { info: ignore, warn: ignore, error: ignore };
  const exports = openExports({
    storage,
    files,
    links: signedUrls(Buffer.alloc(32), () => "http://localhost", clock),
    clock,
    log,
  });
  onTestFinished(async () => {
    await exports.stop();
    await storage.close();
  });
  const ada = await ensureAccount(storage.db, "ada@example.org", "business", time.now);
  const answered = await answeredForm({ storage, files, time });
  const write = async (line: string, more: Partial<ExportRequest> = {}) => {
    const filter = { formId: answered.form.id, status: "verified", period: {} } as const;
    const conditions = readConditions(line);
    const wanted: ExportRequest = { format: "csv", filter, conditions, withAddresses: true, ...more };
    const { row } = await exports.export(ada.id, answered.form, wanted, new AbortController().signal);
    const csv = await text(await files.open(row.storage_key!));
    return { row, ids: csv.match(/rsp_[0-9A-Za-z]{22}/g) ?? [] };
  };
  return { ...answered, write };
}

test("only responses that meet all conditions are in the file, with those of the status and the days", async () => {
  const { respond, write } = await start();
  const art = await respond({ name: "Zoë", interests: ["art", "ai"], age: 30 });
  await respond({ name: "Zoe", interests: ["sport"], age: 30 });
  await respond({ name: "Zoe", interests: ["art"], age: 31 });
  await respond({ name: "Zoe", interests: ["art"], age: 30 }, { status: "spam" });
  expect((await write("interests:one_of:art;age:range:..30;name:contains:zoe")).ids).toEqual([art]);
  expect((await write("interests:one_of:ai;age:range:31..")).ids).toEqual([]);
  const zip = await write("interests:one_of:art;age:range:..30", { format: "zip" });
  expect([zip.row.row_count, zip.row.total_matching]).toEqual([1, 1]);
});

test("without addresses, no condition finds one: neither in the email field nor in another answer that equals it", async () => {
  const { respond, write } = await start();
  const answers = {
    email: "alan@example.org",
    name: "alan@example.org",
    source: "alan@example.org",
    age: 30,
  };
  const id = await respond(answers, { email: "alan@example.org" });
  for (const probe of [
    "email:contains:a",
    "email:answered",
    "name:contains:alan",
    "source:contains:alan",
    "source:answered",
  ]) {
    const [seen, blind] = [await write(probe), await write(probe, { withAddresses: false })];
    expect([probe, seen.ids, blind.ids]).toEqual([probe, [id], []]);
  }
  expect((await write("age:range:30..", { withAddresses: false })).ids).toEqual([id]);
  // Requests that differ only in this do not share a file.
  const [both, hidden] = await Promise.all([
    write("email:answered"),
    write("email:answered", { withAddresses: false }),
  ]);
  expect([both.ids, hidden.ids]).toEqual([[id], []]);
});

test("a file has the oldest 5,000 matches among all responses, and says that there are more", async () => {
  const { respondOften, write } = await start();
  await respondOften(10_400, (n) => ({ age: n % 2 === 0 ? 18 : 20 }));
  const { row, ids } = await write("age:range:18..18");
  expect([ids.length, row.row_count, row.total_matching]).toEqual([5_000, 5_000, 5_001]);
  // The last hundreds are behind the first 10,000 responses.
  expect((await write("age:range:20..20")).row.next_date_from).toBe("2026-03-15T14:46:41.000Z");
}, 60_000);
