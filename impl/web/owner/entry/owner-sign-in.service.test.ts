import { expect, test } from "vitest";
import { findAccount } from "../../../accounts/accounts.ts";
import { DEMO_EMAIL } from "../../../accounts/demo-address.ts";
import { makeLink } from "../../../accounts/sign-in/mailed-links.ts";
import { freePort } from "../../../test/support/free-port.ts";
import { ownerPages } from "../../../test/support/owner.ts";

const password = "four random words here";

test("a new user signs up by a mailed link, signs out, and signs in by password", async () => {
  const service = await ownerPages();
  const ada = service.browser();
  const sent = await ada.send(await ada.open("/sign-up"), "/sign-up", { email: " Ada@example.org" });
  expect(sent.html).toContain("Check your email");
  const link = await service.mailedLink("ada@example.org");
  const forms = await ada.send(await ada.open(link), link, { password });
  expect(forms.url).toBe(`${service.publicUrl}/forms`);
  expect(forms.html).toContain("ada@example.org");
  const cookie = `session=${ada.cookie("session")}`;
  const out = await ada.send(forms, "/sign-out");
  // The session itself has ended, not only its cookie.
  expect(await service.storage.db.selectFrom("sessions").select("id").execute()).toEqual([]);
  const replayed = await fetch(`${service.publicUrl}/forms`, {
    headers: { Cookie: cookie },
    redirect: "manual",
  });
  expect(replayed.headers.get("location")).toBe("/sign-in");
  expect(new URL(out.url).pathname).toBe("/");
  expect((await ada.open("/forms")).url).toBe(`${service.publicUrl}/sign-in`);
  const page = await ada.open("/settings/account");
  expect(page.url).toBe(`${service.publicUrl}/sign-in?next=%2Fsettings%2Faccount`);
  const wrong = await ada.send(page, "/sign-in", { email: "ada@example.org", password: "something else" });
  expect([wrong.status, ada.cookie("session")]).toEqual([403, undefined]);
  const right = await ada.send(wrong, "/sign-in", { email: "ada@example.org", password });
  expect(right.url).toBe(`${service.publicUrl}/settings/account`);
});

test("an account takes the time zone of the browser that signs in first, and keeps it", async () => {
  const service = await ownerPages();
  const ada = service.browser();
  const email = "ada@example.org";
  const zone = async () => {
    const account = service.storage.db.selectFrom("accounts").select("time_zone").where("email", "=", email);
    return (await account.executeTakeFirstOrThrow()).time_zone;
  };
  await ada.send(await ada.open("/sign-up"), "/sign-up", { email });
  const link = await service.mailedLink(email);
  const forms = await ada.send(await ada.open(link), link, { password, time_zone: "Middle/Earth" });
  expect(await zone()).toBe(null);
  await ada.send(forms, "/sign-out");
  await ada.send(await ada.open("/sign-in"), "/sign-in", { email, password, time_zone: "Europe/Dublin" });
  expect(await zone()).toBe("Europe/Dublin");
  const other = service.browser();
  await other.send(await other.open("/sign-in"), "/sign-in", { email, password, time_zone: "Asia/Tokyo" });
  expect(other.cookie("session")).toBeDefined();
  expect(await zone()).toBe("Europe/Dublin");
});

test("the mailed link signs in, and a new password ends the other sessions", async () => {
  const service = await ownerPages();
  const old = await service.signIn();
  const ada = service.browser();
  await ada.send(await ada.open("/sign-in"), "/sign-in", { email: "ada@example.org", go: "link" });
  const link = await service.mailedLink("ada@example.org");
  expect((await ada.send(await ada.open(link), link)).url).toBe(`${service.publicUrl}/forms`);
  expect((await ada.open(link)).status).toBe(410);
  const other = service.browser();
  await other.send(await other.open("/forgot-password"), "/forgot-password", { email: "ada@example.org" });
  const reset = await service.mailedLink("ada@example.org");
  const short = await other.send(await other.open(reset), reset, { password: "short" });
  expect([short.status, short.html.includes("at least 8 characters")]).toEqual([422, true]);
  for (const common of ["Trustno1", "PASSWORD123", "iloveyou12", "11111111", "ada@example.org"]) {
    const refused = await other.send(short, reset, { password: common });
    expect([common, refused.status, refused.html.includes("most used ones")]).toEqual([common, 422, true]);
  }
  expect((await other.send(short, reset, { password })).url).toBe(`${service.publicUrl}/forms`);
  for (const signedOut of [old, ada]) expect((await signedOut.open("/forms")).url).toMatch(/\/sign-in$/);
});

test("a mailed link leads only the requesting browser to its requested page", async () => {
  const service = await ownerPages();
  const asking = service.browser();
  const other = service.browser();
  const visited = async (browser: typeof asking, page: string) => {
    const fields = { email: "ada@example.org", go: "link", next: page };
    await asking.send(await asking.open("/sign-in"), "/sign-in", fields);
    const link = await service.mailedLink("ada@example.org");
    const { url } = await browser.send(await browser.open(link), link);
    await browser.send(await browser.open("/forms"), "/sign-out");
    return url.slice(service.publicUrl.length);
  };
  await service.signIn();
  expect(await visited(asking, "/settings/account")).toBe("/settings/account");
  expect(await visited(other, "/settings/account")).toBe("/forms");
  expect(await visited(asking, "//evil.example")).toBe("/forms");
});

test("prolongs a session that is used, and ends an unused one", async () => {
  const service = await ownerPages();
  const ada = await service.signIn();
  const set = (expires_at: string) =>
    service.storage.db.updateTable("sessions").set({ expires_at }).execute();
  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
  await set(inDays(12));
  expect((await ada.open("/forms")).status).toBe(200);
  const [row] = await service.storage.db.selectFrom("sessions").selectAll().execute();
  expect(row!.expires_at > inDays(13)).toBe(true);
  await set(inDays(-1));
  expect((await ada.open("/forms")).url).toMatch(/\/sign-in$/);
});

test.each(["https", "http"])(
  "at an address of %s, every answer asks browsers for TLS only where there is some",
  async (protocol) => {
    const port = await freePort();
    const metrics = { METRICS_TOKEN: "a-token-of-thirty-two-characters" };
    const environment = { PORT: String(port), PUBLIC_URL: `${protocol}://127.0.0.1:${port}`, ...metrics };
    const { mint, endpoint } = await ownerPages({ environment });
    const tools = new URL(endpoint).pathname;
    const { token } = await mint();
    const asset = await assetOf(`http://127.0.0.1:${port}/sign-in`);
    const answers: [path: string, status: number, request?: RequestInit][] = [
      ["/sign-in", 200],
      ["/forms", 303],
      [asset, 200],
      ["/assets/none.js", 404],
      ["/f/none", 404],
      ["/", 200, { headers: { Accept: "application/json" } }],
      ["/none", 404],
      ["/exports/none", 404],
      ["/healthz", 200],
      ["/readyz", 200],
      ["/metrics", 401],
      ["/.well-known/oauth-protected-resource", 404],
      [tools, 401, { method: "POST" }],
      [tools, 200, postWith(token, { jsonrpc: "2.0", id: 1, method: "tools/list" })],
      [tools, 202, postWith(token, { jsonrpc: "2.0", method: "notifications/initialized" })],
      [tools, 403, { method: "POST", headers: { Origin: "https://elsewhere.example" } }],
    ];
    for (const [path, status, request] of answers) {
      const got = await fetch(`http://127.0.0.1:${port}${path}`, { redirect: "manual", ...request });
      await got.text();
      const demand = protocol === "https" ? "max-age=31536000" : null;
      expect([path, got.status, got.headers.get("strict-transport-security")]).toEqual([
        path,
        status,
        demand,
      ]);
    }
  },
);

/** Finds the address of a script or style sheet of a page. */
async function assetOf(page: string): Promise<string> {
  return /"(\/assets\/[^"]+)"/.exec(await (await fetch(page)).text())![1]!;
}

function postWith(token: string, message: unknown): RequestInit {
  const headers = { Authorization: `Bearer ${token}`, Accept: "application/json, text/event-stream" };
  const body = JSON.stringify(message);
  return { method: "POST", headers: { ...headers, "Content-Type": "application/json" }, body };
}

test("a session ends 30 days after its sign-in, even if it is used", async () => {
  const service = await ownerPages();
  const ada = await service.signIn();
  const signedInDaysAgo = (days: number) =>
    service.storage.db
      .updateTable("sessions")
      .set({ created_at: new Date(Date.now() - days * 86_400_000).toISOString() })
      .execute();
  await signedInDaysAgo(29.9);
  expect((await ada.open("/forms")).url).toMatch(/\/forms$/);
  await signedInDaysAgo(30.1);
  expect((await ada.open("/forms")).url).toMatch(/\/sign-in$/);
  expect(await service.storage.db.selectFrom("sessions").selectAll().execute()).toEqual([]);
});

const PATH = "/settings/account";

test("a change of password requires the current one, and signs out other browsers", async () => {
  const service = await ownerPages();
  const ada = await service.signIn();
  const page = await ada.open(PATH);
  expect(page.html).toContain("You have no password");
  await ada.send(page, `${PATH}/password-link`);
  const link = await service.mailedLink("ada@example.org");
  await ada.send(await ada.open(link), link, { password });
  await service.nextMail("ada@example.org");
  const other = await service.signIn();
  const changed = "five other random words here";
  const settings = await ada.open(PATH);
  const send = (current: string, next: string) =>
    ada.send(settings, `${PATH}/password`, { password: current, new_password: next });
  expect((await send("something else", changed)).html).toContain("This is not your current password.");
  expect((await send(password, "short")).status).toBe(422);
  expect((await send(password, "ADA@example.org")).html).toContain("Choose another");
  expect((await send(password, changed)).html).toContain("Saved.");
  expect((await other.open("/forms")).url).toMatch(/\/sign-in$/);
  expect((await ada.open("/forms")).url).toMatch(/\/forms$/);
  expect((await service.nextMail("ada@example.org")).subject).toContain("was changed");
  const again = service.browser();
  const signIn = { email: "ada@example.org", password: changed };
  expect((await again.send(await again.open("/sign-in"), "/sign-in", signIn)).url).toMatch(/\/forms$/);
});

test.each(["changed", "chosen by a mailed link"])(
  "a password that is %s leaves tokens and connected apps, or ends them all",
  async (way) => {
    const service = await ownerPages();
    const ada = await service.signInWithPassword("ada@example.org", password);
    const { token } = await service.mint({ email: "ada@example.org" });
    const { token: app, tokenId } = await service.mint({ email: "ada@example.org" });
    await service.storage.db
      .updateTable("tokens")
      .set({ app_host: "app.example" })
      .where("id", "=", tokenId)
      .execute();
    const { token: graces } = await service.mint({ email: "grace@example.org" });
    const ping = { jsonrpc: "2.0", id: 1, method: "ping" };
    const choose = async (next: string, endTokens: Record<string, string>) => {
      if (way === "changed") {
        const entries = { password, new_password: next, ...endTokens };
        return ada.send(await ada.open(PATH), `${PATH}/password`, entries);
      }
      await ada.send(await ada.open("/forgot-password"), "/forgot-password", { email: "ada@example.org" });
      let link: string | undefined;
      // Other mails in between say that a password was changed.
      while (link === undefined) link = await service.mailedLink("ada@example.org").catch(() => undefined);
      const page = await ada.open(link);
      expect(page.html).toContain("Otherwise they stay valid");
      return ada.send(page, link, { password: next, ...endTokens });
    };
    await choose(password, {});
    expect((await service.post(token, ping)).status).toBe(200);
    await choose("five other random words here", { end_tokens: "yes" });
    const rows = await service.storage.db.selectFrom("tokens").select(["account_id", "revoked_at"]).execute();
    expect(rows.filter(({ revoked_at }) => revoked_at !== null)).toHaveLength(2);
    const statuses = [token, app, graces].map(async (one) => (await service.post(one, ping)).status);
    expect(await Promise.all(statuses)).toEqual([401, 401, 200]);
  },
);

test("a link to the new address changes it, and a mail informs the old address", async () => {
  const service = await ownerPages();
  const ada = await service.signInWithPassword("ada@example.org", password);
  await service.signIn("grace@example.org");
  const page = await ada.open(PATH);
  const send = (new_email: string, email_password = password) =>
    ada.send(page, `${PATH}/email`, { new_email, email_password });
  expect((await send("lovelace@example.org", "wrong wrong")).status).toBe(422);
  const answers = [await send("grace@example.org"), await send("lovelace@example.org")];
  const [taken, free] = answers.map(({ html }) => html.replace(/(grace|lovelace)@example.org/g, "EMAIL"));
  expect(taken).toBe(free);
  expect((await service.nextMail("grace@example.org")).subject).toContain("You already have an account");
  const link = await service.mailedLink("lovelace@example.org");
  expect((await ada.send(await ada.open(link), link)).html).toContain("lovelace@example.org");
  expect((await service.nextMail("ada@example.org")).text).toContain("lovelace@example.org");
  expect((await ada.open(link)).status).toBe(410);
});

test("the chosen language applies to pages and mails", async () => {
  const service = await ownerPages();
  const ada = await service.signIn();
  const page = await ada.send(await ada.open(PATH), `${PATH}/language`, { language: "de" });
  expect(page.html).toContain("Angemeldete Browser");
  const automatic = await ada.send(page, `${PATH}/language`, { language: "xx" });
  expect(automatic.html).toContain("Signed-in browsers");
});

test("signs out one browser or all others of the account, never those of another account", async () => {
  const service = await ownerPages();
  const grace = await service.signIn("grace@example.org");
  const [foreign] = await service.storage.db.selectFrom("sessions").select("id").execute();
  const ada = await service.signIn();
  const others = [await service.signIn(), await service.signIn(), await service.signIn()];
  const page = await ada.open(PATH);
  await ada.send(page, `${PATH}/end-session`, { session: foreign!.id });
  expect((await grace.open("/forms")).url).toMatch(/\/forms$/);
  await ada.send(page, `${PATH}/end-session`);
  const isIn = async (browser: typeof ada) => (await browser.open("/forms")).url.endsWith("/forms");
  expect((await Promise.all(others.map(isIn))).filter(Boolean)).toHaveLength(2);
  await ada.send(page, `${PATH}/end-other-sessions`);
  expect((await Promise.all(others.map(isIn))).filter(Boolean)).toHaveLength(0);
  expect(await isIn(ada)).toBe(true);
});

test("if sign-up is by invitation, only invited users can sign up", async () => {
  const service = await ownerPages({
    environment: { SIGNUP: "invite", CONTACT: "https://example.org/help" },
  });
  const ada = service.browser();
  const closed = await ada.open("/sign-up");
  expect([closed.status, closed.html.includes("https://example.org/help")]).toEqual([403, true]);
  const body = new URLSearchParams({ email: "ada@example.org" });
  const headers = { Origin: service.publicUrl };
  expect((await fetch(`${service.publicUrl}/sign-up`, { method: "POST", body, headers })).status).toBe(403);
  const invitation = { purpose: "sign_up", email: "ada@example.org", accountId: null } as const;
  const link = `/link/${await makeLink(service.storage.db, invitation, service.now())}`;
  expect((await ada.send(await ada.open(link), link, { password })).url).toMatch(/\/forms$/);
});

test.for(["ada@example.org", DEMO_EMAIL])(
  "%s is confirmed by a link, so mails have the answers",
  async (email) => {
    const service = await ownerPages();
    await service.signIn(email);
    expect(await findAccount(service.storage.db, email)).toMatchObject({ email_confirmed: 1 });
  },
);
