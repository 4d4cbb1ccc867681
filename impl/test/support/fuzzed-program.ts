/** The form service in a process of its own, with this many tokens that no rate is met. */
import { inspect } from "node:util";
import { scopes } from "../../../generated/scopes.ts";
import { serveParent } from "../../../runtime/test/support/fuzz/program.ts";
import { ensureAccount } from "../../accounts/accounts.ts";
import { createTokens, MAX_TOKENS_AT_ONCE } from "../../accounts/tokens/tokens.ts";
import { startServer } from "../../mcp/server/server.ts";
import { readConfig } from "../../platform/config/config.ts";
import { openFileStore } from "../../platform/files/store.ts";
import { openSqlite } from "../../platform/storage/sqlite/open.ts";
import { systemClock } from "../../platform/time/clock.ts";
import { addTextField, oneFieldForm } from "./one-field-form.ts";
import { shortLessons } from "./short-lessons.ts";

const errors: string[] = [];
const ignore = () => undefined;
const dataDir = process.env.DATA_DIR ?? "";
const storage = await openSqlite(dataDir);
const server = await startServer(readConfig({ PORT: "0", DATA_DIR: dataDir }), {
  storage,
  files: await openFileStore(dataDir),
  clock: systemClock,
  generateForm: oneFieldForm,
  editForm: addTextField,
  writer: shortLessons(),
  log: { info: ignore, warn: ignore, error: (entry) => void errors.push(inspect(entry)) },
});

const now = systemClock();
const account = await ensureAccount(storage.db, "ada@example.org", "trial", now);
const tokens: string[] = [];
for (const held of [Object.keys(scopes), Object.keys(scopes), ["forms:read"], []]) {
  for (let batch = 0; batch < 5; batch++) {
    const wish = { name: "", scopes: held, expiresInDays: undefined };
    const made = await createTokens(storage.db, account, wish, MAX_TOKENS_AT_ONCE, now);
    tokens.push(...made.map(({ token }) => token));
  }
}
serveParent({ endpoint: server.endpoint, tokens }, errors, async () => {
  await server.stop();
  await storage.close();
});
