/** Tests the figures of visits on the page of the summary, and the reports of a form's script. */
import type { BrowserContextOptions, Page } from "playwright-core";
import { expect, test } from "vitest";
import type { FormStructure } from "../../../../../generated/types.ts";
import { addToDays } from "../../../../responses/visits/count.ts";
import { answeredForm } from "../../../../test/support/answered-form.ts";
import { barriers, DESKTOP, keepPicture, openPage, PHONE } from "../../../../test/support/browser.ts";
import { ownerPages } from "../../../../test/support/owner.ts";
import { publicForms } from "../../../../test/support/public-forms.ts";

const text = (id: string, en: string, de: string) => ({
  id,
  type: "short_text" as const,
  label: { en, de },
});

const structure: FormStructure = {
  title: { en: "Bake sale", de: "Kuchenbasar" },
  default_language: "en",
  languages: ["en", "de"],
  pages: [
    {
      id: "p",
      fields: [
        text("name", "Your name", "Ihr Name"),
        text(
          "cake",
          "Which cake do you bring, and is there anything in it that others should know?",
          "Kuchen",
        ),
        { id: "day", type: "date", label: { en: "Which day?", de: "Welcher Tag?" } },
      ],
    },
  ],
};

type Service = Awaited<ReturnType<typeof ownerPages>>;

/** Visits on some days. @param days how many before today */
async function visited({ storage, time }: Service, formId: string, days: number): Promise<void> {
  const today = time.now.getTime();
  for (let back = days - 1; back >= 0; back -= 1) {
    const day = new Date(today - back * 86_400_000).toISOString().slice(0, 10);
    const opened = 14 + ((back * 7) % 11);
    for (const language of ["de", "en"]) {
      const row = { form_id: formId, day, language };
      await addToDays(storage.db, [{ ...row, opened, started: opened - 5, sent: opened - 9 }]);
      await storage.db
        .insertInto("visit_places")
        .values([
          { ...row, field_id: "cake", visits: 3 },
          { ...row, field_id: "day", visits: 1 },
        ])
        .execute();
      await storage.db
        .insertInto("visit_times")
        .values({ ...row, bucket: language === "de" ? 70 : 60, visits: opened - 9 })
        .execute();
    }
  }
}

async function start() {
  const service = await ownerPages();
  const ada = await service.signIn();
  const answered = await answeredForm(service, structure);
  const path = `/forms/${answered.form.id}/responses/summary`;
  const show = async (window: BrowserContextOptions): Promise<Page> => {
    const page = await openPage(window);
    await page
      .context()
      .addCookies([{ name: "session", value: ada.cookie("session")!, url: service.publicUrl }]);
    await page.goto(service.publicUrl + path);
    return page;
  };
  return { service, ada, path, show, ...answered };
}

test("shows steps, days, questions and languages, for everybody and every window", async () => {
  const { service, form, show, respond, path, ada } = await start();
  const one = await show({ viewport: DESKTOP });
  expect(await one.locator(".visits").count()).toBe(0);
  await keepPicture(one, "visits-none");
  await visited(service, form.id, 1);
  const first = await show({ viewport: DESKTOP });
  expect(await first.locator(".visits .lines svg").first().isVisible()).toBe(true);
  await keepPicture(first, "visits-one-day");
  for (const table of ["visit_places", "visit_times", "visit_days"] as const)
    await service.storage.db.deleteFrom(table).execute();
  await visited(service, form.id, 20);
  await respond({ name: "Alan", day: "2026-03-14" });
  await respond({ name: "Grace", day: "2026-04-02" });
  for (const [name, window] of [
    ["desktop", { viewport: DESKTOP }],
    ["dark", { viewport: DESKTOP, colorScheme: "dark" }],
    ["phone", { viewport: { width: 375, height: 800 }, locale: "de" }],
    ["narrow", { viewport: { width: 320, height: 640 }, colorScheme: "dark" }],
    ["no-scripts", { viewport: DESKTOP, javaScriptEnabled: false }],
  ] as const) {
    const page = await show(window);
    await keepPicture(page, `visits-${name}`);
    if (name !== "no-scripts") expect([name, await barriers(page)]).toEqual([name, []]);
    expect(await page.locator(".visits tbody tr").first().innerText()).toMatch(/^(Opened|Geöffnet)/);
  }
  expect((await ada.open(`${path}?text=Alan`)).html).not.toContain('class="question visits"');
  expect((await ada.open(`${path}?from=2030-01-01`)).html).not.toContain('class="question visits"');
});

test("the script of a form reports the beginning, and the question at which the page is left", async () => {
  const forms = await publicForms();
  const url = await forms.publish(structure);
  const page = await openPage({ viewport: PHONE });
  await page.goto(url);
  forms.later(10_000);
  const places = async () => {
    const rows = await forms.storage.db.selectFrom("visit_places").select(["field_id", "visits"]).execute();
    return rows.filter(({ visits }) => visits > 0);
  };
  await page.focus("#f-name");
  await page.focus("#f-cake");
  expect(await places()).toEqual([]);
  await page.fill("#f-name", "Ada");
  await expect.poll(places).toEqual([{ field_id: "name", visits: 1 }]);
  await page.fill("#f-cake", "Lemon");
  await page.goto("about:blank");
  await expect.poll(places).toEqual([{ field_id: "cake", visits: 1 }]);
  const [fill] = await forms.storage.db.selectFrom("fills").selectAll().execute();
  expect([fill?.given, fill?.network]).toEqual(["{}", null]);
});
