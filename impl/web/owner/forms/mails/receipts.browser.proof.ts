/** The part of a form's settings that shows what its owner has written for the copies that respondents get. */
import { expect, test } from "vitest";
import type { FormStructure } from "../../../../../generated/types.ts";
import { answeredForm } from "../../../../test/support/answered-form.ts";
import { barriers, keepPicture } from "../../../../test/support/browser.ts";
import { ownerPages } from "../../../../test/support/owner.ts";
import { ownerWindows } from "../../../../test/support/owner-windows.ts";

const structure: FormStructure = {
  title: { en: "Summer camp" },
  default_language: "en",
  languages: ["en"],
  pages: [{ id: "page_1", fields: [{ id: "name", type: "short_text", label: { en: "Name" } }] }],
  settings: {
    receipt_subject: { en: "See you, {{name}}!" },
    receipt_text: { en: "Bring **boots**, {{nam}}.\n\n<b>Soon</b>" },
  },
};

async function world() {
  const service = await ownerPages();
  await service.signIn();
  const { form } = await answeredForm(service, structure);
  return { ...service, form, settings: `${service.publicUrl}/forms/${form.id}/settings` };
}

test("an owner sees the own subject and text of copies with made-up answers, and where to change them", async () => {
  const service = await world();
  const show = await ownerWindows(service, "ada@example.org");
  const [page, phone] = await show("receipt-settings", service.settings);
  const part = page!.locator("#receipts");
  expect(await part.getByText("Preview of the copy").count()).toBe(0);
  await part.locator("[value=on]").click();
  await part.getByText("Preview of the copy").click();
  const sample = part.locator(".mail-sample");
  expect(await sample.locator("b").textContent()).toMatch(/^See you, .+!$/);
  expect(await sample.locator(".mail-words").textContent()).toBe("Bring boots, {{nam}}.\n\n<b>Soon</b>");
  await sample.getByText("{{nam}} is no answer of this form").waitFor();
  expect(await barriers(page!)).toEqual([]);
  await keepPicture(page!, "receipt-preview-en");

  await phone!.goto(service.settings);
  await phone!.getByText("Vorschau der Kopie").click();
  await phone!.getByText("Mit erfundenen Antworten").waitFor();
  expect(await barriers(phone!)).toEqual([]);
  await keepPicture(phone!, "receipt-preview-de");

  await part.getByRole("link", { name: "Change subject and text in the editor" }).click();
  const subject = page!.getByLabel("Subject of the copy for respondents");
  expect(await subject.inputValue()).toBe("See you, {{name}}!");
});

test("another account sees nothing of the words, and cannot turn copies on", async () => {
  const service = await world();
  const eve = await service.signIn("eve@example.org");
  const page = await eve.open(`/forms/${service.form.id}/settings`);
  expect(page.status).toBe(404);
  expect(page.html).not.toMatch(/See you|Summer camp/);
  const csrf = /name="csrf" value="([^"]+)"/.exec((await eve.open("/settings/account")).html)![1]!;
  const strange = await fetch(`${service.publicUrl}/forms/${service.form.id}/receipts`, {
    method: "POST",
    body: new URLSearchParams({ csrf, receipts: "on" }),
    headers: { Cookie: `session=${eve.cookie("session")}`, Origin: service.publicUrl },
  });
  expect(strange.status).toBe(404);
  expect(await strange.text()).not.toMatch(/See you|Summer camp/);
  const { receipts } = await service.storage.db
    .selectFrom("forms")
    .select("receipts")
    .executeTakeFirstOrThrow();
  expect(receipts).toBe(0);
});
