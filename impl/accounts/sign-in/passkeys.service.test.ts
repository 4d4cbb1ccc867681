import { expect, test } from "vitest";
import type { Storage } from "../../platform/storage/storage.ts";
import { freePort } from "../../test/support/free-port.ts";
import { type OwnerBrowser, ownerPages } from "../../test/support/owner.ts";
import { type Challenge, type Circumstances, softwarePasskey } from "../../test/support/software-passkey.ts";

const ACCOUNT = "/settings/account";
const PASSKEYS = `${ACCOUNT}/passkeys`;
const SIGN_IN = "/sign-in/passkey";

/** Passkeys are for names, so this service has one. */
async function namedService() {
  const port = await freePort();
  const origin = `http://localhost:${port}`;
  return { ...(await ownerPages({ environment: { PORT: String(port), PUBLIC_URL: origin } })), origin };
}

/** Requests a challenge like the script of a page. */
async function challengeOf(browser: OwnerBrowser, page: string, action: string): Promise<Challenge> {
  return JSON.parse((await browser.send(await browser.open(page), action)).html);
}

async function addPasskey(browser: OwnerBrowser, origin: string, name = "Laptop") {
  const key = softwarePasskey();
  const answer = key.create(await challengeOf(browser, ACCOUNT, PASSKEYS), { origin });
  const added = await browser.send(await browser.open(ACCOUNT), PASSKEYS, { name, answer });
  expect(added.url).toBe(`${origin}${ACCOUNT}?saved`);
  return key;
}

/** All sign-ins were 16 minutes ago. */
async function makeOld({ db }: Storage): Promise<void> {
  const created_at = new Date(Date.now() - 16 * 60_000).toISOString();
  await db.updateTable("sessions").set({ created_at }).execute();
}

type Key = ReturnType<typeof softwarePasskey>;

/** @returns the page that the browser comes to */
async function signIn(browser: OwnerBrowser, key: Key, circumstances: Circumstances) {
  const challenge = await challengeOf(browser, "/sign-in?again", SIGN_IN);
  const answer = key.get(challenge, circumstances);
  return browser.send(await browser.open("/sign-in?again"), SIGN_IN, { answer });
}

test("adds a passkey and mails its owner; it signs in, and an answer works once", async () => {
  const { origin, ...service } = await namedService();
  const ada = await service.signIn();
  const key = await addPasskey(ada, origin, "My phone");
  const notice = await service.nextMail("ada@example.org");
  expect([notice.subject, notice.text]).toEqual([
    "A new passkey at localhost:".concat(new URL(origin).port),
    expect.stringContaining("My phone"),
  ]);
  const browser = service.browser();
  const challenge = await challengeOf(browser, "/sign-in", SIGN_IN);
  // The challenge names no account before the passkey does.
  expect(challenge.allowCredentials).toBeUndefined();
  const answer = key.get(challenge, { origin });
  const page = await browser.open(`/sign-in?next=${ACCOUNT}`);
  expect((await browser.send(page, SIGN_IN, { answer })).url).toBe(origin + ACCOUNT);
  await browser.send(await browser.open("/forms"), "/sign-out");
  const again = await browser.send(page, SIGN_IN, { answer });
  expect([again.status, again.html.includes("This passkey does not sign in here")]).toEqual([403, true]);
});

test("a sign-in with a passkey ends the session that the browser had", async () => {
  const { origin, ...service } = await namedService();
  const ada = await service.signIn();
  const key = await addPasskey(ada, origin);
  const sessions = () => service.storage.db.selectFrom("sessions").select("id").execute();
  const [before] = await sessions();
  await makeOld(service.storage);
  // It is asked for where a fresh sign-in is, with the passkeys of the account alone.
  expect((await challengeOf(ada, "/sign-in?again", SIGN_IN)).allowCredentials).toMatchObject([
    { id: key.id },
  ]);
  expect((await signIn(ada, key, { origin })).url).toBe(`${origin}/forms`);
  const after = await sessions();
  expect([after.length, after[0]!.id === before!.id]).toEqual([1, false]);
});

test.each<[name: string, circumstances: Partial<Circumstances>]>([
  ["of a page elsewhere", { origin: "https://evil.example", rpId: "localhost" }],
  ["of the same host, but another port", { origin: "http://localhost:1", rpId: "localhost" }],
  ["for another service", { rpId: "evil.example" }],
  ["of a key that was touched and asked for no PIN", { isVerified: false }],
])("rejects the answer %s", async (_, circumstances) => {
  const { origin, ...service } = await namedService();
  const key = await addPasskey(await service.signIn(), origin);
  const browser = service.browser();
  const refused = await signIn(browser, key, { origin, ...circumstances });
  expect([refused.status, browser.cookie("session")]).toEqual([403, undefined]);
});

test("rejects a removed key, a key of a locked account, a foreign signature, and a malformed answer", async () => {
  const { origin, storage, ...service } = await namedService();
  const ada = await service.signIn();
  const key = await addPasskey(ada, origin);
  const browser = service.browser();
  const statuses = async (answers: readonly string[]) => {
    for (const answer of answers) {
      const { status } = await browser.send(await browser.open("/sign-in"), SIGN_IN, { answer });
      expect([answer, status, browser.cookie("session")]).toEqual([answer, 403, undefined]);
    }
  };
  const challenge = await challengeOf(browser, "/sign-in", SIGN_IN);
  const right = JSON.parse(key.get(challenge, { origin }));
  const foreign = JSON.parse(softwarePasskey().get(challenge, { origin }));
  const made = key.create(challenge, { origin });
  await statuses([JSON.stringify({ ...foreign, id: right.id, rawId: right.id }), made]);
  await statuses(["{", "null", "[]", '{"id":{}}', JSON.stringify({ id: right.id }), '{"id":"\\u0000"}']);
  await storage.db.updateTable("accounts").set({ locked_at: service.now().toISOString() }).execute();
  expect((await signIn(browser, key, { origin })).status).toBe(403);
  await storage.db.updateTable("accounts").set({ locked_at: null }).execute();
  expect((await signIn(browser, key, { origin })).url).toBe(`${origin}/forms`);
  await browser.send(await browser.open("/forms"), "/sign-out");
  await ada.send(await ada.open(ACCOUNT), `${PASSKEYS}/remove`);
  expect((await signIn(browser, key, { origin })).status).toBe(403);
});

test("other accounts can neither use, remove nor add a passkey of an account", async () => {
  const { origin, storage, ...service } = await namedService();
  const ada = await service.signIn("ada@example.org");
  const eve = await service.signIn("eve@example.org");
  const key = await addPasskey(ada, origin, "Ada's");
  await addPasskey(eve, origin, "Eve's");
  const [own] = await storage.db.selectFrom("passkeys").select("id").where("name", "=", "Ada's").execute();
  const page = await eve.open(ACCOUNT);
  await eve.send(page, `${PASSKEYS}/remove`, { passkey: own!.id });
  const names = await storage.db.selectFrom("passkeys").select("name").orderBy("name").execute();
  expect(names).toEqual([{ name: "Ada's" }, { name: "Eve's" }]);
  // The challenge was for Ada, whatever cookies come with the answer.
  const answer = softwarePasskey().create(await challengeOf(ada, ACCOUNT, PASSKEYS), { origin });
  eve.jar.set("passkey_challenge /", ada.jar.get("passkey_challenge /")!);
  expect((await eve.send(await eve.open(ACCOUNT), PASSKEYS, { name: "x", answer })).status).toBe(422);
  expect(await storage.db.selectFrom("passkeys").select("name").execute()).toHaveLength(2);
  // A fresh sign-in of Eve's browser does not make it Ada's.
  await makeOld(storage);
  expect((await signIn(eve, key, { origin })).status).toBe(403);
  expect((await eve.open(ACCOUNT)).html).toContain("eve@example.org");
});

test("passkeys are added only after a fresh sign-in, and up to a limit", async () => {
  const { origin, storage, ...service } = await namedService();
  const ada = await service.signIn();
  const page = await ada.open(ACCOUNT);
  for (let count = 0; count < 20; count++) await addPasskey(ada, origin);
  const full = await ada.send(page, PASSKEYS);
  expect(full.status).toBe(422);
  expect(full.html).toMatch(/class="notice" role="status">[^<]*at most 20 passkeys/);
  await makeOld(storage);
  expect((await ada.send(page, PASSKEYS)).url).toContain("/sign-in?again");
});

test("a new password removes passkeys if its owner wants that", async () => {
  const { origin, storage, ...service } = await namedService();
  const ada = await service.signIn();
  await addPasskey(ada, origin);
  const count = async () => (await storage.db.selectFrom("passkeys").select("id").execute()).length;
  const reset = async (entries: Record<string, string>) => {
    const browser = service.browser();
    await service.signIn();
    await browser.send(await browser.open("/forgot-password"), "/forgot-password", {
      email: "ada@example.org",
    });
    for (;;) {
      const mail = await service.nextMail("ada@example.org");
      const path = /\/link\/[\w-]+/.exec(mail.text)?.[0];
      if (path === undefined) continue;
      return browser.send(await browser.open(path), path, { password: "four random words here", ...entries });
    }
  };
  await reset({});
  expect(await count()).toBe(1);
  await reset({ end_tokens: "yes" });
  expect(await count()).toBe(0);
});

test("limits the passkey attempts of a network in an hour", async () => {
  const service = await namedService();
  const browser = service.browser();
  const page = await browser.open("/sign-in");
  const statuses = [];
  for (let tries = 0; tries < 201; tries++)
    statuses.push((await browser.send(page, SIGN_IN, { answer: "{}" })).status);
  expect(new Set(statuses.slice(0, 200))).toEqual(new Set([403]));
  expect(statuses[200]).toBe(429);
});

test("pages do not offer passkeys at an IP address, where browsers do not support them", async () => {
  const service = await ownerPages();
  const ada = await service.signIn();
  for (const html of [(await service.browser().open("/sign-in")).html, (await ada.open(ACCOUNT)).html])
    expect(html).not.toMatch(/passkey/i);
});
