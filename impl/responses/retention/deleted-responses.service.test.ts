/** Deleting responses can be undone for 30 days; for everything else they are erased from the first moment on. */
import type { Transaction } from "kysely";
import { expect, test } from "vitest";
import { findAccount } from "../../accounts/accounts.ts";
import { lockForm } from "../../forms/forms.ts";
import { countVerified } from "../../forms/verified-responses.ts";
import type { Schema } from "../../platform/storage/schema.ts";
import { DAY_MS, respondents } from "../../test/support/respondents.ts";
import { signUp } from "../../test/support/sign-up-form.ts";
import { atOnce } from "../../test/support/standstill.ts";
import { columnsReader } from "../analysis/read-columns.ts";
import { searchMatcher, searchResponses } from "../analysis/search.ts";
import { bringBack } from "../bring-back.ts";
import { latestKeys, readResponses } from "../latest.ts";
import { markSpam } from "../spam.ts";
import { deleteResponses, eraseDeleted } from "./deleted-responses.ts";
import { eraseFromForm, eraseRespondent } from "./erase-respondent.ts";
import { removeExpired } from "./remove-expired.ts";

const ada = { name: "Ada" };
const erased = { status: "deleted", email: null, answers: "{}" };

async function start(settings = {}) {
  const people = await respondents();
  const { db } = people.storage;
  const owner = (await findAccount(db, "owner@example.org"))!;
  const form = await people.publish(signUp, settings);
  const filter = (isRestorable: boolean) =>
    ({ formId: form.id, status: "deleted", period: {}, isRestorable }) as const;
  return {
    ...people,
    form,
    owner,
    filter,
    verify: (email?: string) => people.verified(form, ada, email),
    kept: () => db.selectFrom("deleted_responses").select("response_id").execute(),
    remove: (...ids: string[]) => deleteResponses(people, owner.id, form.id, ids),
    restore: (id: string) => bringBack(people, owner.id, form.id, id),
    erase: (...ids: string[]) => eraseDeleted(people, owner.id, form.id, ids),
    cleanUp: () => removeExpired(people),
    /** Deleted responses as the owner's pages read them, or as everything else does. */
    async read(isRestorable: boolean) {
      const keys = await latestKeys(db, filter(isRestorable), undefined, 10);
      const responses = await readResponses(db, filter(isRestorable), keys, true);
      return responses.map(({ id, email, answers }) => [id, email, answers]);
    },
  };
}

test("a deleted response is empty and does not count; restored within 30 days it is complete, with its file", async () => {
  const { sent, mailed, confirmCode, fillWithFile, response, form, ...parts } = await start();
  const { fillId, key } = await fillWithFile(form);
  const id = await sent(form, ada, { fillId });
  await confirmCode(id, (await mailed(id)).code);
  const before = await response(id);
  expect([await parts.remove(id), await parts.remove(id)]).toEqual([[id], []]);
  expect(await response(id)).toMatchObject(erased);
  expect(await countVerified(parts.storage.db, form.id)).toBe(0);
  expect(await parts.read(false)).toEqual([[id, null, {}]]);
  expect(await parts.read(true)).toEqual([[id, "ada@example.org", expect.objectContaining(ada)]]);
  parts.later(30 * DAY_MS - 1);
  expect((await parts.cleanUp()).erased).toBe(0);
  expect([await parts.restore(id), await parts.restore(id)]).toEqual(["verified", "gone"]);
  expect(await response(id)).toEqual(before);
  expect([await countVerified(parts.storage.db, form.id), await parts.kept()]).toEqual([1, []]);
  expect(await parts.storedKeys()).toEqual([key]);
});

test.each([
  [
    "after 30 days",
    async ({ later, cleanUp }) => {
      later(30 * DAY_MS);
      return (await cleanUp()).erased;
    },
  ],
  ["when the owner erases it", async ({ erase }, id) => (await erase(id)).length],
  ["when its person is erased", async (parts) => (await eraseRespondent(parts, "ada@example.org")).responses],
  [
    "when its person is erased from the form",
    async (parts) => (await eraseFromForm(parts, parts.owner.id, parts.form.id, "ada@example.org")).responses,
  ],
] satisfies [string, (parts: Awaited<ReturnType<typeof start>>, id: string) => Promise<number>][])(
  "a deleted response is erased with its file %s",
  async (_, end) => {
    const parts = await start();
    const { fillId } = await parts.fillWithFile(parts.form);
    const id = await parts.sent(parts.form, ada, { fillId });
    await parts.confirmCode(id, (await parts.mailed(id)).code);
    const other = await parts.verify("grace@example.org");
    expect(await parts.erase(id)).toEqual([]);
    await parts.remove(id);
    expect(await end(parts, id)).toBe(1);
    expect(await parts.restore(id)).toBe("gone");
    expect(await parts.response(id)).toMatchObject(erased);
    expect([await parts.kept(), await parts.read(true), await parts.storedKeys()]).toEqual([[], [], []]);
    expect(await parts.response(other)).toMatchObject({ status: "verified" });
  },
);

test("keeps a response deleted that the form no longer accepts: it is full, or has one of the same address", async () => {
  const parts = await start({ response_limit: 2, one_response_per_email: true });
  const [first, second] = [await parts.verify("a@example.org"), await parts.verify("b@example.org")];
  await parts.remove(first, second);
  const again = await parts.verify("a@example.org");
  expect(await parts.restore(first)).toBe("answered_before");
  await parts.verify("c@example.org");
  expect(await parts.restore(second)).toBe("full");
  expect(await parts.response(second)).toMatchObject(erased);
  await parts.remove(again);
  expect([await parts.restore(second), await parts.restore(first)]).toEqual(["verified", "full"]);
});

test("deleted unconfirmed responses and spam are kept for at most seven days, and restoring does not confirm them", async () => {
  const parts = await start();
  const pending = await parts.sent(parts.form, ada);
  const { code } = await parts.mailed(pending);
  const spam = await parts.verify("spam@example.org");
  parts.later(4 * DAY_MS);
  await markSpam(parts, parts.owner.id, parts.form.id, [spam]);
  await parts.remove(pending, spam);
  expect(await parts.confirmCode(pending, code)).toEqual({ state: "gone" });
  expect([await parts.restore(pending), await parts.restore(spam)]).toEqual(["pending_verification", "spam"]);
  await parts.remove(pending, spam);
  parts.later(3 * DAY_MS);
  expect((await parts.cleanUp()).erased).toBe(1);
  expect(await parts.kept()).toEqual([{ response_id: spam }]);
  parts.later(4 * DAY_MS);
  expect((await parts.cleanUp()).erased).toBe(1);
});

test("a search finds deleted responses by their answers", async () => {
  const parts = await start();
  const id = await parts.verify();
  await parts.remove(id);
  const { db } = parts.storage;
  const columns = columnsReader(db, parts.form.id, {
    language: "en",
    file: ({ name }) => name,
    boolean: String,
  });
  const found = async (isRestorable: boolean) => {
    const page = { limit: 5, after: undefined };
    const fits = searchMatcher({ text: "ADA", field: "name" }, columns);
    return (await searchResponses(db, parts.filter(isRestorable), fits, page)).responses.map((one) => one.id);
  };
  expect([await found(true), await found(false)]).toEqual([[id], []]);
});

test("erases a response that is restored during the erasure of its respondent, with its file", async () => {
  const parts = await start();
  const { fillId } = await parts.fillWithFile(parts.form);
  const id = await parts.sent(parts.form, ada, { fillId });
  await parts.confirmCode(id, (await parts.mailed(id)).code);
  await parts.remove(id);
  const locking = (transaction: Transaction<Schema>) => lockForm(transaction, parts.form.id);
  await atOnce(parts.folder, locking, async (race, stuck) => {
    race(parts.restore(id));
    await stuck();
    race(eraseRespondent(parts, "ada@example.org"));
  });
  expect(await parts.response(id)).toMatchObject(erased);
  expect([await parts.kept(), await parts.storedKeys()]).toEqual([[], []]);
});
