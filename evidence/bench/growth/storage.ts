import { type Account, ensureAccount } from "../../../impl/accounts/accounts.ts";
import { type Form, insertForm } from "../../../impl/forms/forms.ts";
import { newId } from "../../../impl/platform/ids.ts";
import type { Storage } from "../../../impl/platform/storage/storage.ts";
import { now } from "../seeded-forms.ts";

/** Rows of one statement. */
const CHUNK = 500;

export const smallForm = {
  title: { en: "Small" },
  default_language: "en" as const,
  languages: ["en" as const] as ["en"],
  pages: [{ id: "p", fields: [{ id: "name", type: "short_text" as const, label: { en: "Name" } }] }],
};

export interface Owned {
  readonly account: Account;
  readonly form: Form;
}

/** An account of its own with one form. */
export async function ownedForm(storage: Storage, email: string): Promise<Owned> {
  const account = await ensureAccount(storage.db, email, "business", now);
  const form = await storage.db
    .transaction()
    .execute((transaction) => insertForm(transaction, account.id, smallForm, "published", now));
  return { account, form };
}

/** Makes rows a chunk at a time, in one transaction. */
async function inChunks<Row>(
  storage: Storage,
  count: number,
  make: (n: number) => Row,
  insert: (db: Storage["db"], rows: Row[]) => Promise<unknown>,
): Promise<void> {
  await storage.db.transaction().execute(async (transaction) => {
    for (let from = 0; from < count; from += CHUNK) {
      const length = Math.min(CHUNK, count - from);
      await insert(
        transaction,
        Array.from({ length }, (_, n) => make(from + n)),
      );
    }
  });
}

export async function addResponses(
  storage: Storage,
  form: Form,
  count: number,
  status: "verified" | "pending_verification",
  at: Date,
  /** Undefined: each is of another person. */
  email?: string,
): Promise<void> {
  const submitted_at = at.toISOString();
  await inChunks(
    storage,
    count,
    (n) => ({
      id: newId("rsp"),
      form_id: form.id,
      form_version: 1,
      status,
      language: "en" as const,
      email: email ?? `person${n}@example.org`,
      answers: "{}",
      submitted_at,
      verified_at: status === "verified" ? submitted_at : null,
    }),
    (db, rows) => db.insertInto("responses").values(rows).execute(),
  );
}

export async function addFills(storage: Storage, form: Form, count: number, at: Date): Promise<void> {
  const updated_at = at.toISOString();
  await inChunks(
    storage,
    count,
    () => ({
      id: newId("fill"),
      form_id: form.id,
      form_version: 1,
      given: "{}",
      response_id: null,
      updated_at,
    }),
    (db, rows) => db.insertInto("fills").values(rows).execute(),
  );
}

/** Shares a form with as many new accounts. */
export async function addShares(storage: Storage, form: Form, count: number): Promise<void> {
  const at = now.toISOString();
  const accountId = (n: number) => `acc_${form.id.slice(4)}_${n}`;
  await inChunks(
    storage,
    count,
    (n) => ({
      id: accountId(n),
      email: `${n}.${form.id.toLowerCase()}@example.org`,
      plan: "trial",
      subscription: "trial" as const,
      trial_ends_at: null,
      plan_started_at: at,
      created_at: at,
    }),
    (db, rows) => db.insertInto("accounts").values(rows).execute(),
  );
  await inChunks(
    storage,
    count,
    (n) => ({
      form_id: form.id,
      account_id: accountId(n),
      permission: "view" as const,
      created_at: at,
      updated_at: at,
    }),
    (db, rows) => db.insertInto("form_shares").values(rows).execute(),
  );
}

/** Adds large versions of a form, each with a response. */
export async function addVersions(storage: Storage, form: Form, count: number): Promise<void> {
  const fields = Array.from({ length: 400 }, (_, n) => ({
    id: `field_${n}`,
    type: "short_text" as const,
    label: { en: `Question ${n} ${"of many words ".repeat(10)}` },
  }));
  const structure = JSON.stringify({ ...smallForm, pages: [{ id: "p", fields }] });
  const created_at = now.toISOString();
  await inChunks(
    storage,
    count - 1,
    (n) => ({ form_id: form.id, version: n + 2, structure, created_at }),
    (db, rows) => db.insertInto("form_versions").values(rows).execute(),
  );
  await inChunks(
    storage,
    count,
    (n) => ({
      id: newId("rsp"),
      form_id: form.id,
      form_version: n + 1,
      status: "verified" as const,
      language: "en" as const,
      email: `person${n}@example.org`,
      answers: n === 0 ? "{}" : JSON.stringify({ field_1: "Yes" }),
      submitted_at: created_at,
      verified_at: created_at,
    }),
    (db, rows) => db.insertInto("responses").values(rows).execute(),
  );
}

/** Adds expired exports whose files are not removed yet. */
export async function addExpiredExports(storage: Storage, form: Form, count: number): Promise<void> {
  const old = new Date(now.getTime() - 30 * 86_400_000).toISOString();
  await inChunks(
    storage,
    count,
    (n) => ({
      id: newId("exp"),
      form_id: form.id,
      open_request: null,
      leased_until: null,
      storage_key: `expired-${form.id}-${n}`,
      file_name: "old.csv",
      content_type: "text/csv",
      row_count: 1,
      total_matching: 1,
      size_bytes: 1,
      created_at: old,
      done_at: old,
      expires_at: old,
    }),
    (db, rows) => db.insertInto("exports").values(rows).execute(),
  );
}
