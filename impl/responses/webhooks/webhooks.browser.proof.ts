/** The pages about webhooks in a browser: without barriers in every state, narrow and wide, dark, in German, and without a script. */
import { expect, test } from "vitest";
import { answeredForm } from "../../test/support/answered-form.ts";
import { barriers, DESKTOP, openPage } from "../../test/support/browser.ts";
import { ownerPages } from "../../test/support/owner.ts";
import { webhookReceiver } from "../../test/support/webhook-receiver.ts";

const NARROW = { width: 360, height: 740 };

test.for([
  { locale: "en", viewport: DESKTOP, colorScheme: "light" },
  { locale: "de", viewport: NARROW, colorScheme: "dark" },
] as const)("added, tested, failing, turned off: in $locale, $viewport.width wide", async (window) => {
  const service = await ownerPages({ environment: { WEBHOOK_NETWORKS: "127.0.0.1" } });
  const ada = await service.signIn();
  const { form } = await answeredForm(service);
  const receiver = await webhookReceiver();
  receiver.says((response) => response.writeHead(500).end(`a ${"long".repeat(100)} <answer>`));
  const page = await openPage(window);
  await page
    .context()
    .addCookies([{ name: "session", value: ada.cookie("session")!, url: service.publicUrl }]);
  const look = async (state: string) => {
    expect([state, await barriers(page)]).toEqual([state, []]);
  };
  const scripts: string[] = [];
  page.on("request", (request) => request.resourceType() === "script" && scripts.push(request.url()));

  await page.goto(`${service.publicUrl}/forms/${form.id}`);
  await look("form");
  scripts.length = 0;
  await page.locator(".form-head + .tabs a").last().click();
  await look("settings");
  await page.locator("#connections .open a").click();
  await page.locator("#in-url").waitFor();
  await look("none");
  await page.fill("#in-url", "https://ada:secret@example.org/");
  await page.click(".panel .main");
  await page.locator(".refusal").waitFor();
  await look("refused");
  await page.fill("#in-url", `${receiver.url}/${"with-a-long-path/".repeat(6)}`);
  await page.check("[value='response.deleted']");
  expect(scripts).toEqual([]);
  await page.click(".panel .main");
  await page.locator(".secret code").waitFor();
  await look("secret");
  scripts.length = 0;
  await page.click(".content > .actions .main, #content > .actions .main");
  await page.click("[value='test']");
  await page.getByText("HTTP 500").first().waitFor();
  await look("delivery");
  await page.goBack();
  await page.reload();
  await page.locator(".choose summary").click();
  await look("webhook");
  await service.storage.db
    .updateTable("webhooks")
    .set({ disabled_at: service.now().toISOString() })
    .execute();
  await page.reload();
  await look("off");
  await page.goto(`${service.publicUrl}/forms/${form.id}/connections`);
  await look("list");
  expect(scripts).toEqual([]);
});
