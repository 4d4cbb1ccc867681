/** Attacks on sign-in and the owner's pages. The attacks are counted, so a shrinking list fails the test. */
import { hash } from "node:crypto";
import { expect, test } from "vitest";
import { ensureAccount } from "../../accounts/accounts.ts";
import { LINK_MINUTES, makeLink } from "../../accounts/sign-in/mailed-links.ts";
import { lazyBetterAuth, sessions } from "../../accounts/sign-in/sessions.ts";
import { createTokens } from "../../accounts/tokens/tokens.ts";
import { startProcess } from "../../test/support/domain.ts";
import { type OwnerBrowser, ownerPages } from "../../test/support/owner.ts";
import { filledIn } from "../../test/support/visitor.ts";

const password = "four random words here";

type Service = Awaited<ReturnType<typeof ownerPages>>;

/** Every post of the owner's pages that changes something, with valid inputs. */
const posts: readonly (readonly [path: string, inputs: Readonly<Record<string, string>>])[] = [
  ["/sign-out", {}],
  ["/settings/integrations", { name: "x", scope: "forms:write", expiry: "never" }],
  ["/settings/integrations/revoke", { token: "TOKEN" }],
  ["/settings/account/password", { password, new_password: "another few words" }],
  ["/settings/account/password-link", {}],
  ["/settings/account/email", { new_email: "eve@example.org", email_password: password }],
  ["/settings/account/language", { language: "de" }],
  ["/settings/account/end-session", { session: "SESSION" }],
  ["/settings/account/end-other-sessions", {}],
  ["/settings/account/delete", { password }],
];

const FOREIGN = ["https://evil.example", "null", "http://127.0.0.1:1", "", "http://localhost.evil.example"];

/** Reads the data that an attack could change. */
async function state({ storage: { db }, mails }: Service) {
  return {
    accounts: await db.selectFrom("accounts").selectAll().orderBy("id").execute(),
    tokens: await db.selectFrom("tokens").selectAll().orderBy("id").execute(),
    sessions: await db.selectFrom("sessions").select("id").orderBy("id").execute(),
    credentials: await db.selectFrom("credentials").selectAll().orderBy("id").execute(),
    mails: (await mails.list()).length,
  };
}

test("posts from other sites, without a token, or with another session's token change nothing", async () => {
  const service = await ownerPages();
  const ada = await service.signInWithPassword("ada@example.org", password);
  await service.signIn();
  const { tokenId } = await service.mint();
  const { publicUrl } = service;
  const own = new URL(publicUrl).origin;
  const [session] = await service.storage.db.selectFrom("sessions").select("id").execute();
  const eve = await service.signIn("eve@example.org");
  const [, foreignToken = ""] = /name="csrf" value="([^"]*)"/.exec((await eve.open("/forms")).html) ?? [];
  const [, token = ""] = /name="csrf" value="([^"]*)"/.exec((await ada.open("/forms")).html) ?? [];
  const before = await state(service);
  let attempts = 0;
  for (const [path, inputs] of posts) {
    const attacks = [
      ...FOREIGN.map((origin) => ({ origin, csrf: token })),
      { origin: undefined, csrf: token },
      { origin: own, csrf: undefined },
      { origin: own, csrf: "" },
      { origin: own, csrf: foreignToken },
      { origin: own, csrf: `${token}A` },
      { origin: own, csrf: token.slice(0, -1) },
    ];
    for (const { origin, csrf } of attacks) {
      const body = new URLSearchParams({ ...inputs, ...(csrf !== undefined && { csrf }) });
      if (body.has("token")) body.set("token", tokenId);
      if (body.has("session")) body.set("session", session!.id);
      const headers = {
        Cookie: `session=${ada.cookie("session")}`,
        ...(origin !== undefined && { Origin: origin }),
      };
      const { status } = await fetch(publicUrl + path, { method: "POST", body, headers, redirect: "manual" });
      expect(status, `${path} ${origin} ${csrf}`).toBe(403);
      attempts += 1;
    }
  }
  expect(attempts).toBe(110);
  expect(await state(service)).toEqual(before);
});

test("another site cannot send the forms for signing in and up", async () => {
  const service = await ownerPages();
  await service.signInWithPassword("ada@example.org", password);
  let attempts = 0;
  for (const path of ["/sign-in", "/sign-up", "/forgot-password"])
    for (const origin of FOREIGN) {
      const body = new URLSearchParams({ email: "ada@example.org", password });
      const response = await fetch(service.publicUrl + path, {
        method: "POST",
        body,
        headers: { Origin: origin },
        redirect: "manual",
      });
      expect([response.status, response.headers.getSetCookie()], `${path} ${origin}`).toEqual([403, []]);
      attempts += 1;
    }
  expect(attempts).toBe(15);
});

test("a sign-in does not use a session that an attacker has planted", async () => {
  const service = await ownerPages();
  await service.signInWithPassword("ada@example.org", password);
  const eve = await service.signIn("eve@example.org");
  const victim = service.browser();
  const planted = eve.cookie("session")!;
  victim.jar.set("session /", { value: planted, path: "/" });
  await victim.open("/");
  const page = await service.browser().open("/sign-in");
  const body = filledIn(page, { email: "ada@example.org", password }).body;
  const response = await fetch(`${service.publicUrl}/sign-in`, {
    method: "POST",
    body,
    headers: { Origin: service.publicUrl, Cookie: `session=${planted}` },
    redirect: "manual",
  });
  const [cookie = ""] = response.headers
    .getSetCookie()
    .filter((one) => one.startsWith("session=") && !one.includes("Max-Age=0"));
  expect(cookie.slice(0, planted.length + 8)).not.toContain(planted);
  // The planted session has ended, and was never Ada's.
  expect((await eve.open("/forms")).url).toMatch(/\/sign-in$/);
});

test.each([
  [false, /^session=[^;]+; Max-Age=1209600; Path=\/; HttpOnly; SameSite=Lax$/],
  [true, /^__Host-session=[^;]+; Max-Age=1209600; Path=\/; HttpOnly; Secure; SameSite=Lax$/],
])("the cookie is for this host only, and not for scripts; over TLS: %s", async (isSecure, expected) => {
  const { storage, account, clock } = await startProcess();
  const secret = Buffer.alloc(32, 7);
  const publicUrl = () => `http${isSecure ? "s" : ""}://forms.example`;
  const { start } = sessions(storage, clock, lazyBetterAuth({ storage, secret, publicUrl }));
  const { id } = await account();
  expect(await start(id, new Headers())).toEqual([expect.stringMatching(expected)]);
});

test("no `next` leads to another site", async () => {
  const service = await ownerPages();
  const ada = await service.signInWithPassword("ada@example.org", password);
  const attacks = [
    "//evil.example",
    "/\\evil.example",
    "\\\\evil.example",
    "https://evil.example",
    "https:evil.example",
    "http:/evil.example",
    "/a/..//evil.example",
    "/./\\evil.example",
    "/%2f/evil.example",
    "/\t/evil.example",
    "/\n//evil.example",
    " //evil.example",
    "javascript:alert(1)",
    "data:text/html,x",
    "/x/../..//evil.example/",
    "///evil.example",
    "@evil.example",
    ".evil.example",
    "/a/%2e%2e//evil.example",
    "/a/.%2e/\\evil.example",
    "",
  ];
  for (const next of attacks) {
    const response = await fetch(`${service.publicUrl}/sign-in?next=${encodeURIComponent(next)}`, {
      headers: { Cookie: `session=${ada.cookie("session")}` },
      redirect: "manual",
    });
    const target = new URL(response.headers.get("location") ?? "", service.publicUrl);
    expect([response.status, target.origin], next).toEqual([303, service.publicUrl]);
  }
  expect(attacks).toHaveLength(21);
});

test("no page of the owner can be framed, and only our own files run", async () => {
  const service = await ownerPages();
  const ada = await service.signInWithPassword("ada@example.org", password);
  const { url } = await ada.send(await ada.open("/forms/new"), "/forms/new", { empty: "yes" });
  const form = new URL(url).pathname.replace(/\/edit$/, "");
  const paths = [
    ...["", "/edit", "/preview", "/versions", "/versions/1", "/responses", "/responses/summary"].map(
      (page) => form + page,
    ),
    "/",
    "/sign-in",
    "/sign-up",
    "/forgot-password",
    `/link/${"a".repeat(43)}`,
    "/forms",
    "/settings/integrations",
    "/settings/subscription",
    "/settings/account",
    "/settings/account/delete",
    "/settings/nothing",
  ];
  for (const path of paths) {
    const { headers } = await (path.startsWith("/sign") ? service.browser() : ada).open(path);
    const policy = headers.get("content-security-policy");
    expect(policy, path).toContain("frame-ancestors 'none'");
    expect(policy, path).toContain("script-src 'self'");
    expect(policy, path).not.toContain("unsafe");
    expect(headers.get("x-frame-options"), path).toBe("DENY");
    expect(headers.get("x-content-type-options"), path).toBe("nosniff");
  }
  expect(paths).toHaveLength(18);
});

test("no answer reveals whether an address has an account", async () => {
  const service = await ownerPages();
  await service.signInWithPassword("ada@example.org", password);
  await service.signIn("grace@example.org");
  const emails = ["ada@example.org", "grace@example.org", "none@example.org"];
  const wishes = [
    ["/sign-in", { password: "wrong wrong wrong" }],
    ["/sign-in", { go: "link", password: "" }],
    ["/sign-up", {}],
    ["/forgot-password", {}],
  ] as const;
  let compared = 0;
  for (const [path, inputs] of wishes) {
    const answers = [];
    for (const email of emails) {
      const body = new URLSearchParams({ email, ...inputs });
      const response = await fetch(service.publicUrl + path, {
        method: "POST",
        body,
        headers: { Origin: service.publicUrl },
      });
      const { date: _, ...headers } = Object.fromEntries(response.headers);
      const html = (await response.text()).replaceAll(email, "EMAIL");
      answers.push({ status: response.status, headers: { ...headers, "content-length": "" }, html });
      compared += 1;
    }
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size, path).toBe(1);
  }
  expect(compared).toBe(12);
});

test("limits guesses of passwords by network, by account, and on pages that ask for the current password", async () => {
  const service = await ownerPages();
  const ada = await service.signInWithPassword("ada@example.org", password);
  const page = await service.browser().open("/sign-in");
  const attempt = async (typed: string) => {
    const { body } = filledIn(page, { email: "ada@example.org", password: typed });
    return (
      await fetch(`${service.publicUrl}/sign-in`, {
        method: "POST",
        body,
        headers: { Origin: service.publicUrl },
        redirect: "manual",
      })
    ).status;
  };
  const guesses = await Promise.all(Array.from({ length: 14 }, (_, at) => attempt(`guess number ${at}`)));
  expect(guesses.filter((status) => status === 403)).toHaveLength(10);
  expect(guesses.filter((status) => status === 429)).toHaveLength(4);
  // Even the right password is refused, but a mailed link works.
  expect(await attempt(password)).toBe(429);
  const settings = await ada.open("/settings/account/delete");
  const statuses = [];
  for (let at = 0; at < 12; at++)
    statuses.push((await ada.send(settings, "/settings/account/delete", { password: `guess ${at}` })).status);
  expect([statuses.filter((status) => status === 422).length, statuses.at(-1)]).toEqual([10, 429]);
  service.time.now = new Date(service.time.now.getTime() + 901_000);
  expect(await attempt(password)).toBe(303);
});

test("mails five links an hour, with or without an account; strangers cannot block its browsers or other networks", async () => {
  const service = await ownerPages({ environment: { TRUST_PROXY: "127.0.0.1" } });
  const ada = await service.signIn("ada@example.org");
  const ask = async (email: string, network: number, cookie = "") => {
    const sent = await fetch(`${service.publicUrl}/forgot-password`, {
      method: "POST",
      body: new URLSearchParams({ email }),
      headers: {
        Origin: service.publicUrl,
        "X-Forwarded-For": `198.51.${network}.7`,
        ...(cookie && { Cookie: `known_browser=${cookie}` }),
      },
    });
    return sent.status;
  };
  const adas = ada.cookie("known_browser")!;
  const grace = (await service.signIn("grace@example.org")).cookie("known_browser")!;
  for (const email of ["ada@example.org", "none@example.org"]) {
    const statuses = [];
    for (let at = 0; at < 7; at++) statuses.push(await ask(email, 0));
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429]);
    expect(await ask(email, 1)).toBe(200);
    for (let at = 0; at < 16; at++) await ask(email, 2 + (at % 4));
    // From any network, and with the mark of another account.
    expect([await ask(email, 9), await ask(email, 9, grace)]).toEqual([429, 429]);
  }
  const known = [];
  for (let at = 0; at < 6; at++) known.push(await ask("ada@example.org", 0, adas));
  expect(known).toEqual([200, 200, 200, 200, 200, 429]);
  expect(await ask("none@example.org", 9, adas)).toBe(429);
});

test("a browser that was signed in before can try its password while strangers guess it", async () => {
  const service = await ownerPages();
  const ada = await service.signInWithPassword("ada@example.org", password);
  await ada.send(await ada.open("/forms"), "/sign-out");
  const page = await service.browser().open("/sign-in");
  const guess = (browser: OwnerBrowser, typed: string) =>
    browser.send(page, "/sign-in", { email: "ada@example.org", password: typed });
  const stranger = service.browser();
  for (let at = 0; at < 11; at++) await guess(stranger, `guess number ${at}`);
  expect((await guess(stranger, password)).status).toBe(429);
  expect((await guess(ada, password)).url).toMatch(/\/forms$/);
});

test.each(["sign_up", "sign_in", "reset_password", "change_email", "delete_account"] as const)(
  "a %s link works once, also when it is used at once, and not after its end",
  async (purpose) => {
    const service = await ownerPages();
    const { storage, now, publicUrl } = service;
    const { id } = await ensureAccount(storage.db, "ada@example.org", "trial", now());
    const email = purpose === "sign_up" || purpose === "change_email" ? "new@example.org" : "ada@example.org";
    const link = { purpose, email, accountId: purpose === "sign_up" ? null : id };
    const use = (secret: string) =>
      fetch(`${publicUrl}/link/${secret}`, {
        method: "POST",
        body: new URLSearchParams({ password }),
        headers: { Origin: publicUrl },
        redirect: "manual",
      });
    const late = await makeLink(storage.db, link, now());
    service.time.now = new Date(now().getTime() + LINK_MINUTES[purpose] * 60_000);
    expect((await use(late)).status).toBe(410);
    const secret = await makeLink(storage.db, link, now());
    expect((await use(hash("sha256", secret, "hex").slice(0, 43))).status).toBe(410);
    for (let at = 0; at < 3; at++) expect((await fetch(`${publicUrl}/link/${secret}`)).status).toBe(200);
    const statuses = await Promise.all(Array.from({ length: 5 }, async () => (await use(secret)).status));
    expect(statuses.filter((status) => status !== 410)).toEqual([purpose === "delete_account" ? 200 : 303]);
  },
);

const HOSTILE = [
  `<script>alert(1)</script>`,
  `"><img src=x onerror=alert(1)>`,
  `'-alert(1)-'`,
  "javascript:alert(1)",
  `{{constructor.constructor("alert(1)")()}}`,
  `</title><svg onload=alert(1)>`,
  `\u202eevil`,
  `&lt;b&gt;`,
];

test("shows names of tokens, addresses, reasons and browsers as text on every page", async () => {
  const service = await ownerPages();
  const email = "o'brien&{x}=`y`@example.org";
  const ada = await service.signIn(email);
  const account = await ensureAccount(service.storage.db, email, "trial", service.now());
  for (const name of HOSTILE)
    await createTokens(
      service.storage.db,
      account,
      { name, scopes: ["forms:read"], expiresInDays: undefined },
      1,
      service.now(),
    );
  await service.storage.db
    .updateTable("sessions")
    .set({ user_agent: `Chrome <script>alert(1)</script>` })
    .execute();
  let shown = 0;
  for (const path of ["/settings/integrations", "/settings/account", "/forms", "/settings/subscription"]) {
    const { html } = await ada.open(path);
    expect(html).not.toMatch(/<script>|<img|<svg onload|onerror=alert\(1\)>/);
    for (const name of HOSTILE)
      if (html.includes(name.replace(/[&<>"']/g, (sign) => ESCAPED[sign]!))) shown += 1;
    expect(html).not.toContain(email.replace("&", '"'));
  }
  expect(shown).toBeGreaterThanOrEqual(HOSTILE.length);
  for (const typed of HOSTILE) {
    const page = await service.browser().open("/sign-in");
    const { body } = filledIn(page, { email: typed, password: typed });
    const answer = await fetch(`${service.publicUrl}/sign-in`, {
      method: "POST",
      body,
      headers: { Origin: service.publicUrl },
    });
    expect([answer.status, /<script>|<img|<svg onload/.test(await answer.text())]).toEqual([422, false]);
  }
});

const ESCAPED: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

test("a session cannot be forged, and ends when the account is locked", async () => {
  const service = await ownerPages();
  const ada = await service.signIn();
  const value = decodeURIComponent(ada.cookie("session")!);
  const [token = "", signature = ""] = value.split(".");
  const [row] = await service.storage.db.selectFrom("sessions").select("token_hash").execute();
  expect(row!.token_hash).toBe(hash("sha256", token, "hex"));
  const forged = [
    token,
    `${token}.`,
    `${token}.${"A".repeat(43)}=`,
    `${row!.token_hash}.${signature}`,
    `${token}x.${signature}`,
    "..",
    "%00",
    `${value}${value}`,
  ];
  for (const one of forged) {
    const cookie = `session=${encodeURIComponent(one)}`;
    const response = await fetch(`${service.publicUrl}/forms`, {
      headers: { Cookie: cookie },
      redirect: "manual",
    });
    expect([response.status, response.headers.get("location")], one).toEqual([303, "/sign-in"]);
  }
  expect(forged).toHaveLength(8);
  expect((await ada.open("/forms")).url).toMatch(/\/forms$/);
  await service.storage.db.updateTable("accounts").set({ locked_at: service.now().toISOString() }).execute();
  expect((await ada.open("/forms")).url).toMatch(/\/sign-in$/);
});
