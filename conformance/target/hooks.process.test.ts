/** A hook of a target is a command or an address. What it answers is checked. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { text } from "node:stream/consumers";
import { describe, expect, onTestFinished, test } from "vitest";
import { testTracker, trackerHooks } from "../test/support/tracker-server/runs.ts";
import { serveTracker } from "../test/support/tracker-server/toolwright-server.ts";
import { httpTransport } from "../wire/http.ts";
import { stdioTransport } from "../wire/stdio.ts";
import type { Transport } from "../wire/transport.ts";
import { hookAnswers } from "./hook-answers.ts";
import { makeHookRunner } from "./hooks.ts";
import type { Hook, HookName } from "./target.ts";

const failing = '{"error":"no such account"}';

/** Hook, what it prints, and what the message says of that; undefined: it is right. */
const rows: readonly (readonly [hook: HookName, printed: string, told: string | undefined])[] = [
  ["setup", "", undefined],
  ["setup", "[1]", undefined],
  ["setup", failing, 'the error "no such account"'],
  ["mint", '{"tokens":[]}', undefined],
  ["mint", '{"tokens":[{"token":"t","scopes":["a"],"id":7}]}', undefined],
  ["mint", "", "null"],
  ["mint", '{"tokens":"secret-1"}', '{"tokens":"…"}'],
  ["mint", '{"tokens":[{"token":"","scopes":[]}]}', '{"tokens":[{"token":"","scopes":[]}]}'],
  ["mint", '{"tokens":[{"token":"secret-1","scopes":[1]}]}', '{"tokens":[{"token":"…","scopes":[1]}]}'],
  ["mint", '{"tokens":[{"token":"secret-1"}]}', '{"tokens":[{"token":"…"}]}'],
  ["mint", '{"tokens":[{"token":"t","scopes":[],"expires_in":60}]}', undefined],
  [
    "mint",
    '{"tokens":[{"token":"secret-1","scopes":[],"expires_in":0}]}',
    '{"tokens":[{"token":"…","scopes":[],"expires_in":0}]}',
  ],
  ["mint", failing, 'the error "no such account"'],
  ["revoke", "", undefined],
  ["revoke", '{"revoked":true}', undefined],
  ["revoke", failing, 'the error "no such account"'],
  ["expire", "true", undefined],
  ["expire", failing, 'the error "no such account"'],
  ["issue", '{"token":"t"}', undefined],
  ["issue", '{"access_token":"secret-1"}', '{"access_token":"…"}'],
  ["issue", '{"token":null}', '{"token":null}'],
  ["issue", failing, 'the error "no such account"'],
  ["respond", '{"ids":["1"]}', undefined],
  ["respond", failing, 'the error "no such account"'],
  ["account", "{}", undefined],
  ["account", failing, 'the error "no such account"'],
  ["clock", "", undefined],
  ["clock", '{"now":"2026-03-14T09:26:53Z"}', undefined],
  ["clock", '{"now":"soon"}', '{"now":"soon"}'],
  ["clock", '{"now":1773480413}', '{"now":1773480413}'],
  ["clock", "[]", "[]"],
  ["clock", failing, 'the error "no such account"'],
  ["work", '{"held":1}', undefined],
  ["work", '{"held":"all"}', '{"held":"all"}'],
  ["work", failing, 'the error "no such account"'],
];

describe.each(["a command", "an address"])("%s", (kind) => {
  test.each(rows)(
    "the error for the hook %s that answers %s names what it must answer",
    async (name, answer, told) => {
      const command = [process.execPath, "-e", `process.stdout.write(${JSON.stringify(answer)})`];
      const hook = kind === "a command" ? command : (await serveHooks(200, answer)).url;
      const { wanted } = hookAnswers[name];
      expect(await messageOf(name, hook)).toBe(
        told && `The hook ${name} answered ${told}. It must answer ${wanted}.`,
      );
    },
  );
});

test.each<[answered: string, status: number, body: string, headers: Record<string, string>, told: RegExp]>([
  [
    "a problem with its reason",
    422,
    '{"error":"no such token"}',
    {},
    /^The hook clock answered the error "no such token"\./,
  ],
  ["a problem without one", 500, "Oops", {}, /^The hook clock at \S+\/control answered with HTTP 500\.$/],
  ["a page", 200, "<html>", {}, /^The hook clock at \S+\/control answered with something other than JSON\.$/],
  [
    "a redirect",
    302,
    "",
    { Location: "/elsewhere" },
    /^The hook clock at \S+\/control answered with HTTP 302\.$/,
  ],
])("the error for an address that answers with %s names it", async (_, status, body, headers, told) => {
  const { url } = await serveHooks(status, body, headers);
  expect(await messageOf("clock", url)).toMatch(told);
});

test("the error for an address at which nothing listens says so", async () => {
  const { url, close } = await serveHooks(200, "{}");
  close();
  expect(await messageOf("clock", url)).toMatch(
    /^The hook clock at \S+ gave no answer: nothing listens there\.$/,
  );
});

test("an address gets the question as JSON, at the origin of the target with the target's headers", async () => {
  const served = await serveHooks(200, "{}");
  const run = makeHookRunner(
    { folder: tmpdir(), hooks: { clock: "/control?as=test", revoke: `${served.url}/whole` } },
    { transport: transportTo(served.url, { "x-gate": "secret-1" }), environment: {} },
  );
  await run("clock", { seconds: 60, still: true });
  await run("revoke", { token: { token: "t" } });
  expect(served.received).toEqual([
    { path: "/control?as=test", gate: "secret-1", body: { hook: "clock", seconds: 60, still: true } },
    { path: "/control/whole", gate: "secret-1", body: { hook: "revoke", token: { token: "t" } } },
  ]);
});

test("an address at another origin does not get the headers of the target", async () => {
  const other = await serveHooks(200, "{}");
  const run = makeHookRunner(
    { folder: tmpdir(), hooks: { clock: other.url } },
    { transport: transportTo("http://127.0.0.1:9/mcp", { "x-gate": "secret-1" }), environment: {} },
  );
  await run("clock", { seconds: 0 });
  expect(other.received).toEqual([
    { path: "/control", gate: undefined, body: { hook: "clock", seconds: 0 } },
  ]);
});

test("the error for a path says that a target over stdio has no address", async () => {
  const limits = { timeoutMs: 1_000, maxBytes: 1_000 };
  const transport = stdioTransport({ program: "node", args: [], folder: tmpdir(), limits });
  onTestFinished(transport.close);
  const run = makeHookRunner(
    { folder: tmpdir(), hooks: { clock: "/control" } },
    { transport, environment: {} },
  );
  await expect(run("clock", {})).rejects.toThrow(
    "The hook clock is the path /control, but the target has no address. Write the whole URL, or a command.",
  );
});

/** Returns the message of the error, or undefined if the answer is right. */
async function messageOf(name: HookName, hook: Hook): Promise<string | undefined> {
  const transport = transportTo("http://127.0.0.1:9/mcp");
  const run = makeHookRunner({ folder: tmpdir(), hooks: { [name]: hook } }, { transport, environment: {} });
  return run(name, {}).then(
    () => undefined,
    (error: Error) => error.message,
  );
}

function transportTo(url: string, headers: Record<string, string> = {}): Transport {
  const limits = { timeoutMs: 10_000, maxBytes: 1_000_000 };
  const transport = httpTransport({ url: new URL(url), headers, limits, parallel: 1 });
  onTestFinished(transport.close);
  return transport;
}

/** Serves hooks that answer always the same, and keeps what they get. */
async function serveHooks(status: number, answer: string, headers: Record<string, string> = {}) {
  const received: object[] = [];
  const server = createServer(async (request, response) => {
    const body = JSON.parse(await text(request));
    received.push({ path: request.url, gate: request.headers["x-gate"], body });
    response.writeHead(status, headers).end(answer);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const close = () => {
    server.close();
    server.closeAllConnections();
  };
  onTestFinished(close);
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/control`, received, close };
}

test("the table has every hook, right and wrong", () => {
  const hooks = (isRight: boolean) =>
    new Set(rows.flatMap(([hook, , told]) => ((told === undefined) === isRight ? [hook] : [])));
  expect([hooks(true), hooks(false)]).toEqual([
    new Set(Object.keys(hookAnswers)),
    new Set(Object.keys(hookAnswers)),
  ]);
});

/** A case for each hook that needs the hook. */
const needing: readonly (readonly [hook: HookName, id: string])[] = [
  ["mint", "authorization/tracker_get_issue/expired-token"],
  ["expire", "authorization/tracker_get_issue/expired-token"],
  ["revoke", "authorization/tracker_get_issue/revoked-token"],
  ["clock", "limits/export_lifetime/tracker_export_issues/after"],
];

test.each(needing)(
  "a case that needs the hook %s is not verified where that answers with an error",
  async (hook, id) => {
    const served = await serveTracker();
    onTestFinished(served.close);
    const wrong = [process.execPath, "-e", `process.stdout.write(${JSON.stringify(failing)})`];
    const hooks = { ...trackerHooks(served.url), [hook]: wrong };
    const { results } = await testTracker(served, { selection: { cases: [id] }, target: { hooks } });
    expect(results.map(({ verdict }) => verdict)).toEqual([
      expect.objectContaining({
        status: "unverified",
        why: expect.stringContaining(`The hook ${hook} answered the error "no such account".`),
      }),
    ]);
  },
);
