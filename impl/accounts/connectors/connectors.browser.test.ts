/** The page of consent in a browser. */
import { expect, test } from "vitest";
import { barriers, DESKTOP, openPage, PHONE } from "../../test/support/browser.ts";
import { oauthApp } from "../../test/support/oauth-app.ts";
import { ownerPages } from "../../test/support/owner.ts";

const password = "four random words here";
const verifier = "v".repeat(43);

test.for([
  { locale: "en", viewport: DESKTOP, colorScheme: "light", javaScriptEnabled: true, allow: "Allow access" },
  { locale: "de", viewport: PHONE, colorScheme: "dark", javaScriptEnabled: false, allow: "Zugriff erlauben" },
] as const)(
  "an app that opens a window gets its answer: in $locale, with scripts: $javaScriptEnabled",
  async ({ allow, ...window }) => {
    const service = await ownerPages({ environment: { CONNECTORS: "on" } });
    await service.signInWithPassword("ada@example.org", password);
    const app = await oauthApp(service.publicUrl, service.endpoint);
    const clientId = String((await app.register({ client_name: "Agent <b>" })).body.client_id);
    const page = await openPage(window);
    await page.goto(service.publicUrl + app.authorization(clientId, verifier));
    await page.fill("#f-email", "ada@example.org");
    await page.fill("#f-password", password);
    await page.click(".actions .main");
    const button = page.getByRole("button", { name: allow });
    await button.waitFor();
    expect(await page.textContent("h1")).toContain("Agent <b>");
    if (window.javaScriptEnabled) expect(await barriers(page)).toEqual([]);
    await page.uncheck('input[value="forms:write"]');
    await button.click();
    await page.getByText("Signed in").waitFor();
    const { body } = await app.exchange(clientId, app.back.came.at(-1)?.get("code") ?? "", verifier);
    expect(body.scope).toBe("forms:read");
    await page.goto(`${service.publicUrl}/settings/integrations`);
    await page.getByText("Agent <b>", { exact: true }).waitFor();
    if (window.javaScriptEnabled) expect(await barriers(page)).toEqual([]);
  },
);
