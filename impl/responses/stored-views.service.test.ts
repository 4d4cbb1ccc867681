/** Tests saved views on both engines: their number, their names, who may change them, and when they go. */
import { expect, test } from "vitest";
import { ensureAccount } from "../accounts/accounts.ts";
import { deleteForm } from "../forms/delete.ts";
import { removeForm } from "../forms/remove-form.ts";
import { shareForm } from "../forms/sharing/share.ts";
import { refusal } from "../test/support/domain.ts";
import { respondents } from "../test/support/respondents.ts";
import { writeConditions } from "./conditions/condition.ts";
import { deleteAccount } from "./retention/delete-account.ts";
import { eraseFromForm, eraseRespondent } from "./retention/erase-respondent.ts";
import { deleteView, listViews, MAX_VIEWS, saveView } from "./saved-views.ts";

async function world() {
  const service = await respondents();
  const { storage, time, publish } = service;
  const owner = await ensureAccount(storage.db, "owner@example.org", "business", time.now);
  const [form, other] = [await publish(), await publish()];
  const save = (name: string, settings = {}, formId = form.id, account = owner) =>
    saveView(service, account.id, formId, { name, settings });
  const views = (formId = form.id) => listViews(storage.db, formId);
  const names = async (formId = form.id) => (await views(formId)).map(({ name }) => name);
  return { ...service, owner, form, other, save, views, names };
}

test("views are listed by name, and saving a name again replaces the view of this form alone", async () => {
  const { save, views, names, form, other, later } = await world();
  for (const name of ["Week 10", "Week 9", "äpfel", "Zebra"]) expect(await save(name)).toBe("saved");
  await save("Week 9", { status: "spam" }, other.id);
  const [, , former] = await views();
  later(1_000);
  expect(await save("Week 9", { status: "verified", text: '\u0000 % "' })).toBe("replaced");
  expect(await names(form.id)).toEqual(["äpfel", "Week 9", "Week 10", "Zebra"]);
  const [, replaced] = await views();
  expect(replaced).toEqual({
    id: replaced!.id,
    name: "Week 9",
    settings: { status: "verified", text: '\u0000 % "' },
    savedAt: "2026-03-15T12:00:01.000Z",
  });
  expect(former!.savedAt).toBe("2026-03-15T12:00:00.000Z");
  expect(await views(other.id)).toMatchObject([{ name: "Week 9", settings: { status: "spam" } }]);
});

test("a form has at most 20 views, also when they are saved at the same time", async () => {
  const { save, names, views, storage, owner, form } = await world();
  const all = await Promise.all(Array.from({ length: MAX_VIEWS + 5 }, (_, n) => save(`View ${n}`)));
  expect(all.filter((result) => result === "saved")).toHaveLength(MAX_VIEWS);
  expect(all.filter((result) => result === "full")).toHaveLength(5);
  const [first] = await views();
  expect(await save(first!.name)).toBe("replaced");
  expect(await deleteView({ storage }, owner.id, form.id, first!.id)).toBe(true);
  expect(await deleteView({ storage }, owner.id, form.id, first!.id)).toBe(false);
  expect(await save("Another")).toBe("saved");
  expect(await names()).toHaveLength(MAX_VIEWS);
});

test("only accounts that may change the form save and delete its views", async () => {
  const { save, views, names, storage, time, owner, form, other } = await world();
  await save("Mine");
  const [view] = await views();
  const account = (name: string) => ensureAccount(storage.db, `${name}@example.org`, "trial", time.now);
  const [viewer, editor, stranger] = [await account("viewer"), await account("editor"), await account("eve")];
  const parts = { storage, clock: () => time.now };
  await shareForm(parts, owner.id, form.id, { email: viewer.email, permission: "view" });
  await shareForm(parts, owner.id, form.id, { email: editor.email, permission: "edit" });
  for (const [one, code] of [
    [viewer, "forbidden"],
    [stranger, "not_found"],
  ] as const) {
    await expect(save("Theirs", {}, form.id, one)).rejects.toEqual(refusal(code));
    await expect(deleteView({ storage }, one.id, form.id, view!.id)).rejects.toEqual(refusal(code));
  }
  expect(await deleteView({ storage }, owner.id, other.id, view!.id)).toBe(false);
  expect(await names()).toEqual(["Mine"]);
  expect(await save("Mine", { text: "x" }, form.id, editor)).toBe("replaced");
  expect(await deleteView({ storage }, editor.id, form.id, view!.id)).toBe(true);
  expect(await names()).toEqual([]);
});

test("erasing a person deletes the views that contain the address", async () => {
  const service = await world();
  const { save, names, owner, form, other } = service;
  const naming = { text: "Alan_T@Example.org" };
  for (const id of [form.id, other.id]) {
    await save("Search", naming, id);
    await save("Of alan_t@example.org", {}, id);
    await save("Filter", { answers: "mail:contains:alan_t@example.org" }, id);
    await save("Somebody else", { text: "alanxt@example.org" }, id);
  }
  await eraseFromForm(service, owner.id, form.id, "alan_t@example.org");
  expect([await names(), (await names(other.id)).length]).toEqual([["Somebody else"], 4]);
  await eraseRespondent(service, "alan_t@example.org");
  expect(await names(other.id)).toEqual(["Somebody else"]);
});

test("an address is erased where a condition has to escape it", async () => {
  const { save, names, ...service } = await world();
  const email = '50%"off;now@example.org';
  await save("Filter", {
    answers: writeConditions([{ key: "mail", op: "contains", text: email.toUpperCase() }]),
  });
  await save("Search", { text: email });
  await save("Somebody else", { text: "50%off@example.org" });
  await eraseRespondent(service, email);
  expect(await names()).toEqual(["Somebody else"]);
});

test("views go with their form, and with the account of its owner", async () => {
  const service = await world();
  const { save, names, storage, owner, form, other, time } = service;
  await save("One");
  await save("Two", {}, other.id);
  await deleteForm(service, owner.id, form.id, time.now);
  await expect(save("Late")).rejects.toEqual(refusal("not_found"));
  await removeForm(service, form.id);
  expect([await names(), await names(other.id)]).toEqual([[], ["Two"]]);
  await deleteAccount(service, owner.id, time.now);
  expect(await storage.db.selectFrom("saved_views").select("id").execute()).toEqual([]);
});
