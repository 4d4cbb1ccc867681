/** A mock of the tracker, called by the official clients of both generations; and mocks of specs with OAuth, which are imported again. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import {
  Client as ModernClient,
  StreamableHTTPClientTransport as ModernTransport,
} from "@modelcontextprotocol/client";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { toolwright } from "../test/support/cli/cli.ts";
import { fixture } from "../test/support/fixtures.ts";
import { mainToken, modelOf, otherToken, serve, trackerModel } from "../test/support/mock/serving.ts";
import { inTemporaryProject } from "../test/support/temporary-project.ts";

type Arguments = Record<string, unknown>;
/** The structured content of a result, or the code of a refusal. */
type Call = (name: string, input: Arguments) => Promise<Arguments | string>;

const model = trackerModel();
let mock: Awaited<ReturnType<typeof serve>>;
const closing: (() => Promise<unknown>)[] = [];
let call: Call;
let other: Call;

beforeAll(async () => {
  mock = await serve(model);
  closing.push(mock.close);
  call = await first(mainToken);
  other = await second(otherToken);
});

afterAll(async () => {
  for (const close of closing.reverse()) await close();
});

function outcomeOf(result: unknown): Arguments | string {
  const { isError, structuredContent, _meta } = result as {
    isError?: boolean;
    structuredContent?: Arguments;
    _meta?: { "dev.toolwright/failure": { code: string } };
  };
  return isError ? _meta!["dev.toolwright/failure"].code : structuredContent!;
}

async function first(token: string): Promise<Call> {
  const client = new Client({ name: "test", version: "1.0.0" });
  const requestInit = { headers: { Authorization: `Bearer ${token}` } };
  await client.connect(new StreamableHTTPClientTransport(new URL(mock.url), { requestInit }) as never);
  closing.push(() => client.close());
  return async (name, input) => outcomeOf(await client.callTool({ name, arguments: input }));
}

async function second(token: string): Promise<Call> {
  const client = new ModernClient(
    { name: "test", version: "1.0.0" },
    { versionNegotiation: { mode: "auto" } },
  );
  const requestInit = { headers: { Authorization: `Bearer ${token}` } };
  await client.connect(new ModernTransport(new URL(mock.url), { requestInit }));
  closing.push(() => client.close());
  return async (name, input) => outcomeOf(await client.callTool({ name, arguments: input }));
}

/** An issue of the account of a caller. */
async function made(by: Call, input: Arguments = { title: "The door squeaks" }): Promise<string> {
  return ((await by("tracker_create_issue", input)) as { issue_id: string }).issue_id;
}

test("shows created instances with the values of the caller", async () => {
  const issue_id = await made(call, { title: "The roof leaks", reporter: "Ben" });
  expect(issue_id).toMatch(/^iss_[0-9a-z]{12}$/);
  expect(await call("tracker_get_issue", { issue_id })).toMatchObject({
    issue_id,
    title: "The roof leaks",
    state: "open",
    reporter: "Ben",
  });
  const without = await made(call);
  expect(await call("tracker_get_issue", { issue_id: without })).not.toHaveProperty("reporter");
});

test("changes states by declared transitions, and refuses others with the declared code", async () => {
  const issue_id = await made(call);
  const move = (action: string) => call("tracker_move_issue", { issue_id, action });
  expect(await move("reopen")).toBe("wrong_state");
  expect(await move("close")).toEqual({ issue_id, state: "closed" });
  expect(await move("close")).toBe("wrong_state");
  expect(await call("tracker_get_issue", { issue_id })).toMatchObject({ state: "closed" });
  expect(await call("tracker_delete_issue", { issue_id })).toEqual({ issue_id, deleted: true });
  expect(await call("tracker_get_issue", { issue_id })).toBe("not_found");
});

test("counts revisions, and refuses a call that expects another one", async () => {
  const issue_id = await made(call);
  const label = (name: string, expected_revision: number) =>
    call("tracker_label_issue", { issue_id, label: name, expected_revision });
  expect(await call("tracker_get_issue", { issue_id })).toMatchObject({ revision: 1 });
  expect(await label("roof", 1)).toMatchObject({ issue_id });
  expect(await label("door", 1)).toBe("stale_revision");
  expect(await label("door", 3)).toBe("stale_revision");
  expect(await call("tracker_get_issue", { issue_id })).toMatchObject({ revision: 2 });
  expect(await label("roof", 2)).toMatchObject({ issue_id });
  expect(await call("tracker_get_issue", { issue_id })).toMatchObject({ revision: 2 });
});

test("copies what its source shows, in the first state", async () => {
  const issue_id = await made(call, { title: "The roof leaks", reporter: "Ben" });
  await call("tracker_move_issue", { issue_id, action: "close" });
  const copied = (await call("tracker_copy_issue", { issue_id })) as Arguments;
  expect(copied).toMatchObject({ copied_from: issue_id });
  expect(copied.issue_id).not.toBe(issue_id);
  expect(await call("tracker_get_issue", { issue_id: copied.issue_id })).toMatchObject({
    title: "The roof leaks",
    reporter: "Ben",
    state: "open",
  });
});

test("adds a label to those that are there", async () => {
  const issue_id = await made(call);
  const { labels } = (await call("tracker_get_issue", { issue_id })) as { labels: string[] };
  const roof = await call("tracker_label_issue", { issue_id, label: "roof" });
  expect(roof).toMatchObject({ labels: [...labels, "roof"] });
  await call("tracker_label_issue", { issue_id, label: "door" });
  await call("tracker_label_issue", { issue_id, label: "roof" });
  expect(await call("tracker_get_issue", { issue_id })).toMatchObject({
    labels: [...labels, "roof", "door"],
  });
});

test("shows a private instance only to the account that created it", async () => {
  const issue_id = await made(call);
  expect(await other("tracker_get_issue", { issue_id })).toBe("not_found");
  expect(await other("tracker_delete_issue", { issue_id })).toBe("not_found");
  expect(JSON.stringify(await other("tracker_list_issues", {}))).not.toContain(issue_id);
});

test("returns the same result for an idempotency key, and refuses it with other arguments", async () => {
  const input = { title: "Once", idempotency_key: "key-0123" };
  const [one, again] = await Promise.all([made(call, input), made(call, input)]);
  expect(again).toBe(one);
  expect(await call("tracker_create_issue", { ...input, title: "Twice" })).toBe("key_reused");
  expect(await made(other, input)).not.toBe(one);
});

describe("pages", () => {
  test("contain every item once, count filtered items, and reject other cursors", async () => {
    const ids: string[] = [];
    for (let count = 0; count < 5; count++) ids.unshift(await made(other));
    await other("tracker_move_issue", { issue_id: ids[0]!, action: "start" });
    const seen: unknown[] = [];
    let cursor: string | undefined;
    do {
      const page = (await other("tracker_list_issues", {
        state: "open",
        limit: 2,
        ...(cursor && { cursor }),
      })) as {
        issues: { issue_id: string }[];
        total: number;
        next_cursor: string | null;
      };
      expect(page.issues.length).toBeLessThanOrEqual(2);
      seen.push(...page.issues.map(({ issue_id }) => issue_id));
      cursor = page.next_cursor ?? undefined;
      if (cursor === undefined) expect(page.total).toBe(seen.length);
      else expect(await other("tracker_list_issues", { cursor })).toBe("invalid_input");
    } while (cursor !== undefined);
    expect(seen).toEqual(expect.arrayContaining(ids.slice(1)));
    expect(seen).not.toContain(ids[0]);
    expect(await other("tracker_list_issues", { cursor: "0000000001abcdef" })).toBe("invalid_input");
  });
});

test("counts, shows and exhausts a quota", async () => {
  const issue_id = await made(other);
  const before = (await other("tracker_get_usage", {})) as { used: number; limit: number; remaining: number };
  expect(before.used + before.remaining).toBe(before.limit);
  for (let used = before.used; used < before.limit; used++)
    expect(await other("tracker_summarize_issue", { issue_id, words: 3 })).toMatchObject({ issue_id });
  expect(await other("tracker_summarize_issue", { issue_id, words: 3 })).toBe("quota_exceeded");
  expect(await other("tracker_summarize_issue", { issue_id })).toMatchObject({ issue_id });
  expect(await other("tracker_get_usage", {})).toEqual({
    used: before.limit,
    limit: before.limit,
    remaining: 0,
    resets_at: expect.stringMatching(/^\d{4}-\d\d-01T00:00:00\.000Z$/),
  });
});

test("ends values and file addresses after their declared time", async () => {
  const { export_id, expires_at, download_url } = (await call("tracker_export_issues", {})) as Record<
    string,
    string
  >;
  expect(Date.parse(expires_at!) - Date.now() - mock.clock.aheadMs).toBeLessThanOrEqual(600_000);
  expect(await call("tracker_read_export", { export_id: export_id! })).toHaveProperty("titles");
  expect((await fetch(download_url!)).status).toBe(200);
  mock.clock.aheadMs += 301_000;
  expect((await fetch(download_url!)).status).toBe(410);
  expect(await call("tracker_read_export", { export_id: export_id! })).toHaveProperty("titles");
  mock.clock.aheadMs += 300_000;
  expect(await call("tracker_read_export", { export_id: export_id! })).toBe("export_gone");
});

test("answers an example with its declared result", async () => {
  const issue_id = "iss_4k1x7q0m2z9p";
  expect(await call("tracker_get_issue", { issue_id })).toMatchObject({
    issue_id,
    labels: ["kitchen"],
    views: 3,
  });
  expect(await call("tracker_get_issue", { issue_id: "iss_0000000000zz" })).toBe("not_found");
  expect(await call("tracker_get_issue", { issue_id: "iss_9999999999aa" })).toBe("not_found");
});

test("checks arguments, tokens and scopes of fields like a generated server", async () => {
  expect(await call("tracker_create_issue", { title: "" })).toBe("invalid_input");
  const response = await fetch(mock.url, {
    method: "POST",
    headers: { Authorization: "Bearer mock_unknown" },
  });
  expect(response.status).toBe(401);
});

test("tools fail with the codes of --fail", async () => {
  const failing = new Map([["tracker_create_issue", "key_reused"]]);
  const failed = await serve(model, { failing });
  try {
    const response = await fetch(failed.url, {
      method: "POST",
      headers: { Authorization: `Bearer ${mainToken}`, "Content-Type": "application/json" },
      body: JSON.stringify({
        jsonrpc: "2.0",
        id: 1,
        method: "tools/call",
        params: { name: "tracker_create_issue", arguments: { title: "Hello" } },
      }),
    });
    const { result } = (await response.json()) as { result: { content: { text: string }[] } };
    expect(outcomeOf(result)).toBe("key_reused");
    expect(result.content[0]!.text).toContain("the key belongs to a call with other arguments");
  } finally {
    await failed.close();
  }
});

test.each(["signed-in", "signed-in-only"])(
  "a mock of %s says where callers sign in, takes its own tokens, and is imported as a server with OAuth",
  async (name) => {
    const { url, close } = await serve(modelOf(fixture(name).sources));
    closing.push(close);
    const post = (headers: Record<string, string>) =>
      fetch(url, {
        method: "POST",
        headers: { "Content-Type": "application/json", ...headers },
        body: '{"jsonrpc":"2.0","id":1,"method":"ping"}',
      });
    const challenge = (await post({})).headers.get("www-authenticate") ?? "";
    const [, address = ""] = /resource_metadata="([^"]+)"/.exec(challenge) ?? [];
    expect(await (await fetch(address)).json()).toMatchObject({
      resource: url,
      authorization_servers: ["https://authorization-server.invalid"],
    });
    expect((await post({ Authorization: "Bearer another" })).status).toBe(401);
    expect((await post({ Authorization: `Bearer ${mainToken}` })).status).toBe(200);
    await inTemporaryProject(async (folder) => {
      const imported = await toolwright(folder, ["import", "--url", url, "--token", mainToken]);
      expect(imported.code, imported.stderr).toBe(0);
      expect(readFileSync(join(folder, "spec/service.yaml"), "utf8")).toContain("scheme: oauth");
    });
  },
);
