import { expect, test } from "vitest";
import { creditBalance } from "../../accounts/credits/balance.ts";
import { changePlan } from "../../accounts/credits/change-plan.ts";
import { listMovements } from "../../accounts/credits/movements.ts";
import { generationQuota } from "../../accounts/generation/quota.ts";
import { runCommand } from "../../test/support/command.ts";
import { dataDir } from "../../test/support/data-dir.ts";
import { DAY_MS, start, startProcess } from "../../test/support/domain.ts";
import { engineEnvironment } from "../../test/support/engine.ts";
import { startService } from "../../test/support/service.ts";

test("a plan starts now: months before it are granted by the old plan, its own by the new one", async () => {
  const { storage, account } = await startProcess();
  const ada = await account();
  const change = (plan: "starter" | "team", now: Date) =>
    storage.db.transaction().execute((transaction) => changePlan(transaction, ada.id, plan, now));
  const at = async (now: Date) => (await creditBalance(storage.db, await account(), now)).available;
  // No balance was read yet: the month of the trial is granted when the plan changes.
  const first = new Date(start.getTime() + 3 * DAY_MS);
  expect(await change("starter", first)).toBe(true);
  expect(await change("starter", first)).toBe(false);
  expect(await at(first)).toBe(100 + 500);
  // Two more months of the starter plan have begun when the next plan starts in the middle of the second.
  const second = new Date("2026-05-20T12:00:00Z");
  expect(await change("team", second)).toBe(true);
  // The month that began with the starter plan continues, with the credits of the larger plan.
  expect(await at(second)).toBe(100 + 2 * 500 + 5_000);
  expect(await at(new Date("2026-06-04T11:59:59Z"))).toBe(6_100);
  expect(await at(new Date("2026-06-04T12:00:00Z"))).toBe(11_100);
});

test("changing a plan back and forth grants the difference of a month once", async () => {
  const { storage, account } = await startProcess();
  const ada = await account();
  const change = (plan: "starter" | "team" | "business", now: Date) =>
    storage.db.transaction().execute((transaction) => changePlan(transaction, ada.id, plan, now));
  const at = async (now: Date) => (await creditBalance(storage.db, await account(), now)).available;
  const later = (hours: number) => new Date(start.getTime() + hours * 3_600_000);
  await change("team", later(1));
  const resets = (await generationQuota(storage.db, await account(), later(1))).resetsAt;
  for (let hour = 2; hour < 12; hour += 2) {
    await change("starter", later(hour));
    await change("team", later(hour + 1));
  }
  expect(await at(later(12))).toBe(100 + 5_000);
  await change("business", later(13));
  await change("starter", later(14));
  await change("business", later(15));
  expect(await at(later(15))).toBe(100 + 50_000);
  expect((await generationQuota(storage.db, await account(), later(15))).resetsAt).toEqual(resets);
  // A subscription that has ended and begins again within its month is the same month.
  await storage.db.updateTable("accounts").set({ subscription: "expired" }).execute();
  expect(await change("business", later(16))).toBe(true);
  expect(await at(later(16))).toBe(100 + 50_000);
  const { movements } = await listMovements(storage.db, ada.id, 50, undefined);
  const newest = movements.toSorted((a, b) => String(b.reference).localeCompare(String(a.reference)));
  expect(newest.map(({ cause, reference, credits }) => [cause, reference, credits])).toEqual([
    ["plan_change", `${later(1).toISOString()}/business`, 45_000],
    ["plan_month", later(1).toISOString(), 5_000],
    ["plan_month", start.toISOString(), 100],
  ]);
  await change("starter", later(17));
  expect(await at(new Date(resets))).toBe(100 + 50_000 + 500);
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
    runCommand("account", ["plan", "--account", " Ada@example.org", "--plan", "team", ...args], environment);
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
  [[], 2, "one action: list, create, invite, plan, trial, lock, unlock, delete"],
  [["erase"], 2, "one action"],
  [["list", "--plan", "team"], 2, "--plan is no option of list"],
  [["create"], 2, "--account is missing"],
  [["create", "--account", "ada@example.org", "--plan", "gold"], 2, '--plan "gold" is unknown'],
  [["trial", "--account", "ada@example.org"], 2, "--days is missing"],
  [["trial", "--account", "ada@example.org", "--days", "0"], 2, "whole number from 1 to 3650"],
  [["delete", "--account", "ada@example.org"], 2, "--confirm is missing"],
  [["delete", "--account", "ada@example.org", "--confirm", "eve@example.org"], 2, "repeats the address"],
  [["lock", "--account", "ada@example.org"], 1, "There is no account ada@example.org."],
  [["plan", "--plan", "team"], 2, "--account is missing"],
  [["plan", "--account", "nobody", "--plan", "team"], 2, "not an email address"],
  [["plan", "--account", "ada@example.org", "--plan", "trial"], 2, "starter, team, business"],
  [["plan", "--account", "ada@example.org", "--plan", "team"], 1, "There is no account ada@example.org."],
])("account %j fails with an explanation", async (args, exitCode, message) => {
  const { code, stdout, stderr } = await runCommand("account", args, { DATA_DIR: dataDir() });
  expect([code, stdout]).toEqual([exitCode, ""]);
  expect(stderr).toContain(message);
});

test("an operator creates, lists, locks, unlocks and deletes accounts while the server runs", async () => {
  const service = await startService();
  const environment = await engineEnvironment(service.folder);
  const account = async (...args: string[]) => {
    const { code, stdout, stderr } = await runCommand("account", [...args, "--json"], environment);
    expect([code, stderr]).toEqual([0, ""]);
    return stdout.split("\n").flatMap((line) => (line === "" ? [] : [JSON.parse(line)]));
  };
  const ada = ["--account", "ada@example.org"];
  expect(await account("create", ...ada)).toMatchObject([{ account: "ada@example.org", plan: "trial" }]);
  const { token } = await service.mint();
  await service.mint({ email: "grace@example.org", plan: "team" });
  const { structuredContent: form } = await service.call(token, "service_create_form", { prompt: "Name" });
  const ping = async () => (await service.post(token, { jsonrpc: "2.0", id: 1, method: "ping" })).status;
  expect(await account("list")).toMatchObject([
    { account: "ada@example.org", plan: "trial", access_mode: "trial", locked: false },
    { account: "grace@example.org", plan: "team", access_mode: "active", trial_ends_at: null },
  ]);
  expect(await account("lock", ...ada)).toMatchObject([{ locked: true, changed: true }]);
  // On PostgreSQL the change reaches other processes within a second.
  await expect.poll(ping).toBe(401);
  expect(await account("list", ...ada)).toMatchObject([{ locked: true }]);
  expect(await account("unlock", ...ada)).toMatchObject([{ locked: false, changed: true }]);
  await expect.poll(ping).toBe(200);
  const { storage } = service;
  await storage.db.updateTable("accounts").set({ trial_ends_at: "2026-01-01T00:00:00.000Z" }).execute();
  const status = async () => (await service.call(token, "service_get_subscription_status")).structuredContent;
  expect(await status()).toMatchObject({ access_mode: "expired" });
  await account("trial", ...ada, "--days", "14");
  expect(await status()).toMatchObject({ access_mode: "trial" });
  expect(await account("delete", ...ada, "--confirm", "ada@example.org")).toMatchObject([
    { deleted: true, forms: 1, binnedForms: 0, tokens: 1, responses: 0, lessons: 0, sharedForms: 0 },
  ]);
  await expect.poll(ping).toBe(401);
  expect((await fetch(form.urls.public)).status).toBe(404);
  expect(await account("list")).toHaveLength(1);
});

test("a paid plan has no trial, and a closed service invites nobody", async () => {
  const service = await startService();
  await service.mint({ plan: "team" });
  const environment = await engineEnvironment(service.folder);
  const fails = async (args: string[], more: Record<string, string> = {}) => {
    const { code, stderr } = await runCommand("account", args, { ...environment, ...more });
    expect(code).toBe(1);
    return stderr;
  };
  const team = await fails(["trial", "--account", "ada@example.org", "--days", "3"]);
  expect(team).toBe("ada@example.org has the plan Team, and no trial.\n");
  const invite = ["invite", "--account", "new@example.org"];
  expect(await fails(invite, { SIGNUP: "closed" })).toContain("SIGNUP is closed");
  expect(await fails(["invite", "--account", "ada@example.org"])).toContain("There is an account");
});
