/** Tests which author is recorded with each version of a form, and that the record goes with the author's account. */
import { expect, test } from "vitest";
import { ensureAccount } from "../accounts/accounts.ts";
import { createTokens } from "../accounts/tokens/tokens.ts";
import { deleteAccount } from "../responses/retention/delete-account.ts";
import { editors, small } from "../test/support/editors.ts";
import { connect, connectModern } from "../test/support/service.ts";
import { shareForm } from "./sharing/share.ts";

async function world() {
  const service = await editors();
  const { storage, now } = service;
  const ada = await ensureAccount(storage.db, "ada@example.org", "trial", now());
  const scopes = ["forms:read", "forms:write"];
  const agent = async (email: string, name: string) => {
    const account = await ensureAccount(storage.db, email, "trial", now());
    const [made] = await createTokens(
      storage.db,
      account,
      { name, scopes, expiresInDays: undefined },
      1,
      now(),
    );
    return { ...made!, account };
  };
  const authors = (formId: string) =>
    storage.db
      .selectFrom("version_authors")
      .innerJoin("accounts", "accounts.id", "account_id")
      .select(["version", "email", "tool", "name"])
      .where("form_id", "=", formId)
      .orderBy("version")
      .execute();
  return { ...service, account: ada, agent, authors };
}

const titled = (title: string) => ({ ...small, title: { en: title } });

test("records the browser, the token of an agent and a connected app, with the names that they had", async () => {
  const { create, agent, call, ada, authors, storage } = await world();
  const id = await create(small);
  const claude = await agent("ada@example.org", "Claude on the laptop");
  const app = await agent("ada@example.org", "Chat app");
  const { tokenId } = app;
  await storage.db
    .updateTable("tokens")
    .set({ app_host: "chat.example" })
    .where("id", "=", tokenId)
    .execute();
  const update = (token: string, args: object) =>
    call(token, "service_update_form", { form_id: id, ...args });
  await update(claude.token, { structure: titled("By structure") });
  await update(claude.token, { operations: [{ op: "remove_field", id: "age" }] });
  await update(app.token, { ai_prompt: "make the name required" });
  const page = await ada.open(`/forms/${id}/edit`);
  await ada.send(page, `/forms/${id}/edit`, { structure: JSON.stringify(titled("By hand")) });
  await storage.db.updateTable("tokens").set({ name: "Renamed" }).execute();
  expect((await authors(id)).map(({ version, email, tool, name }) => [version, email, tool, name])).toEqual([
    [1, "ada@example.org", "browser", null],
    [2, "ada@example.org", "agent", "Claude on the laptop"],
    [3, "ada@example.org", "agent", "Claude on the laptop"],
    [4, "ada@example.org", "app", "Chat app"],
    [5, "ada@example.org", "browser", null],
  ]);
});

test("records who creates and copies a form, once for an idempotency key, whichever token repeats it", async () => {
  const { agent, call, authors } = await world();
  const [first, second] = [await agent("ada@example.org", "First"), await agent("ada@example.org", "Second")];
  const made = { structure: small, idempotency_key: "one-form-of-two-tokens" };
  const [one, again] = [
    await call(first.token, "service_create_form", made),
    await call(second.token, "service_create_form", made),
  ];
  const { form_id } = one.structuredContent;
  expect(again.structuredContent.form_id).toBe(form_id);
  const by = { version: 1, email: "ada@example.org", tool: "agent" };
  expect(await authors(form_id)).toEqual([{ ...by, name: "First" }]);
  const copy = await call(second.token, "service_clone_form", { form_id });
  expect(await authors(copy.structuredContent.form_id)).toEqual([{ ...by, name: "Second" }]);
  const prompted = await call(second.token, "service_create_form", { prompt: "Name (required)" });
  expect(await authors(prompted.structuredContent.form_id)).toEqual([{ ...by, name: "Second" }]);
});

test("deletes the record with the author's account, and keeps the version", async () => {
  const { create, agent, call, authors, storage, files, now, account } = await world();
  const id = await create(small);
  const friend = await agent("friend@example.org", "Friend's agent");
  await shareForm({ storage, clock: now }, account.id, id, {
    email: "friend@example.org",
    permission: "edit",
  });
  await call(friend.token, "service_update_form", { form_id: id, structure: titled("By a friend") });
  expect((await authors(id)).map(({ name }) => name)).toEqual([null, "Friend's agent"]);
  await deleteAccount({ storage, files }, friend.account.id, now());
  expect((await authors(id)).map(({ version }) => version)).toEqual([1]);
  const versions = await storage.db
    .selectFrom("form_versions")
    .select("version")
    .where("form_id", "=", id)
    .execute();
  expect(versions).toHaveLength(2);
});

test("a structure without a revision warns of what it takes back of others, and names them", async () => {
  const { create, agent, call, storage } = await world();
  const id = await create(small);
  const [one, two] = [
    await agent("ada@example.org", "Claude"),
    await agent("ada@example.org", "Other agent"),
  ];
  const update = async (token: string, args: object) => {
    const { structuredContent } = await call(token, "service_update_form", { form_id: id, ...args });
    return (structuredContent as { warnings: { code: string; message: string }[] }).warnings;
  };
  const lost = (warnings: { code: string; message: string }[]) =>
    warnings.filter(({ code }) => code === "others_changes_lost").map(({ message }) => message);
  await update(one.token, { structure: titled("First") });
  await update(two.token, {
    operations: [
      { op: "add_field", page: small.pages[0]!.id, field: { type: "short_text", label: "Allergies" } },
    ],
  });
  expect(lost(await update(one.token, { structure: titled("Second") }))).toEqual([
    expect.stringMatching(/“Allergies” .*ada@example.org \(Other agent, version 3\).*version 3 on \/forms\//),
  ]);
  expect(lost(await update(one.token, { structure: titled("Third") })), "now the author has seen it").toEqual(
    [],
  );
  await update(two.token, { operations: [{ op: "remove_field", id: "age" }] });
  const { revision } = await storage.db.selectFrom("forms").select("revision").executeTakeFirstOrThrow();
  expect(lost(await update(one.token, { structure: titled("Fourth"), expected_revision: revision }))).toEqual(
    [],
  );
});

test("of two agents, the second is told what it takes back or replaces of the first, and its user undoes it", async () => {
  const { create, agent, ada, endpoint, stored } = await world();
  const id = await create(small);
  const first = await agent("ada@example.org", "First agent");
  const second = await agent("ada@example.org", "Second agent");
  const one = await connect(endpoint, first.token);
  const two = await connectModern(endpoint, second.token);
  const name = "service_update_form";
  const { structuredContent } = await two.callTool({
    name: "service_get_form",
    arguments: { form_id: id, include_structure: true },
  });
  const { structure } = structuredContent as { structure: typeof small };
  await two.callTool({ name, arguments: { form_id: id, structure: titled("Winter school") } });
  await one.callTool({
    name,
    arguments: {
      form_id: id,
      operations: [
        { op: "add_field", page: "one", field: { type: "short_text", label: "Allergies" } },
        { op: "change_field", id: "age", set: { label: "How old are you?" } },
        { op: "change_form", settings: { response_limit: 20 } },
      ],
    },
  });
  const sent = { ...structure, title: { en: "Winter school" } };
  sent.pages[0]!.fields[2]!.label = { en: "Your age" };
  const { isError, structuredContent: told } = await two.callTool({
    name,
    arguments: { form_id: id, structure: sent },
  });
  expect(isError ?? false).toBe(false);
  const { warnings } = told as { warnings: { code: string; message: string }[] };
  const [{ message = "" } = {}] = warnings.filter(({ code }) => code === "others_changes_lost");
  for (const lost of ["settings", "“How old are you?” (age)", "“Allergies” (allergies)"])
    expect(message).toContain(lost);
  expect(message).toContain("ada@example.org (First agent, version 3)");
  expect(message).not.toContain("“Course”");
  const [, compared] = /on (\/forms\/\S+\/compare)/.exec(message)!;
  expect((await stored(id)).pages[0]!.fields.map(({ label }) => label!.en)).not.toContain("Allergies");
  await ada.send(await ada.open(compared!), compared!.replace(/compare$/, "back"));
  const { pages, settings } = await stored(id);
  expect(pages[0]!.fields.map(({ label }) => label!.en)).toEqual([
    "Name",
    "Course",
    "How old are you?",
    "Allergies",
  ]);
  expect(settings).toMatchObject({ response_limit: 20 });
});
