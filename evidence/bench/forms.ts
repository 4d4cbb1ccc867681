import { createTokens } from "../../impl/accounts/tokens/tokens.ts";
import { openSqlite } from "../../impl/platform/storage/sqlite/open.ts";
import { loadOn, requestBytes } from "./load.ts";
import type { Bench } from "./row.ts";
import { now, numbers, seedForms } from "./seeded-forms.ts";
import { measure, ratio, roundMs, rounds, start, stop } from "./side-by-side.ts";
import { inFolder } from "./temporary-folder.ts";

const FORMS = 100_000;
const TOKENS = 5_000;
/** Requests that are prepared before the measurement, each for a random form. */
const REQUESTS = 20_000;

/** Compares the service on SQLite with bare `node:http` that parses JSON and sends an answer of the same size. */
export const bench: Bench = {
  title: `get_form among ${FORMS.toLocaleString("en")} forms: ${rounds} rounds of ${roundMs} ms, interleaved`,
  rows: () =>
    inFolder(async (folder) => {
      const prepared = await prepare(folder);
      const loadForms = (url: URL) =>
        loadOn(url, { get: prepared.map(({ token, body }) => requestBytes(url, token, body)) });
      const servers = await start(["bare", "forms"], loadForms, [folder]);
      try {
        const { bare, forms } = await measure("get", ["bare", "forms"], servers);
        return [ratio("service_get_form: service / bare", forms!, bare!, 0.4)];
      } finally {
        stop(servers);
      }
    }),
};

async function prepare(folder: string): Promise<{ readonly token: string; readonly body: string }[]> {
  const storage = await openSqlite(folder);
  try {
    const { account, forms } = await seedForms(storage, FORMS);
    const tokens: string[] = [];
    while (tokens.length < TOKENS) {
      const options = { name: "", scopes: ["forms:read"], expiresInDays: undefined };
      const created = await createTokens(storage.db, account, options, 1_000, now);
      tokens.push(...created.map(({ token }) => token));
    }
    const random = numbers(3);
    return Array.from({ length: REQUESTS }, (_, id) => {
      const { id: form_id } = forms[Math.floor(random() * forms.length)]!;
      const params = { name: "service_get_form", arguments: { form_id } };
      return {
        token: tokens[id % TOKENS]!,
        body: JSON.stringify({ jsonrpc: "2.0", id, method: "tools/call", params }),
      };
    });
  } finally {
    await storage.close();
  }
}
