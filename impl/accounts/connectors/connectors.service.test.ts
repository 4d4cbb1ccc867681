/** Apps that sign in by OAuth, from the first request to the end of their access, on both databases. */
import { expect, test } from "vitest";
import { removeExpired } from "../../responses/retention/remove-expired.ts";
import { appSite } from "../../test/support/app-site.ts";
import { allow, appKey, oauthApp } from "../../test/support/oauth-app.ts";
import { ownerPages } from "../../test/support/owner.ts";
import { failureCode, post } from "../../test/support/wire.ts";

const on = { CONNECTORS: "on" };
const list = { jsonrpc: "2.0", id: 1, method: "tools/list" };

async function connected() {
  const service = await ownerPages({ environment: on });
  const app = await oauthApp(service.publicUrl, service.endpoint);
  const ada = await service.signIn();
  return { service, app, ada, got: await app.connect(ada) };
}

test("shows the site of an app that describes itself, gives it the selected scopes, and renews its token", async () => {
  const site = await appSite();
  const service = await ownerPages({ environment: on, fetchDocument: site.fetchDocument });
  const app = await oauthApp(service.publicUrl, service.endpoint);
  // Any loopback port matches the document (RFC 8252, section 7.3).
  site.describes({ client_name: "Agent of the site", redirect_uris: ["http://127.0.0.1/callback"] });
  const ada = await service.signIn();
  const page = await ada.open(app.authorization(site.url, "v".repeat(43)));
  for (const text of ["Agent of the site", "app.example", "127.0.0.1", "ada@example.org", "Export responses"])
    expect(page.html).toContain(text);
  await allow(ada, page, { scope: "forms:read" });
  const [answer] = app.back.came;
  expect([answer?.get("iss"), answer?.get("state")]).toEqual([service.publicUrl, "state"]);
  const { body } = await app.exchange(site.url, answer?.get("code") ?? "", "v".repeat(43));
  expect(body).toMatchObject({ token_type: "Bearer", expires_in: 3600, scope: "forms:read" });
  const { body: renewed } = await app.renew(site.url, String(body.refresh_token));
  for (const token of [body.access_token, renewed.access_token].map(String)) {
    const forms = await service.call(token, "service_list_forms");
    expect(forms.structuredContent.total_count).toBe(0);
  }
  // The site was asked once: its answer is cached for a while.
  expect(site.asked).toEqual(["/client.json"]);
});

test("gives an app with a key in its document tokens only for a new signature in each request", async () => {
  const site = await appSite();
  const service = await ownerPages({ environment: on, fetchDocument: site.fetchDocument });
  const app = await oauthApp(service.publicUrl, service.endpoint);
  const [key, stranger] = [appKey(), appKey()];
  site.describes({
    redirect_uris: ["http://127.0.0.1/callback"],
    token_endpoint_auth_method: "private_key_jwt",
    token_endpoint_auth_signing_alg: "ES256",
    jwks: key.jwks,
  });
  const ada = await service.signIn();
  const verifier = "v".repeat(43);
  await allow(ada, await ada.open(app.authorization(site.url, verifier)));
  const code = app.back.came.at(-1)?.get("code") ?? "";
  const past = Math.floor(Date.now() / 1000) - 120;
  const refused = {
    "no signature": {},
    "the signature of another key": stranger.proof(site.url, service.publicUrl),
    "one for another server": key.proof(site.url, "https://other.example"),
    "one about another app": key.proof(site.url, service.publicUrl, {
      sub: "https://other.example/client.json",
    }),
    "one that has expired": key.proof(site.url, service.publicUrl, { iat: past, exp: past + 60 }),
    "a secret": { client_secret: "secret" },
  };
  for (const [name, proof] of Object.entries(refused)) {
    const { status, body } = await app.exchange(site.url, code, verifier, proof);
    const error = name.includes("another app") ? [400, "invalid_request"] : [401, "invalid_client"];
    expect([name, status, body.error]).toEqual([name, ...error]);
  }
  const proof = key.proof(site.url, service.publicUrl);
  const { body } = await app.exchange(site.url, code, verifier, proof);
  expect((await post(service.endpoint, String(body.access_token), list)).status).toBe(200);
  const refresh = String(body.refresh_token);
  expect((await app.renew(site.url, refresh, proof)).body.error).toBe("invalid_client");
  const renewed = await app.renew(site.url, refresh, key.proof(site.url, service.publicUrl));
  expect(renewed.status).toBe(200);
});

test("an app is allowed within 15 minutes of a sign-in, and its owner gets a mail", async () => {
  const { service, app, ada } = await connected();
  const sessions = service.storage.db.updateTable("sessions");
  await sessions.set({ created_at: new Date(Date.now() - 16 * 60_000).toISOString() }).execute();
  const { client_id: id } = (await app.register()).body;
  const page = await ada.open(app.authorization(String(id), "v".repeat(43)));
  expect(page.url).toContain("/sign-in?again&next=%2Foauth%2Fconsent");
  const { subject, text } = await service.nextMail("ada@example.org");
  expect(subject).toContain("An app was connected");
  expect(text).toContain(new URL(app.back.uri).host);
});

test("a connected app shows how long it stays connected, and leads to its site", async () => {
  const site = await appSite();
  const service = await ownerPages({ environment: on, fetchDocument: site.fetchDocument });
  const app = await oauthApp(service.publicUrl, service.endpoint);
  site.describes({ client_name: "Agent", redirect_uris: ["http://127.0.0.1/callback"] });
  const ada = await service.signIn();
  const verifier = "v".repeat(43);
  await allow(ada, await ada.open(app.authorization(site.url, verifier)));
  const apps = async () => {
    const { html } = await ada.open("/settings/integrations", { "Accept-Language": "en-GB" });
    return /<section class="part" id="apps">.*?<\/section>/s.exec(html)?.[0] ?? "";
  };
  expect(await apps()).toContain("waiting for the app to finish signing in");
  await app.exchange(site.url, app.back.came.at(-1)?.get("code") ?? "", verifier);
  // A day stays with its month on one line.
  const days = (count: number) =>
    new Date(Date.now() + count * 86_400_000)
      .toLocaleDateString("en-GB", { dateStyle: "long", timeZone: "UTC" })
      .replace(" ", "\u00a0");
  const shown = await apps();
  expect(shown).toContain(
    `connected until ${days(30)}, longer if it is used, until ${days(365)} at the latest`,
  );
  expect(shown).toContain(`<a href="${new URL("/", site.url).href}" rel="noopener noreferrer nofollow"`);
  expect(shown).toContain('<a href="https://claude.ai/settings/connectors"');
});

test("access ends at the next request when it is revoked, on all nodes", async () => {
  const folder = (await ownerPages()).folder;
  const nodes = await Promise.all([1, 2].map(() => ownerPages({ folder, environment: on })));
  const [one, two] = nodes as [(typeof nodes)[0], (typeof nodes)[0]];
  const app = await oauthApp(one.publicUrl, one.endpoint);
  const ada = await two.signIn();
  const got = await app.connect(await one.signIn());
  for (const { endpoint } of nodes) expect((await post(endpoint, got.access, list)).status).toBe(200);
  const page = await ada.open("/settings/integrations");
  expect(page.html).toContain(
    `<b>Agent</b> <span class="soft" translate="no">${new URL(app.back.uri).host}</span>`,
  );
  const [, id = ""] = /name="token" value="(app_\w+)"/.exec(page.html) ?? [];
  const revoked = await ada.send(page, "/settings/integrations/revoke", { token: id });
  expect(revoked.html).toContain("No app is connected.");
  await expect.poll(async () => (await post(one.endpoint, got.access, list)).status).toBe(401);
  expect((await post(two.endpoint, got.access, list)).status).toBe(401);
  expect((await app.renew(got.clientId, got.refresh)).body.error).toBe("invalid_grant");
});

test("ends the access when a code or a refresh token is used twice", async () => {
  const { service, app, ada, got } = await connected();
  const status = async (token: string) => (await post(service.endpoint, token, list)).status;
  expect((await app.exchange(got.clientId, got.code, got.verifier)).body.error).toBe("invalid_grant");
  expect(await status(got.access)).toBe(401);
  const second = await app.connect(ada);
  const { body: renewed } = await app.renew(second.clientId, second.refresh);
  expect(await status(String(renewed.access_token))).toBe(200);
  expect((await app.renew(second.clientId, second.refresh)).body.error).toBe("invalid_grant");
  expect((await app.renew(second.clientId, String(renewed.refresh_token))).body.error).toBe("invalid_grant");
  expect(await status(String(renewed.access_token))).toBe(401);
});

test("at most one of simultaneous renewals on two nodes gets tokens, and then the access ends", async () => {
  const { service, app, got } = await connected();
  const other = await ownerPages({ folder: service.folder, environment: on });
  const there = await oauthApp(other.publicUrl, other.endpoint);
  const answers = await Promise.all(
    [app, there, app, there].map((one) => one.renew(got.clientId, got.refresh)),
  );
  const won = answers.filter(({ status }) => status === 200);
  expect(won.length).toBeLessThanOrEqual(1);
  for (const token of [got.access, ...won.map(({ body }) => String(body.access_token))])
    await expect.poll(async () => (await post(service.endpoint, token, list)).status).toBe(401);
  for (const { body } of won)
    expect((await app.renew(got.clientId, String(body.refresh_token))).body.error).toBe("invalid_grant");
});

test("plan, rate, expiry and account limit an app like a personal token", async () => {
  const { service, app, got } = await connected();
  const missing = await post(service.endpoint, got.access, {
    ...list,
    method: "tools/call",
    params: { name: "service_get_subscription_status", arguments: {} },
  });
  expect(missing.status).toBe(403);
  await service.storage.db
    .updateTable("accounts")
    .set({ trial_ends_at: "2020-01-01T00:00:00.000Z" })
    .execute();
  const refused = await service.call(got.access, "service_create_form", { prompt: "A form with a name" });
  expect(failureCode(refused)).toBe("subscription_inactive");
  // A new token is no new rate.
  for (let at = 0; at < 118; at += 1) await post(service.endpoint, got.access, list);
  const { body: renewed } = await app.renew(got.clientId, got.refresh);
  expect((await post(service.endpoint, String(renewed.access_token), list)).status).toBe(429);
  service.time.now = new Date(Date.now() + 3_601_000);
  expect((await post(service.endpoint, got.access, list)).status).toBe(401);
  await service.storage.db.updateTable("accounts").set({ locked_at: "2026-01-01T00:00:00.000Z" }).execute();
  service.storage.startEpoch();
  expect((await app.renew(got.clientId, String(renewed.refresh_token))).body.error).toBe("invalid_grant");
});

test("removes ended apps with all their records, and clients without permission", async () => {
  const { service, app, got } = await connected();
  await app.register();
  const { storage, files } = service;
  const records = () => storage.db.selectFrom("oauth_records").select("kind").execute();
  const past = "2020-01-01T00:00:00.000Z";
  await removeExpired({ storage, files, clock: service.now });
  expect((await post(service.endpoint, got.access, list)).status).toBe(200);
  await storage.db.updateTable("tokens").set({ revoked_at: past }).execute();
  await storage.db
    .updateTable("oauth_records")
    .set({ expires_at: past })
    .where("kind", "=", "Client")
    .execute();
  await removeExpired({ storage, files, clock: service.now });
  expect(await storage.db.selectFrom("tokens").select("id").execute()).toEqual([]);
  expect(new Set((await records()).map(({ kind }) => kind))).toEqual(new Set(["RegistrationAccessToken"]));
});
