/** The owner's pages about webhooks, in a browser without scripts: add, test, view, repeat, turn on, remove; and access of others. */
import { expect, test } from "vitest";
import { ensureAccount } from "../../../accounts/accounts.ts";
import { shareForm } from "../../../forms/sharing/share.ts";
import { answeredForm } from "../../../test/support/answered-form.ts";
import { ownerPages } from "../../../test/support/owner.ts";
import { webhookReceiver } from "../../../test/support/webhook-receiver.ts";

async function start(environment: Record<string, string> = { WEBHOOK_NETWORKS: "127.0.0.1" }) {
  const service = await ownerPages({ environment });
  const ada = await service.signIn();
  const answered = await answeredForm(service);
  const path = `/forms/${answered.form.id}/connections`;
  const receiver = await webhookReceiver();
  const add = async (entries: Record<string, string | readonly string[]> = {}, who = ada) =>
    who.send(await who.open(path), path, {
      url: receiver.url,
      event: ["response.verified", "response.deleted"],
      ...entries,
    });
  /** Adds a webhook. Returns its page and its secret. */
  const added = async () => {
    const { html } = await add();
    const [, page = ""] = /href="(\/forms\/[^"]+\/whk_\w+)"/.exec(html) ?? [];
    const [, secret = ""] = /(whsec_[\w+/=]+)/.exec(html) ?? [];
    const act = async (action: string, more: object = {}) => {
      const opened = await ada.open(page);
      return ada.send(opened, page, { ...more, action });
    };
    return { page, secret, act };
  };
  return { ...service, ada, ...answered, path, receiver, add, added };
}

test("adds a webhook, shows its secret once, never logs it, and mails its owner", async () => {
  const { ada, path, added, nextMail, logged, receiver } = await start();
  expect((await ada.open(path)).html).toContain("There are no webhooks yet.");
  const { page, secret } = await added();
  expect(Buffer.from(secret.slice(6), "base64")).toHaveLength(32);
  expect((await nextMail("ada@example.org")).text).toContain(`It tells ${new URL(receiver.url).host} what`);
  for (const address of [path, page, `/forms/${path.split("/")[2]}/settings`])
    expect((await ada.open(address)).html, address).not.toContain("whsec_");
  expect((await ada.open(path)).html).toContain(`href="${page}">${receiver.url}</a>`);
  expect(JSON.stringify(logged)).not.toContain(secret);
  expect(logged).toContainEqual(expect.objectContaining({ action: "webhook_added" }));
});

test("a repeated post adds one webhook, so an address gets each event once", async () => {
  const { add, receiver, storage } = await start();
  expect((await add()).html).toContain("whsec_");
  const again = await add();
  expect(again.html).not.toContain("whsec_");
  expect(again.html).toContain("Nothing had to be changed.");
  await add({ url: `${receiver.url}/other` });
  expect(await storage.db.selectFrom("webhooks").selectAll().execute()).toHaveLength(2);
});

test("a test shows the request and the answer, whose content cannot do harm", async () => {
  const { added, receiver, ada } = await start();
  const { act, page, secret } = await added();
  receiver.says((response) => response.writeHead(418).end('<script>alert("x")</script>'));
  const { html, url } = await act("test");
  const [event] = receiver.received;
  expect(event!.isSignedWith(secret)).toBe(true);
  expect(url).toContain(`${page}/${event!.id}`);
  expect(html).toContain(`webhook-id: ${event!.id}`);
  expect(html).toContain("&quot;type&quot;:&quot;test&quot;");
  expect(html).toContain("HTTP 418");
  expect(html).toContain("&lt;script&gt;");
  expect(html).not.toContain("<script");
  expect((await ada.open(page)).html).toContain("Failed · HTTP 418 · 1 attempt");
});

test("lists deliveries, shows them as sent, and sends them again with the same id", async () => {
  const { added, receiver, ada, path, respond, form, storage } = await start();
  const { page, act } = await added();
  const id = await respond({ name: "Alan" });
  const selected = `/forms/${form.id}/responses/selected`;
  const list = await ada.open(`/forms/${form.id}/responses`);
  await ada.send(list, selected, { response: id, action: "delete" });
  await expect.poll(() => receiver.received.length, { timeout: 20_000 }).toBe(1);
  const [event] = receiver.received;
  await expect.poll(async () => (await ada.open(page)).html).toContain("Delivered · HTTP 204 · 1 attempt");
  expect((await ada.open(`${page}/${event!.id}`)).html).toContain(event!.raw.replaceAll('"', "&quot;"));
  await act("resend", { delivery: event!.id });
  await expect.poll(() => receiver.received.length).toBe(2);
  expect(receiver.received[1]!.id).toBe(event!.id);
  expect((await act("remove")).html).toContain("The webhook is removed.");
  expect((await ada.open(path)).html).toContain("There are no webhooks yet.");
  expect(await storage.db.selectFrom("webhook_deliveries").selectAll().execute()).toEqual([]);
});

test("shows that a webhook was turned off, and turns it on again", async () => {
  const { added, ada, storage, now } = await start();
  const { page, act } = await added();
  const at = now().toISOString();
  await storage.db.updateTable("webhooks").set({ disabled_at: at }).execute();
  expect((await ada.open(page)).html).toContain("It was turned off on");
  expect((await act("enable")).html).toContain("The webhook is turned on.");
  expect((await ada.open(page)).html).not.toContain("It was turned off on");
});

test.each([
  ["an address without TLS where no network is named", { url: "http://example.org/" }, {}],
  ["another scheme", { url: "ftp://example.org/" }, undefined],
  ["an address with a password", { url: "https://ada:secret@example.org/" }, undefined],
  ["no address", { url: "example.org" }, undefined],
  ["no event", { event: [] as string[] }, undefined],
])("%s is refused where it is entered, and what was entered stays", async (_, entries, environment) => {
  const { add, storage } = await start(environment);
  const { status, html } = await add(entries);
  expect(status).toBe(422);
  expect(html).toContain("This was not possible");
  if ("url" in entries) expect(html).toContain(`value="${entries.url}"`);
  expect(await storage.db.selectFrom("webhooks").selectAll().execute()).toEqual([]);
});

test("describes a full budget, and shows it in the settings", async () => {
  const { add, ada } = await start();
  for (let n = 0; n < 5; n += 1) await add({ url: `https://example.org/${n}` });
  expect((await add()).html).toContain("have 5 webhooks already");
  expect((await ada.open("/settings/subscription")).html).toMatch(/<dt>Webhooks<\/dt><dd>5 of 5</);
});

test("accounts with edit access see no connections, and other accounts get the page of a missing form", async () => {
  const { added, signIn, storage, now, form, path } = await start();
  const { page } = await added();
  const bob = await signIn("bob@example.org");
  const ada = (await ensureAccount(storage.db, "ada@example.org", "trial", now())).id;
  for (const address of [path, page]) expect((await bob.open(address)).status).toBe(404);
  const share = (permission: "edit" | "admin") =>
    shareForm({ storage, clock: now }, ada, form.id, { email: "bob@example.org", permission });
  await share("edit");
  for (const address of [path, page]) expect((await bob.open(address)).status, address).toBe(403);
  expect((await bob.open(`/forms/${form.id}/settings`)).html).not.toContain(path);
  await share("admin");
  expect((await bob.open(page)).status).toBe(200);
  expect((await bob.open(`/forms/${form.id}/settings`)).html).toContain(`href="${page}"`);
});

test("does not add a webhook if the sign-in is older than fifteen minutes", async () => {
  const { ada, path, storage } = await start();
  const page = await ada.open(path);
  const created_at = new Date(Date.now() - 16 * 60_000).toISOString();
  await storage.db.updateTable("sessions").set({ created_at }).execute();
  expect((await ada.open(path)).html).not.toContain('name="url"');
  const sent = await ada.send(page, path, { url: "https://example.org/", event: "response.verified" });
  expect(sent.url).toContain("/sign-in?again");
  expect(await storage.db.selectFrom("webhooks").selectAll().execute()).toEqual([]);
});
