import type { CDPSession, Page } from "playwright-core";
import { expect, test } from "vitest";
import { barriers, DESKTOP, openPage, PHONE } from "../../test/support/browser.ts";
import { freePort } from "../../test/support/free-port.ts";
import { ownerPages } from "../../test/support/owner.ts";

const ACCOUNT = "/settings/account";

/** Browsers make passkeys for names only, so this service has one. */
async function namedService() {
  const port = await freePort();
  const environment = { PORT: String(port), PUBLIC_URL: `http://localhost:${port}` };
  return ownerPages({ environment });
}

type Service = Awaited<ReturnType<typeof namedService>>;

/** A browser with an authenticator of the machine, which has seen the person's finger. */
async function browserWithPasskeys(options: Parameters<typeof openPage>[0] = {}) {
  const page = await openPage({ viewport: DESKTOP, ...options });
  const cdp = await page.context().newCDPSession(page);
  await cdp.send("WebAuthn.enable");
  const { authenticatorId } = await cdp.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return { page, cdp, authenticatorId };
}

async function signInByLink(page: Page, service: Service, email: string): Promise<void> {
  await page.goto(`${service.publicUrl}/sign-in`);
  await page.fill("#f-email", email);
  await page.click("[value=link]");
  await page.waitForLoadState();
  await page.goto(service.publicUrl + (await service.mailedLink(email)));
  await page.click("button.main");
  await page.waitForURL("**/forms");
}

async function addPasskey(page: Page, service: Service, name: string): Promise<void> {
  await page.goto(service.publicUrl + ACCOUNT);
  await page.fill("#f-name", name);
  await page.click(".passkey button");
  await page.waitForURL("**/account?saved");
}

async function signOut(page: Page): Promise<void> {
  await page.context().clearCookies({ name: "session" });
}

/** The keys that an authenticator keeps. */
async function keysOf(cdp: CDPSession, authenticatorId: string) {
  return (await cdp.send("WebAuthn.getCredentials", { authenticatorId })).credentials;
}

test.for([
  { locale: "en", viewport: DESKTOP, colorScheme: "light" },
  { locale: "de", viewport: PHONE, colorScheme: "dark" },
] as const)(
  "a passkey is added, named, used to sign in, and removed: in $locale",
  async ({ locale, ...window }) => {
    const service = await namedService();
    await service.signIn();
    const { page } = await browserWithPasskeys({ locale, ...window });
    await signInByLink(page, service, "ada@example.org");
    await addPasskey(page, service, "My <b>phone</b>");
    expect(await barriers(page)).toEqual([]);
    const notice = await service.nextMail("ada@example.org");
    expect([notice.subject.includes("localhost"), notice.text.includes("My <b>phone</b>")]).toEqual([
      true,
      true,
    ]);

    await signOut(page);
    await page.goto(`${service.publicUrl}/sign-in?next=${ACCOUNT}`);
    expect(await barriers(page)).toEqual([]);
    await page.click(".passkey button");
    await page.waitForURL(service.publicUrl + ACCOUNT);
    // A challenge is removed when it is used.
    expect(await service.storage.db.selectFrom("passkey_challenges").select("id").execute()).toEqual([]);

    await page.click("#passkeys .revoke");
    await page.waitForLoadState();
    expect(await service.storage.db.selectFrom("passkeys").select("id").execute()).toEqual([]);
    await signOut(page);
    await page.goto(`${service.publicUrl}/sign-in`);
    await page.click(".passkey button");
    await page.waitForURL("**/sign-in/passkey");
    expect(await page.locator(".passkey .message").isVisible()).toBe(true);
    expect(await barriers(page)).toEqual([]);
  },
);

test("a passkey counts as a fresh sign-in only for its own account", async () => {
  const service = await namedService();
  await service.signIn("ada@example.org");
  await service.signIn("eve@example.org");
  const { page, cdp, authenticatorId } = await browserWithPasskeys();
  const makeOld = () =>
    service.storage.db
      .updateTable("sessions")
      .set({ created_at: new Date(Date.now() - 16 * 60_000).toISOString() })
      .execute();
  await signInByLink(page, service, "eve@example.org");
  await addPasskey(page, service, "Eve's");
  const [evesKey] = await keysOf(cdp, authenticatorId);
  await signOut(page);
  await signInByLink(page, service, "ada@example.org");
  await addPasskey(page, service, "Ada's");
  await makeOld();

  // Without a fresh sign-in, no passkey is added.
  await page.goto(service.publicUrl + ACCOUNT);
  expect(await page.locator(".passkey").count()).toBe(0);
  await page.goto(`${service.publicUrl}/settings/integrations`);
  await page.click(".panel a.quiet");
  await page.click(".passkey button");
  await page.waitForURL(`${service.publicUrl}/settings/integrations`);
  expect(await page.locator(".panel #f-name").count()).toBe(1);

  // The authenticator has only Eve's key, and uses it for any challenge.
  await makeOld();
  await cdp.send("WebAuthn.clearCredentials", { authenticatorId });
  await cdp.send("WebAuthn.addCredential", { authenticatorId, credential: evesKey! });
  await page.route("**/sign-in/passkey", async (route) => {
    const isAnswer = route.request().postData()?.includes("clientDataJSON");
    if (isAnswer) return route.continue();
    const response = await route.fetch();
    const { allowCredentials, ...options } = await response.json();
    expect(allowCredentials).toHaveLength(1);
    return route.fulfill({ response, json: options });
  });
  await page.goto(`${service.publicUrl}/sign-in?again&next=/settings/integrations`);
  await page.click(".passkey button");
  await page.waitForURL("**/sign-in/passkey");
  expect(await page.locator(".passkey .message").isVisible()).toBe(true);
  await page.goto(`${service.publicUrl}/settings/account`);
  expect(await page.locator("dd").first().textContent()).toBe("ada@example.org");
});
