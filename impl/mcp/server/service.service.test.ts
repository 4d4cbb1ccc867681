import { once } from "node:events";
import { existsSync, mkdirSync, rmdirSync } from "node:fs";
import { get as getOverHttp } from "node:http";
import { join } from "node:path";
import { expect, test } from "vitest";
import { service } from "../../../generated/tools.ts";
import { newToken } from "../../accounts/tokens/format.ts";
import type { LessonObjection } from "../../lessons/writer.ts";
import { connect, startService } from "../../test/support/service.ts";
import { shortLessons } from "../../test/support/short-lessons.ts";
import { failureCode } from "../../test/support/wire.ts";

const DAY_MS = 86_400_000;

test("an agent makes a form from a sentence, reads it back and finds it in the list", async () => {
  const { endpoint, mint, publicUrl } = await startService();
  const client = await connect(endpoint, (await mint()).token);
  const made = await client.callTool({
    name: "service_create_form",
    arguments: { prompt: "Event registration", languages: ["en", "de"] },
  });
  const { form_id, ...created } = made.structuredContent as { form_id: string };
  const urls = {
    public: `${publicUrl}/f/${form_id}`,
    preview: `${publicUrl}/forms/${form_id}/preview`,
    edit: `${publicUrl}/forms/${form_id}/edit`,
    responses: `${publicUrl}/forms/${form_id}/responses`,
  };
  expect(created).toEqual({
    title: "Event registration",
    status: "draft",
    urls,
    revision: 1,
    languages: ["en", "de"],
    field_count: 1,
    generator: { kind: "builtin" },
    warnings: [],
  });

  const read = await client.callTool({
    name: "service_get_form",
    arguments: { form_id, include_structure: true },
  });
  expect(read.structuredContent).toMatchObject({
    form_id,
    owner: { email: "ada@example.org", is_caller: true },
    access: "owner",
    password_protected: false,
    edit_state: { response_count: 0, locked: false },
    structure: { title: { en: "Event registration" }, pages: [{ fields: [{ id: "name" }] }] },
  });

  const listed = await client.callTool({ name: "service_list_forms", arguments: { query: "EVENT" } });
  expect(listed.structuredContent).toMatchObject({
    forms: [{ form_id, urls }],
    total_count: 1,
    next_cursor: null,
  });

  const status = await client.callTool({ name: "service_get_subscription_status", arguments: {} });
  expect(status.structuredContent).toMatchObject({ access_mode: "trial", generation_quota: { used: 1 } });
});

test("lists every tool", async () => {
  const { endpoint, mint } = await startService();
  const { tools } = await (await connect(endpoint, (await mint()).token)).listTools();
  expect(tools.map(({ name }) => name)).toEqual(service.tools.map(({ name }) => name));
});

test("a lesson is quoted, accepted and made", async () => {
  const { publicUrl, mint, call, logged } = await startService();
  const { token } = await mint();
  const wish = { prompt: "Rivers", languages: ["de", "fr"], illustration_count: 1 };
  const { structuredContent: quote } = await call(token, "service_quote_lesson_generation", wish);
  const { quote_id } = quote;
  const created = await call(token, "service_create_lesson", { quote_id, password: "swordfish" });
  const { lesson_id } = created.structuredContent;
  expect(created.structuredContent).toEqual({
    lesson_id: expect.stringMatching(/^lsn_\w{22}$/),
    quote_id,
    status: "queued",
    urls: {
      public: `${publicUrl}/l/${lesson_id}`,
      manage: expect.stringMatching(new RegExp(`^${publicUrl}/lessons/${lesson_id}\\?key=[\\w-]{22}$`)),
    },
    credits: { reserved: 19, charged: 0, refunded: 0 },
    replayed: false,
  });
  const status = async () =>
    (await call(token, "service_get_lesson_generation_status", { quote_id })).structuredContent;
  await expect.poll(async () => (await status()).poll_after_seconds).toBe(0);
  expect(await status()).toEqual({
    status: "completed",
    lesson_id,
    progress: { percent: 100, stage: "finished" },
    images: [
      {
        index: 0,
        status: "completed",
        url: `${publicUrl}/lessons/${lesson_id}/images/0`,
        alt: "Illustration 0",
      },
    ],
    credits: { quoted: 19, reserved: 0, charged: 19, refunded: 0 },
    warnings: [],
    poll_after_seconds: 0,
  });
  const again = await call(token, "service_create_lesson", { quote_id, password: "swordfish" });
  expect(again.structuredContent).toMatchObject({ lesson_id, status: "completed", replayed: true });
  const attempts = logged.filter(({ event }) => event === "job");
  expect(attempts).toMatchObject(Array(2).fill({ kind: "lesson", subject: lesson_id, outcome: "done" }));
});

test("finally refuses a lesson that the writer objects to since its quote", async () => {
  let objection: LessonObjection | undefined;
  const { mint, call } = await startService({ writer: shortLessons({ objection: () => objection }) });
  const { token } = await mint();
  const wish = { prompt: "Rivers", languages: ["de"], illustration_count: 1 };
  const { structuredContent: quote } = await call(token, "service_quote_lesson_generation", wish);
  objection = { message: "I know nothing of rivers." };
  const refused = await call(token, "service_create_lesson", { quote_id: quote.quote_id });
  expect(refused._meta?.["dev.toolwright/failure"]).toMatchObject({
    code: "generation_failed",
    retryable: false,
  });
});

test("the list of tools equals the manifest for every token", async () => {
  const { mint, post } = await startService();
  const tokens = [await mint(), await mint({ scopes: ["billing:read"] })];
  const lists = await Promise.all(
    tokens.map(async ({ token }) =>
      (await post(token, { jsonrpc: "2.0", id: 1, method: "tools/list" })).text(),
    ),
  );
  const manifest = service.tools.map((tool) => tool.manifest).join(",");
  expect(new Set(lists)).toEqual(new Set([`{"jsonrpc":"2.0","id":1,"result":{"tools":[${manifest}]}}`]));
});

test("a form without its structure is small, and the plan's status names the remaining quota", async () => {
  const { mint, call, time } = await startService();
  const { token } = await mint({ plan: "team" });
  const { structuredContent: made } = await call(token, "service_create_form", {
    prompt: "a",
    publish: true,
  });
  const { structuredContent: form } = await call(token, "service_get_form", { form_id: made.form_id });
  expect(form).not.toHaveProperty("structure");
  const at = time.now.toISOString();
  expect(form.timestamps).toEqual({ created_at: at, updated_at: at, published_at: at });
  const { structuredContent: status } = await call(token, "service_get_subscription_status");
  expect(status).toMatchObject({
    access_mode: "active",
    plan: "Team",
    generation_quota: { used: 1, limit: 2000, remaining: 1999 },
    credits: { available: 5000, reserved: 0 },
  });
  expect(status).not.toHaveProperty("trial_ends_at");
});

test("a form of another account and one that does not exist look the same", async () => {
  const { mint, call } = await startService();
  const [ada, bob] = [await mint(), await mint({ email: "bob@example.org" })];
  const { structuredContent: made } = await call(ada.token, "service_create_form", { prompt: "a" });
  const answers = await Promise.all(
    [made.form_id, `frm_${"0".repeat(22)}`].map(async (form_id) => {
      const answer = await call(bob.token, "service_get_form", { form_id });
      expect(failureCode(answer)).toBe("not_found");
      return JSON.stringify(answer).replaceAll(form_id, "ID");
    }),
  );
  expect(answers[0]).toBe(answers[1]);
});

test("every declared refusal of create_form comes back as one", async () => {
  const { mint, call, time } = await startService();
  const { token } = await mint();
  const key = { prompt: "a", idempotency_key: "key-0001" };
  const first = await call(token, "service_create_form", key);
  expect(await call(token, "service_create_form", key)).toEqual(first);
  expect(failureCode(await call(token, "service_create_form", { ...key, prompt: "b" }))).toBe(
    "invalid_input",
  );
  const foreign = { prompt: "a", languages: ["de"], default_language: "en" };
  expect(failureCode(await call(token, "service_create_form", foreign))).toBe("invalid_input");
  expect(failureCode(await call(token, "service_list_forms", { cursor: "AAAA" }))).toBe("invalid_input");
  time.now = new Date(time.now.getTime() + 7 * DAY_MS);
  expect(failureCode(await call(token, "service_create_form", { prompt: "a" }))).toBe(
    "subscription_inactive",
  );
  expect((await call(token, "service_list_forms")).structuredContent.total_count).toBe(1);
  expect((await call(token, "service_get_subscription_status")).structuredContent.access_mode).toBe(
    "expired",
  );
});

test("reports a bug to the caller as internal, and logs it completely with the call", async () => {
  const { mint, call, logged } = await startService({
    generateForm: async () => {
      throw new Error("the secret inside");
    },
  });
  const answer = await call((await mint()).token, "service_create_form", { prompt: "a" });
  expect(failureCode(answer)).toBe("internal");
  expect(JSON.stringify(answer)).not.toContain("secret");
  expect(logged).toMatchObject([
    {
      event: "tool_call",
      kind: "audit",
      outcome: "internal",
      requestId: expect.any(String),
      error: new Error("the secret inside"),
    },
  ]);
});

test("a token is refused from the moment of its expiry", async () => {
  const { mint, post, time } = await startService();
  const { token } = await mint({ expiresInDays: 1 });
  const ping = { jsonrpc: "2.0", id: 1, method: "ping" };
  time.now = new Date(time.now.getTime() + DAY_MS - 1);
  expect((await post(token, ping)).status).toBe(200);
  time.now = new Date(time.now.getTime() + 1);
  expect((await post(token, ping)).status).toBe(401);
});

test("unknown and malformed tokens are refused", async () => {
  const { post, publicUrl } = await startService();
  for (const token of [newToken(), "twp_x", `${newToken().slice(0, -1)}!`]) {
    const refused = await post(token, { jsonrpc: "2.0", id: 1, method: "ping" });
    expect([refused.status, await refused.text()]).toEqual([
      401,
      expect.stringContaining(`Settings -> Integrations, ${publicUrl}/settings/integrations.`),
    ]);
  }
});

/** `fetch` sets the header by itself. */
async function statusWithHost(url: string, host: string): Promise<number | undefined> {
  const [response] = await once(getOverHttp(url, { headers: { host } }), "response");
  response.resume();
  return response.statusCode;
}

test("reports liveness and readiness to orchestrators", async () => {
  const { publicUrl, storage } = await startService();
  const get = (path: string, method = "GET") => fetch(publicUrl + path, { method });
  for (const path of ["/healthz", "/readyz"]) {
    const response = await get(path);
    expect([response.status, await response.json()]).toEqual([200, { status: "ok" }]);
    expect((await get(path, "POST")).status).toBe(405);
    // A proxy and a container ask by addresses that no client uses.
    expect(await statusWithHost(publicUrl + path, "node1:3000")).toBe(200);
  }
  expect(await statusWithHost(`${publicUrl}/sign-in`, "node1:3000")).toBe(403);
  await storage.close();
  expect((await get("/healthz")).status).toBe(200);
  expect((await get("/readyz")).status).toBe(503);
  expect((await get("/nothing")).status).toBe(404);
});

test("its server card is for everyone, and is listed in the catalog of the host", async () => {
  const { endpoint, publicUrl } = await startService();
  const card = await fetch(`${endpoint}/server-card`, { headers: { Origin: "https://client.example" } });
  expect([card.status, card.headers.get("access-control-allow-origin")]).toEqual([200, "*"]);
  expect(await card.json()).toMatchObject({
    name: "dev.toolwright/service-mcp",
    version: service.server.version,
    remotes: [{ type: "streamable-http", url: endpoint }],
  });
  const catalog = await fetch(`${publicUrl}/.well-known/ai-catalog.json`);
  expect(await catalog.json()).toMatchObject({ entries: [{ url: `${endpoint}/server-card` }] });
});

test("a wrong address is a page for browsers, and JSON for all others", async () => {
  const { publicUrl } = await startService();
  const browser = { Accept: "text/html,application/xhtml+xml,*/*;q=0.8" };
  for (const path of ["/nothing", "/login", "/api", "/f", "/.well-known/none", "/forms/none"]) {
    const page = await fetch(publicUrl + path, { headers: browser });
    expect([page.status, page.headers.get("content-type")], path).toEqual([404, "text/html; charset=utf-8"]);
    expect(await page.text(), path).toContain("This page does not exist");
  }
  const json = await fetch(`${publicUrl}/nothing`);
  expect([json.status, await json.json()]).toMatchObject([404, { error: { code: 404 } }]);
  expect((await fetch(`${publicUrl}/nothing`, { method: "POST", headers: browser })).status).toBe(404);
  expect((await fetch(`${publicUrl}/api/mcp`, { headers: browser })).status).toBe(405);
});

test("is not ready while the disk rejects writes", async () => {
  const { publicUrl, folder, logged } = await startService();
  const refused = join(folder, `ready.${process.pid}`);
  mkdirSync(refused);
  expect((await fetch(`${publicUrl}/readyz`)).status).toBe(503);
  expect(logged).toContainEqual(expect.objectContaining({ event: "storage_does_not_answer" }));
  expect((await fetch(`${publicUrl}/healthz`)).status).toBe(200);
  rmdirSync(refused);
  expect((await fetch(`${publicUrl}/readyz`)).status).toBe(200);
  expect(existsSync(refused)).toBe(false);
});

test("is not ready while the disk is nearly full", async () => {
  const { publicUrl, logged } = await startService({ environment: { MIN_FREE_MB: "999999999" } });
  const response = await fetch(`${publicUrl}/readyz`);
  expect([response.status, await response.json()]).toEqual([503, { status: "disk is full" }]);
  expect(logged).toContainEqual(expect.objectContaining({ event: "disk_full" }));
  expect((await fetch(`${publicUrl}/healthz`)).status).toBe(200);
});

test("an agent edits a form: dry run, edit, conflict, publication", async () => {
  const { mint, call } = await startService();
  const { token } = await mint();
  const { structuredContent: made } = await call(token, "service_create_form", { prompt: "Survey" });
  const { form_id } = made;
  const read = async () =>
    (await call(token, "service_get_form", { form_id, include_structure: true })).structuredContent;
  const { structure } = await read();
  const edit = { form_id, structure: { ...structure, title: { en: "Poll" } }, expected_revision: 1 };
  const tried = await call(token, "service_update_form", { ...edit, dry_run: true });
  const change = { kind: "text_changed", impact: "safe", path: "/title", message: "Title changed in en." };
  const told = {
    form_id,
    status: "draft",
    edit_state: { response_count: 0, locked: false },
    urls: made.urls,
  };
  expect(tried.structuredContent).toEqual({ ...told, revision: 1, changes: [change], warnings: [] });
  const applied = await call(token, "service_update_form", edit);
  expect(applied.structuredContent).toEqual({ ...told, revision: 2, changes: [change], warnings: [] });
  expect(failureCode(await call(token, "service_update_form", edit))).toBe("revision_conflict");
  const prompted = await call(token, "service_update_form", { form_id, ai_prompt: "City" });
  expect(prompted.structuredContent).toMatchObject({ revision: 3, generator: { kind: "builtin" } });
  await call(token, "service_update_form", { form_id, password: "swordfish" });
  await call(token, "service_update_form", { form_id, status_action: "publish" });
  expect(await read()).toMatchObject({
    title: "Poll",
    status: "published",
    revision: 5,
    password_protected: true,
  });
  const again = await call(token, "service_update_form", { form_id, status_action: "publish" });
  expect(failureCode(again)).toBe("invalid_transition");
});

test("an agent finds a form by a misspelt name, copies it and shares the copy", async () => {
  const { mint, call, publicUrl } = await startService();
  const [ada, bob] = [await mint(), await mint({ email: "bob@example.org" })];
  await call(ada.token, "service_create_form", { prompt: "Event registration" });
  const found = await call(ada.token, "service_find_form_by_name", { name: "evnt registraton" });
  const [match] = found.structuredContent.matches;
  expect(match).toMatchObject({ title: "Event registration", status: "draft", access: "owner" });
  expect(match.score).toBeGreaterThan(0.7);

  const cloned = await call(ada.token, "service_clone_form", { form_id: match.form_id });
  const { form_id } = cloned.structuredContent;
  expect(cloned.structuredContent).toMatchObject({
    title: "Event registration (copy)",
    status: "draft",
    urls: { public: `${publicUrl}/f/${form_id}` },
    revision: 1,
    languages: ["en"],
    field_count: 1,
    generator: { kind: "copy" },
    warnings: [],
    source_form_id: match.form_id,
  });

  const grant = { form_id, email: "Bob@example.org", permission: "edit" };
  const shared = await call(ada.token, "service_share_form", grant);
  expect(shared.structuredContent).toEqual({ ...grant, email: "bob@example.org", result: "granted" });
  const listed = await call(bob.token, "service_list_forms");
  expect(listed.structuredContent).toMatchObject({ forms: [{ form_id, access: "edit" }], total_count: 1 });
});

test("refusals name the pages that help: the subscription of an expired trial, scopes, and where others are invited", async () => {
  const { call, mint, time, publicUrl } = await startService();
  const { token } = await mint();
  const { structuredContent } = await call(token, "service_create_form", { prompt: "Name" });
  const share = { form_id: structuredContent.form_id, email: "grace@example.org", permission: "view" };
  const unknown = await call(token, "service_share_form", share);
  expect(unknown.content[0]?.text).toContain(
    `invite it by hand on ${publicUrl}/forms/${share.form_id}#people:`,
  );
  const reader = await mint({ scopes: ["forms:read"] });
  const denied = await call(reader.token, "service_create_form", { prompt: "Name" });
  expect(denied.content[0]?.text).toContain(`${publicUrl}/settings/integrations`);
  time.now = new Date(time.now.getTime() + 8 * DAY_MS);
  const expired = await call(token, "service_create_form", { prompt: "Name" });
  expect(expired.content[0]?.text).toContain(`says whom to ask. ${publicUrl}/settings/subscription`);
});
