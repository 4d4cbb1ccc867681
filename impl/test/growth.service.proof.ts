/** Tests that calls do not get slower with data that they do not show, counted in statements and turns, not in time. */

import fc from "fast-check";
import type { KyselyPlugin } from "kysely";
import { expect, test } from "vitest";
import { ensureAccount } from "../accounts/accounts.ts";
import { lastUsed } from "../accounts/tokens/token-use.ts";
import { createTokens } from "../accounts/tokens/tokens.ts";
import { listChangedSince, recordChange } from "../forms/directory/changes.ts";
import { directories } from "../forms/directory/directories.ts";
import { foldTitle } from "../forms/directory/fold-title.ts";
import { compareWith, similarity } from "../forms/directory/similarity.ts";
import { moveForms } from "../forms/folders/move-forms.ts";
import { insertForm } from "../forms/forms.ts";
import { listForms } from "../forms/list.ts";
import { formOverview } from "../forms/overview.ts";
import { shareFolder } from "../forms/sharing/share-folder.ts";
import { countsVerified, countVerified, latestVerified } from "../forms/verified-responses.ts";
import { openFileStore } from "../platform/files/store.ts";
import { cursors } from "../platform/signing/cursors.ts";
import { BATCH_SIZE } from "../platform/storage/in-batches.ts";
import type { Storage } from "../platform/storage/storage.ts";
import { removeExpired } from "../responses/retention/remove-expired.ts";
import { walkVersions } from "../responses/versions.ts";
import { dataDir } from "./support/data-dir.ts";
import { DAY_MS, start, startProcess } from "./support/domain.ts";

/** The same storage, which counts the statements that are built with it. */
function counting(storage: Storage): { storage: Storage; statements(): number } {
  let statements = 0;
  const plugin: KyselyPlugin = {
    transformQuery({ node }) {
      statements += 1;
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  return { storage: { ...storage, db: storage.db.withPlugin(plugin) }, statements: () => statements };
}

/** How often other work has its turn while something runs. */
async function turnsDuring(run: () => Promise<unknown>): Promise<number> {
  let turns = 0;
  let isRunning = true;
  const tick = () => {
    turns += 1;
    if (isRunning) setImmediate(tick);
  };
  setImmediate(tick);
  await run();
  isRunning = false;
  return turns;
}

async function firstForm(process: Awaited<ReturnType<typeof startProcess>>, email = "ada@example.org") {
  const owner = await process.account(email);
  await process.create(owner, { title: `Form of ${email}` });
  return process.storage.db
    .selectFrom("forms")
    .selectAll()
    .where("owner_id", "=", owner.id)
    .executeTakeFirstOrThrow();
}

async function addResponses(
  { db }: Storage,
  form_id: string,
  statuses: readonly ("verified" | "pending_verification" | "spam" | "deleted")[],
  submitted_at = start.toISOString(),
): Promise<void> {
  const values = statuses.map((status, index) => ({
    id: `rsp_${form_id}_${submitted_at}_${index}`,
    form_id,
    form_version: 1,
    status,
    language: "en" as const,
    email: `r${index}@example.org`,
    answers: "{}",
    submitted_at,
    verified_at: null,
  }));
  for (let from = 0; from < values.length; from += 500)
    await db
      .insertInto("responses")
      .values(values.slice(from, from + 500))
      .execute();
}

test("a change of a title takes three statements for a thousand accounts, and reaches each of them", async () => {
  const process = await startProcess();
  const form = await firstForm(process);
  const accounts: string[] = [];
  for (let n = 0; n < 1_500; n += 500) {
    const rows = Array.from({ length: 500 }, (_, index) => ({
      ...owner(),
      id: `acc_${n + index}`,
      email: `${n + index}@x.org`,
    }));
    await process.storage.db.insertInto("accounts").values(rows).execute();
    accounts.push(...rows.map(({ id }) => id));
  }
  const { storage, statements } = counting(process.storage);
  for (const _ of [1, 2])
    await storage.db.transaction().execute((transaction) => recordChange(transaction, form.id, accounts));
  expect(statements()).toBeLessThanOrEqual(2 * 2 * 3);
  for (const account of [accounts[0]!, accounts.at(-1)!])
    expect(await listChangedSince(storage.db, account, 0)).toEqual({ version: 2, formIds: [form.id] });

  function owner() {
    return {
      plan: "trial",
      subscription: "trial" as const,
      trial_ends_at: null,
      plan_started_at: start.toISOString(),
      created_at: start.toISOString(),
    };
  }
});

test("the log of a directory keeps the latest thousand changes", async () => {
  const process = await startProcess();
  const form = await firstForm(process);
  await process.storage.db.transaction().execute(async (transaction) => {
    for (let n = 0; n < 1_005; n += 1) await recordChange(transaction, form.id, [form.owner_id]);
  });
  const rows = await process.storage.db
    .selectFrom("directory_changes")
    .select("version")
    .where("account_id", "=", form.owner_id)
    .orderBy("version")
    .execute();
  expect([rows.length, rows.at(-1)!.version - rows[0]!.version]).toEqual([1_000, 999]);
});

test("uses of tokens are written a few hundred at a time, and other calls have their turn between", async () => {
  const { storage: plain, account } = await startProcess();
  const wish = { name: "", scopes: ["forms:read"] as const, expiresInDays: undefined };
  await createTokens(plain.db, await account(), wish, 1_200, start);
  const tokens = await plain.db.selectFrom("tokens").select("id").execute();
  const { storage, statements } = counting(plain);
  const uses = lastUsed(storage, (error) => expect.unreachable(String(error)));
  for (const [index, { id }] of tokens.entries()) uses.record(id, new Date(start.getTime() + index));
  const turns = await turnsDuring(() => uses.stop());
  expect(statements()).toBeLessThanOrEqual(4);
  expect(turns).toBeGreaterThanOrEqual(statements());
  const written = await plain.db
    .selectFrom("tokens")
    .select("last_used_at")
    .distinct()
    .orderBy("last_used_at")
    .execute();
  expect(written.map(({ last_used_at }) => last_used_at)).toEqual([
    "2026-03-01T12:00:00.000Z",
    "2026-03-01T12:00:01.000Z",
  ]);
});

test("other calls can run after each batch of the cleanup", async () => {
  const process = await startProcess();
  const form = await firstForm(process);
  const old = new Date(start.getTime() - 30 * DAY_MS).toISOString();
  const count = 8 * BATCH_SIZE;
  await addResponses(process.storage, form.id, Array(count).fill("pending_verification"), old);
  await addResponses(process.storage, form.id, ["verified", "spam"]);
  const files = await openFileStore(dataDir());
  let removed = {};
  const turns = await turnsDuring(async () => {
    removed = await removeExpired({ ...process, files });
  });
  expect(removed).toMatchObject({ responses: count });
  expect(turns).toBeGreaterThanOrEqual(8);
  expect(await process.storage.db.selectFrom("responses").select("id").execute()).toHaveLength(2);
});

test("an export reads the versions of a form one by one", async () => {
  const process = await startProcess();
  const form = await firstForm(process);
  const { structure, created_at } = await process.storage.db
    .selectFrom("form_versions")
    .selectAll()
    .executeTakeFirstOrThrow();
  for (let version = 2; version <= 20; version += 1)
    await process.storage.db
      .insertInto("form_versions")
      .values({ form_id: form.id, version, structure, created_at })
      .execute();
  const { storage, statements } = counting(process.storage);
  const seen: number[] = [];
  const turns = await turnsDuring(async () => {
    for await (const [version] of walkVersions(
      storage.db,
      form.id,
      Array.from({ length: 20 }, (_, n) => 20 - n),
    ))
      seen.push(version);
  });
  expect(seen).toEqual(Array.from({ length: 20 }, (_, n) => 20 - n));
  expect([statements(), turns >= 19]).toEqual([20, true]);
});

test("the number of verified responses is read, not counted, and always right", async () => {
  const process = await startProcess();
  const { db } = process.storage;
  const forms = [await firstForm(process), await firstForm(process, "bob@example.org")];
  const status = fc.constantFrom("verified", "pending_verification", "spam", "deleted" as const);
  const step = fc.record({ form: fc.nat({ max: 1 }), id: fc.nat({ max: 5 }), status: fc.option(status) });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 20 }), async (history) => {
      await db.deleteFrom("responses").execute();
      for (const each of history) {
        const form = forms[each.form]!;
        const id = `rsp_${each.id}`;
        if (each.status === null) await db.deleteFrom("responses").where("id", "=", id).execute();
        else
          await db
            .insertInto("responses")
            .values({
              id,
              form_id: form.id,
              form_version: 1,
              status: each.status as "verified",
              language: "en",
              email: null,
              answers: "{}",
              submitted_at: new Date(start.getTime() + each.id * 1_000).toISOString(),
              verified_at: null,
            })
            .onConflict((conflict) =>
              conflict.column("id").doUpdateSet({ status: each.status as "verified" }),
            )
            .execute();
      }
      const rows = await db
        .selectFrom("responses")
        .select(["form_id", "submitted_at"])
        .where("status", "=", "verified")
        .execute();
      const counts = forms.map(({ id }) => rows.filter(({ form_id }) => form_id === id).length);
      expect(await Promise.all(forms.map(({ id }) => countVerified(db, id)))).toEqual(counts);
      const several = await countsVerified(
        db,
        forms.map(({ id }) => id),
      );
      expect(forms.map(({ id }) => several.get(id) ?? 0)).toEqual(counts);
      const latest = await latestVerified(
        db,
        forms.map(({ id }) => id),
      );
      for (const { id } of forms) {
        const times = rows.filter(({ form_id }) => form_id === id).map(({ submitted_at }) => submitted_at);
        expect(latest.get(id)).toBe(times.toSorted().at(-1));
      }
      const shown = await formOverview(process.storage, forms[0]!.owner_id, forms[0]!.id, false);
      expect(shown.verified_responses).toBe(counts[0]);
    }),
    { numRuns: 20 },
  );
});

test("the number of forms is read, not counted, and always right", async () => {
  const process = await startProcess();
  const { db } = process.storage;
  const ada = await process.account();
  const bob = await ensureAccount(db, "bob@example.org", "trial", start);
  for (let n = 0; n < 6; n += 1) await process.create(ada, { title: `Form ${n}` });
  const forms = await db.selectFrom("forms").select("id").execute();
  const [first, second, third, fourth] = forms.map(({ id }) => id) as [string, string, string, string];
  await db.updateTable("forms").set({ status: "published" }).where("id", "in", [first, second]).execute();
  await db.updateTable("forms").set({ owner_id: bob.id }).where("id", "=", second).execute();
  await db.deleteFrom("forms").where("id", "=", third).execute();
  const share = {
    permission: "view" as const,
    created_at: start.toISOString(),
    updated_at: start.toISOString(),
  };
  await db
    .insertInto("form_shares")
    .values({ ...share, form_id: fourth, account_id: bob.id })
    .execute();
  const total = async (account: typeof ada, filter = {}) =>
    (await process.list(account, filter, 1)).totalCount;
  expect([await total(ada), await total(bob)]).toEqual([4, 2]);
  expect([await total(ada, { status: "published" }), await total(bob, { status: "published" })]).toEqual([
    1, 1,
  ]);
  expect([await total(ada, { status: "draft" }), await total(bob, { status: "draft" })]).toEqual([3, 1]);
  expect([await total(ada, { query: "form" }), await total(ada, { query: "nothing" })]).toEqual([4, 0]);
  await db.deleteFrom("accounts").where("id", "=", ada.id).execute();
  expect(await total(bob)).toBe(1);
});

test("a word of a title is compared with the name once, however many titles have it", () => {
  const name = ["summer", "party", "sign", "up"];
  const compare = compareWith(name);
  expect(compare("partys")).toBe(compare("partys"));
  for (const title of [
    ["party", "summer"],
    ["winter", "partys"],
    ["signup", "sumer"],
  ])
    expect(similarity(name, title, compare)).toBe(similarity(name, title));
});

test("a text filter over many forms finds what a scan finds, and scans nothing where no title has the text", async () => {
  const process = await startProcess();
  const { storage } = process;
  const [ada, bob] = [await process.account(), await process.account("bob@example.org")];
  const words = ["Café", "Straße", "ΟΔΟΣ", "100%", "a_b", "Sommerschule", "Umfrage"];
  const titleOf = (n: number) => `${words[n % words.length]} ${n} ${words[(n * 3) % words.length]}`;
  const structure = (title: string) => ({
    title: { en: title },
    default_language: "en" as const,
    languages: ["en" as const] as ["en"],
    pages: [{ id: "p", fields: [{ id: "a", type: "nps" as const, label: { en: "A" } }] }],
  });
  const at = start.toISOString();
  await storage.db.transaction().execute(async (transaction) => {
    for (let n = 0; n < 2_010; n += 1) {
      const status = n % 5 === 0 ? "published" : "draft";
      await insertForm(transaction, ada.id, structure(titleOf(n)), status, new Date(start.getTime() + n));
    }
    const shared = await insertForm(transaction, bob.id, structure("Café of Bob"), "draft", start);
    const share = { form_id: shared.id, account_id: ada.id, permission: "view" as const };
    await transaction
      .insertInto("form_shares")
      .values({ ...share, created_at: at, updated_at: at })
      .execute();
  });
  const titles = [...Array.from({ length: 2_010 }, (_, n) => titleOf(n)).reverse(), "Café of Bob"];
  const isPublished = (title: string) => Number(/ (\d+) /.exec(title)?.[1] ?? 1) % 5 === 0;
  const queries = [
    "cafe",
    "CAFÉ 7",
    "strasse 1",
    "οδος",
    "100%",
    "a_b",
    "of bob",
    "fé 70",
    "schule 1000 ",
    "%%%",
    "zzz",
  ];
  for (const query of queries) {
    for (const status of [undefined, "published"] as const) {
      const expected = titles.filter(
        (title) => foldTitle(title).includes(foldTitle(query)) && (!status || isPublished(title)),
      );
      const page = await process.list(ada, { query, status }, 100);
      expect([query, page.totalCount]).toEqual([query, expected.length]);
      expect(page.forms.map(({ title }) => title)).toEqual(expected.slice(0, 100));
    }
  }
  // A member of a folder with all forms of an account finds the same, and each form once.
  const cleo = await process.account("cleo@example.org");
  const clock = () => start;
  const [latest] = (await process.list(ada, {}, 1)).forms;
  await moveForms({ storage, clock }, ada.id, [latest!.id], "Club");
  const { id: folder_id } = await storage.db.selectFrom("folders").select("id").executeTakeFirstOrThrow();
  await storage.db.updateTable("forms").set({ folder_id }).where("owner_id", "=", ada.id).execute();
  await shareFolder({ storage, clock }, ada.id, folder_id, { email: cleo.email, permission: "view" });
  for (const query of queries) {
    const [member, owner] = [
      await process.list(cleo, { query }, 100),
      await process.list(ada, { query }, 100),
    ];
    const owned = owner.forms.filter(({ owner_id }) => owner_id === ada.id).map(({ id }) => id);
    expect([query, member.forms.map(({ id }) => id).slice(0, 90)]).toEqual([query, owned.slice(0, 90)]);
  }
  const counted = counting(storage);
  const parts = {
    queries: counted.storage.db,
    cursors: cursors(Buffer.alloc(32)),
    directories: directories(storage.db),
  };
  await listForms(parts, ada.id, { query: "nothing has this" }, { limit: 20 });
  expect(counted.statements()).toBe(1);
});
