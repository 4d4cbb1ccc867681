/**
 * Takes a visit of a form from its first page to its end, and kills itself right before a statement of it (the argument `kill`,
 * 0: never). Says at the end how many statements it took. Another run with the same fill repeats all requests.
 */
import { writeSync } from "node:fs";
import { loadStructure } from "../../forms/forms.ts";
import { openFileStore } from "../../platform/files/store.ts";
import { openPostgres } from "../../platform/storage/postgres/open.ts";
import { openSqlite } from "../../platform/storage/sqlite/open.ts";
import { updateFill } from "../../responses/fills.ts";
import { submit } from "../../responses/submit.ts";
import type { Progress, Visit } from "../../responses/visits/visit.ts";
import { killBeforeStatement } from "./kill-before-statement.ts";

export type Said = { readonly statements: number };

const ignore = () => undefined;
const quiet = { info: ignore, warn: ignore, error: ignore };
const [folder, formId, fillId, kill] = process.argv.slice(2) as [string, string, string, string];
const url = process.env.DATABASE_URL;
const storage = url === undefined ? await openSqlite(folder) : await openPostgres(url, quiet);
const files = await openFileStore(folder);
const form = await storage.db
  .selectFrom("forms")
  .selectAll()
  .where("id", "=", formId)
  .executeTakeFirstOrThrow();
const structure = await loadStructure(storage.db, form);
const openedAt = Date.parse("2026-03-15T12:00:00.000Z");
const clock = () => new Date(openedAt + 60_000);
const statements = killBeforeStatement(Number(kill));

const visit: Visit = { formId, openedAt, language: "en", isOpened: false };
const fill = { id: fillId, formId, version: form.version };
const steps: readonly Progress[] = [
  { language: "en", at: "name" },
  { language: "de", at: "cv" },
];
for (const reached of steps)
  await updateFill(storage, { ...fill, visit }, (rawAnswers) => ({ rawAnswers, reached }), clock());
await submit(
  { storage, files, clock },
  {
    fill: { ...fill, rawAnswers: { name: "Ada" } },
    structure,
    current: { version: form.version, structure },
    language: "de",
    email: "ada@example.org",
    isSpam: false,
    network: "203.0.113.9",
    visit,
  },
);
writeSync(1, `${JSON.stringify({ statements: statements() } satisfies Said)}\n`);
await storage.close();
