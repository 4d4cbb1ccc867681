import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { hashCode } from "../responses/verification.ts";
import { sealedValues } from "../signing/sealed-values.ts";
import { signedTokens } from "../signing/signed-tokens.ts";
import { installationKeys, installationSecret } from "../storage/secrets.ts";
import { run } from "./program.ts";
import { publicForms } from "./public-forms.ts";
import { startService } from "./service.ts";
import { sendForm, visit } from "./visitor.ts";

const form = {
  title: { en: "Contact" },
  default_language: "en" as const,
  languages: ["en" as const] as ["en"],
  pages: [{ id: "p", fields: [{ id: "name", type: "short_text" as const, label: { en: "Name" } }] }],
};

test("keys are listed, replaced and dropped; former ones verify until then, the new ones sign", async () => {
  const forms = await publicForms();
  const keys = (...args: string[]) => run("commands/keys.ts", args, { DATA_DIR: forms.folder });
  const page = await visit(await forms.publish(form));
  const [before] = await installationKeys(forms.storage, "pages");
  expect(await keys("rotate")).toMatchObject({
    code: 0,
    stdout: expect.stringContaining("Restart all nodes"),
  });
  const listed = await keys("list");
  expect(listed.stdout).toMatch(/^pages +in use$/m);
  expect(listed.stdout).toMatch(/^pages +replaced \d{4}-/m);
  expect(listed.stdout).not.toMatch(/^(sessions|verification) +replaced/m);

  const [current, ...former] = await installationKeys(forms.storage, "pages");
  expect([former, current.equals(before)]).toEqual([[before], false]);
  const restarted = await startService({ folder: forms.folder });
  const moved = { ...page, url: page.url.replace(forms.publicUrl, restarted.publicUrl) };
  forms.later(5_000);
  restarted.time.now = forms.time.now;
  const sent = await sendForm(moved, { address: "ada@example.org", go: "send" });
  expect([sent.status, new URL(sent.url).pathname]).toEqual([200, expect.stringContaining("/sent/")]);

  expect((await keys("drop")).stdout).toBe("5 former keys were dropped. Restart all nodes.\n");
  expect(await installationKeys(forms.storage, "pages")).toEqual([current]);
  expect((await keys("drop")).stdout).toBe("0 former keys were dropped.\n");
});

test.each([[["turn"]], [["rotate", "nothing"]], [["list", "pages"]], [["drop", "--now"]]])(
  "keys %j is no command line",
  async (args) => {
    expect(await run("commands/keys.ts", args, {})).toMatchObject({ code: 2, stdout: "" });
  },
);

test("what was signed or sealed by a former key is valid, by a dropped one it is not", () => {
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
