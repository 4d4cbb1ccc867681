import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { runCommand } from "../../test/support/command.ts";
import { dataDir } from "../../test/support/data-dir.ts";

const ALL = ["--account", "ada@example.org", "--create-account", "--scopes", "forms:read,billing:read"];

test("create, list and revoke, as an operator does it", async () => {
  const environment = { DATA_DIR: dataDir() };
  const made = await runCommand(
    "token",
    ["create", ...ALL, "--expires-days", "30", "--name", "CI", "--json"],
    environment,
  );
  expect(made).toMatchObject({ code: 0, stderr: "" });
  const { token, token_id, scopes, expires_at } = JSON.parse(made.stdout);
  expect(token).toMatch(/^twp_[0-9A-Za-z]{49}$/);
  expect(scopes).toEqual(["forms:read", "billing:read"]);
  expect(Date.parse(expires_at) - Date.now()).toBeGreaterThan(29 * 86_400_000);

  const revoked = await runCommand("token", ["revoke", token_id], environment);
  expect(revoked).toEqual({ code: 0, stdout: `Revoked ${token_id}.\n`, stderr: "" });

  const listed = await runCommand("token", ["list", "--account", "Ada@Example.org ", "--json"], environment);
  expect(JSON.parse(listed.stdout)).toMatchObject({
    token_id,
    account: "ada@example.org",
    name: "CI",
    state: "revoked",
  });
  const table = await runCommand("token", ["list"], environment);
  expect(table.stdout).toContain(token_id);
  expect(table.stdout + listed.stdout).not.toContain("twp_");
});

test("prints thousands of different tokens, one a line", async () => {
  const made = await runCommand("token", ["create", ...ALL, "--count", "2500", "--json"], {
    DATA_DIR: dataDir(),
  });
  const lines = made.stdout.trimEnd().split("\n");
  expect(new Set(lines.map((line) => JSON.parse(line).token)).size).toBe(2500);
});

test("several lists of scopes are several tokens", async () => {
  const lists = [
    "--account",
    "ada@example.org",
    "--create-account",
    "--scopes",
    "forms:read",
    "--scopes",
    "",
  ];
  const made = await runCommand("token", ["create", ...lists, "--count", "2", "--json"], {
    DATA_DIR: dataDir(),
  });
  const scopes = made.stdout
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line).scopes);
  expect(scopes).toEqual([["forms:read"], ["forms:read"], [], []]);
});

test("prints a new token with an explanation for users", async () => {
  const made = await runCommand("token", ["create", ...ALL], { DATA_DIR: dataDir() });
  expect(made.stdout).toMatch(
    /^twp_\w{49}\n {2}id {7}tok_\w{22}\n.*forms:read, billing:read\n.*never\n.*shown only now/,
  );
});

test.each([[[]], [["--help"]], [["create", "--help"]]])("token %j explains the usage", async (args) => {
  const { code, stdout } = await runCommand("token", args, { DATA_DIR: dataDir() });
  expect(code).toBe(0);
  expect(stdout).toContain("npm run -s token -- create --account EMAIL --scopes SCOPE,SCOPE");
  expect(stdout).toContain("responses:read:pii");
});

const create = (...args: string[]) => [
  "create",
  "--account",
  "ada@example.org",
  "--scopes",
  "forms:read",
  ...args,
];

const wrong: [code: number, args: string[], message: RegExp][] = [
  [2, ["make"], /Unknown command "make"\. The commands are create, list and revoke/],
  [2, ["create", "--scopes", "forms:read"], /--account is missing/],
  [2, ["create", "--account", "ada@example.org"], /--scopes is missing/],
  [2, ["create", "--account", "ada", "--scopes", "forms:read"], /--account "ada" is not an email address/],
  [
    2,
    create("--scopes", "forms:raed"),
    /unknown scopes: forms:raed\. The scopes are forms:read, forms:write, /,
  ],
  [2, create("--expires-days", "0"), /--expires-days is "0", which is not a whole number from 1 to 3650/],
  [2, create("--expires-days", "soon"), /--expires-days is "soon"/],
  [2, create("--count", "1e3"), /--count is "1e3"/],
  [2, create("--create-account", "--plan", "gold"), /--plan "gold" is unknown\. The plans are trial, /],
  [2, create("--plan", "team"), /--plan needs --create-account/],
  [2, create("--acount", "x"), /Unknown option '--acount'/],
  [2, ["revoke"], /revoke takes the id of one token/],
  [2, ["revoke", "twp_0"], /takes the id of a token \(tok_\.\.\.\), not its secret/],
  [1, ["revoke", "tok_none"], /There is no token tok_none; list shows the ids/],
  [1, create(), /There is no account ada@example\.org\. Use --create-account to create it/],
];

test.each(wrong)("exits %i for token %j", async (code, args, message) => {
  const result = await runCommand("token", args, { DATA_DIR: dataDir() });
  expect(result).toMatchObject({ code, stdout: "", stderr: expect.stringMatching(message) });
});

test("a broken configuration is 2, a broken data folder 1, each with one readable line", async () => {
  const misconfigured = await runCommand("token", ["list"], { PORT: "http" });
  expect(misconfigured).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/^PORT is "http", [^\n]*\n$/),
  });
  const folder = dataDir();
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "service.db"), "something else, long enough to be taken for a database");
  const broken = await runCommand("token", ["list"], { DATA_DIR: folder });
  expect(broken).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^[^\n]* not a readable SQLite database[^\n]*\n$/),
  });
});
