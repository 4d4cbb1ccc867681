import { expect, test } from "vitest";
import { runCommand } from "../../test/support/command.ts";
import { dataDir } from "../../test/support/data-dir.ts";
import { engineEnvironment } from "../../test/support/engine.ts";
import { startService } from "../../test/support/service.ts";

test("grant and withdraw, as an operator does it while the server runs", async () => {
  const service = await startService();
  const { token } = await service.mint();
  const environment = await engineEnvironment(service.folder);
  const credits = (...args: string[]) =>
    runCommand("credits", [...args, "--account", " Ada@Example.org"], environment);
  const invoice = ["--credits", "500", "--reason", "invoice 2026-117"];

  const granted = await credits("grant", ...invoice, "--json");
  expect(granted).toMatchObject({ code: 0, stderr: "" });
  expect(JSON.parse(granted.stdout)).toEqual({ account: "ada@example.org", available: 600, reserved: 0 });
  const again = await credits("grant", ...invoice);
  expect([again.code, again.stdout]).toEqual([1, ""]);
  expect(again.stderr).toContain('"invoice 2026-117" was recorded for ada@example.org before');
  const tooMuch = await credits("withdraw", "--credits", "601", "--reason", "mistake");
  expect([tooMuch.code, tooMuch.stderr]).toEqual([1, expect.stringContaining("1 are missing")]);
  expect(await credits("withdraw", "--credits", "600", "--reason", "mistake")).toEqual({
    code: 0,
    stdout: "ada@example.org has 0 credits available and 0 reserved.\n",
    stderr: "",
  });
  const { structuredContent: status } = await service.call(token, "service_get_subscription_status");
  expect(status.credits).toEqual({ available: 0, reserved: 0 });
});

const complete = ["--account", "ada@example.org", "--credits", "5", "--reason", "gift"];

test.each([
  [complete, "one action"],
  [["grant", "--credits", "5", "--reason", "gift"], "--account is missing"],
  [["grant", ...complete, "--account", "nobody"], "not an email address"],
  [["grant", ...complete, "--credits", "0"], "whole number from 1"],
  [["grant", ...complete, "--credits", "1.5"], "whole number from 1"],
  [["grant", ...complete, "--credits", "1000001"], "whole number from 1"],
  [["grant", ...complete, "--reason", " "], "--reason says what causes it"],
  [["grant", ...complete, "--amount", "5"], "--amount"],
])("credits %j fails with an explanation", async (args, message) => {
  const { code, stdout, stderr } = await runCommand("credits", args, { DATA_DIR: dataDir() });
  expect([code, stdout]).toEqual([2, ""]);
  expect(stderr).toContain(message);
  expect(stderr).toContain("npm run -s credits -- --help");
});

test("a missing account is a failure, and --help explains", async () => {
  const environment = { DATA_DIR: dataDir() };
  const unknown = await runCommand("credits", ["grant", ...complete], environment);
  expect([unknown.code, unknown.stderr]).toEqual([1, "There is no account ada@example.org.\n"]);
  const { code, stdout } = await runCommand("credits", ["--help"], environment);
  expect([code, stdout]).toEqual([0, expect.stringContaining("npm run -s credits -- grant --account EMAIL")]);
});
