/** Tests shared results on both engines: who may share, when links end, and which responses are counted. */
import { expect, test } from "vitest";
import type { FormStructure } from "../../../generated/types.ts";
import { ensureAccount } from "../../accounts/accounts.ts";
import { deleteForm } from "../../forms/delete.ts";
import { removeForm } from "../../forms/remove-form.ts";
import { shareForm } from "../../forms/sharing/share.ts";
import { refusal } from "../../test/support/domain.ts";
import { respondents } from "../../test/support/respondents.ts";
import { readSharedResults, shareResults, stopSharingResults, summariseForAll } from "./shared-results.ts";

const food: FormStructure = {
  title: { en: "Food" },
  default_language: "en",
  languages: ["en"],
  pages: [{ id: "p", fields: [{ id: "soup", type: "yes_no", label: { en: "Soup?" } }] }],
};

const words = {
  language: "en",
  yes: "yes",
  no: "no",
  number: String,
  date: String,
  datetime: String,
} as const;

async function world() {
  const service = await respondents();
  const { storage, time, publish } = service;
  const owner = await ensureAccount(storage.db, "owner@example.org", "business", time.now);
  const form = await publish(food);
  const share = (isNewLink = false, account = owner) =>
    shareResults(service, account.id, form.id, { fields: ["soup"], isNewLink });
  const shared = () => readSharedResults(storage.db, form.id);
  const counts = async () => {
    const results = await summariseForAll(storage.db, form.id, food, new Set(["soup"]), words);
    const [question] = results?.questions ?? [];
    return question?.result?.kind === "choices" ? question.result.bars.map(({ count }) => count) : undefined;
  };
  return { ...service, owner, form, share, shared, counts };
}

test("only those who manage the form share it; the link stays until a new one is wanted, and goes with the form", async () => {
  const service = await world();
  const { storage, time, owner, form, share, shared } = service;
  const editor = await ensureAccount(storage.db, "editor@example.org", "business", time.now);
  await shareForm(service, owner.id, form.id, { email: editor.email, permission: "edit" });
  await expect(share(false, editor)).rejects.toEqual(refusal("forbidden"));
  await expect(stopSharingResults(storage, editor.id, form.id)).rejects.toEqual(refusal("forbidden"));
  await share();
  const first = await shared();
  await share();
  expect(await shared()).toEqual(first);
  await share(true);
  expect((await shared())!.nonce).not.toBe(first!.nonce);
  await stopSharingResults(storage, owner.id, form.id);
  expect(await shared()).toBeUndefined();
  await share();
  await deleteForm(service, owner.id, form.id, time.now);
  await removeForm(service, form.id);
  expect(await shared()).toBeUndefined();
});

test("the responses that were confirmed last are not counted until there are five more", async () => {
  const { form, verified, counts, time } = await world();
  const answer = async (n: number, soup: string) => {
    time.now = new Date(time.now.getTime() + 61_000);
    await verified(form, { soup }, `person${n}@example.org`);
  };
  for (let n = 0; n < 4; n += 1) await answer(n, "yes");
  expect(await counts()).toBeUndefined();
  await answer(4, "yes");
  expect(await counts()).toEqual([5, 0]);
  for (let n = 5; n < 9; n += 1) await answer(n, "no");
  expect(await counts()).toEqual([5, 0]);
  await answer(9, "no");
  expect(await counts()).toEqual([5, 5]);
});
