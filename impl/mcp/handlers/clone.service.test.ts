import { expect, test } from "vitest";
import { cloneForm } from "../../forms/create/clone.ts";
import { copyTitle } from "../../forms/create/copy-title.ts";
import { accessibleForm, loadStructure } from "../../forms/forms.ts";
import { shareForm } from "../../forms/sharing/share.ts";
import { DAY_MS, refusal, start, startProcess } from "../../test/support/domain.ts";
import { respondents } from "../../test/support/respondents.ts";
import { signUp } from "../../test/support/sign-up-form.ts";

test("a copy has the structure, and neither responses nor password, sharing or status", async () => {
  const service = await respondents();
  const { storage, publish, verified } = service;
  const form = await publish({ ...signUp, settings: { closes_at: "2026-03-16T00:00:00Z" } });
  await verified(form, { name: "Ada" });
  await storage.db.updateTable("forms").set({ password_hash: "hash" }).execute();
  service.later(2 * DAY_MS);
  const { form: copy, warnings } = await cloneForm(service, form.owner_id, form.id, undefined);
  expect(copy).toMatchObject({
    title: "Sign up (copy)",
    status: "draft",
    revision: 1,
    password_hash: null,
    published_at: null,
  });
  expect(copy.id).not.toBe(form.id);
  expect(await loadStructure(storage.db, copy)).toEqual({
    ...form.structure,
    title: { en: "Sign up (copy)", de: "Anmeldung (Kopie)" },
  });
  expect(warnings).toMatchObject([{ code: "closing_date_passed" }]);
});

test("a new title replaces the old one and its translations", async () => {
  const service = await respondents();
  const form = await service.publish();
  const { form: copy, warnings } = await cloneForm(service, form.owner_id, form.id, "Join us");
  expect(copy.title).toBe("Join us");
  expect((await loadStructure(service.storage.db, copy)).title).toEqual({ en: "Join us" });
  expect(warnings).toEqual([
    {
      code: "untranslated",
      message: 'The new title is not translated into German ("de").',
      path: "/title",
    },
  ]);
});

test("an account that can view a form can copy it, and owns the copy", async () => {
  const { account, create, storage, clock } = await startProcess();
  const [ada, bob] = [await account(), await account("bob@example.org")];
  const form = await create(ada);
  const clone = () => cloneForm({ storage, clock }, bob.id, form.id, undefined);
  await expect(clone()).rejects.toEqual(refusal("not_found"));
  await shareForm({ storage, clock }, ada.id, form.id, { email: bob.email, permission: "view" });
  const { form: copy } = await clone();
  expect(await accessibleForm(storage.db, bob.id, copy.id)).toMatchObject({ access: "owner" });
  expect(await accessibleForm(storage.db, ada.id, copy.id)).toBeUndefined();
});

test("copies cost no quota, but need a subscription", async () => {
  const { account, create, storage, clock, time, used } = await startProcess();
  const ada = await account();
  const form = await create(ada);
  await cloneForm({ storage, clock }, ada.id, form.id, undefined);
  expect(await used(ada)).toBe(1);
  time.now = new Date(start.getTime() + 7 * DAY_MS);
  const refused = cloneForm({ storage, clock }, ada.id, form.id, undefined);
  await expect(refused).rejects.toEqual(refusal("subscription_inactive"));
});

const titles: [original: object, copy: object][] = [
  [{ en: "Survey" }, { en: "Survey (copy)" }],
  [{ en: "Survey (copy)" }, { en: "Survey (copy 2)" }],
  [{ en: "Survey (copy 9)" }, { en: "Survey (copy 10)" }],
  [{ en: "Survey (Kopie)" }, { en: "Survey (Kopie) (copy)" }],
  [
    { de: "Umfrage", el: "Έρευνα" },
    { de: "Umfrage (Kopie)", el: "Έρευνα (αντίγραφο)" },
  ],
  [{ en: "😀".repeat(200) }, { en: `${"😀".repeat(193)} (copy)` }],
];

test.each(titles)("a copy of %j is called %j", (original, copy) => {
  expect(copyTitle(original)).toEqual(copy);
});

test.each(["Bell\u0007", "N\0L", "half \ud83d"])(
  "the title %j is refused, in a copy and in a new form",
  async (title) => {
    const service = await respondents();
    const form = await service.publish();
    const { account, create } = await startProcess();
    const refused = { code: "invalid_input", details: { problems: [{ path: "/title" }] } };
    await expect(cloneForm(service, form.owner_id, form.id, title)).rejects.toMatchObject(refused);
    await expect(create(await account(), { title })).rejects.toMatchObject(refused);
  },
);

test("a repeated copy with its key is one copy; the same key with another title is refused", async () => {
  const { storage, clock, account, create, list } = await startProcess();
  const ada = await account();
  const { id } = await create(ada);
  const copy = (title: string) =>
    cloneForm({ storage, clock }, ada.id, id, title, { idempotencyKey: "key-of-a-copy" });
  const copies = await Promise.all([copy("Copy"), copy("Copy"), copy("Copy")]);
  expect(new Set(copies.map(({ form }) => form.id)).size).toBe(1);
  expect((await list(ada)).forms).toHaveLength(2);
  await expect(copy("Another")).rejects.toEqual(refusal("invalid_input"));
});
