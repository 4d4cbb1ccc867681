/** The commands of the operator as processes; what each of them does is tested in the process of the tests. */
import { expect, test } from "vitest";
import { runCommand } from "../../test/support/command.ts";
import { dataDir } from "../../test/support/data-dir.ts";
import { engineEnvironment } from "../../test/support/engine.ts";
import { run } from "../../test/support/program.ts";
import { startService } from "../../test/support/service.ts";

const names = ["token", "account", "credits", "backup", "restore", "erase", "ai", "keys"];

test.each(names)("%s has a help text, and rejects unknown options", async (name) => {
  const help = await runCommand(name, ["--help"], { DATA_DIR: dataDir() });
  const refused = await runCommand(name, ["--unknown"], { DATA_DIR: dataDir() });
  expect(help).toEqual({ code: 0, stdout: expect.stringContaining(`npm run -s ${name} -- `), stderr: "" });
  expect(refused).toEqual({
    code: 2,
    stdout: "",
    stderr: expect.stringContaining(`npm run -s ${name} -- --help shows the options.`),
  });
});

test("a command prints its help as a process", async () => {
  const environment = { DATA_DIR: dataDir() };
  expect(await run("token", ["--help"], environment)).toEqual(
    await runCommand("token", ["--help"], environment),
  );
});

test("there is no other command", async () => {
  const { code, stderr } = await run("tokens", [], {});
  expect([code, stderr]).toEqual([
    2,
    expect.stringContaining("There is no command tokens: start, worker, token"),
  ]);
});

test("a token that the command line made works at once, and is refused at once when it revokes it", async () => {
  const { folder, post } = await startService();
  const environment = await engineEnvironment(folder);
  const account = ["--account", "ada@example.org", "--create-account"];
  const made = await run("token", ["create", ...account, "--scopes", "forms:read", "--json"], environment);
  const { token, token_id } = JSON.parse(made.stdout);
  const ping = { jsonrpc: "2.0", id: 1, method: "ping" };
  expect((await post(token, ping)).status).toBe(200);
  expect((await run("token", ["revoke", token_id], environment)).code).toBe(0);
  expect((await post(token, ping)).status).toBe(401);
});
