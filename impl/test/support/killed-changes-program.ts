/**
 * Takes the steps of `pending-steps.ts` with a form, and kills itself right before a statement of them (the argument `kill`, 0: never).
 * Says after each step that it was answered, and at the end how many statements they took.
 */
import { writeSync } from "node:fs";
import { ensureAccount } from "../../accounts/accounts.ts";
import { builtInEditor } from "../../ai/built-in.ts";
import { formOverview } from "../../forms/overview.ts";
import { updateForm } from "../../forms/update/update.ts";
import { openPostgres } from "../../platform/storage/postgres/open.ts";
import { openSqlite } from "../../platform/storage/sqlite/open.ts";
import { killBeforeStatement } from "./kill-before-statement.ts";
import { STEPS, structureOf, titleOf } from "./pending-steps.ts";

export type Said = { readonly step: number } | { readonly statements: number };

const ignore = () => undefined;
const quiet = { info: ignore, warn: ignore, error: ignore };
const [folder, formId, email, run, kill] = process.argv.slice(2) as [string, string, string, string, string];
const url = process.env.DATABASE_URL;
const storage = url === undefined ? await openSqlite(folder) : await openPostgres(url, quiet);
const parts = { storage, clock: () => new Date(), editForm: builtInEditor };
const { id: accountId } = await ensureAccount(storage.db, email, "business", parts.clock());
const statements = killBeforeStatement(Number(kill));

for (const [at, step] of STEPS.entries()) {
  const { structure: published, revision, pending } = await formOverview(storage, accountId, formId, true);
  const structure = {
    keep: structureOf(titleOf(Number(run), at)),
    publish: pending?.structure,
    discard: published,
  }[step];
  const update = { formId, edit: { structure: structure! }, expectedRevision: revision, dryRun: false };
  const kept = { ...update, keep: step !== "publish", pending: pending?.id };
  await updateForm(parts, accountId, kept, new AbortController().signal);
  say({ step: at });
}
say({ statements: statements() });
await storage.close();

function say(said: Said): void {
  writeSync(1, `${JSON.stringify(said)}\n`);
}
