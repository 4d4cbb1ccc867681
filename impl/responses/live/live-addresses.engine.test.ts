/** Tests live addresses on both engines: one for each form, ended by another one, by lost access and with the form or the account. */
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import { ensureAccount } from "../../accounts/accounts.ts";
import { deleteForm } from "../../forms/delete.ts";
import { removeForm } from "../../forms/remove-form.ts";
import { shareForm } from "../../forms/sharing/share.ts";
import { unshareForm } from "../../forms/sharing/shares.ts";
import { refusal } from "../../test/support/domain.ts";
import { respondents } from "../../test/support/respondents.ts";
import { signUp } from "../../test/support/sign-up-form.ts";
import { tablesHere } from "../exports/tables/table-thread.ts";
import { deleteAccount } from "../retention/delete-account.ts";
import { makeLiveAddress, openLiveAddress, readLiveAddress, removeLiveAddress } from "./live-addresses.ts";
import { findLiveTable } from "./live-table.ts";

async function world() {
  const service = await respondents();
  const { storage, time, publish } = service;
  const owner = await ensureAccount(storage.db, "owner@example.org", "business", time.now);
  const admin = await ensureAccount(storage.db, "admin@example.org", "business", time.now);
  const form = await publish(signUp);
  const share = (permission: "edit" | "admin") =>
    shareForm(service, owner.id, form.id, { email: admin.email, permission });
  const make = (account = owner) =>
    makeLiveAddress(service, account.id, form.id, { withAddresses: false, language: "en" });
  const opens = async (secret: string) => (await openLiveAddress(service, secret)) !== undefined;
  return { ...service, owner, admin, form, share, make, opens };
}

test("a form has one address; another one, lost access and the ends of form and account end it", async () => {
  const service = await world();
  const { storage, time, owner, admin, form, share, make, opens } = service;
  await share("edit");
  await expect(make(admin)).rejects.toEqual(refusal("forbidden"));
  await expect(removeLiveAddress(storage, admin.id, form.id)).rejects.toEqual(refusal("forbidden"));
  const first = await make();
  await share("admin");
  const second = await make(admin);
  expect([await opens(first), await opens(second)]).toEqual([false, true]);
  expect(await readLiveAddress(storage.db, form.id)).toMatchObject({
    madeBy: admin.email,
    lastReadAt: time.now.toISOString(),
    isWorking: true,
  });
  await unshareForm(service, owner.id, form.id, admin.email);
  expect(await opens(second)).toBe(false);
  expect(await readLiveAddress(storage.db, form.id)).toMatchObject({ isWorking: false });
  await deleteAccount(service, admin.id, time.now);
  expect(await readLiveAddress(storage.db, form.id)).toBeUndefined();
  const third = await make();
  await removeLiveAddress(storage, owner.id, form.id);
  expect(await opens(third)).toBe(false);
  const last = await make();
  await deleteForm(service, owner.id, form.id, time.now);
  await removeForm(service, form.id);
  expect([await opens(last), await readLiveAddress(storage.db, form.id)]).toEqual([false, undefined]);
});

test("of many that are made at once, one works", async () => {
  const { make, opens, storage } = await world();
  const secrets = await Promise.all(Array.from({ length: 8 }, () => make()));
  const states = await Promise.all(secrets.map(opens));
  expect(states.filter((one) => one)).toHaveLength(1);
  expect(await storage.db.selectFrom("live_addresses").selectAll().execute()).toHaveLength(1);
});

test("the table has confirmed responses, and its tag changes when they come and go", async () => {
  const service = await world();
  const { storage, form, make, verified } = service;
  const secret = await make();
  const look = async () => {
    const { tag, open } = await findLiveTable(
      storage.db,
      tablesHere,
      (await openLiveAddress(service, secret))!,
    );
    return { tag, csv: await text(await open()) };
  };
  const empty = await look();
  expect(empty.csv.split("\r\n")).toHaveLength(2);
  await verified(form, { name: "Ada" }, "ada@example.net");
  const one = await look();
  expect(one.csv).toContain("Ada");
  expect(one.csv).not.toContain("ada@example.net");
  expect(one.tag).not.toBe(empty.tag);
  expect((await look()).tag).toBe(one.tag);
});
