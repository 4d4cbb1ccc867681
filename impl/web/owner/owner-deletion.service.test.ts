import { expect, test } from "vitest";
import { removeExpired } from "../../responses/retention/remove-expired.ts";
import { ownerPages } from "../../test/support/owner.ts";

const PATH = "/settings/account/delete";
const password = "four random words here";

/** Tables that may keep rows after the deletion of an account. */
const KEPT = [
  "kysely_migration",
  "kysely_migration_lock",
  "secrets",
  "request_windows",
  "deletions",
  "unsent_answer_usage",
  "unsent_usage",
];

/** Creates an account with a shared and answered form, a token, a session and credits. */
async function inhabited(service: Awaited<ReturnType<typeof ownerPages>>) {
  const { token } = await service.mint();
  const { structuredContent: form } = await service.call(token, "service_create_form", { prompt: "Name" });
  await service.call(token, "service_get_subscription_status");
  const [response_id, storage_key] = ["rsp_1", "aa/key"];
  await service.storage.db
    .insertInto("responses")
    .values({
      id: response_id,
      form_id: form.form_id,
      form_version: 1,
      status: "verified",
      language: "en",
      email: "alan@example.org",
      answers: "{}",
      submitted_at: service.now().toISOString(),
      verified_at: null,
    })
    .execute();
  await service.storage.db
    .insertInto("files")
    .values({
      id: "file_1",
      fill_id: null,
      response_id,
      field_id: "f",
      position: 0,
      name: "a.pdf",
      size_bytes: 1,
      content_type: "application/pdf",
      storage_key,
      created_at: service.now().toISOString(),
    })
    .execute();
  return { token, form_id: form.form_id as string };
}

/** Counts the rows of each table, without the tables that may keep rows. */
async function rows({ storage: { db } }: Awaited<ReturnType<typeof ownerPages>>) {
  const tables = await db.introspection.getTables();
  const counts: Record<string, number> = {};
  for (const { name } of tables) {
    if (KEPT.includes(name)) continue;
    const found = await db
      .selectFrom(name as "accounts")
      .selectAll()
      .execute();
    if (found.length > 0) counts[name] = found.length;
  }
  return counts;
}

test("a deletion lists its data, asks for the password, and removes everything that the account owns", async () => {
  const service = await ownerPages();
  const ada = await service.signInWithPassword("ada@example.org", password);
  const { token, form_id } = await inhabited(service);
  await service.signIn("grace@example.org");
  await service.call(token, "service_share_form", {
    form_id,
    email: "grace@example.org",
    permission: "edit",
  });
  const grace = await service.mint({ email: "grace@example.org" });
  const page = await ada.open(PATH);
  for (const text of ["1 form<", "1 of the forms is shared", "1 response", "1 access token"])
    expect(page.html).toContain(text);
  // Things that the account does not have are not counted.
  expect(page.html).not.toMatch(/<li>0 /);
  const wrong = await ada.send(page, PATH, { password: "something else" });
  expect(wrong.status).toBe(422);
  const gone = await ada.send(wrong, PATH, { password });
  expect(gone.html).toContain("Your account is deleted");
  expect(ada.cookie("session")).toBeUndefined();
  expect((await service.post(token, { jsonrpc: "2.0", id: 1, method: "ping" })).status).toBe(401);
  const list = await service.call(grace.token, "service_list_forms");
  expect(list.structuredContent).toMatchObject({ forms: [], total_count: 0 });
  const left = await rows(service);
  expect(left).toMatchObject({ accounts: 1, tokens: 1, sessions: 1 });
  for (const table of [
    "forms",
    "form_versions",
    "form_shares",
    "responses",
    "files",
    "credentials",
    "credit_entries",
  ])
    expect(left[table], table).toBeUndefined();
});

test("an account without a password confirms by mail, and an account with an expired trial can be deleted", async () => {
  const service = await ownerPages();
  const ada = await service.signIn();
  await inhabited(service);
  service.time.now = new Date(service.time.now.getTime() + 30 * 86_400_000);
  await ada.send(await ada.open(PATH), PATH, { go: "link" });
  const link = await service.mailedLink("ada@example.org");
  const page = await service.browser().open(link);
  expect(page.html).toContain("1 response");
  expect((await service.browser().send(page, link)).html).toContain("Your account is deleted");
  expect(await rows(service)).toEqual({});
});

test("the next cleanup continues an interrupted deletion, and the account cannot sign in meanwhile", async () => {
  const service = await ownerPages();
  const ada = await service.signIn();
  await inhabited(service);
  const at = service.now().toISOString();
  await service.storage.db.updateTable("accounts").set({ deleting_at: at, locked_at: at }).execute();
  expect((await ada.open("/forms")).url).toMatch(/\/sign-in$/);
  const removed = await removeExpired({ ...service, clock: service.now });
  expect(removed).toMatchObject({ accounts: 1 });
  expect(await rows(service)).toEqual({});
});
