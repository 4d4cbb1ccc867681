import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { sealedValues } from "../../platform/signing/sealed-values.ts";
import { signedTokens } from "../../platform/signing/signed-tokens.ts";
import { codeKeys } from "../../platform/storage/code-key.ts";
import {
  dropFormerKeys,
  installationKeys,
  installationSecret,
  listKeys,
  prepareKeys,
  rotatedKeys,
  rotateKeys,
} from "../../platform/storage/secrets.ts";
import { confirmByCode } from "../../responses/confirm.ts";
import { hashCode } from "../../responses/verification.ts";
import { runCommand } from "../../test/support/command.ts";
import { engineEnvironment } from "../../test/support/engine.ts";
import { publicForms } from "../../test/support/public-forms.ts";
import { startService } from "../../test/support/service.ts";
import { type Page, sendForm, visit } from "../../test/support/visitor.ts";

const form = {
  title: { en: "Contact" },
  default_language: "en" as const,
  languages: ["en" as const] as ["en"],
  pages: [{ id: "p", fields: [{ id: "name", type: "short_text" as const, label: { en: "Name" } }] }],
};

/** The service as it is after a restart: another process on the same folder, as far as keys are concerned. */
async function restarted(forms: Awaited<ReturnType<typeof publicForms>>) {
  const next = await startService({ folder: forms.folder });
  next.time.now = forms.time.now;
  const move = <P extends Page>(page: P): P => ({
    ...page,
    url: page.url.replace(forms.publicUrl, next.publicUrl),
    html: page.html.replaceAll(forms.publicUrl, next.publicUrl),
  });
  return { ...next, move };
}

/** A respondent who has sent the form and got a mail. */
async function mailed(forms: Awaited<ReturnType<typeof publicForms>>, url: string, address: string) {
  const page = await visit(url);
  forms.later(5_000);
  const asked = await sendForm(page, { address, go: "send" });
  return { asked, code: (await forms.mail()).code };
}

test("keys are listed, replaced and dropped; former ones verify until then, the new ones sign", async () => {
  const forms = await publicForms();
  const environment = await engineEnvironment(forms.folder);
  const keys = (...args: string[]) => runCommand("keys", args, environment);
  const url = await forms.publish(form);
  const page = await visit(url);
  const ada = await mailed(forms, url, "ada@example.org");
  const bob = await mailed(forms, url, "bob@example.org");
  const [before] = await installationKeys(forms.storage, "pages");
  expect(await keys("rotate")).toMatchObject({
    code: 0,
    stdout: expect.stringContaining("Restart the nodes"),
  });
  const listed = await keys("list");
  expect(listed.stdout).toMatch(/^pages +in use$/m);
  expect(listed.stdout).toMatch(/^pages +replaced \d{4}-/m);
  expect(listed.stdout).toMatch(/^verification +replaced \d{4}-/m);
  expect(listed.stdout).not.toMatch(/^sessions +replaced/m);

  const [current, ...former] = await installationKeys(forms.storage, "pages");
  expect([former, current.equals(before)]).toEqual([[before], false]);
  const rotated = await restarted(forms);
  const sent = await sendForm(rotated.move(page), { address: "eve@example.org", go: "send" });
  expect([sent.status, new URL(sent.url).pathname]).toEqual([200, expect.stringContaining("/sent/")]);
  expect((await sendForm(rotated.move(ada.asked), { code: ada.code })).url).toContain("/done/");

  expect((await keys("drop")).stdout).toBe("6 former keys were dropped. Restart the nodes.\n");
  expect(await installationKeys(forms.storage, "pages")).toEqual([current]);
  const dropped = await restarted(forms);
  const stale = await sendForm(dropped.move(page), { address: "joe@example.org", go: "send" });
  expect(stale.url).not.toContain("/sent/");
  // The address of Bob's page ends with its key; the mail's link leads to the same page.
  expect((await visit(dropped.move(bob.asked).url)).status).toBe(404);
  const { id } = await forms.storage.db
    .selectFrom("responses")
    .select("id")
    .where("email", "=", "bob@example.org")
    .executeTakeFirstOrThrow();
  const parts = { ...dropped, clock: dropped.now, key: await codeKeys(forms.storage, codeConfig(forms)) };
  expect(await confirmByCode(parts, id, bob.code)).toMatchObject({ state: "wrong" });
});

const codeConfig = ({ folder }: { readonly folder: string }) => ({ secretKey: undefined, dataDir: folder });

test("prepared keys verify at nodes that have not seen the rotation, and sign after it", async () => {
  const forms = await publicForms();
  const { storage } = forms;
  const url = await forms.publish(form);
  const prepared = await runCommand("keys", ["prepare"], await engineEnvironment(forms.folder));
  expect(prepared).toMatchObject({ code: 0, stdout: expect.stringContaining("one after the other") });
  const [, next] = await installationKeys(storage, "pages");
  expect(await listKeys(storage.db)).toContainEqual({ name: "pages", state: "prepared" });
  await prepareKeys(storage, ["pages"]);
  expect((await installationKeys(storage, "pages"))[1]).toEqual(next);
  expect(await dropFormerKeys(storage, rotatedKeys)).toBe(0);

  const older = await restarted(forms);
  await rotateKeys(storage, rotatedKeys, forms.now());
  expect((await installationKeys(storage, "pages"))[0]).toEqual(next);
  expect(JSON.stringify(await listKeys(storage.db))).not.toContain("prepared");
  const newer = await restarted(forms);
  // The new node signs the page and mails the code, the old one takes both.
  const page = await visit(url.replace(forms.publicUrl, newer.publicUrl));
  forms.later(5_000);
  for (const node of [older, newer]) node.time.now = forms.time.now;
  const back = (one: Page) => older.move({ ...one, url: one.url.replace(newer.publicUrl, forms.publicUrl) });
  const asked = await sendForm(page, { address: "ada@example.org", go: "send" });
  expect((await sendForm(back(asked), { code: (await forms.mail()).code })).url).toContain("/done/");
});

test.each([[["rotate", "nothing"]], [["prepare", "sessions"]]])(
  "keys rejects the command line %j",
  async (args) => {
    expect(await runCommand("keys", args, {})).toMatchObject({ code: 2, stdout: "" });
  },
);

test("accepts values signed or sealed by a former key, but not by a dropped one", () => {
  const [first, second] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];
  const token = signedTokens(first, "fill").sign({ id: "a" });
  const sealed = sealedValues(first, "proposal").seal({ id: "a" });
  expect(signedTokens([second, first], "fill").verify(token)).toEqual({ id: "a" });
  expect(sealedValues([second, first], "proposal").open(sealed)).toEqual({ id: "a" });
  expect(signedTokens(second, "fill").verify(token)).toBeUndefined();
  expect(sealedValues(second, "proposal").open(sealed)).toBeUndefined();
  expect(signedTokens([second, first], "fill").sign(1)).toBe(signedTokens(second, "fill").sign(1));
});

test("the database alone does not reveal a mailed code", async () => {
  const forms = await publicForms();
  const page = await visit(await forms.publish(form));
  forms.later(5_000);
  await sendForm(page, { address: "ada@example.org", go: "send" });
  const { code } = await forms.mail();
  const verification = await forms.storage.db
    .selectFrom("verifications")
    .selectAll()
    .executeTakeFirstOrThrow();
  const key = await installationSecret(forms.storage, "verification");
  expect(hashCode(key, verification.response_id, code)).not.toBe(verification.code_hash);
  const file = join(forms.folder, "secret.key");
  expect([(await stat(file)).mode & 0o777, (await readFile(file, "utf8")).trim().length]).toEqual([
    0o600, 43,
  ]);
});

test("a code that an earlier version has mailed confirms after the upgrade", async () => {
  const forms = await publicForms();
  const url = await forms.publish(form);
  const ada = await mailed(forms, url, "ada@example.org");
  const { response_id } = await forms.storage.db
    .selectFrom("verifications")
    .select("response_id")
    .executeTakeFirstOrThrow();
  // The hash from before there was a secret outside of the database.
  const code_hash = hashCode(await installationSecret(forms.storage, "verification"), response_id, ada.code);
  await forms.storage.db.updateTable("verifications").set({ code_hash }).execute();
  expect((await sendForm(ada.asked, { code: ada.code })).url).toContain("/done/");
});
