/** Tests how SQLite finds the forms of a list: by indexes, also where a folder with thousands of forms is shared. */

import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { KyselyPlugin } from "kysely";
import { expect, test } from "vitest";
import { cursors } from "../platform/signing/cursors.ts";
import { DATABASE_NAME } from "../platform/storage/sqlite/file.ts";
import { startProcess } from "../test/support/domain.ts";
import { directories } from "./directory/directories.ts";
import { listFolders } from "./folders/folders.ts";
import { moveForms } from "./folders/move-forms.ts";
import { accessibleForm } from "./forms.ts";
import { listForms } from "./list.ts";
import { shareFolder } from "./sharing/share-folder.ts";

test("forms of shared folders are sorted and counted by an index alone, and no list scans the forms of all accounts", async () => {
  const service = await startProcess();
  const { storage, folder, account, create } = service;
  const [ada, bob] = [await account(), await account("bob@example.org")];
  const ids = (await Promise.all([1, 2, 3].map((n) => create(ada, { title: `Form ${n}` })))).map(
    ({ id }) => id,
  );
  await moveForms(service, ada.id, ids, "Club");
  const [club] = await listFolders(storage.db, ada.id);
  await shareFolder(service, ada.id, club!.id, { email: bob.email, permission: "view" });
  const watched = new DatabaseSync(join(folder, DATABASE_NAME), { readOnly: true });
  const steps: string[] = [];
  const plugin: KyselyPlugin = {
    transformQuery({ node, queryId }) {
      const { sql, parameters } = storage.db.getExecutor().compileQuery(node, queryId);
      const rows = watched.prepare(`explain query plan ${sql}`).all(...(parameters as string[]));
      steps.push(...rows.map(({ detail }) => String(detail)).filter((step) => /\bforms\b/.test(step)));
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  const queries = storage.db.withPlugin(plugin);
  const parts = { queries, cursors: cursors(Buffer.alloc(32, 7)), directories: directories(storage.db) };
  for (const who of [ada, bob]) {
    const { nextCursor, totalCount } = await listForms(parts, who.id, {}, { limit: 2 });
    expect([totalCount, nextCursor === undefined]).toEqual([3, false]);
  }
  expect(steps).toContainEqual(expect.stringContaining("SEARCH forms USING COVERING INDEX forms_by_folder"));
  await listForms(parts, bob.id, { folder: club!.id }, { limit: 2 });
  await listForms(parts, bob.id, { status: "draft" }, { limit: 2 });
  await accessibleForm(queries, bob.id, ids[0]!);
  expect(steps.filter((step) => step.startsWith("SCAN"))).toEqual([]);
  watched.close();
});
