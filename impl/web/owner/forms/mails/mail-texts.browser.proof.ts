/** The page on which an owner writes the subject and the text of mails about responses, and sees what they will say. */
import { expect, test } from "vitest";
import type { FormStructure } from "../../../../../generated/types.ts";
import { confirmEmail } from "../../../../accounts/accounts.ts";
import { mailTexts } from "../../../../responses/notifications/mail-texts.ts";
import {
  mailChoice,
  putAnswersInMails,
  subscribe,
  unsubscribe,
} from "../../../../responses/notifications/subscriptions.ts";
import { answeredForm } from "../../../../test/support/answered-form.ts";
import { barriers, keepPicture, openPage, tooWide } from "../../../../test/support/browser.ts";
import { ownerPages } from "../../../../test/support/owner.ts";
import { ownerWindows } from "../../../../test/support/owner-windows.ts";

const structure: FormStructure = {
  title: { en: "Summer camp", de: "Sommerlager" },
  default_language: "en",
  languages: ["en", "de"],
  pages: [
    {
      id: "page_1",
      fields: [
        { id: "name", type: "short_text", label: { en: "Name of the child", de: "Name des Kindes" } },
        { id: "days", type: "number", label: { en: "Days" } },
        { id: "old", type: "short_text", label: { en: "Not asked any more" }, retired: true },
      ],
    },
  ],
  hidden_fields: [{ id: "source" }],
};

async function world() {
  const service = await ownerPages();
  await service.signIn();
  const { form } = await answeredForm(service, structure);
  const subscription = { form: form.id, account: form.owner_id };
  await confirmEmail(service.storage.db, form.owner_id);
  await subscribe({ storage: service.storage, now: service.now() }, subscription, "each", "en");
  const path = `/forms/${form.id}`;
  return {
    ...service,
    form,
    subscription,
    settings: `${path}/settings`,
    action: `${path}/mail-texts#mails`,
    saved: () => mailTexts(service.storage.db, subscription),
  };
}

test("an owner writes the subject and the text of mails, and sees both with made-up answers", async () => {
  const service = await world();
  await putAnswersInMails(service.storage, service.subscription, true);
  const show = await ownerWindows(service, "ada@example.org");
  const [page, phone] = await show("mail-settings", service.publicUrl + service.settings);
  const subject = page!.getByLabel("Subject");
  await subject.fill("Camp:  for {{days}} days");
  await subject.press("Home");
  for (const _ of "Camp: ") await subject.press("ArrowRight");
  expect(await page!.getByRole("button", { name: "Not asked any more" }).count()).toBe(0);
  await page!.getByRole("button", { name: "Name of the child" }).press("Enter");
  expect(await subject.inputValue()).toBe("Camp: {{name}} for {{days}} days");
  // The caret is behind the mention, so the user can go on.
  await page!.keyboard.type("!");
  await page!.keyboard.press("Backspace");
  // The list inserts where the caret was last.
  const body = page!.getByLabel("Text above the answers");
  await body.fill("For  days");
  await body.press("Home");
  for (const _ of "For ") await body.press("ArrowRight");
  await page!.getByRole("button", { name: "Days", exact: true }).click();
  expect(await body.inputValue()).toBe("For {{days}} days");
  const text = "Please call {{nam}} back.\n\n**Soon.** <b>Bo</b>";
  await page!.getByLabel("Text above the answers").fill(text);
  expect(await page!.getByRole("button", { name: "Preview" }).count()).toBe(0);
  const sample = page!.locator(".mail-sample");
  // The preview of the last letter: none of the others mentions this.
  await sample.getByText("{{nam}} is no answer of this form").waitFor();
  expect(await sample.locator("b").textContent()).toMatch(/^Camp: .+ for \d+ days$/);
  expect(await sample.locator(".mail-words").textContent()).toBe(
    "Please call {{nam}} back.\n\nSoon. <b>Bo</b>",
  );
  expect(await page!.getByLabel("Text above the answers").inputValue()).toBe(text);
  expect(await barriers(page!)).toEqual([]);
  await keepPicture(page!, "mail-texts-preview-en");
  expect(await service.saved()).toEqual({ subject: "", text: "" });
  await page!.getByRole("button", { name: "Save subject and text" }).click();
  await page!.getByText("Saved the subject and the text.").waitFor();
  expect(await service.saved()).toEqual({ subject: "Camp: {{name}} for {{days}} days", text });
  await phone!.goto(service.publicUrl + service.settings);
  await phone!.getByText("Mit erfundenen Antworten").waitFor();
  expect(await barriers(phone!)).toEqual([]);
  await keepPicture(phone!, "mail-texts-de");
});

test("without scripts the list says what to type, and a button shows the preview", async () => {
  const service = await world();
  await putAnswersInMails(service.storage, service.subscription, true);
  const session = (await service.signIn("ada@example.org")).cookie("session")!;
  const page = await openPage({ viewport: { width: 320, height: 640 }, javaScriptEnabled: false });
  await page.context().addCookies([{ name: "session", value: session, url: service.publicUrl }]);
  await page.goto(service.publicUrl + service.settings);
  const entry = page.getByRole("listitem").filter({ hasText: "Name of the child", visible: true });
  const mention = await entry.locator("code").innerText();
  await page.getByLabel("Text above the answers").fill(`Please call ${mention} back.`);
  expect(await tooWide(page)).toEqual([]);
  await keepPicture(page, "mail-texts-plain");
  await page.getByRole("button", { name: "Preview" }).click();
  expect(await page.locator(".mail-words").textContent()).toMatch(/^Please call (?!\{\{).+ back\.$/);
  await page.getByRole("button", { name: "Save subject and text" }).click();
  expect(await service.saved()).toEqual({ subject: "", text: "Please call {{name}} back." });
});

test.each([
  {
    name: "desktop",
    width: 1_280,
    scripts: true,
    locale: "en",
    button: "Mail me each answer",
    link: /^Subject, text/,
  },
  {
    name: "phone",
    width: 390,
    scripts: false,
    locale: "de",
    button: "Jede Antwort an mich mailen",
    link: /^Betreff, Text/,
  },
] as const)(
  "the share page turns the mails on with one button, and leads to their words: $name",
  async ({ name, width, scripts, locale, button, link }) => {
    const service = await world();
    await unsubscribe(service.storage, service.subscription);
    const session = (await service.signIn("ada@example.org")).cookie("session")!;
    const page = await openPage({
      viewport: { width, height: 800 },
      javaScriptEnabled: scripts,
      locale,
      colorScheme: scripts ? "light" : "dark",
    });
    await page.context().addCookies([{ name: "session", value: session, url: service.publicUrl }]);
    const share = `${service.publicUrl}/forms/${service.form.id}`;
    await page.goto(share);
    expect([await tooWide(page), scripts ? await barriers(page) : []]).toEqual([[], []]);
    await keepPicture(page, `mails-share-off-${name}`);
    await page.getByRole("button", { name: button }).click();
    await page.waitForURL("**/settings**");
    expect(await mailChoice(service.storage.db, service.subscription)).toEqual({
      mode: "each",
      answers: true,
    });
    expect(await page.locator("#in-subject").isVisible()).toBe(true);
    expect([await tooWide(page), scripts ? await barriers(page) : []]).toEqual([[], []]);
    await keepPicture(page, `mails-settings-${name}`);
    await page.goto(share);
    await keepPicture(page, `mails-share-on-${name}`);
    await page.getByRole("link", { name: link }).click();
    await page.waitForURL("**/settings#mails");
  },
);

test("too long words are refused and stay, and only accounts with access write theirs", async () => {
  const service = await world();
  const ada = await service.browser();
  expect((await ada.open(service.settings)).html).not.toContain(service.action);
  const signedIn = await service.signIn();
  expect((await signedIn.open(service.settings)).html).not.toContain(service.action);
  await putAnswersInMails(service.storage, service.subscription, true);
  const page = await signedIn.open(service.settings);
  const long = await signedIn.send(page, service.action, {
    subject: "x".repeat(201),
    text: "Hello",
    action: "save",
  });
  expect(long.status).toBe(422);
  expect(long.html).toMatch(/The subject has at most 200 characters, and the text 2,?000\./);
  expect(long.html).toContain(`value="${"x".repeat(201)}"`);
  expect(await service.saved()).toEqual({ subject: "", text: "" });
  const done = await signedIn.send(page, service.action, {
    subject: "Camp\r\nBcc: eve@example.org",
    text: "",
    action: "save",
  });
  expect(done.html).toContain("Saved the subject and the text.");
  expect(await service.saved()).toEqual({ subject: "Camp Bcc: eve@example.org", text: "" });

  const eve = await service.signIn("eve@example.org");
  const csrf = /name="csrf" value="([^"]+)"/.exec((await eve.open("/settings/account")).html)![1]!;
  const strange = await fetch(`${service.publicUrl}/forms/${service.form.id}/mail-texts`, {
    method: "POST",
    body: new URLSearchParams({ csrf, subject: "Eve", text: "", action: "preview" }),
    headers: { Cookie: `session=${eve.cookie("session")}`, Origin: service.publicUrl },
  });
  expect(strange.status).toBe(404);
  expect(await strange.text()).not.toMatch(/Summer camp|Name of the child/);
  await unsubscribe(service.storage, service.subscription);
  expect((await service.saved()).subject).toBe("Camp Bcc: eve@example.org");
});
