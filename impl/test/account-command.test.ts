import { expect, test } from "vitest";
import { creditBalance } from "../credits/balance.ts";
import { changePlan } from "../credits/change-plan.ts";
import { dataDir } from "./data-dir.ts";
import { DAY_MS, start, startProcess } from "./domain.ts";
import { engineEnvironment } from "./engine.ts";
import { run } from "./program.ts";
import { startService } from "./service.ts";

test("a plan starts now: months before it are granted by the old plan, its own by the new one", async () => {
  const { storage, account } = await startProcess();
  const ada = await account();
  const change = (plan: "starter" | "team", now: Date) =>
    storage.db.transaction().execute((transaction) => changePlan(transaction, ada.id, plan, now));
  const at = async (now: Date) => (await creditBalance(storage.db, await account(), now)).available;
  // Nobody has asked for a balance yet: the month of the trial is granted when the plan changes.
  const first = new Date(start.getTime() + 3 * DAY_MS);
  expect(await change("starter", first)).toBe(true);
  expect(await change("starter", first)).toBe(false);
  expect(await at(first)).toBe(100 + 500);
  // Two more months of the starter plan have begun when the next plan starts in the middle of the second.
  const second = new Date("2026-05-20T12:00:00Z");
  expect(await change("team", second)).toBe(true);
  expect(await at(second)).toBe(100 + 3 * 500 + 5_000);
  expect(await at(new Date("2026-06-20T11:59:59Z"))).toBe(6_600);
  expect(await at(new Date("2026-06-20T12:00:00Z"))).toBe(11_600);
});

test("an operator sets a plan while the server runs, also after the trial", async () => {
  const service = await startService();
  const { token } = await service.mint();
  await service.storage.db
    .updateTable("accounts")
    .set({ trial_ends_at: "2026-01-01T00:00:00.000Z" })
    .execute();
  const status = async () => (await service.call(token, "service_get_subscription_status")).structuredContent;
  expect(await status()).toMatchObject({ access_mode: "expired", credits: { available: 0 } });
  const environment = await engineEnvironment(service.folder);
  const plan = (...args: string[]) =>
    run(
      "commands/account.ts",
      ["plan", "--account", " Ada@example.org", "--plan", "team", ...args],
      environment,
    );
  const changed = await plan("--json");
  expect(changed).toMatchObject({ code: 0, stderr: "" });
  expect(JSON.parse(changed.stdout)).toEqual({
    account: "ada@example.org",
    plan: "team",
    changed: true,
    available: 5_000,
  });
  expect(await plan()).toEqual({
    code: 0,
    stdout: "ada@example.org has the plan Team already, and 5000 credits available.\n",
    stderr: "",
  });
  expect(await status()).toMatchObject({
    access_mode: "active",
    plan: "Team",
    credits: { available: 5_000 },
  });
});

test.each([
  [["list"], 2, "one action"],
  [["plan", "--plan", "team"], 2, "--account is missing"],
  [["plan", "--account", "nobody", "--plan", "team"], 2, "not an email address"],
  [["plan", "--account", "ada@example.org", "--plan", "trial"], 2, "starter, team, business"],
  [["plan", "--account", "ada@example.org", "--plan", "team"], 1, "There is no account ada@example.org."],
])("account %j is told what is wrong", async (args, exitCode, message) => {
  const { code, stdout, stderr } = await run("commands/account.ts", args, { DATA_DIR: dataDir() });
  expect([code, stdout]).toEqual([exitCode, ""]);
  expect(stderr).toContain(message);
});
