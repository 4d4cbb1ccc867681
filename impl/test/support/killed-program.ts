/**
 * Works like a busy server, and says what it has acknowledged, until it is killed: one line of JSON for each response
 * that was confirmed, each edit that was made and each export that was delivered.
 */
import { writeSync } from "node:fs";
import { setImmediate } from "node:timers/promises";
import { ensureAccount } from "../../accounts/accounts.ts";
import { insertForm, loadStructure } from "../../forms/forms.ts";
import { updateForm } from "../../forms/update/update.ts";
import { openFileStore } from "../../platform/files/store.ts";
import { newId } from "../../platform/ids.ts";
import { signedUrls } from "../../platform/signing/signed-urls.ts";
import { openSqlite } from "../../platform/storage/sqlite/open.ts";
import { systemClock } from "../../platform/time/clock.ts";
import { confirmByCode } from "../../responses/confirm.ts";
import { openExports } from "../../responses/exports/exports.ts";
import { submit } from "../../responses/submit.ts";
import { issueVerification } from "../../responses/verification.ts";
import { addTextField } from "./one-field-form.ts";
import { signUp } from "./sign-up-form.ts";

export type Acknowledged =
  | { readonly response: string; readonly name: string }
  | { readonly form: string; readonly revision: number; readonly title: string }
  | { readonly export: string; readonly sha256: string };

const folder = process.argv[2]!;
const clock = systemClock;
const storage = await openSqlite(folder);
const files = await openFileStore(folder);
const links = signedUrls(Buffer.alloc(32), () => "http://localhost", clock);
const ignore = () => undefined;
const exports = openExports({
  storage,
  files,
  links,
  clock,
  log: { info: ignore, warn: ignore, error: ignore },
});
const parts = { storage, files, clock, key: Buffer.alloc(32, 1), editForm: addTextField };
const owner = await ensureAccount(storage.db, "owner@example.org", "business", clock());
const form = await storage.db
  .transaction()
  .execute((transaction) => insertForm(transaction, owner.id, signUp, "published", clock()));

function acknowledge(what: Acknowledged): void {
  writeSync(1, `${JSON.stringify(what)}\n`);
}

async function respond(n: number): Promise<void> {
  const name = `Person ${n}`;
  const fill = { id: newId("fill"), formId: form.id, version: 1, rawAnswers: { name } };
  const submission = {
    fill,
    structure: signUp,
    current: { version: 1, structure: signUp },
    language: "en" as const,
    email: `p${n}@example.org`,
    isSpam: false,
  };
  const submitted = await submit(parts, submission);
  if (!("responseId" in submitted)) throw new Error(JSON.stringify(submitted));
  const issued = await issueVerification(parts, submitted.responseId);
  if (typeof issued === "string" || !("proof" in issued)) throw new Error(JSON.stringify(issued));
  const { state } = await confirmByCode(parts, submitted.responseId, issued.proof.code);
  if (state === "verified") acknowledge({ response: submitted.responseId, name });
}

async function edit(n: number): Promise<void> {
  const title = { en: `Title ${n}`, de: `Titel ${n}` };
  const structure = { ...(await loadStructure(storage.db, form)), title };
  const wanted = { formId: form.id, edit: { structure }, expectedRevision: undefined, dryRun: false };
  const { form: edited } = await updateForm(parts, owner.id, wanted, AbortSignal.timeout(10_000));
  acknowledge({ form: form.id, revision: edited.revision, title: edited.title });
}

async function exportAll(n: number): Promise<void> {
  const filter = { formId: form.id, status: "verified" as const, period: {} };
  const format = n % 2 === 0 ? ("csv" as const) : ("zip" as const);
  const request = { format, filter, withAddresses: true };
  const { row } = await exports.export(owner.id, form, request, AbortSignal.timeout(10_000));
  acknowledge({ export: row.id, sha256: row.sha256! });
}

async function forever(work: (n: number) => Promise<void>): Promise<void> {
  for (let n = 0; ; n += 1) {
    await work(n);
    // SQLite answers at once: without this nothing that waits for the disk would get its turn.
    await setImmediate();
  }
}

await Promise.all([respond, respond, edit, exportAll].map(forever));
