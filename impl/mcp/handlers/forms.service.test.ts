import { expect, test } from "vitest";
import { accountById } from "../../accounts/accounts.ts";
import type { CreateFormRequest } from "../../forms/create/create.ts";
import { accessibleForm, loadStructure } from "../../forms/forms.ts";
import { DAY_MS, refusal, start, startProcess } from "../../test/support/domain.ts";
import { oneField } from "../../test/support/one-field-form.ts";

test("a form is a draft with its first version, or published on request", async () => {
  const { storage, account, create } = await startProcess();
  const ada = await account();
  const created = await create(ada, { title: "Signup", languages: ["de", "en"] });
  const stored = await accessibleForm(storage.db, ada.id, created.id);
  expect(stored).toMatchObject({
    title: "Signup",
    status: "draft",
    access: "owner",
    revision: 1,
    published_at: null,
  });
  expect(created.id).toMatch(/^frm_[0-9A-Za-z]{22}$/);
  expect(await loadStructure(storage.db, stored!)).toEqual(oneField("Signup", ["de", "en"]));
  const published = await create(ada, { publish: true });
  expect(published.status).toBe("published");
  const { published_at } = (await accessibleForm(storage.db, ada.id, published.id))!;
  expect(published_at).toBe(start.toISOString());
});

const languageChoices: [Pick<CreateFormRequest, "languages" | "defaultLanguage">, string[]][] = [
  [{ languages: undefined, defaultLanguage: undefined }, ["en"]],
  [{ languages: undefined, defaultLanguage: "fr" }, ["fr"]],
  [{ languages: ["de", "en"], defaultLanguage: undefined }, ["de", "en"]],
  [{ languages: ["de", "en"], defaultLanguage: "en" }, ["en", "de"]],
];

test.each(languageChoices)("languages %j give %j", async (choice, languages) => {
  const { account, create } = await startProcess();
  const form = await create(await account(), choice);
  expect(form.languages).toEqual(languages);
});

test("a default language outside the languages is refused before anything is drawn", async () => {
  const { account, create, used } = await startProcess();
  const ada = await account();
  await expect(create(ada, { languages: ["de"], defaultLanguage: "en" })).rejects.toEqual(
    refusal("invalid_input"),
  );
  expect(await used(ada)).toBe(0);
});

test("forms of others do not exist for an account until they are shared", async () => {
  const { storage, account, create, list } = await startProcess();
  const [ada, bob] = [await account(), await account("bob@example.org")];
  const form = await create(ada);
  expect(await accessibleForm(storage.db, bob.id, form.id)).toBeUndefined();
  expect(await list(bob)).toMatchObject({ forms: [], totalCount: 0 });
  const at = start.toISOString();
  await storage.db
    .insertInto("form_shares")
    .values({ form_id: form.id, account_id: bob.id, permission: "edit", created_at: at, updated_at: at })
    .execute();
  expect(await accessibleForm(storage.db, bob.id, form.id)).toMatchObject({
    access: "edit",
    owner_email: ada.email,
  });
  expect(await list(bob)).toMatchObject({ forms: [{ id: form.id, access: "edit" }], totalCount: 1 });
});

test("an expired trial reads everything and creates nothing", async () => {
  const { storage, account, create, list, time } = await startProcess();
  const ada = await account();
  const form = await create(ada);
  time.now = new Date(start.getTime() + 7 * DAY_MS - 1);
  await create(ada);
  time.now = new Date(start.getTime() + 7 * DAY_MS);
  await expect(create(ada)).rejects.toEqual(refusal("subscription_inactive"));
  expect(await accessibleForm(storage.db, ada.id, form.id)).toBeDefined();
  expect((await list(ada)).totalCount).toBe(2);
  expect(await accountById(storage.db, ada.id)).toEqual(ada);
});
