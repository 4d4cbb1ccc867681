/**
 * Accepts a quote and makes all lessons of a database, and kills itself right before a statement of it (the argument
 * `kill`, 0: never). Says what it has acknowledged: the lesson, in one line, and at the end how many statements it took.
 * The tests of a kill let the clock of each run begin later, so that the leases of the runs before it have ended.
 */
import { writeSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import { Refusal } from "@toolwright/runtime";
import { ensureAccount } from "../../accounts/accounts.ts";
import { createLesson } from "../../lessons/create.ts";
import { lessonJobs } from "../../lessons/generate.ts";
import { quoteLesson } from "../../lessons/quote.ts";
import { openFileStore } from "../../platform/files/store.ts";
import { startWorker } from "../../platform/jobs/worker.ts";
import { openPostgres } from "../../platform/storage/postgres/open.ts";
import { openSqlite } from "../../platform/storage/sqlite/open.ts";
import { killBeforeStatement } from "./kill-before-statement.ts";
import { pendingLesson, shortLesson, shortLessons } from "./short-lessons.ts";

export type Said = { readonly lesson: string } | { readonly statements: number };

const ignore = () => undefined;
const quiet = { info: ignore, warn: ignore, error: ignore };
const [folder, kill, start] = process.argv.slice(2) as [string, string, string];
const url = process.env.DATABASE_URL;
const storage = url === undefined ? await openSqlite(folder) : await openPostgres(url, quiet);
const files = await openFileStore(folder);
const begun = performance.now();
const clock = () => new Date(Number(start) + (performance.now() - begun));
const ada = await ensureAccount(storage.db, "ada@example.org", "business", clock());
// Each part fails for some of the lessons.
const { illustrate } = shortLessons();
const writer = shortLessons({
  write: async (request) => {
    if (request.seed.charCodeAt(4) % 6 === 0) throw new Refusal("generation_failed", "No text.");
    if (request.seed.charCodeAt(7) % 2 === 0) return pendingLesson(request);
    return shortLesson(request, request.seed.charCodeAt(5) % 3 === 0 ? ["fr"] : []);
  },
  translate: async ({ seed }, lesson) => {
    if (seed.charCodeAt(5) % 3 === 0) throw new Refusal("generation_failed", "No French.");
    return lesson;
  },
  illustrate: (request, ...rest) =>
    request.seed.charCodeAt(6) % 3 === 0 && rest[1] === 1
      ? Promise.reject(new Refusal("generation_failed", "No picture."))
      : illustrate(request, ...rest),
});
const parts = { storage, files, clock, writer, wakeWorker: () => worker.wake() };

const statements = killBeforeStatement(Number(kill));
const worker = startWorker({
  storage,
  clock,
  handlers: { lesson: lessonJobs(parts) },
  onJob: () => {},
  onError(error) {
    throw error;
  },
});
const wish = { prompt: "Rivers", languages: ["en", "fr"] as const, illustrationCount: 2 };
const { id: quoteId } = await quoteLesson(parts, ada.id, wish, clock());
const { state } = await createLesson(parts, ada.id, { quoteId, taskMode: "fixed", password: undefined });
writeSync(1, `${JSON.stringify({ lesson: state.id } satisfies Said)}\n`);
while ((await storage.db.selectFrom("jobs").select("id").execute()).length > 0) await wait(5);
writeSync(1, `${JSON.stringify({ statements: statements() } satisfies Said)}\n`);
await worker.stop();
await storage.close();
