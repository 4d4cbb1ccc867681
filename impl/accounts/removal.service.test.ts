/**
 * Tests that rows are removed a few at a time: forms, accounts, answers of a respondent, and expired data. Counted in rows and
 * turns, not in time.
 */
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { KyselyPlugin } from "kysely";
import { expect, onTestFinished, test } from "vitest";
import { deleteForm } from "../forms/delete.ts";
import { insertForm } from "../forms/forms.ts";
import { openFileStore } from "../platform/files/store.ts";
import { BATCH_SIZE } from "../platform/storage/in-batches.ts";
import { DATABASE_NAME } from "../platform/storage/sqlite/file.ts";
import { openSqlite } from "../platform/storage/sqlite/open.ts";
import type { Queries } from "../platform/storage/storage.ts";
import { deleteAccount } from "../responses/retention/delete-account.ts";
import { deleteResponses } from "../responses/retention/deleted-responses.ts";
import { eraseFromForm, eraseRespondent } from "../responses/retention/erase-respondent.ts";
import { removeExpired } from "../responses/retention/remove-expired.ts";
import { markSpam } from "../responses/spam.ts";
import { dataDir } from "../test/support/data-dir.ts";
import { removeDeletedForm } from "../test/support/deletion-worker.ts";
import { DAY_MS, start } from "../test/support/domain.ts";
import { ensureAccount } from "./accounts.ts";
import { removeExpiredLeases } from "./generation/idempotency.ts";
import { createTokens } from "./tokens/tokens.ts";

/** More than three batches. */
const MANY = 3 * BATCH_SIZE + 20;
const old = new Date(start.getTime() - 30 * DAY_MS).toISOString();

const structure = {
  title: { en: "Party" },
  default_language: "en" as const,
  languages: ["en" as const] as ["en"],
  pages: [{ id: "p", fields: [{ id: "name", type: "short_text" as const, label: { en: "Name" } }] }],
};

type Status = "verified" | "pending_verification";

/** Adds `count` responses and fills of one respondent to a form; the fills contain the address. */
async function answer(db: Queries, formId: string, count: number, status: Status, at: string): Promise<void> {
  const numbers = Array.from({ length: count }, (_, n) => n);
  const common = { form_id: formId, form_version: 1 };
  await db
    .insertInto("responses")
    .values(
      numbers.map((n) => ({
        ...common,
        id: `rsp_${formId}_${status}_${n}`,
        status,
        language: "en" as const,
        email: "alan@example.org",
        answers: "{}",
        submitted_at: at,
        verified_at: null,
      })),
    )
    .execute();
  await db
    .insertInto("fills")
    .values(
      numbers.map((n) => ({
        ...common,
        id: `fill_${formId}_${status}_${n}`,
        given: JSON.stringify({ name: "Alan@Example.org" }),
        response_id: null,
        updated_at: at,
      })),
    )
    .execute();
}

/** Ada's form with many responses and fills, shared with Bob; Bob's form, which is answered too; many tokens of Ada. */
async function many(status: Status = "verified", at = start.toISOString()) {
  const folder = dataDir();
  const storage = await openSqlite(folder);
  onTestFinished(() => storage.close());
  const files = await openFileStore(join(folder, "files"));
  const ada = await ensureAccount(storage.db, "ada@example.org", "business", start);
  const bob = await ensureAccount(storage.db, "bob@example.org", "business", start);
  const [form, other] = await storage.db.transaction().execute(async (transaction) => {
    const forms = [ada, bob].map((owner) => insertForm(transaction, owner.id, structure, "published", start));
    const [form, other] = [await forms[0]!, await forms[1]!];
    await answer(transaction, form.id, MANY, status, at);
    await answer(transaction, other.id, 3, "verified", start.toISOString());
    await transaction
      .insertInto("form_shares")
      .values({ form_id: form.id, account_id: bob.id, permission: "edit", created_at: at, updated_at: at })
      .execute();
    return [form, other] as const;
  });
  const wish = { name: "", scopes: ["forms:read"] as const, expiresInDays: undefined };
  await createTokens(storage.db, ada, wish, MANY, start);
  const watched = new DatabaseSync(join(folder, DATABASE_NAME), { readOnly: true });
  onTestFinished(() => watched.close());
  return { folder, storage, files, clock: () => start, ada, bob, form, other, watched };
}

type Parts = Awaited<ReturnType<typeof many>>;

/** Rows that are in use: an erased response stays as a row without an address. */
function rowsIn(watched: DatabaseSync): number {
  const tables = ["fills", "files", "tokens", "form_shares", "form_versions", "forms", "accounts"];
  const counts = tables.map((table) => `(select count(*) from ${table})`);
  const responses = "(select count(*) from responses where email is not null)";
  return Number(watched.prepare(`select ${[...counts, responses].join(" + ")} as rows`).get()!.rows);
}

/** The most rows that go between two turns of the event loop, in which other calls are answered. */
async function mostAtOnce({ watched }: Parts, run: () => Promise<unknown>): Promise<number> {
  let [most, before, isRunning] = [0, rowsIn(watched), true];
  const note = () => {
    const now = rowsIn(watched);
    most = Math.max(most, before - now);
    before = now;
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
  return most;
}

const whole = async (parts: Parts) => {
  await deleteForm(parts, parts.ada.id, parts.form.id, start);
  await removeDeletedForm(parts);
};

test.for<[string, (parts: Parts) => Promise<unknown>, { responses: number; fills: number; forms: number }]>([
  ["a form", whole, { responses: 3, fills: 3, forms: 1 }],
  ["an account", (parts) => deleteAccount(parts, parts.ada.id, start), { responses: 3, fills: 3, forms: 1 }],
  [
    "the answers of a person",
    (parts) => eraseRespondent(parts, "alan@example.org"),
    { responses: 0, fills: 0, forms: 2 },
  ],
  [
    "the answers of a person to one form",
    (parts) => eraseFromForm(parts, parts.ada.id, parts.form.id, "alan@example.org"),
    { responses: 3, fills: 3, forms: 2 },
  ],
])("removes %s a few rows at a time", async ([, remove, left]) => {
  const parts = await many();
  expect(await mostAtOnce(parts, () => remove(parts))).toBeLessThanOrEqual(2 * BATCH_SIZE);
  const count = (from: string) => parts.watched.prepare(`select count(*) as count from ${from}`).get()!.count;
  expect({
    responses: count("responses where email is not null"),
    fills: count("fills"),
    forms: count("forms"),
  }).toEqual(left);
});

test("removes expired data a few rows at a time", async () => {
  const parts = await many("pending_verification", old);
  expect(await mostAtOnce(parts, () => removeExpired(parts))).toBeLessThanOrEqual(2 * BATCH_SIZE);
  expect(await parts.storage.db.selectFrom("responses").select("id").execute()).toHaveLength(3);
});

test("empties every large table that refers to an account or a form before removing it", async () => {
  const { watched } = await many();
  const tables = watched.prepare("select name from sqlite_schema where type = 'table'").all();
  const referring = (target: string) =>
    tables
      .map(({ name }) => String(name))
      .filter((name) =>
        watched.prepare('select 1 from pragma_foreign_key_list(?) where "table" = ?').get(name, target),
      )
      .sort();
  // The few rows of these go with the account or the form: passwords, sessions and links, which end first, and images and exports.
  const few = {
    accounts: [
      "account_usage",
      "credentials",
      "directories",
      "mailed_links",
      "passkeys",
      "pending_changes",
      "sessions",
      "tool_tasks",
    ],
    forms: ["exports", "form_images"],
  };
  const removed = {
    accounts: [
      "credit_entries",
      "credit_transactions",
      "deleted_forms",
      "directory_changes",
      "folder_forms",
      "folder_members",
      "folders",
      "form_shares",
      "form_tags",
      "form_totals",
      "forms",
      "generations",
      "jobs",
      "lesson_quotes",
      "lessons",
      "live_addresses",
      "model_calls",
      "response_mail_texts",
      "response_mails",
      "share_refusals",
      "tokens",
      "version_authors",
    ],
    forms: [
      "choice_totals",
      "deleted_forms",
      "fills",
      "folder_forms",
      "form_checks",
      "form_invitations",
      "form_shares",
      "form_tags",
      "form_versions",
      "form_visits",
      "live_addresses",
      "pending_changes",
      "response_mail_texts",
      "response_mails",
      "response_totals",
      "responses",
      "saved_views",
      "shared_results",
      "visit_days",
      "visit_places",
      "visit_times",
      "waiting_lists",
      "waiting_people",
      "waiting_places",
      "webhook_deliveries",
      "webhooks",
    ],
  };
  for (const target of ["accounts", "forms"] as const)
    expect(referring(target)).toEqual([...few[target], ...removed[target]].sort());
});

/** How SQLite finds the rows of each statement that is built with a storage. */
function plansOf({ storage, watched }: Parts) {
  const plans: { sql: string; steps: string[] }[] = [];
  const plugin: KyselyPlugin = {
    transformQuery({ node, queryId }) {
      const { sql, parameters } = storage.db.getExecutor().compileQuery(node, queryId);
      const rows = watched.prepare(`explain query plan ${sql}`).all(...(parameters as string[]));
      plans.push({ sql, steps: rows.map(({ detail }) => String(detail)) });
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  return { storage: { ...storage, db: storage.db.withPlugin(plugin) }, plans };
}

test("finds rows by their ids, not by values that thousands of rows share", async () => {
  const parts = await many("pending_verification", old);
  const { storage, plans } = plansOf(parts);
  const ids = (await storage.db.selectFrom("responses").select("id").limit(BATCH_SIZE).execute()).map(
    ({ id }) => id,
  );
  const { ada, form } = parts;
  await markSpam({ ...parts, storage }, ada.id, form.id, ids);
  await deleteResponses({ ...parts, storage }, ada.id, form.id, ids);
  await eraseRespondent({ ...parts, storage }, "alan@example.org");
  await removeExpired({ ...parts, storage });
  const byId = plans.filter(({ sql }) => sql.includes('"id" in (?, ?'));
  expect(byId.length).toBeGreaterThan(8);
  for (const { sql, steps } of byId)
    expect([sql, steps[0]]).toEqual([sql, expect.stringMatching(/\(id=\?\)/)]);
});

test("finds generations of dead processes without reading the account's others", async () => {
  const parts = await many("pending_verification", old);
  const { storage, plans } = plansOf(parts);
  await storage.db
    .transaction()
    .execute((transaction) => removeExpiredLeases(transaction, parts.ada.id, start));
  expect(plans.map(({ steps }) => steps)).toContainEqual([
    expect.stringContaining("INDEX generations_leased (account_id=? AND leased_until<?)"),
  ]);
});
