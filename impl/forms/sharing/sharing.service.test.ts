import type { Refusal } from "@toolwright/runtime";
import { expect, test } from "vitest";
import { limits } from "../../../generated/limits.ts";
import type { SharePermission } from "../../../generated/types.ts";
import { DAY_MS, refusal, start, startProcess } from "../../test/support/domain.ts";
import { accessibleForm } from "../forms.ts";
import { shareForm } from "./share.ts";

async function sharing() {
  const service = await startProcess();
  const [ada, bob, eve] = [
    await service.account(),
    await service.account("bob@example.org"),
    await service.account("eve@example.org"),
  ];
  const form = await service.create(ada);
  const share = (by: { id: string }, email: string, permission: SharePermission = "view") =>
    shareForm(service, by.id, form.id, { email, permission });
  const access = async (account: { id: string }) =>
    (await accessibleForm(service.storage.db, account.id, form.id))?.access;
  return { ...service, ada, bob, eve, form, share, access };
}

test("sharing grants or changes access, and ignores the case of the address", async () => {
  const { ada, bob, share, access } = await sharing();
  const steps = [
    ["view", "granted"],
    ["view", "unchanged"],
    ["admin", "updated"],
    ["edit", "updated"],
    ["edit", "unchanged"],
  ] as const;
  for (const [permission, result] of steps) {
    expect(await share(ada, "Bob@Example.org", permission)).toEqual({ email: bob.email, permission, result });
    expect(await access(bob)).toBe(permission);
  }
});

test("accounts with admin permission can share, others cannot", async () => {
  const { ada, bob, eve, share, access } = await sharing();
  await expect(share(bob, eve.email)).rejects.toEqual(refusal("not_found"));
  for (const permission of ["view", "edit"] as const) {
    await share(ada, bob.email, permission);
    await expect(share(bob, eve.email)).rejects.toEqual(refusal("forbidden"));
    await expect(share(bob, "nobody@example.org")).rejects.toEqual(refusal("forbidden"));
  }
  await share(ada, bob.email, "admin");
  expect(await share(bob, eve.email, "admin")).toMatchObject({ result: "granted" });
  expect(await access(eve)).toBe("admin");
});

test("the owner keeps all permissions, and an account cannot change its own", async () => {
  const { ada, bob, share, access } = await sharing();
  await share(ada, bob.email, "admin");
  await expect(share(ada, ada.email)).rejects.toEqual(refusal("invalid_input"));
  await expect(share(bob, ada.email)).rejects.toEqual(refusal("invalid_input"));
  await expect(share(bob, bob.email, "view")).rejects.toEqual(refusal("invalid_input"));
  expect([await access(ada), await access(bob)]).toEqual(["owner", "admin"]);
});

test("after 20 addresses without an account a day, every address is refused", async () => {
  const { ada, bob, share, time } = await sharing();
  const { max } = limits.share_refusals;
  for (let n = 0; n < max; n += 1) {
    await expect(share(ada, `nobody${n}@example.org`)).rejects.toEqual(refusal("share_target_not_admin"));
  }
  for (const email of ["nobody@example.org", bob.email, ada.email]) {
    const error: Refusal = await share(ada, email).catch((thrown) => thrown);
    expect(error).toEqual(refusal("quota_exceeded"));
    expect(error.details).toEqual({
      used: max,
      limit: max,
      remaining: 0,
      resets_at: "2026-03-02T00:00:00.000Z",
    });
  }
  time.now = new Date("2026-03-01T23:59:59.999Z");
  await expect(share(ada, bob.email)).rejects.toEqual(refusal("quota_exceeded"));
  time.now = new Date("2026-03-02T00:00:00.000Z");
  expect(await share(ada, bob.email)).toMatchObject({ result: "granted" });
});

test("refusals at the same time are all counted", async () => {
  const { ada, share, storage } = await sharing();
  const tries = Array.from({ length: 30 }, (_, n) =>
    share(ada, `nobody${n}@example.org`).catch((e) => e.code),
  );
  const codes = await Promise.all(tries);
  expect(codes.filter((code) => code === "share_target_not_admin")).toHaveLength(limits.share_refusals.max);
  expect(codes.filter((code) => code === "quota_exceeded")).toHaveLength(10);
  const rows = await storage.db.selectFrom("share_refusals").selectAll().execute();
  expect(rows).toEqual([{ account_id: ada.id, day: "2026-03-01", refusals: limits.share_refusals.max }]);
});

test("rejects an impossible address like one without an account", async () => {
  const { ada, share } = await sharing();
  await expect(share(ada, '"odd name"@example.org')).rejects.toEqual(refusal("share_target_not_admin"));
});

test("an expired trial shares nothing", async () => {
  const { ada, bob, share, time } = await sharing();
  time.now = new Date(start.getTime() + 8 * DAY_MS);
  await expect(share(ada, bob.email)).rejects.toEqual(refusal("subscription_inactive"));
});
