import { existsSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { Readable } from "node:stream";
import { expect, test } from "vitest";
import { ensureAccount } from "../../accounts/accounts.ts";
import { creditBalance } from "../../accounts/credits/balance.ts";
import { lockOut } from "../../accounts/sign-in/lock-account.ts";
import { makeLink } from "../../accounts/sign-in/mailed-links.ts";
import { removePasskeys } from "../../accounts/sign-in/passkeys.ts";
import { createTokens, revokeToken } from "../../accounts/tokens/tokens.ts";
import { bringBackForm, listBin, putIntoBin } from "../../forms/bin/bin.ts";
import { deleteForm } from "../../forms/delete.ts";
import { listFolders, removeFolder } from "../../forms/folders/folders.ts";
import { moveForms } from "../../forms/folders/move-forms.ts";
import { accessibleForm, insertForm } from "../../forms/forms.ts";
import { addImage } from "../../forms/images.ts";
import { endMembership } from "../../forms/sharing/folder-members.ts";
import { shareForm } from "../../forms/sharing/share.ts";
import { shareFolder, shareFolderOrInvite } from "../../forms/sharing/share-folder.ts";
import { unshareForm } from "../../forms/sharing/shares.ts";
import { addWebhook, removeWebhook, testWebhook } from "../../forms/webhooks/webhooks.ts";
import { deleteLesson } from "../../lessons/own-lessons.ts";
import { openFileStore } from "../../platform/files/store.ts";
import { dropFormerKeys, installationKeys, rotateKeys } from "../../platform/storage/secrets.ts";
import { backUpDatabase } from "../../platform/storage/sqlite/backup.ts";
import { openSqlite } from "../../platform/storage/sqlite/open.ts";
import { restoreDatabase } from "../../platform/storage/sqlite/restore.ts";
import type { Storage } from "../../platform/storage/storage.ts";
import { shareResults } from "../../responses/analysis/shared-results.ts";
import { bringBack } from "../../responses/bring-back.ts";
import { testResponses } from "../../responses/filter.ts";
import { makeLiveAddress } from "../../responses/live/live-addresses.ts";
import { deleteAccount } from "../../responses/retention/delete-account.ts";
import { deleteResponses, eraseDeleted } from "../../responses/retention/deleted-responses.ts";
import { eraseRespondent } from "../../responses/retention/erase-respondent.ts";
import { keepTest } from "../../responses/retention/test-responses.ts";
import { listViews, saveView } from "../../responses/saved-views.ts";
import { answeredForm } from "../../test/support/answered-form.ts";
import { runCommand } from "../../test/support/command.ts";
import { dataDir } from "../../test/support/data-dir.ts";
import { startProcess } from "../../test/support/domain.ts";
import { lessonNode } from "../../test/support/lesson-life.ts";
import { oneField } from "../../test/support/one-field-form.ts";

test("a backup made while forms are created is whole, and restores what was there then", async () => {
  const { folder, storage, account, create } = await startProcess();
  const ada = await account();
  for (let n = 0; n < 20; n += 1) await create(ada, { title: `Before ${n}` });
  const file = join(dataDir(), "copy.db");
  const writing = (async () => {
    for (let n = 0; n < 50; n += 1) await create(ada, { title: `Meanwhile ${n}` });
  })();
  await backUpDatabase(folder, file);
  await writing;
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(await storage.db.selectFrom("forms").select("id").execute()).toHaveLength(70);

  const empty = join(dataDir(), "data");
  expect(await restoreDatabase(file, empty)).toEqual({ replaced: undefined, reapplied: undefined });
  const restored = await openSqlite(empty);
  const titles = (await restored.db.selectFrom("forms").select("title").execute()).map(({ title }) => title);
  const versions = await restored.db.selectFrom("form_versions").select("form_id").execute();
  await restored.close();
  expect(titles.filter((title) => title.startsWith("Before"))).toHaveLength(20);
  expect(versions).toHaveLength(titles.length);
});

test("restoring keeps the old database, and is refused while a process uses it", async () => {
  const { folder, storage, account, create } = await startProcess();
  await create(await account());
  const file = join(dataDir(), "copy.db");
  await backUpDatabase(folder, file);
  await expect(restoreDatabase(file, folder)).rejects.toThrow(/in use.*Stop the server/);
  await storage.close();
  const { replaced } = await restoreDatabase(file, folder);
  expect(existsSync(replaced!)).toBe(true);
  const again = await openSqlite(folder);
  expect(await again.db.selectFrom("forms").select("id").execute()).toHaveLength(1);
  await again.close();
});

test("rejects other files than our backups, and changes nothing", async () => {
  const folder = dataDir();
  const foreign = join(folder, "foreign.db");
  const database = new DatabaseSync(foreign);
  database.exec("create table invoices (id)");
  database.close();
  writeFileSync(join(folder, "text"), "not a database, but long enough to be taken for one at first sight");
  const target = join(folder, "data");
  for (const name of ["foreign.db", "text"]) {
    await expect(restoreDatabase(join(folder, name), target)).rejects.toThrow("no backup of this service");
  }
  await expect(restoreDatabase(join(folder, "none"), target)).rejects.toThrow("There is no file");
  expect(existsSync(target)).toBe(false);
});

test.each([
  ["before the first release", "update kysely_migration set name = '0001_initial'"],
  ["made by a newer version", "insert into kysely_migration values ('9999_future', '2030-01-01')"],
])("a backup that was %s is refused before anything is touched", async (message, change) => {
  const { folder, storage } = await startProcess();
  const file = join(dataDir(), "copy.db");
  await backUpDatabase(folder, file);
  await storage.close();
  const copy = new DatabaseSync(file);
  copy.exec(change);
  copy.close();
  const before = readdirSync(folder);
  await expect(restoreDatabase(file, folder)).rejects.toThrow(message);
  expect(readdirSync(folder)).toEqual(before);
});

const nothingReapplied = {
  revokedTokens: 0,
  erasedResponses: 0,
  lockedAccounts: 0,
  deletedAccounts: 0,
  deletedForms: 0,
  deletedLessons: 0,
  endedShares: 0,
};

test("keeps revocations and erasures since the backup, unless the exact backup is requested", async () => {
  const folder = dataDir();
  const [storage, files, now] = [await openSqlite(folder), await openFileStore(folder), new Date()];
  const ada = await ensureAccount(storage.db, "ada@example.org", "business", now);
  const wish = { name: "", scopes: [], expiresInDays: undefined };
  const [, revoked] = await createTokens(storage.db, ada, wish, 2, now);
  const { respond } = await answeredForm({ storage, files, time: { now } });
  const alan = await respond({ name: "Alan" });
  await respond({ name: "Grace" }, { email: "grace@example.org" });
  const file = join(dataDir(), "copy.db");
  await backUpDatabase(folder, file);
  await revokeToken(storage, revoked!.tokenId, now);
  await eraseRespondent({ storage, files, clock: () => new Date() }, "alan@example.org");
  await storage.close();

  const statesAfter = async (exactly: boolean) => {
    const { reapplied } = await restoreDatabase(file, folder, { exactly });
    const restored = await openSqlite(folder);
    const { db } = restored;
    const tokens = await db.selectFrom("tokens").select("id").where("revoked_at", "is not", null).execute();
    const responses = await db
      .selectFrom("responses")
      .select(["id", "email"])
      .where("status", "=", "deleted")
      .execute();
    await restored.close();
    return { reapplied, tokens, responses };
  };
  expect(await statesAfter(false)).toEqual({
    reapplied: { ...nothingReapplied, revokedTokens: 1, erasedResponses: 1 },
    tokens: [{ id: revoked!.tokenId }],
    responses: [{ id: alan, email: null }],
  });
  expect(await statesAfter(true)).toEqual({ reapplied: undefined, tokens: [], responses: [] });
});

test("a restored backup erases what was deleted or erased since, and keeps what was deleted before", async () => {
  const folder = dataDir();
  const [storage, files, now] = [await openSqlite(folder), await openFileStore(folder), new Date()];
  const ada = await ensureAccount(storage.db, "ada@example.org", "business", now);
  const parts = { storage, files, clock: () => now };
  const { form, respond, upload } = await answeredForm({ storage, files, time: { now } });
  const ids = [
    await respond({ name: "A" }),
    await respond({ name: "B" }),
    await respond({ name: "C" }),
  ] as const;
  const restored = await respond({ name: "D" });
  await (await upload("ticket.pdf", "%PDF-1.7")).attach(ids[1], "ticket");
  await deleteResponses(parts, ada.id, form.id, [ids[0], ids[1], restored]);
  const file = join(dataDir(), "copy.db");
  await backUpDatabase(folder, file);
  await deleteResponses(parts, ada.id, form.id, [ids[2]]);
  await eraseDeleted(parts, ada.id, form.id, [ids[1]]);
  await bringBack(parts, ada.id, form.id, restored);
  await storage.close();
  const { reapplied } = await restoreDatabase(file, folder, { exactly: false });
  expect(reapplied).toEqual({ ...nothingReapplied, erasedResponses: 2 });
  const { db, close } = await openSqlite(folder);
  const left = await db.selectFrom("deleted_responses").select("response_id").execute();
  expect(left.map(({ response_id }) => response_id).sort()).toEqual([ids[0], restored].sort());
  expect(await db.selectFrom("files").select("id").execute()).toEqual([]);
  await close();
});

test("a view that was deleted since the backup does not come back", async () => {
  const folder = dataDir();
  const [storage, files, now] = [await openSqlite(folder), await openFileStore(folder), new Date()];
  const ada = await ensureAccount(storage.db, "ada@example.org", "business", now);
  const { form } = await answeredForm({ storage, files, time: { now } });
  const parts = { storage, files, clock: () => now };
  for (const text of ["alan@example.org", "fish"])
    await saveView(parts, ada.id, form.id, { name: `Search for ${text}`, settings: { text } });
  const file = join(dataDir(), "copy.db");
  await backUpDatabase(folder, file);
  await eraseRespondent(parts, "alan@example.org");
  await storage.close();
  await restoreDatabase(file, folder, { exactly: false });
  const { db, close } = await openSqlite(folder);
  expect((await listViews(db, form.id)).map(({ name }) => name)).toEqual(["Search for fish"]);
  await close();
});

test("a person who was told, or left a waiting list, since the backup does not come back", async () => {
  const folder = dataDir();
  const [storage, files, now] = [await openSqlite(folder), await openFileStore(folder), new Date()];
  await ensureAccount(storage.db, "ada@example.org", "business", now);
  const { form } = await answeredForm({ storage, files, time: { now } });
  const at = now.toISOString();
  for (const email of ["alan@example.org", "grace@example.org"])
    await storage.db
      .insertInto("waiting_people")
      .values({
        id: `wtp_${email}`,
        form_id: form.id,
        email,
        language: "en",
        network: null,
        link_hash: email,
        asked_at: at,
        confirmed_at: at,
        failed_at: null,
      })
      .execute();
  const file = join(dataDir(), "copy.db");
  await backUpDatabase(folder, file);
  await eraseRespondent({ storage, files, clock: () => now }, "alan@example.org");
  await storage.close();
  await restoreDatabase(file, folder, { exactly: false });
  const { db, close } = await openSqlite(folder);
  expect(await db.selectFrom("waiting_people").select("email").execute()).toEqual([
    { email: "grace@example.org" },
  ]);
  await close();
});

test("a test response that was removed since the backup does not come back", async () => {
  const folder = dataDir();
  const [storage, files, now] = [await openSqlite(folder), await openFileStore(folder), new Date()];
  const ada = await ensureAccount(storage.db, "ada@example.org", "business", now);
  const parts = { storage, files, clock: () => now };
  const { form, respond } = await answeredForm({ ...parts, time: { now } });
  const response = await respond({ name: "A" });
  const of = { form_id: form.id, form_version: form.version, language: "en" } as const;
  for (const name of ["B", "C"]) await keepTest(parts, ada, of, { name });
  const [removed, kept] = await testResponses(storage.db).select("id").execute();
  const file = join(dataDir(), "copy.db");
  await backUpDatabase(folder, file);
  await eraseDeleted(parts, ada.id, form.id, [removed!.id]);
  await storage.close();
  const { reapplied } = await restoreDatabase(file, folder);
  expect(reapplied).toEqual({ ...nothingReapplied, erasedResponses: 1 });
  const { db, close } = await openSqlite(folder);
  const left = await db.selectFrom("responses").select("id").execute();
  expect(left.map(({ id }) => id).sort()).toEqual([response, kept!.id].sort());
  await close();
});

test("keeps locks, deletions, sign-outs and ended shares since the backup", async () => {
  const folder = dataDir();
  const [storage, files, now] = [await openSqlite(folder), await openFileStore(folder), new Date()];
  const parts = { storage, files };
  const [ada, mallory, grace] = await Promise.all(
    ["ada", "mallory", "grace"].map((name) =>
      ensureAccount(storage.db, `${name}@example.org`, "business", now),
    ),
  );
  const { respond } = await answeredForm({ ...parts, time: { now } });
  await respond({ name: "Alan" });
  const owned = async (account: { id: string }) =>
    (
      await storage.db
        .transaction()
        .execute((transaction) => insertForm(transaction, account.id, oneField("Form", ["en"]), "draft", now))
    ).id;
  const [kept, deleted] = [await owned(ada!), await owned(ada!)];
  await owned(grace!);
  await shareForm({ storage, clock: () => now }, ada!.id, kept, {
    email: mallory!.email,
    permission: "edit",
  });
  const link = { purpose: "sign_in", email: ada!.email, accountId: ada!.id } as const;
  await makeLink(storage.db, link, now);
  const passkey = {
    account_id: ada!.id,
    name: "",
    public_key: "",
    counter: 0,
    created_at: now.toISOString(),
  };
  const kinds = { device_type: "singleDevice", backed_up: 0, transports: null, aaguid: null };
  const passkeys = ["kept", "removed"].map((id) => ({ ...passkey, ...kinds, id, credential_id: id }));
  await storage.db.insertInto("passkeys").values(passkeys).execute();
  const place = { accountId: ada!.id, formId: kept };
  const hooks = await Promise.all(
    ["a", "b"].map((path) =>
      addWebhook({ storage, clock: () => now }, place, {
        url: `https://example.org/${path}`,
        events: ["form.published"],
        withAddresses: false,
      }),
    ),
  );
  const [hook, gone] = hooks.map((one) => ({ ...place, webhookId: one!.id }));
  for (const one of [hook!, gone!]) await testWebhook({ storage, clock: () => now }, one);
  const makeLive = (formId: string) =>
    makeLiveAddress({ storage, clock: () => now }, ada!.id, formId, { withAddresses: false, language: "en" });
  const liveForms = [kept, await owned(ada!)];
  for (const one of liveForms) await makeLive(one);
  const shareAgain = (formId: string, fields: readonly string[], isNewLink = false) =>
    shareResults({ storage, clock: () => now }, ada!.id, formId, { fields, isNewLink });
  for (const one of liveForms) await shareAgain(one, ["age", "town"]);
  await installationKeys(storage, "links");
  const file = join(dataDir(), "copy.db");
  await backUpDatabase(folder, file);
  await makeLive(kept);
  await shareAgain(kept, ["age", "town"], true);
  await shareAgain(liveForms[1]!, ["town"]);
  await unshareForm(parts, ada!.id, kept, mallory!.email);
  await lockOut(storage, mallory!.id, now);
  await deleteForm(parts, ada!.id, deleted, now);
  await deleteAccount(parts, grace!.id, now);
  await storage.db.deleteFrom("mailed_links").execute();
  await removePasskeys(storage.db, ada!.id, "removed");
  await removeWebhook(storage, gone!);
  await storage.db.updateTable("webhook_deliveries").set({ state: "delivered", due_at: null }).execute();
  await rotateKeys(storage, ["links"], now);
  await dropFormerKeys(storage, ["links"]);
  const [key] = await installationKeys(storage, "links");
  await storage.close();

  const after = async (exactly: boolean) => {
    const { reapplied } = await restoreDatabase(file, folder, { exactly });
    const restored = await openSqlite(folder);
    const { db } = restored;
    const state = {
      accounts: (await db.selectFrom("accounts").select("email").orderBy("email").execute()).length,
      locked: (await db.selectFrom("accounts").select("email").where("locked_at", "is not", null).execute())
        .length,
      forms: (await db.selectFrom("forms").select("id").execute()).length,
      shares: (await db.selectFrom("form_shares").select("form_id").execute()).length,
      links: (await db.selectFrom("mailed_links").select("hash").execute()).length,
      passkeys: (await db.selectFrom("passkeys").select("id").execute()).length,
      webhooks: (await db.selectFrom("webhooks").select("id").execute()).length,
      live: (await db.selectFrom("live_addresses").select("form_id").execute()).map(({ form_id }) => form_id),
      results: await db
        .selectFrom("shared_results")
        .select(["form_id", "fields"])
        .orderBy("form_id")
        .execute(),
      untold: (
        await db.selectFrom("webhook_deliveries").select("id").where("state", "=", "waiting").execute()
      ).length,
      responses: (await db.selectFrom("responses").select("id").execute()).length,
      isKeyOfBefore: (await installationKeys(restored, "links"))[0].equals(key),
    };
    await restored.close();
    return { reapplied, state };
  };
  expect(await after(false)).toEqual({
    reapplied: {
      ...nothingReapplied,
      lockedAccounts: 1,
      deletedAccounts: 1,
      deletedForms: 1,
      endedShares: 1,
    },
    state: {
      accounts: 2,
      locked: 1,
      forms: 3,
      shares: 0,
      links: 0,
      passkeys: 1,
      webhooks: 1,
      // The other one was replaced since.
      live: [liveForms[1]],
      results: [{ form_id: liveForms[1], fields: '["town"]' }],
      untold: 0,
      responses: 1,
      isKeyOfBefore: true,
    },
  });
  // The database that is replaced now still knows it: it was restored itself.
  expect((await after(false)).reapplied).toMatchObject({ deletedAccounts: 1, deletedForms: 1 });
  expect((await after(true)).state).toEqual({
    accounts: 3,
    locked: 0,
    forms: 5,
    shares: 1,
    links: 1,
    passkeys: 2,
    webhooks: 2,
    live: expect.arrayContaining(liveForms),
    results: liveForms.toSorted().map((form_id) => ({ form_id, fields: '["age","town"]' })),
    untold: 2,
    responses: 1,
    isKeyOfBefore: false,
  });
});

test("a form is in the bin after a restore if it is there in the replaced database, and only then", async () => {
  const { folder, storage, account, create, time } = await startProcess();
  const files = await openFileStore(folder);
  const parts = { storage, files };
  const ada = await account();
  const titles = ["In it before and after", "Brought back since", "Put in since", "Never in it"];
  const forms = [];
  for (const prompt of titles) forms.push(await create(ada, { prompt }));
  const [stays, back, since] = forms.map(({ id }) => id);
  for (const id of [stays!, back!]) await putIntoBin(parts, ada.id, id, time.now);
  const file = join(dataDir(), "copy.db");
  await backUpDatabase(folder, file);
  const later = new Date(time.now.getTime() + 1_000);
  await bringBackForm(parts, ada.id, back!, later);
  await putIntoBin(parts, ada.id, since!, later);
  await storage.close();
  for (const [exactly, binned] of [
    [false, [since, stays]],
    [true, [back, stays]],
  ] as const) {
    await restoreDatabase(file, folder, { exactly });
    const restored = await openSqlite(folder);
    const page = { after: undefined, limit: 10 };
    const bin = await listBin(restored.db, ada.id, later, page);
    expect(bin.map(({ id }) => id).toSorted()).toEqual(binned.toSorted());
    const hidden = await restored.db
      .selectFrom("forms")
      .select("id")
      .where("deleting_at", "is not", null)
      .orderBy("id")
      .execute();
    expect(hidden.map(({ id }) => id)).toEqual(binned.toSorted());
    const totals = await restored.db.selectFrom("form_totals").select("forms").execute();
    expect(totals).toEqual([{ forms: 2 }]);
    await restored.close();
  }
});

test("access by a folder that ended since the backup does not come back", async () => {
  const { folder, storage, clock, account, create } = await startProcess();
  const parts = { storage, clock };
  const [ada, bob, cleo] = await Promise.all(
    ["ada", "bob", "cleo"].map((name) => account(`${name}@example.org`)),
  );
  const forms = await Promise.all(
    ["Stays", "Moved out", "Of a removed folder"].map((title) => create(ada!, { title })),
  );
  const [stays, moved, lost] = forms.map(({ id }) => id);
  await moveForms(parts, ada!.id, [stays!, moved!], "Club");
  await moveForms(parts, ada!.id, [lost!], "Old");
  const [club, old] = (await listFolders(storage.db, ada!.id)).map(({ id }) => id);
  for (const id of [club!, old!])
    for (const { email } of [bob!, cleo!])
      await shareFolder(parts, ada!.id, id, { email, permission: "edit" });
  const invited = { email: "new@example.org", permission: "view" } as const;
  await shareFolderOrInvite(parts, ada!.id, club!, invited);
  const file = join(dataDir(), "copy.db");
  await backUpDatabase(folder, file);
  await endMembership(parts, ada!.id, club!, bob!.email);
  await endMembership(parts, ada!.id, club!, invited.email);
  await moveForms(parts, ada!.id, [moved!], undefined);
  await removeFolder(parts, ada!.id, old!);
  await storage.close();
  const after = async (exactly: boolean) => {
    const { reapplied } = await restoreDatabase(file, folder, { exactly });
    const { db, close } = await openSqlite(folder);
    const seen = async (who: { id: string }) => {
      const found = await Promise.all(forms.map(({ id }) => accessibleForm(db, who.id, id)));
      return found.flatMap((form) => form?.title ?? []);
    };
    const state = {
      ended: reapplied?.endedShares,
      ada: (await seen(ada!)).length,
      bob: await seen(bob!),
      cleo: await seen(cleo!),
      folders: (await listFolders(db, ada!.id)).map(({ name }) => name),
      invitations: (await db.selectFrom("folder_invitations").select("email").execute()).length,
    };
    await close();
    return state;
  };
  expect(await after(false)).toEqual({
    ended: 1,
    ada: 3,
    bob: [],
    cleo: ["Stays"],
    folders: ["Club"],
    invitations: 0,
  });
  const all = ["Stays", "Moved out", "Of a removed folder"];
  expect(await after(true)).toMatchObject({ bob: all, cleo: all, folders: ["Club", "Old"], invitations: 1 });
});

test("does not count data of a form that was deleted since the backup", async () => {
  const { folder, storage, account, create, time } = await startProcess();
  const files = await openFileStore(folder);
  const ada = await account();
  const kept = await create(ada);
  const deleted = await create(ada, { prompt: "Another" });
  const key = await files.put(Readable.from(["picture"]));
  const picture = { key, contentType: "image/png", size: 7, width: 1, height: 1, name: "a.png" };
  await addImage({ storage, files }, ada.id, deleted.id, picture as never, time.now);
  const usage = (of: Pick<Storage, "db">) => of.db.selectFrom("account_usage").selectAll().execute();
  const [before] = await usage(storage);
  expect(before!.file_bytes).toBe(7);
  const file = join(dataDir(), "copy.db");
  await backUpDatabase(folder, file);
  await deleteForm({ storage, files }, ada.id, deleted.id, time.now);
  await storage.close();
  expect((await restoreDatabase(file, folder)).reapplied).toMatchObject({ deletedForms: 1 });
  const restored = await openSqlite(folder);
  const structures = await restored.db.selectFrom("form_versions").select(["form_id", "structure"]).execute();
  expect(structures.map(({ form_id }) => form_id)).toEqual([kept.id]);
  expect(await usage(restored)).toEqual([
    { account_id: ada.id, structure_bytes: Buffer.byteLength(structures[0]!.structure), file_bytes: 0 },
  ]);
  await restored.close();
});

test("a lesson that was deleted since the backup stays deleted with its quote, and its credits stay spent", async () => {
  const node = await lessonNode();
  const { folder, storage, accept, finished } = node;
  const ada = await node.account();
  const make = async () => (await accept(ada, await node.quote(ada))).state;
  const [kept, deleted] = [await make(), await make()];
  const worker = node.work();
  for (const { quoteId } of [kept, deleted]) await finished(ada, quoteId);
  await worker.stop();
  const begun = await make();
  const file = join(dataDir(), "copy.db");
  await backUpDatabase(folder, file);
  const later = node.work();
  await finished(ada, begun.quoteId);
  await later.stop();
  for (const { id } of [deleted, begun]) await deleteLesson(node, ada.id, id, node.clock());
  await storage.close();
  for (const exactly of [false, true]) {
    const { reapplied } = await restoreDatabase(file, folder, { exactly });
    const restored = await openSqlite(folder);
    const ids = async (table: "lessons" | "lesson_quotes") =>
      (await restored.db.selectFrom(table).select("id").execute()).map(({ id }) => id).toSorted();
    // The last one is made again: until then its credits are reserved.
    const left = exactly ? [kept, begun, deleted] : [kept, begun];
    expect(await ids("lessons")).toEqual(left.map(({ id }) => id).toSorted());
    expect(await ids("lesson_quotes")).toEqual(left.map(({ quoteId }) => quoteId).toSorted());
    expect(reapplied).toEqual(exactly ? undefined : { ...nothingReapplied, deletedLessons: 1 });
    const { available, reserved } = await creditBalance(restored.db, ada, node.clock());
    expect({ available, reserved }).toEqual({ available: 70, reserved: 10 });
    await restored.close();
  }
});

test("a restore over a new database removes nothing", async () => {
  const { folder, storage, account, create } = await startProcess();
  const form = await create(await account());
  await storage.db
    .insertInto("fills")
    .values({ id: "fill", form_id: form.id, form_version: 1, given: "{}", updated_at: "2026-01-01" })
    .execute();
  const file = join(dataDir(), "copy.db");
  await backUpDatabase(folder, file);
  await storage.close();
  const anew = dataDir();
  const other = await openSqlite(anew);
  await ensureAccount(other.db, "demo@example.org", "business", new Date());
  await other.close();
  expect((await restoreDatabase(file, anew)).reapplied).toBeUndefined();
  const restored = await openSqlite(anew);
  expect(await restored.db.selectFrom("fills").select("id").execute()).toHaveLength(1);
  await restored.close();
});

test("a restore that was interrupted changes nothing, and a start says what to do", async () => {
  const { folder, storage, account, create } = await startProcess();
  await create(await account());
  const file = join(dataDir(), "copy.db");
  await backUpDatabase(folder, file);
  await storage.close();
  // The remains of a process that is killed while it copies.
  const copy = join(folder, "service.db.restoring");
  writeFileSync(copy, "the first half of a database");
  await expect(openSqlite(folder)).rejects.toThrow(
    /was interrupted.*run it again.*delete .*service\.db\.restoring/s,
  );
  await restoreDatabase(file, folder);
  expect(existsSync(copy)).toBe(false);
  await (await openSqlite(folder)).close();
});

test("a damaged database is replaced, and none of its log is applied to the restored one", async () => {
  const { folder, storage, account, create } = await startProcess();
  await create(await account(), { title: "Before" });
  const file = join(dataDir(), "copy.db");
  await backUpDatabase(folder, file);
  await storage.close();
  writeFileSync(
    join(folder, "service.db"),
    "no database any more, but a text that is long enough to look like one",
  );
  writeFileSync(join(folder, "service.db-wal"), "no log either");
  const { replaced, reapplied } = await restoreDatabase(file, folder);
  expect([existsSync(join(folder, "service.db-wal")), existsSync(replaced!), reapplied]).toEqual([
    false,
    true,
    undefined,
  ]);
  const again = await openSqlite(folder);
  expect(await again.db.selectFrom("forms").select("title").execute()).toHaveLength(1);
  await again.close();
});

test("with a PostgreSQL database the commands refuse, though an embedded one is there", async () => {
  const { folder } = await startProcess();
  const file = join(dataDir(), "copy.db");
  const environment = { DATA_DIR: folder, DATABASE_URL: "postgres://forms:secret@db.example.org/forms" };
  for (const command of ["backup", "restore"]) {
    const refused = await runCommand(command, [file], environment);
    expect([refused.code, refused.stdout]).toEqual([1, ""]);
    expect(refused.stderr).toContain("pg_dump");
    expect(refused.stderr).not.toContain("secret");
  }
  expect(existsSync(file)).toBe(false);
});

test("the commands report their results and mistakes", async () => {
  const { folder, storage } = await startProcess();
  const [file, environment] = [join(dataDir(), "copy.db"), { DATA_DIR: folder }];
  expect(await runCommand("backup", [file], environment)).toMatchObject({ code: 0 });
  const twice = await runCommand("backup", [file], environment);
  expect([twice.code, twice.stderr]).toEqual([1, expect.stringContaining("is there already")]);
  await storage.close();
  const restored = await runCommand("restore", [file], environment);
  expect([restored.code, restored.stdout]).toEqual([0, expect.stringContaining(".replaced")]);
  expect(readdirSync(folder).filter((name) => name.endsWith(".replaced"))).toHaveLength(1);
  expect((await runCommand("restore", [], environment)).code).toBe(2);
  const nowhere = await runCommand("backup", [`${file}2`], { DATA_DIR: join(folder, "none") });
  expect([nowhere.code, nowhere.stderr]).toEqual([1, expect.stringContaining("no database")]);
});
