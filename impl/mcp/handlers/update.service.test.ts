import { Refusal } from "@toolwright/runtime";
import { expect, test } from "vitest";
import type { FormOperation, FormStructure, SharePermission } from "../../../generated/types.ts";
import { type Account, ensureAccount } from "../../accounts/accounts.ts";
import { generationQuota } from "../../accounts/generation/quota.ts";
import { isPassword } from "../../accounts/passwords.ts";
import { plans } from "../../accounts/plans/plans.ts";
import { accessibleForm, loadStructure } from "../../forms/forms.ts";
import type { EditForm } from "../../forms/generator.ts";
import { type FormEdit, type FormUpdate, updateForm } from "../../forms/update/update.ts";
import { refusal } from "../../test/support/domain.ts";
import { addTextField } from "../../test/support/one-field-form.ts";
import { respondents } from "../../test/support/respondents.ts";
import { signUp } from "../../test/support/sign-up-form.ts";

type Options = Partial<Omit<FormUpdate, "formId" | "edit">> & { readonly by?: Account };

/** A published form of the owner, who edits it; a second account stands by. */
async function edited(editForm: EditForm = addTextField) {
  const service = await respondents();
  const { storage, clock, time } = service;
  const owner = await ensureAccount(storage.db, "owner@example.org", "business", time.now);
  const bob = await ensureAccount(storage.db, "bob@example.org", "trial", time.now);
  const form = await service.publish();

  function update(edit: FormEdit, options: Options = {}) {
    const { by = owner, expectedRevision, dryRun = false, idempotencyKey } = options;
    const wanted = { formId: form.id, edit, expectedRevision, dryRun, idempotencyKey };
    return updateForm({ storage, clock, editForm }, by.id, wanted, AbortSignal.timeout(10_000));
  }
  async function stored() {
    const row = (await accessibleForm(storage.db, owner.id, form.id))!;
    return { ...row, structure: await loadStructure(storage.db, row) };
  }
  async function share(permission: SharePermission) {
    const at = time.now.toISOString();
    const share = { form_id: form.id, account_id: bob.id, permission, created_at: at, updated_at: at };
    await storage.db.insertInto("form_shares").values(share).execute();
  }
  const used = async () => (await generationQuota(storage.db, owner, time.now)).used;
  return { ...service, form, owner, bob, update, stored, share, used };
}

const renamed: FormStructure = { ...signUp, title: { en: "Join us", de: "Mach mit" } };

const withoutCv: FormStructure = {
  ...signUp,
  pages: [{ id: "page_1", fields: signUp.pages[0]!.fields.slice(0, 1) }],
};

test("a new structure is a new version with a new revision, and the old version stays", async () => {
  const { update, stored, form, storage, later } = await edited();
  later(1_000);
  const updated = await update({ structure: renamed });
  expect(updated).toMatchObject({ responseCount: 0, warnings: [], changes: [{ kind: "text_changed" }] });
  const now = await stored();
  expect(now).toMatchObject({
    title: "Join us",
    title_folded: "join us",
    version: 2,
    revision: 2,
    structure: renamed,
  });
  expect(now.updated_at > now.created_at).toBe(true);
  expect(await loadStructure(storage.db, form)).toEqual(signUp);
});

test("operations change the current structure when they are stored, without a generation", async () => {
  const { update, stored, used } = await edited();
  const rename: FormEdit = { operations: [{ op: "change_form", title: "Join us" }] };
  const city = { id: "city", type: "short_text", label: "City" };
  const add: FormEdit = { operations: [{ op: "add_field", field: city, after: "name" }] };
  expect(await update(rename, { dryRun: true })).toMatchObject({ changes: [{ kind: "text_changed" }] });
  expect((await stored()).version).toBe(1);
  // Each knows nothing of the other, and both stay.
  await Promise.all([update(rename), update(add)]);
  const { structure, version, title } = await stored();
  expect([version, title, await used()]).toEqual([3, "Join us", 0]);
  expect(structure.pages[0]!.fields.map(({ id }) => id)).toContain("city");
  await expect(update(rename, { expectedRevision: 1 })).rejects.toEqual(refusal("revision_conflict"));
  expect(await update(rename)).toMatchObject({ changes: [] });
});

test.each<[name: string, edit: FormEdit, warnings: object[], title: object]>([
  [
    "a plain text takes the place of all translations",
    { operations: [{ op: "change_form", title: "Join us" }] },
    [{ code: "untranslated", path: "/title" }],
    { en: "Join us" },
  ],
  [
    "a structure keeps what it says, with a warning",
    { structure: { ...signUp, title: { en: "Join us", de: "Anmeldung" } } },
    [
      {
        code: "translation_outdated",
        message:
          '"Join us" is new in English, and its translation into German ("de") still belongs to the former text. Translate it again, or leave the translation out.',
        path: "/title",
      },
    ],
    { en: "Join us", de: "Anmeldung" },
  ],
  [
    "a text of one language keeps the others, with a warning",
    { operations: [{ op: "change_form", title: { en: "Join us" } }] },
    [{ code: "translation_outdated", path: "/title" }],
    { en: "Join us", de: "Anmeldung" },
  ],
  ["both languages are new", { structure: renamed }, [], renamed.title],
])("translations of a text that is written anew: %s", async (_, edit, warnings, title) => {
  const { update, stored } = await edited();
  expect((await update(edit)).warnings).toMatchObject(warnings);
  expect((await stored()).structure.title).toEqual(title);
});

test("operations that would break responses are refused as a whole, and so are those with a mistake", async () => {
  const { update, stored, verified, form } = await edited();
  await verified(form, { name: "Ada" });
  const rename = { op: "change_form", title: "Join us" } as const;
  const operations = (...all: FormOperation[]): FormEdit => ({ operations: [rename, ...all] });
  for (const dryRun of [true, false]) {
    const remove = update(operations({ op: "remove_field", id: "name" }), { dryRun });
    await expect(remove).rejects.toEqual(refusal("breaking_edit_blocked"));
    const wrong = update(operations({ op: "remove_field", id: "nmae" }), { dryRun });
    await expect(wrong).rejects.toMatchObject({
      code: "invalid_input",
      message: expect.stringContaining(
        '- /operations/1/id is "nmae", but there is no such field. Did you mean "name"?',
      ),
    });
  }
  expect((await stored()).version).toBe(1);
  expect(await update(operations())).toMatchObject({ changes: [{ kind: "text_changed" }] });
});

test("an edit without changes keeps version, revision and time", async () => {
  const { update, stored, later } = await edited();
  const before = await stored();
  later(1_000);
  for (const edit of [{ structure: signUp }, { password: null }] as const) {
    expect(await update(edit)).toMatchObject({ changes: [], warnings: [] });
  }
  expect(await stored()).toEqual(before);
});

test("a dry run has the same results and refusals, and changes nothing", async () => {
  const { update, stored, verified, form, used } = await edited();
  const before = await stored();
  const edits: FormEdit[] = [
    { structure: renamed },
    { action: "pause" },
    { password: "secret" },
    { prompt: "City" },
  ];
  for (const edit of edits) {
    const told = await update(edit, { dryRun: true });
    expect(told.changes).toHaveLength(1);
    expect(told.form.revision).toBe(1);
  }
  await verified(form, { name: "Ada" });
  const refused = update({ structure: withoutCv }, { dryRun: true });
  await expect(refused).rejects.toEqual(refusal("breaking_edit_blocked"));
  await expect(update({ action: "publish" }, { dryRun: true })).rejects.toEqual(
    refusal("invalid_transition"),
  );
  const stale = update({ structure: renamed }, { dryRun: true, expectedRevision: 7 });
  await expect(stale).rejects.toEqual(refusal("revision_conflict"));
  expect(await stored()).toEqual(before);
  expect(await used()).toBe(0);
});

test("edits that break responses are refused as a whole, once one is verified", async () => {
  const { update, stored, sent, mailed, confirmCode, form } = await edited();
  const response = await sent(form, { name: "Ada" });
  const broken = { ...withoutCv, title: { en: "New" } };
  expect((await update({ structure: withoutCv })).changes).toMatchObject([{ impact: "breaking" }]);
  await update({ structure: signUp });
  await confirmCode(response, (await mailed(response)).code);
  const before = await stored();

  const error: Refusal = await update({ structure: broken }).catch((thrown) => thrown);
  expect(error).toEqual(refusal("breaking_edit_blocked"));
  expect(error.message).toMatch(
    /1 verified response .*\n- \/pages\/0\/fields\/1: .*"CV".*\n.*service_clone_form/,
  );
  expect(error.details).toMatchObject({
    response_count: 1,
    change_count: 1,
    changes: [
      { kind: "field_removed", path: "/pages/0/fields/1", field: "cv", message: 'Field removed: "CV".' },
    ],
    way_out: "service_clone_form",
    retire: [{ op: "retire_field", id: "cv" }],
  });
  expect(error.message).toContain('{"op":"retire_field","id":"cv"}');
  expect(await stored()).toEqual(before);

  const operations = (error.details as { retire: FormOperation[] }).retire;
  expect(await update({ operations })).toMatchObject({ changes: [{ kind: "retired", impact: "safe" }] });
  await update({ operations: [{ op: "restore_field", id: "cv" }] });

  const city = { id: "city", type: "short_text", label: { en: "City", de: "Ort" }, required: true } as const;
  const page = { id: "page_1", fields: [...signUp.pages[0]!.fields, city] };
  expect(await update({ structure: { ...signUp, pages: [page] } })).toMatchObject({
    responseCount: 1,
    changes: [{ impact: "warning" }],
    warnings: [{ code: "required_added", message: expect.stringContaining("The response so far cannot") }],
  });
});

test("a language used by a verified response cannot be removed", async () => {
  const { update, verified, form } = await edited();
  await verified(form, { name: "Ada" });
  const only = (language: "en" | "de") => ({ ...signUp, languages: [language], default_language: language });
  expect((await update({ structure: only("en") })).changes).toMatchObject([{ kind: "language_removed" }]);
  await update({ structure: signUp });
  await expect(update({ structure: only("de") })).rejects.toEqual(refusal("breaking_edit_blocked"));
});

test("a structure that cannot be answered is refused, with every place", async () => {
  const { update, stored } = await edited();
  const title = { de: "Nur deutsch" };
  const [page] = signUp.pages;
  const twice = { ...page!, fields: [...page!.fields, page!.fields[0]!] };
  const error: Refusal = await update({ structure: { ...signUp, title, pages: [twice] } }).catch((e) => e);
  expect(error).toEqual(refusal("invalid_input"));
  expect(error.details).toMatchObject({
    problems: [{ path: "/structure/pages/0/fields/2/id" }, { path: "/structure/title" }],
  });
  expect((await stored()).revision).toBe(1);
});

const transitions: [from: string[], action: "publish" | "pause" | "archive", to: string | undefined][] = [
  [[], "publish", undefined],
  [[], "pause", "paused"],
  [[], "archive", "archived"],
  [["pause"], "publish", "published"],
  [["pause"], "pause", undefined],
  [["pause"], "archive", "archived"],
  [["archive"], "publish", undefined],
  [["archive"], "pause", undefined],
  [["archive"], "archive", undefined],
];

test.each(transitions)("published, then %j: %s leads to %s", async (before, action, to) => {
  const { update, stored, later } = await edited();
  for (const step of before) await update({ action: step as "pause" });
  later(1_000);
  if (to === undefined) {
    const at = await stored();
    const error: Refusal = await update({ action }).catch((thrown) => thrown);
    expect(error).toEqual(refusal("invalid_transition"));
    expect(error.details).toMatchObject({ status: at.status, status_action: action });
    return expect(await stored()).toEqual(at);
  }
  const { form, changes } = await update({ action });
  expect([form.status, changes.length]).toEqual([to, 1]);
  const row = await stored();
  expect(row.published_at === row.updated_at).toBe(to === "published");
  expect(row.archived_at !== null).toBe(to === "archived");
});

test("publishing says when the closing date has passed", async () => {
  const { update, time } = await edited();
  await update({ action: "pause" });
  await update({ structure: { ...signUp, settings: { closes_at: time.now.toISOString() } } });
  const { warnings } = await update({ action: "publish" });
  expect(warnings).toMatchObject([{ code: "closing_date_passed", path: "/settings/closes_at" }]);
});

test("an edit of a published form says when its new closing date has passed, and a later edit does not repeat it", async () => {
  const { update, time } = await edited();
  const settings = { closes_at: time.now.toISOString() };
  const dry = await update({ structure: { ...signUp, settings } }, { dryRun: true });
  expect(dry.warnings).toMatchObject([{ code: "closing_date_passed", path: "/settings/closes_at" }]);
  const { warnings } = await update({ structure: { ...signUp, settings } });
  expect(warnings).toEqual(dry.warnings);
  const later = await update({ structure: { ...signUp, title: { en: "Anew" }, settings } });
  expect(later.warnings.map(({ code }) => code)).not.toContain("closing_date_passed");
});

test("an archived form can still be corrected, and its responses stay safe", async () => {
  const { update, verified, form } = await edited();
  await verified(form, { name: "Ada" });
  await update({ action: "archive" });
  expect((await update({ structure: renamed })).form).toMatchObject({ status: "archived", title: "Join us" });
  await expect(update({ structure: withoutCv })).rejects.toEqual(refusal("breaking_edit_blocked"));
});

test("a password is stored as a hash, kept when it is the same, and removed by null", async () => {
  const { update, stored } = await edited();
  expect((await update({ password: "swordfish" })).changes).toMatchObject([
    { message: "A password was set." },
  ]);
  const { password_hash: hash, revision } = await stored();
  expect(hash).not.toContain("swordfish");
  expect(await isPassword("swordfish", hash!)).toBe(true);
  expect((await update({ password: "swordfish" })).changes).toEqual([]);
  expect(await stored()).toMatchObject({ password_hash: hash, revision });
  expect((await update({ password: "other" })).changes).toMatchObject([
    { message: "The password was replaced." },
  ]);
  expect((await update({ password: null })).changes).toMatchObject([
    { message: "The password was removed." },
  ]);
  expect((await stored()).password_hash).toBeNull();
});

const permissions: [SharePermission | undefined, code: string | undefined][] = [
  [undefined, "not_found"],
  ["view", "forbidden"],
  ["edit", undefined],
  ["admin", undefined],
];

test.each(permissions)("an account with permission %s: %s", async (permission, code) => {
  const { update, share, bob, stored } = await edited();
  if (permission) await share(permission);
  const edits: FormEdit[] = [
    { structure: renamed },
    { action: "pause" },
    { password: "secret" },
    { prompt: "City" },
    { structure: { ...signUp, title: {} } },
  ];
  for (const edit of edits) {
    const answered = update(edit, { by: bob }).then(
      () => undefined,
      (error: Refusal) => error.code,
    );
    const expected = code ?? ("structure" in edit && !edit.structure.title.en ? "invalid_input" : undefined);
    expect(await answered, JSON.stringify(edit)).toBe(expected);
  }
  expect((await stored()).revision).toBe(code === undefined ? 5 : 1);
});

test("an expired trial edits nothing", async () => {
  const { update, share, bob, later } = await edited();
  await share("admin");
  later(8 * 86_400_000);
  for (const dryRun of [true, false]) {
    const refused = update({ structure: renamed }, { by: bob, dryRun });
    await expect(refused).rejects.toEqual(refusal("subscription_inactive"));
  }
});

test("an edit by a prompt costs one unit, and none if it fails or is blocked", async () => {
  const answers: EditForm[] = [
    addTextField,
    async () => {
      throw new Refusal("generation_failed", "Not understood.");
    },
    async () => ({ structure: withoutCv, generator: { kind: "builtin" }, warnings: [] }),
    async () => ({ structure: { ...signUp, title: {} }, generator: { kind: "builtin" }, warnings: [] }),
  ];
  const { update, used, verified, form, stored } = await edited((...args) => answers.shift()!(...args));
  await verified(form, { name: "Ada" });
  expect(await update({ prompt: "City" })).toMatchObject({
    generator: { kind: "builtin" },
    changes: [{ kind: "field_added", message: 'New optional field: "City".' }],
    warnings: [{ code: "untranslated" }],
  });
  expect(await used()).toBe(1);
  for (const code of ["generation_failed", "breaking_edit_blocked", "generation_failed"]) {
    await expect(update({ prompt: "x" })).rejects.toEqual(refusal(code));
  }
  expect([await used(), (await stored()).version]).toEqual([1, 2]);
});

test("without quota a prompt is refused, also as a dry run", async () => {
  const { update, share, storage, bob, time } = await edited();
  await share("edit");
  const row = {
    account_id: bob.id,
    operation: "create_form",
    input_hash: "",
    created_at: time.now.toISOString(),
  };
  const rows = Array.from({ length: plans.trial.generations }, (_, n) => ({ ...row, id: `gen_${n}` }));
  await storage.db.insertInto("generations").values(rows).execute();
  for (const dryRun of [true, false]) {
    await expect(update({ prompt: "x" }, { by: bob, dryRun })).rejects.toEqual(refusal("quota_exceeded"));
  }
  await update({ structure: renamed }, { by: bob });
});

test("stores one of concurrent edits of the same revision, and rejects the others", async () => {
  const { update, stored } = await edited();
  const titles = Array.from({ length: 8 }, (_, n) => `Title ${n}`);
  const raced = await Promise.allSettled(
    titles.map((en) => update({ structure: { ...signUp, title: { en } } }, { expectedRevision: 1 })),
  );
  const [winner, ...others] = raced.filter(({ status }) => status === "fulfilled");
  expect(others).toEqual([]);
  const lost = raced.flatMap((result) => (result.status === "rejected" ? [result.reason] : []));
  expect(lost).toEqual(Array(7).fill(refusal("revision_conflict")));
  expect((await stored()).title).toBe(
    (winner as PromiseFulfilledResult<{ form: { title: string } }>).value.form.title,
  );
});

test("edits by prompt that race are all made, each on top of the others", async () => {
  const { update, stored, used } = await edited();
  await Promise.all(["City", "Street", "Country"].map((prompt) => update({ prompt })));
  const labels = (await stored()).structure.pages[0]!.fields.map(({ label }) => label.en);
  expect(labels.slice(2).sort()).toEqual(["City", "Country", "Street"]);
  expect([await used(), (await stored()).revision]).toEqual([3, 4]);
});

test("a prompt whose form others keep changing gives up without overwriting them", async () => {
  let changes = 0;
  const service = await edited(async (wish, signal) => {
    changes += 1;
    await service.update({ structure: { ...signUp, title: { en: `Change ${changes}` } } });
    return addTextField(wish, signal);
  });
  await expect(service.update({ prompt: "City" })).rejects.toEqual(refusal("revision_conflict"));
  expect([changes, await service.used(), (await service.stored()).title]).toEqual([3, 0, "Change 3"]);
});

test("a response that is confirmed while an edit is on its way is not broken by it", async () => {
  const { update, sent, mailed, confirmCode, form, stored } = await edited(async () => {
    await confirmCode(response, (await mailed(response)).code);
    return { structure: withoutCv, generator: { kind: "builtin" }, warnings: [] };
  });
  const response = await sent(form, { name: "Ada" });
  await expect(update({ prompt: "No CV" })).rejects.toEqual(refusal("breaking_edit_blocked"));
  expect((await stored()).version).toBe(1);
});

test("a repeated edit by prompt with its key is made and counted once, though it names an old revision", async () => {
  const { update, stored, used, form } = await edited();
  const edit = (prompt: string) =>
    update({ prompt }, { expectedRevision: form.revision, idempotencyKey: "key-of-an-edit" });
  const first = await edit("City");
  const again = await edit("City");
  expect(again).toEqual(JSON.parse(JSON.stringify(first)));
  expect([(await stored()).revision, await used()]).toEqual([form.revision + 1, 1]);
  await expect(edit("Town")).rejects.toEqual(refusal("invalid_input"));
});

test("a key goes with edits by prompt only", async () => {
  const { update } = await edited();
  await expect(update({ structure: renamed }, { idempotencyKey: "key-of-an-edit" })).rejects.toEqual(
    refusal("invalid_input"),
  );
});
