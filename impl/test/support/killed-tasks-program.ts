/**
 * Serves the form service, makes a lesson and a form as tasks, and kills itself right before a statement of its database (the argument
 * `kill`, 0: never). Says which tasks it has acknowledged, each in one line, and at the end how many statements it took. The tests of a
 * kill let the clock of each run begin later, so that the leases of the runs before it have ended.
 */
import { writeSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import { scopes } from "../../../generated/scopes.ts";
import { ensureAccount } from "../../accounts/accounts.ts";
import { createTokens } from "../../accounts/tokens/tokens.ts";
import { startServer } from "../../mcp/server/server.ts";
import { readConfig } from "../../platform/config/config.ts";
import { openConfiguredFiles } from "../../platform/files/open.ts";
import { openPostgres } from "../../platform/storage/postgres/open.ts";
import { openSqlite } from "../../platform/storage/sqlite/open.ts";
import { killBeforeStatement } from "./kill-before-statement.ts";
import { addTextField, oneFieldForm } from "./one-field-form.ts";
import { shortLesson, shortLessons } from "./short-lessons.ts";
import { taskClient } from "./task-client.ts";

export type Said =
  | { readonly task: string }
  | { readonly statements: number }
  /** How many of all tasks their own account can read, and how many another account can. */
  | { readonly readable: { readonly own: number; readonly foreign: number } };

/** Longer than a call takes to become a task. */
const SLOW_MS = 700;
const SLOW_FORM_MS = 2_200;

const ignore = () => undefined;
const quiet = { info: ignore, warn: ignore, error: ignore };
const [folder, kill, start] = process.argv.slice(2) as [string, string, string];
const { DATABASE_URL } = process.env;
const storage =
  DATABASE_URL === undefined ? await openSqlite(folder) : await openPostgres(DATABASE_URL, quiet);
const begun = performance.now();
const clock = () => new Date(Number(start) + (performance.now() - begun));
const config = readConfig({ PORT: "0", DATA_DIR: folder });
const account = await ensureAccount(storage.db, "ada@example.org", "business", clock());
const token = { name: "", scopes: Object.keys(scopes), expiresInDays: undefined };
const [made] = await createTokens(storage.db, account, token, 1, clock());
const server = await startServer(config, {
  storage,
  files: await openConfiguredFiles(config),
  clock,
  generateForm: async (...wish) => wait(SLOW_FORM_MS).then(() => oneFieldForm(...wish)),
  editForm: addTextField,
  writer: shortLessons({ write: async (request) => wait(SLOW_MS).then(() => shortLesson(request)) }),
  log: quiet,
});
const client = taskClient(server.endpoint, made!.token);

const statements = killBeforeStatement(Number(kill));
const wish = { prompt: "Rivers", languages: ["en"], illustration_count: 1 };
await Promise.all([makeLesson(), makeForm()]);
const running = storage.db.selectFrom("tool_tasks").select("id").where("is_running", "=", 1);
while ((await running.execute()).length > 0) await wait(50);
write({ statements: statements() });
const stranger = await ensureAccount(storage.db, "bob@example.org", "business", clock());
const [foreign] = await createTokens(storage.db, stranger, token, 1, clock());
write({ readable: { own: await countReadable(made!.token), foreign: await countReadable(foreign!.token) } });
await server.stop();
await storage.close();

async function makeLesson(): Promise<void> {
  const { structuredContent } = await client.call("service_quote_lesson_generation", wish);
  say(await client.call("service_create_lesson", { quote_id: structuredContent.quote_id }));
}

async function makeForm(): Promise<void> {
  const idempotency_key = crypto.randomUUID();
  say(await client.call("service_create_form", { prompt: "Name", title: idempotency_key, idempotency_key }));
}

async function countReadable(token: string): Promise<number> {
  const { get } = taskClient(server.endpoint, token);
  const tasks = await storage.db.selectFrom("tool_tasks").select("id").execute();
  let readable = 0;
  for (const { id } of tasks)
    await get(id).then(
      () => (readable += 1),
      (error) => {
        if (!String(error).includes("-32602")) throw error;
      },
    );
  return readable;
}

function say({ taskId }: { readonly taskId?: string }): void {
  if (taskId !== undefined) write({ task: taskId });
}

function write(said: Said): void {
  writeSync(1, `${JSON.stringify(said)}\n`);
}
