import { expect, test } from "vitest";
import { ownerPages } from "../../../test/support/owner.ts";
import { connect } from "../../../test/support/service.ts";

const PATH = "/settings/integrations";
const token = /twp_[0-9A-Za-z]{49}/;

test("creates a token with scopes and expiry, shows it once, lets a client use it, and revokes it", async () => {
  const service = await ownerPages();
  const ada = await service.signIn();
  const page = await ada.open(PATH);
  const entries = { name: "Laptop", scope: ["forms:read", "forms:write"], expiry: "days", days: "30" };
  const made = await ada.send(page, PATH, entries);
  const [secret = ""] = token.exec(made.html) ?? [];
  expect(made.headers.get("cache-control")).toBe("private, no-store");
  expect(made.html).toContain(
    `claude mcp add --transport http service-mcp ${service.endpoint} --header &quot;Authorization: Bearer ${secret}&quot;`,
  );
  const client = await connect(service.endpoint, secret);
  const { isError } = await client.callTool({ name: "service_list_forms", arguments: {} });
  expect(isError).toBeFalsy();
  const { structuredContent } = await client.callTool({
    name: "service_create_form",
    arguments: { prompt: "Name" },
  });
  expect((await ada.open("/forms")).html).toContain((structuredContent as { title: string }).title);

  const again = await ada.send(page, PATH, entries);
  expect([again.status, token.test(again.html)]).toEqual([422, false]);
  const list = await ada.open(PATH);
  expect(list.html).not.toMatch(token);
  const rows = await service.storage.db.selectFrom("tokens").selectAll().execute();
  expect(rows).toMatchObject([{ name: "Laptop", scopes: "forms:read forms:write" }]);
  const lifetime = Date.parse(rows[0]!.expires_at!) - Date.parse(rows[0]!.created_at);
  expect(lifetime).toBe(30 * 86_400_000);

  const revoked = await ada.send(list, `${PATH}/revoke`);
  expect(revoked.html).toContain("Revoked");
  expect((await service.post(secret, { jsonrpc: "2.0", id: 1, method: "ping" })).status).toBe(401);
  const actions = service.logged.filter(({ event }) => event === "page_action").map(({ action }) => action);
  expect(actions).toEqual(["token_created", "token_revoked"]);
  expect(JSON.stringify(service.logged)).not.toContain(secret);
});

test.each([
  ["no name", { name: " ", scope: "forms:read" }, "Enter a name"],
  ["no scope", { name: "x" }, "Choose at least one scope"],
  ["an unknown scope", { name: "x", scope: "forms:everything" }, "Choose at least one scope"],
  ["no days", { name: "x", scope: "forms:read", days: "" }, "whole number of days from 1 to 3,650"],
  ["too many days", { name: "x", scope: "forms:read", days: "3651" }, "whole number of days"],
  ["a name that is too long", { name: "x".repeat(101), scope: "forms:read" }, "at most 100 characters"],
] as const)("a token with %s is not made, and what was entered stays", async (_, entries, message) => {
  const service = await ownerPages();
  const ada = await service.signIn();
  const page = await ada.send(await ada.open(PATH), PATH, { expiry: "days", ...entries });
  expect(page.status).toBe(422);
  expect(page.html).toContain(message);
  expect(page.html).toContain(`value="${entries.name.trim()}"`);
  expect(await service.storage.db.selectFrom("tokens").selectAll().execute()).toEqual([]);
});

test("an account cannot revoke the token of another account", async () => {
  const service = await ownerPages();
  const { token: secret, tokenId } = await service.mint({ email: "grace@example.org" });
  const ada = await service.signIn();
  await service.mint();
  const page = await ada.open(PATH);
  await ada.send(page, `${PATH}/revoke`, { token: tokenId });
  expect((await service.post(secret, { jsonrpc: "2.0", id: 1, method: "ping" })).status).toBe(200);
});

test("a new token requires a sign-in of the last 15 minutes, and its owner gets a mail", async () => {
  const service = await ownerPages();
  const ada = await service.signIn();
  const fresh = await ada.open(PATH);
  const sessions = service.storage.db.updateTable("sessions");
  await sessions.set({ created_at: new Date(Date.now() - 16 * 60_000).toISOString() }).execute();
  const entries = { name: "Laptop", scope: "forms:read", expiry: "never" };
  expect((await ada.send(fresh, PATH, entries)).url).toContain("/sign-in?again&next=%2Fsettings");
  expect(await service.storage.db.selectFrom("tokens").selectAll().execute()).toEqual([]);
  const stale = await ada.open(PATH);
  expect(stale.html).toContain("Sign in again");
  expect(stale.html).not.toContain('name="once"');

  const again = await service.signIn();
  await again.send(await again.open(PATH), PATH, entries);
  for (;;) {
    const { subject, text } = await service.nextMail("ada@example.org");
    if (!subject.startsWith("A new access token")) continue;
    expect(text).toContain("Laptop");
    expect(text).toContain("/forgot-password");
    return;
  }
});
