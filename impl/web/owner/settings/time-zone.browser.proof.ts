/** The time zone of an account: offered as the browser's, chosen without scripts, and used by the limits of forms. */
import { expect, test } from "vitest";
import { barriers, keepPicture } from "../../../test/support/browser.ts";
import { editors, small } from "../../../test/support/editors.ts";

async function start() {
  const service = await editors();
  const id = await service.create({ ...small, settings: { closes_at: "2027-01-01T17:00:00Z" } });
  const account = `${service.publicUrl}/settings/account`;
  const settings = `${service.publicUrl}/forms/${id}/settings`;
  return { ...service, account, settings };
}

test.each([
  ["desktop", 1_280, "light", "en", "Use Australia/Adelaide", "Time zone", "Closes"],
  ["narrow", 320, "dark", "de", "Australia/Adelaide nehmen", "Zeitzone", "Schließt"],
] as const)(
  "the browser's zone is one click away: %s",
  async (name, width, colorScheme, locale, use, zone, closes) => {
    const { openWindow, account, settings, storage } = await start();
    const page = await openWindow({
      viewport: { width, height: 900 },
      colorScheme,
      locale,
      timezoneId: "Australia/Adelaide",
    });
    await page.goto(settings);
    await page.getByText(`${zone}: UTC.`).waitFor();
    expect(await page.getByLabel(closes, { exact: true }).inputValue()).toBe("2027-01-01T17:00");
    await page.goto(account);
    expect(await barriers(page)).toEqual([]);
    await page.locator("#time-zone").scrollIntoViewIfNeeded();
    await keepPicture(page, `time-zone-${name}`);
    await page.getByRole("button", { name: use }).press("Enter");
    await page.waitForURL("**?saved");
    expect(await page.getByRole("button", { name: use }).isVisible()).toBe(false);
    await page.goto(settings);
    await page.getByText(`${zone}: Australia/Adelaide.`).waitFor();
    const box = page.getByLabel(closes, { exact: true });
    expect(await box.inputValue()).toBe("2027-01-02T03:30");
    await box.fill("2027-01-02T00:00");
    await box.press("Enter");
    await page.waitForURL("**done=limits");
    const { structure } = await storage.db
      .selectFrom("form_versions")
      .select("structure")
      .orderBy("version", "desc")
      .executeTakeFirstOrThrow();
    expect(structure).toContain('"closes_at":"2027-01-01T13:30:00Z"');
    expect(await barriers(page)).toEqual([]);
    await keepPicture(page, `limits-zone-${name}`);
  },
);

test("without scripts the zone is in the list, and one that does not exist is UTC", async () => {
  const { openWindow, account, settings, signIn, storage } = await start();
  const page = await openWindow({ javaScriptEnabled: false });
  await page.goto(account);
  const part = page.locator("#time-zone");
  expect(await part.getByRole("button").allInnerTexts()).toEqual(["Save"]);
  await part.getByRole("combobox").selectOption("America/New_York");
  await part.getByRole("button", { name: "Save" }).click();
  await page.goto(settings);
  await page.getByText("Time zone: America/New York.").waitFor();
  expect(await page.getByLabel("Closes", { exact: true }).inputValue()).toBe("2027-01-01T12:00");
  const ada = await signIn();
  const stored = () => storage.db.selectFrom("accounts").select("time_zone").executeTakeFirstOrThrow();
  expect(await stored()).toEqual({ time_zone: "America/New_York" });
  await ada.send(await ada.open("/settings/account"), "/settings/account/time-zone", {
    time_zone: "Middle/Earth",
  });
  expect(await stored()).toEqual({ time_zone: null });
});

test("the editor names the zone of the browser, which its times are in", async () => {
  const { openWindow, settings } = await start();
  const page = await openWindow({ timezoneId: "Asia/Tokyo" });
  await page.goto(settings.replace("/settings", "/edit#settings"));
  await page.getByText("Your time zone: Asia/Tokyo").first().waitFor();
  expect(await page.getByLabel("Close at").inputValue()).toBe("2027-01-02T02:00");
});
