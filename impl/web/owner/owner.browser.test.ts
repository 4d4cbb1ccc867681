import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { ensureAccount } from "../../accounts/accounts.ts";
import { makeLink } from "../../accounts/sign-in/mailed-links.ts";
import { barriers, openPage } from "../../test/support/browser.ts";
import { ownerPages } from "../../test/support/owner.ts";
import { connect } from "../../test/support/service.ts";

const password = "four random words here";
const NARROW = { width: 360, height: 740 };
const WIDE = { width: 1_600, height: 1_000 };

const words = {
  en: { sent: "Check your email", none: "There are no tokens yet." },
  de: { sent: "Sehen Sie in Ihr Postfach", none: "Es gibt noch keine Token." },
} as const;

test.for([
  { locale: "en", viewport: WIDE, colorScheme: "light", javaScriptEnabled: true },
  { locale: "de", viewport: NARROW, colorScheme: "dark", javaScriptEnabled: true },
  { locale: "en", viewport: NARROW, colorScheme: "light", javaScriptEnabled: false },
] as const)(
  "sign up, make a token, use it, revoke it: in $locale, $viewport.width wide, with scripts: $javaScriptEnabled",
  async (window) => {
    const service = await ownerPages();
    const page = await openPage(window);
    const check = async () => {
      if (window.javaScriptEnabled) expect(await barriers(page)).toEqual([]);
    };
    const { sent, none } = words[window.locale];
    await page.goto(service.publicUrl);
    await check();
    await page.click(".actions .main");
    await page.fill("#f-email", "ada@example.org");
    await check();
    await page.click(".actions .main");
    await page.getByRole("heading", { name: sent }).waitFor();
    await check();
    await openMailedLink(page, service.outboxUrl ?? "");
    await check();
    await page.fill("#f-password", password);
    await page.click(".actions .main");
    await page.waitForURL("**/forms");
    await check();
    await page.goto(`${service.publicUrl}/settings/integrations`);
    await page.getByText(none).waitFor();
    await check();
    const secret = await makeToken(page);
    await check();
    const client = await connect(service.endpoint, secret);
    const { isError } = await client.callTool({ name: "service_list_forms", arguments: {} });
    expect(isError).toBeFalsy();
    await page.click(".content > .actions .main");
    await page.click(".rows .choose > summary");
    await page.click(".rows .choose .danger");
    await page.waitForLoadState();
    await check();
    expect((await service.post(secret, { jsonrpc: "2.0", id: 1, method: "ping" })).status).toBe(401);
  },
);

/** Opens the outbox by its printed address, as a user of this machine does. */
async function openMailedLink(page: Page, outboxUrl: string): Promise<void> {
  await page.goto(outboxUrl);
  for (;;) {
    const mail = page.locator(".mails a");
    if ((await mail.count()) > 0) break;
    await page.reload();
  }
  await page.locator(".mails a").first().click();
  await page.frameLocator("iframe.mail").locator("a").first().waitFor();
  await page.locator(".mail-text a").click();
  await page.locator("#f-password").waitFor();
}

/** Makes a token for reading forms, first without a name. */
async function makeToken(page: Page): Promise<string> {
  await page.check("[value='forms:read']");
  await page.click(".panel .main");
  await page.locator("#e-name").waitFor();
  await page.fill("#f-name", "Laptop");
  await page.click(".panel .main");
  await page.locator(".secret code").waitFor();
  return (await page.textContent(".secret code")) ?? "";
}

test("every page of the settings is accessible in all its states, and not too wide", async () => {
  const service = await ownerPages();
  const ada = await service.signInWithPassword(
    "ada.with.a.long.name.for.an.address@subdomain.example.org",
    password,
  );
  await service.signIn("ada.with.a.long.name.for.an.address@subdomain.example.org");
  const page = await openPage({ viewport: NARROW, colorScheme: "dark" });
  await page
    .context()
    .addCookies([{ name: "session", value: ada.cookie("session")!, url: service.publicUrl }]);
  // Other windows: `owner-walk.proof.ts`.
  for (const path of ["subscription", "account", "account/delete"]) {
    await page.goto(`${service.publicUrl}/settings/${path}`);
    expect(await barriers(page), path).toEqual([]);
  }
  await page.fill("#f-password", "something else");
  await page.click(".destroy");
  await page.locator("#e-password").waitFor();
  await page.click(".account summary");
  expect(await barriers(page)).toEqual([]);
});

test("copies snippets with a click, and menus work by keyboard", async () => {
  const service = await ownerPages();
  const ada = await service.signIn();
  const page = await openPage({
    viewport: WIDE,
    permissions: ["clipboard-read", "clipboard-write"],
  });
  await page
    .context()
    .addCookies([{ name: "session", value: ada.cookie("session")!, url: service.publicUrl }]);
  await page.goto(`${service.publicUrl}/settings/integrations`);
  await page.locator(".snippet[open] .copy").click();
  expect(await page.evaluate("navigator.clipboard.readText()")).toContain("claude mcp add --transport http");
  await page.keyboard.press("Home");
  await page.locator("body").press("Tab");
  await page.locator(".account summary").press("Enter");
  await page.getByRole("button", { name: "Sign out" }).press("Enter");
  await page.waitForURL(`${service.publicUrl}/`);
});

test("the link that npm start prints signs in as the demo account with one click", async () => {
  const service = await ownerPages();
  const { id } = await ensureAccount(service.storage.db, "demo@example.org", "business", service.now());
  const link = { purpose: "sign_in", email: "demo@example.org", accountId: id } as const;
  const page = await openPage({ viewport: NARROW });
  await page.goto(`${service.publicUrl}/link/${await makeLink(service.storage.db, link, service.now())}`);
  expect(await barriers(page)).toEqual([]);
  await page.click(".main");
  await page.waitForURL("**/forms");
});
