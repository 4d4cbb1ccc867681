/** The page with the live address for spreadsheets, and the choice of a chat, on any screen, with scripts and without. */
import { expect, test } from "vitest";
import { answeredForm } from "../../../test/support/answered-form.ts";
import {
  barriers,
  cutSelects,
  keepPicture,
  openPage,
  PHONE,
  tooWide,
} from "../../../test/support/browser.ts";
import { ownerPages } from "../../../test/support/owner.ts";
import { ownerWindows } from "../../../test/support/owner-windows.ts";
import { webhookReceiver } from "../../../test/support/webhook-receiver.ts";

async function start() {
  const service = await ownerPages({ environment: { WEBHOOK_NETWORKS: "127.0.0.1" } });
  await service.signIn();
  const { form, respond } = await answeredForm(service);
  await respond({ name: "Alan" });
  return { ...service, form, list: `${service.publicUrl}/forms/${form.id}/connections` };
}

test("an owner makes a live address, copies its formula, sees when it was read, and removes it", async () => {
  const service = await start();
  const { list, form, publicUrl } = service;
  const show = await ownerWindows(service, "ada@example.org");
  await show("live-offer", `${publicUrl}/forms/${form.id}/responses#download`);
  const [page, phone] = await show("live-none", list);
  await page!.goto(`${publicUrl}/forms/${form.id}/responses`);
  await page!.getByRole("link", { name: "Live data for Google Sheets and Excel" }).click();
  await page!.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page!.getByRole("button", { name: "Make the address" }).click();
  const formula = await page!.locator(".secret code").first().innerText();
  const address = await page!.locator(".secret code").last().innerText();
  expect(formula).toBe(`=IMPORTDATA("${address}")`);
  await page!.getByRole("button", { name: "Copy" }).first().click();
  expect(await page!.evaluate("navigator.clipboard.readText()")).toBe(formula);
  expect(await barriers(page!)).toEqual([]);
  await keepPicture(page!, "live-made-en");
  expect((await fetch(address)).status).toBe(200);
  await show("live-on", list);
  await phone!.locator("#live summary").click();
  await phone!.getByRole("checkbox", { name: "Mit den Mailadressen der Antwortenden" }).check();
  expect(await barriers(phone!)).toEqual([]);
  await keepPicture(phone!, "live-renew-de");
  await phone!.getByRole("button", { name: "Neue Adresse erstellen" }).click();
  await phone!.locator(".secret code").first().waitFor();
  expect(await barriers(phone!)).toEqual([]);
  await keepPicture(phone!, "live-made-de");
  expect((await fetch(address)).status).toBe(404);
  for (const width of [360, 320]) {
    await phone!.setViewportSize({ width, height: 640 });
    expect(await tooWide(phone!)).toEqual([]);
  }
  await keepPicture(phone!, "live-made-320");
  await phone!.goto(list);
  expect([await tooWide(phone!), await cutSelects(phone!)]).toEqual([[], []]);
  await keepPicture(phone!, "live-on-320");
  await phone!.getByRole("button", { name: "Adresse entfernen" }).click();
  await phone!.getByText("Die Adresse ist entfernt").waitFor();
});

test("without scripts an address is made, and a chat is told of a response", async () => {
  const service = await start();
  const { list } = service;
  const receiver = await webhookReceiver();
  const session = (await service.signIn("ada@example.org")).cookie("session")!;
  const page = await openPage({ viewport: PHONE, javaScriptEnabled: false, locale: "en" });
  await page.context().addCookies([{ name: "session", value: session, url: service.publicUrl }]);
  await page.goto(list);
  await page.getByRole("button", { name: "Make the address" }).click();
  expect(await page.locator(".secret code").count()).toBe(2);
  await page.getByRole("link", { name: "To the connections" }).click();
  await page.fill("#in-url", receiver.url);
  await page.getByLabel("Format").selectOption({ label: "Message for Microsoft Teams" });
  await page.getByRole("button", { name: "Add the webhook" }).click();
  await page.getByText("The webhook is added.").waitFor();
  await keepPicture(page, "chat-webhook");
  await page.getByRole("button", { name: "Send a test" }).click();
  await page.getByText("HTTP 204").first().waitFor();
  await keepPicture(page, "chat-test");
  expect(receiver.received[0]!.raw).toContain("AdaptiveCard");
});
