/** Tests of the control interface, which the conformance suite uses. */
import { expect, test } from "vitest";
import type { GenerateForm } from "../../forms/generator.ts";
import { everyFieldForm } from "../../test/support/every-field-form.ts";
import { oneFieldForm } from "../../test/support/one-field-form.ts";
import { startService } from "../../test/support/service.ts";

async function controlled(generateForm: GenerateForm = oneFieldForm) {
  const service = await startService({ withControl: true, generateForm });
  const { token } = await service.mint({ plan: "business" });
  const made = await service.call(token, "service_create_form", { prompt: "Name" });
  const formId: string = made.structuredContent.form_id;
  const send = (hook: string, body: object, headers: Record<string, string> = {}) =>
    fetch(`${service.publicUrl}/control`, {
      method: "POST",
      headers: { "Content-Type": "application/json", ...headers },
      body: JSON.stringify({ hook, ...body }),
    });
  const read = async (name: string, args: object = {}) =>
    (await service.call(token, name, { form_id: formId, ...args })).structuredContent;
  return { ...service, token, formId, send, read };
}

const everyField: GenerateForm = async () => ({
  structure: everyFieldForm(),
  generator: { kind: "builtin" },
  warnings: [],
});

test("makes up answers to every field that supports it", async () => {
  const { formId, send, read } = await controlled(everyField);
  expect((await send("respond", { id: formId, values: { email: "grace@example.org" } })).status).toBe(200);
  const { responses } = await read("service_get_responses");
  expect(responses).toMatchObject([
    {
      status: "verified",
      email: "grace@example.org",
      answers: { email: "grace@example.org", recommend: 10 },
    },
  ]);
  expect(await read("service_get_form")).toMatchObject({ edit_state: { response_count: 1, locked: true } });
});

test("makes many responses with different addresses, and the wanted status and answers", async () => {
  const { formId, send, read } = await controlled();
  await send("respond", { id: formId, count: 2_001, values: { status: "spam", answers: { name: "Ada" } } });
  const { responses, total_count } = await read("service_get_responses", { status: "spam", limit: 200 });
  expect(total_count).toBe(2_001);
  expect(responses[0]).toMatchObject({ status: "spam", answers: { name: "Ada" } });
  expect(new Set(responses.map(({ email }: { email: string }) => email)).size).toBe(200);
});

test("moving the clock changes the results of tools", async () => {
  const { token, formId, send, call, read, time } = await controlled();
  const before = time.now.getTime();
  const response = await send("clock", { seconds: 600 });
  expect(await response.json()).toEqual({ now: new Date(before + 600_000).toISOString() });
  await call(token, "service_update_form", { form_id: formId, password: "open sesame" });
  const { timestamps } = await read("service_get_form");
  expect(timestamps.updated_at).toBe(new Date(before + 600_000).toISOString());
});

test("makes tokens of the run and of another account, and ends them", async () => {
  const { send, call } = await controlled();
  const tokens = [
    { scopes: ["forms:read"], count: 3 },
    { scopes: [], count: 1, account: "other" },
  ];
  const response = await send("mint", { tokens });
  const { tokens: made } = (await response.json()) as { tokens: { token: string; token_id: string }[] };
  const one = { token: expect.any(String), token_id: expect.any(String), scopes: ["forms:read"] };
  expect(made).toEqual([one, one, one, { ...one, scopes: [], account: "other" }]);
  const isRefused = async (index: number) =>
    (await call(made[index]!.token, "service_list_forms", {})).isError ?? false;
  expect([await isRefused(0), await isRefused(2), await isRefused(3)]).toEqual([false, false, true]);
  expect((await send("revoke", { token: made[0] })).status).toBe(200);
  expect((await send("expire", { token: made[1] })).status).toBe(200);
  await expect(isRefused(0)).rejects.toThrow();
  await expect(isRefused(1)).rejects.toThrow();
  expect(await isRefused(2)).toBe(false);
});

test("ends the access of an account to a form", async () => {
  const { token, formId, send, call } = await controlled();
  await send("setup", {});
  const minted = await send("mint", {
    tokens: [{ scopes: ["forms:read"], count: 1, account: "colleague" }],
  });
  const { tokens } = (await minted.json()) as { tokens: { token: string }[] };
  await call(token, "service_share_form", {
    form_id: formId,
    email: "colleague@example.org",
    permission: "view",
  });
  const isRefused = async () =>
    (await call(tokens[0]!.token, "service_get_form", { form_id: formId })).isError ?? false;
  expect(await isRefused()).toBe(false);
  const share = { entity: "form", id: formId, account: "colleague" };
  expect((await send("revoke", share)).status).toBe(200);
  expect(await isRefused()).toBe(true);
  expect((await send("revoke", share)).status).toBe(422);
});

test("sends a page of a form, and returns the ticket of the next one", async () => {
  const { token, formId, send, call } = await controlled();
  await call(token, "service_update_form", { form_id: formId, status_action: "publish" });
  const response = await send("respond", { entity: "form", id: formId, page: { "a.name": "" } });
  expect(await response.json()).toEqual({ ticket: expect.any(String) });
});

test("keeps the accounts of runs apart", async () => {
  const { send, call } = await controlled();
  const tokenOf = async (run: string) => {
    const minted = await send("mint", { run, tokens: [{ scopes: ["forms:read", "forms:write"], count: 1 }] });
    return ((await minted.json()) as { tokens: { token: string }[] }).tokens[0]!.token;
  };
  const [first, second] = [await tokenOf("one@example.org"), await tokenOf("two@example.org")];
  await call(first, "service_create_form", { prompt: "Name" });
  const count = async (token: string) =>
    (await call(token, "service_list_forms", {})).structuredContent.total_count;
  expect([await count(first), await count(second)]).toEqual([1, 0]);
});

const none = "frm_5ZR3qa7yEeeby3abP3E2Zs";

test.each([
  ["a form that does not exist", "respond", { id: none }, "There is no form"],
  ["an earlier time", "clock", { seconds: -1 }, "cannot be moved by -1 seconds"],
  ["no time", "clock", {}, "cannot be moved by undefined seconds"],
  ["an unknown token to revoke", "revoke", { token: { token_id: "tok_none" } }, "There is no token tok_none"],
  ["an unknown token to expire", "expire", { token: { token_id: "tok_none" } }, "There is no token tok_none"],
  ["no share", "revoke", { entity: "form", id: none, account: "other" }, "other@example.org has no access"],
  ["an unknown hook", "wind", {}, "There is no hook wind."],
])("names the mistake: %s", async (_, hook, body, problem) => {
  const { send } = await controlled();
  const response = await send(hook, body);
  expect(response.status).toBe(422);
  expect(((await response.json()) as { error: string }).error).toContain(problem);
});

test("rejects an answer that does not fit its field, and stores nothing", async () => {
  const { formId, send, read } = await controlled(everyField);
  const response = await send("respond", {
    id: formId,
    values: { answers: { email: "grace@spam.example" } },
  });
  expect(response.status).toBe(422);
  expect(await read("service_get_responses")).toMatchObject({ total_count: 0 });
});

test.each([
  ["through a proxy", { "X-Forwarded-For": "203.0.113.7" }, 404],
  ["through a proxy that adds only Via", { Via: "1.1 proxy" }, 404],
  ["through a proxy that adds only X-Real-IP", { "X-Real-IP": "203.0.113.7" }, 404],
  ["from another site", { Origin: "https://evil.example" }, 403],
  ["as a page can send it", { "Content-Type": "text/plain" }, 400],
])("a request %s is refused", async (_, headers, status) => {
  const { send } = await controlled();
  expect((await send("clock", { seconds: 1 }, headers)).status).toBe(status);
});

test("without the control interface its address does not exist", async () => {
  const { publicUrl } = await startService();
  const options = {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: '{"hook":"clock","seconds":1}',
  };
  expect((await fetch(`${publicUrl}/control`, options)).status).toBe(404);
});

test("work on a lesson waits while it is held, and each step ends as the control says", async () => {
  const { token, call, send } = await controlled();
  const work = async (move: object) => (await (await send("work", move)).json()) as { held: number };
  const order = { prompt: "The water cycle for ten-year-olds", languages: ["en"], illustration_count: 1 };
  const { quote_id } = (await call(token, "service_quote_lesson_generation", order)).structuredContent;
  expect(await work({ hold: true })).toEqual({ held: 0 });
  await call(token, "service_create_lesson", { quote_id });
  const status = async () =>
    (await call(token, "service_get_lesson_generation_status", { quote_id })).structuredContent;
  await expect.poll(() => work({})).toEqual({ held: 1 });
  expect(await status()).toMatchObject({ status: "generating", credits: { charged: 0, refunded: 0 } });
  await work({ step: "done" });
  await expect.poll(() => work({})).toEqual({ held: 1 });
  await work({ step: "failed" });
  await expect.poll(status).toMatchObject({ status: "partial", credits: { reserved: 0, refunded: 5 } });
  expect(await work({ hold: false })).toEqual({ held: 0 });
});

test("ends the trial of an account, and lets it begin again", async () => {
  const { send, call } = await controlled();
  const { tokens } = await (
    await send("mint", { tokens: [{ scopes: ["forms:write"], count: 1, account: "trial" }] })
  ).json();
  const create = async () => (await call(tokens[0].token, "service_create_form", { prompt: "Name" })).isError;
  expect((await send("account", { account: "trial", state: "expired" })).status).toBe(200);
  expect(await create()).toBe(true);
  await send("account", { account: "trial", state: null });
  expect(await create()).toBeUndefined();
  const other = await send("account", { account: "nobody", state: "expired" });
  expect([other.status, await other.json()]).toEqual([422, { error: "nobody@example.org is not on trial." }]);
});
