import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { RateRule } from "@toolwright/runtime";
import { afterAll, describe, expect, onTestFinished, test, vi } from "vitest";
import type { Credential } from "../cases/format.ts";
import { parseOptions } from "../cli/options.ts";
import { planSummary } from "../cli/plan.ts";
import { targetFor } from "../cli/target.ts";
import { planRun, sharedWindows } from "../cli/test-target.ts";
import { notesCases, serveNotes, tokenScopes } from "../test/support/notes-server.ts";
import { idsOf, testServer } from "../test/support/test-server.ts";
import { readTokens } from "./known-tokens.ts";
import { canSend } from "./sendable.ts";
import type { Target } from "./target.ts";
import { readTarget } from "./target-file.ts";

const folder = mkdtempSync(join(tmpdir(), "targets-"));
afterAll(() => rmSync(folder, { recursive: true }));

function targetFile(text: string): string {
  const file = join(folder, `${Math.random()}.yaml`);
  writeFileSync(file, text);
  return file;
}

describe("the error for a target file names the place and the mistake", () => {
  test.each([
    ["url: [", /is not YAML/],
    ["", /yaml:1: The target must be an object\./],
    ["command: npx some-server", /yaml:1: command must be a list, such as \[node, server\.js\]\./],
    ["start: { command: node, url: a }", /yaml:1: start\/command must be a list, such as /],
    ["url: 5", /yaml:1: url must be a text\./],
    ["name: a\nurls: http://a/", /yaml:2: The target has no key "urls"\. The keys are name, url, command, /],
    ["tokens: [{ is: old }]", /yaml:1: tokens\/0\/is is one of expired, revoked\./],
    ["hooks: { mint: [] }", /hooks\/mint must NOT have fewer than 1 items/],
    ["unverified: [{ case: x }]", /unverified\/0 has no "reason"\./],
    ["url: http://a/\nenv: { KEY: a }", /yaml:1: The target must have property command when property env is/],
    ["start: { command: [node] }", /start has no "url"\. .*For a server over stdio use the key `command`/],
    ["start:\n  command: [x]\n  url: '('", /yaml:3: start\/url must match format "regex"/],
    [
      "bindings:\n  id: { into: [a] }",
      /yaml:2: bindings\/id has either tool, input and output, or text, or value, or env\./,
    ],
  ])("%s", (text, message) => {
    expect(() => readTarget(targetFile(text))).toThrow(message);
  });

  test("a missing file", () => {
    expect(() => readTarget(join(folder, "none.yaml"))).toThrow(/There is no target file/);
  });
});

/** A hook that answers from a table and logs its requests. */
const hook = `
import { randomUUID } from "node:crypto";
import { appendFileSync } from "node:fs";
import { text } from "node:stream/consumers";
const request = JSON.parse(await text(process.stdin));
appendFileSync(process.env.REQUESTS, request.hook + "\\n");
const tokens = JSON.parse(process.env.TOKENS);
const key = (scopes) => [...scopes].sort().join(" ");
const answers = {
  mint: () => ({ tokens: request.tokens.flatMap(({ scopes, count }) =>
    Array.from({ length: count }, (_, index) => ({ token: tokens[key(scopes)] + "-" + randomUUID(), scopes, index }))) }),
  revoke: () => { appendFileSync(process.env.INVALID, request.token.token + "\\n"); return {}; },
  expire: () => { appendFileSync(process.env.INVALID, request.token.token + "\\n"); return {}; },
};
process.stdout.write(JSON.stringify(answers[request.hook]()));
`;

test("with hooks for tokens, every case about tokens is verified", async () => {
  const { readFileSync } = await import("node:fs");
  const [invalid, requests, script] = ["invalid", "requests", "hook.mjs"].map((name) =>
    join(folder, name),
  ) as [string, string, string];
  for (const file of [invalid, requests]) writeFileSync(file, "");
  writeFileSync(script, hook);
  const names = Object.entries(tokenScopes).map(([token, scopes]) => [[...scopes].sort().join(" "), token]);
  Object.assign(process.env, {
    REQUESTS: requests,
    INVALID: invalid,
    TOKENS: JSON.stringify(Object.fromEntries(names)),
  });
  const notes = await serveNotes({
    authenticate(token) {
      const scopes = tokenScopes[token.split("-", 1)[0]!];
      if (scopes === undefined || readFileSync(invalid, "utf8").includes(token)) return undefined;
      return { account: "ana", token, scopes: new Set(scopes) };
    },
  });
  onTestFinished(() => notes.close());
  const command = [process.execPath, script];
  const rate = { name: "rate", max: 1_000, seconds: 60 };
  const hooks = { mint: command, revoke: command, expire: command };
  const report = await testServer(notes.url, {
    cases: { ...notesCases, rate },
    target: { tokens: [], hooks, folder },
  });
  expect([...idsOf(report, "failed"), ...idsOf(report, "unverified")]).toEqual([]);
  expect(new Set(readFileSync(requests, "utf8").trim().split("\n"))).toEqual(
    new Set(["mint", "revoke", "expire"]),
  );
});

test.each([
  [
    "ends with an error",
    "process.stderr.write('no luck'); process.exit(4)",
    /hook mint ended with 4\. no luck/,
  ],
  ["prints no JSON", "console.log('hello')", /printed something other than JSON/],
  ["answers something else", "console.log('{}')", /The hook mint answered {}\. It must answer/],
])("a hook that %s is named as the reason for unverified cases", async (_, code, message) => {
  const notes = await serveNotes();
  onTestFinished(() => notes.close());
  const hooks = { mint: [process.execPath, "-e", code] };
  const [token = "", scopes = []] = Object.entries(tokenScopes)[0]!;
  const report = await testServer(notes.url, {
    target: { tokens: [{ token, scopes }], hooks, folder },
    selection: { cases: ["authorization/notes_get/*"] },
  });
  const open = report.results.flatMap(({ verdict }) =>
    verdict.status === "unverified" ? [verdict.why] : [],
  );
  expect(open.length).toBeGreaterThan(0);
  expect(open.join("\n")).toMatch(message);
});

test.each([
  ["no token at all", {}, "none", true],
  ["an unknown token", {}, "unknown", true],
  ["every scope", { tokens: [{ token: "t" }] }, { scopes: ["notes:write", "notes:read"] }, true],
  ["one scope of two", { tokens: [{ token: "t" }] }, { scopes: ["notes:read"] }, false],
  [
    "one scope, with a token that has only this scope",
    { tokens: [{ token: "t", scopes: ["notes:read"] }] },
    { scopes: ["notes:read"] },
    true,
  ],
  ["one scope, with a hook that makes tokens", { hooks: { mint: ["x"] } }, { scopes: ["notes:read"] }, true],
  ["an expired token, without a hook that expires tokens", { hooks: { mint: ["x"] } }, "expired", false],
  [
    "an expired token, with a hook that expires tokens",
    { hooks: { mint: ["x"], expire: ["x"] } },
    "expired",
    true,
  ],
  ["a token declared as revoked", { tokens: [{ token: "t", is: "revoked" }] }, "revoked", true],
] satisfies [string, Partial<Target>, Credential, boolean][])(
  "a call with %s is planned only if the target can send it",
  (_, target, credential, can) => {
    expect(canSend({ folder: ".", ...target }, notesCases, credential)).toBe(can);
  },
);

describe("tokens in environment variables", () => {
  const line = (token: string, ...scopes: string[]) => JSON.stringify({ token, token_id: "x", scopes });

  test("a variable with lines has several tokens, and one that may be missing has none", () => {
    vi.stubEnv("LINES", `${line("a", "notes:read")}\n${line("b")}\n`);
    vi.stubEnv("NONE", "");
    onTestFinished(() => void vi.unstubAllEnvs());
    const tokens = [
      { env: "LINES", lines: true },
      { env: "NONE", optional: true },
      { env: "LINES", lines: true, account: "other" },
    ];
    expect(readTokens(tokens)).toEqual([
      { value: "a", scopes: ["notes:read"] },
      { value: "b", scopes: [] },
      { value: "a", scopes: ["notes:read"], account: "other" },
      { value: "b", scopes: [], account: "other" },
    ]);
  });

  test.each([
    [{ env: "MISSING_TOKEN" }, /variable MISSING_TOKEN is not set/],
    [{ env: "NO_LINES", lines: true }, /^A line of NO_LINES is not \{ "token": "\.\.\."/],
    [{}, /has neither a token nor an env/],
  ])("%j is an error, and its message has no secret", (known, message) => {
    vi.stubEnv("NO_LINES", "twp_secret");
    onTestFinished(() => void vi.unstubAllEnvs());
    expect(() => readTokens([known])).toThrow(message);
    expect(() => readTokens([known])).not.toThrow(/twp_secret/);
  });
});

test("a binding takes the value of a variable, and a missing variable is an error that names it", async () => {
  const notes = await serveNotes();
  onTestFinished(() => notes.close());
  vi.stubEnv("NOTE_TITLE", "");
  onTestFinished(() => void vi.unstubAllEnvs());
  const testing = {
    target: { bindings: { title: { env: "NOTE_TITLE" } } },
    selection: { cases: ["output/notes_create/example/*"] },
  };
  expect((await testServer(notes.url, testing)).notes).toEqual([
    "The variable NOTE_TITLE is not set; a binding of the target file needs it.",
  ]);
  vi.stubEnv("NOTE_TITLE", "busy");
  const [result] = (await testServer(notes.url, testing)).results;
  expect(result!.verdict).toMatchObject({ status: "unverified", why: "the call was refused with busy" });
});

test.each<[string, Omit<Target, "folder">, RegExp, Partial<RateRule>?]>([
  ["a token of a deployment", { tokens: [{ token: "x" }] }, /about \d+ minutes? at the declared rate/],
  [
    "a token and one of another account",
    { tokens: [{ token: "x" }, { token: "y", account: "other" }] },
    /minute/,
  ],
  ["a program over stdio, which has no rate", { command: ["node"], tokens: [{ token: "x" }] }, /as fast as/],
  ["a hook that mints tokens", { hooks: { mint: "http://127.0.0.1/" } }, /as fast as/],
  [
    "a hook that mints tokens, if the account is counted",
    { hooks: { mint: "http://127.0.0.1/" } },
    /minute/,
    { per: "account" },
  ],
])("the plan for %s says how long it takes", (_, target, duration, per = {}) => {
  const cases = { ...notesCases, rate: { name: "rate", max: 10, seconds: 60, ...per } };
  const options = parseOptions([]);
  const plan = planRun(options, cases, { folder: ".", ...target });
  expect(planSummary(plan, cases, sharedWindows({ folder: ".", ...target }, cases))).toMatch(duration);
});

test("with one token, and without a declared rate, the plan says the minutes, and --max-requests the requests", () => {
  const { rate: _, ...cases } = notesCases;
  const target = { folder: ".", tokens: [{ token: "x" }] };
  const text = (...args: string[]) =>
    planSummary(planRun(parseOptions(args), cases, target), cases, sharedWindows(target, cases));
  expect(text()).toMatch(/^\d+ cases, about \d+ requests, 10 minutes at most\n/);
  expect(text("--max-requests", "100")).toMatch(/requests and never more than 100, as fast as/);
});

test("the plan lists the omitted cases, and the data that stay on the target", () => {
  const target = { folder: ".", tokens: [{ token: "x" }] };
  const text = (...args: string[]) =>
    planSummary(planRun(parseOptions(args), notesCases, target), notesCases, 1).split("\n");
  expect(text("--max-requests", "100")[1]).toMatch(
    /^only if requests are left: \d+ cases \(.*input \d+, .*\)\. Add more tokens/,
  );
  expect(text()[1]).toBe(
    "It calls 1 tool that may change data; --read-only calls none of them. The spec declares no entities, so only `cleanup` of a target file can end instances that it created.",
  );
  expect(text("--read-only").join("\n")).not.toContain("may change data");
});

test("the plan counts the cases of excluded tools", () => {
  const planFor = (exclude: string) => {
    const options = parseOptions(["--url", "http://127.0.0.1:1/mcp", "--exclude", exclude]);
    return planRun(options, notesCases, targetFor(options));
  };
  const text = planSummary(planFor("notes_create"), notesCases, 1);
  expect(text).toMatch(
    /^left out with the excluded tools: \d+ cases \(.*input \d+.*\)\. Run without --exclude/m,
  );
  expect(text).not.toContain("may change data");
  expect(() => planFor("notes_crate")).toThrow(
    "The excluded tool notes_crate is not in the spec; did you mean notes_create?",
  );
});

test("a target with one token verifies what it can, and lists the rest", async () => {
  const notes = await serveNotes();
  onTestFinished(() => notes.close());
  const [token = ""] = Object.keys(tokenScopes);
  const report = await testServer(notes.url, { target: { tokens: [{ token, scopes: "all" }] } });
  expect(idsOf(report, "failed")).toEqual([]);
  expect(idsOf(report, "unverified")).toEqual(
    expect.arrayContaining([
      "authorization/notes_get/expired-token",
      "authorization/notes_get/without-notes:read",
    ]),
  );
  expect(idsOf(report, "unverified").every((id) => id.startsWith("authorization/"))).toBe(true);
});
