/** Filters by answer in a browser: by keyboard, on phones, in the dark, in German. */
import { expect, test } from "vitest";
import { answeredForm } from "../../../../test/support/answered.ts";
import {
  barriers,
  DESKTOP,
  keepPicture,
  openPage,
  PHONE,
  tooWide,
} from "../../../../test/support/browser.ts";
import { everyFieldForm, field } from "../../../../test/support/every-field-form.ts";
import { ownerPages } from "../../../../test/support/owner.ts";

async function start() {
  const service = await ownerPages();
  const ada = await service.signIn();
  const structure = everyFieldForm();
  field(structure, "interests").choices[2].retired = true;
  field(structure, "bio").label = { en: `Tell us about yourself, ${"and please write ".repeat(8)}all of it` };
  const { form, respond } = await answeredForm(service, structure);
  await respond({ name: "Zoë", age: 30, interests: ["art", "ai"], track: "web", birthday: "1990-01-02" });
  await respond({ name: "Bo", age: 50, interests: ["art"], bio: "Short" }, { email: "bo@example.org" });
  const open = async (options: Parameters<typeof openPage>[0]) => {
    const page = await openPage(options);
    const cookie = { name: "session", value: ada.cookie("session")!, url: service.publicUrl };
    await page.context().addCookies([cookie]);
    return page;
  };
  return { open, list: `${service.publicUrl}/forms/${form.id}/responses` };
}

test("a filter is added and removed by the keyboard alone, without scripts", async () => {
  const { open, list } = await start();
  const page = await open({ viewport: DESKTOP, locale: "en", javaScriptEnabled: false });
  await page.goto(list);
  await page.getByLabel("Filter by the answer to").focus();
  await page.keyboard.type("Interests");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  const panel = page.locator(".conditions .panel");
  expect(await panel.locator("h2").innerText()).toBe("Interests");
  await panel.getByLabel("is one of these").focus();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Space");
  await page.keyboard.press("Enter");
  expect(await page.locator(".conditions li").innerText()).toContain("Interests: AI");
  expect(await page.locator(".answers tbody tr").count()).toBe(1);
  await page.getByLabel("Remove the filter").focus();
  await page.keyboard.press("Enter");
  await page.locator(".answers tbody tr").nth(1).waitFor();
  expect(await page.locator(".conditions li").count()).toBe(0);
});

test.each([
  ["phone", PHONE, "dark", "de"],
  ["narrow", { width: 320, height: 700 }, "light", "de"],
  ["desktop", DESKTOP, "light", "en"],
] as const)("filters have no barriers and no overflow: %s", async (name, viewport, colorScheme, locale) => {
  const { open, list } = await start();
  const page = await open({ viewport, colorScheme, locale });
  const answers = "answers=interests:none_of:sport;age:range:18..60;bio:empty;name:contains:zoe";
  for (const [state, query] of Object.entries({
    chips: answers,
    choices: `${answers}&where=interests`,
    wrong: "where=age&op=range&low=many",
    text: "where=bio",
    long: "answers=bio:contains:short",
    unknown: "answers=gone:answered",
    day: "where=birthday",
    file: "where=slides",
  })) {
    await page.goto(`${list}?${query}`);
    expect([state, await barriers(page), await tooWide(page)]).toEqual([state, [], []]);
    await keepPicture(page, `filters-${state}-${name}`);
  }
  await page.goto(`${list}/summary?${answers}`);
  expect([await barriers(page), await tooWide(page)]).toEqual([[], []]);
  await keepPicture(page, `filters-summary-${name}`);
});
