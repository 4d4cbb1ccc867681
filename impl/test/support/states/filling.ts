import type { Route } from "playwright-core";
import type { FormStructure } from "../../../../generated/types.ts";
import { comeNear } from "../browser.ts";
import { mistakenForm, wrongEntries } from "../mistaken-form.ts";
import { orderForm } from "../order-form.ts";
import { everyField, summerSchool } from "../sample-forms.ts";
import { goOn, open, post, type State } from "./respondent.ts";

const longWords: FormStructure = {
  title: { de: "Rindfleischetikettierungsüberwachungsaufgabenübertragungsgesetz" },
  default_language: "de",
  languages: ["de", "el"],
  pages: [
    {
      id: "p",
      fields: (["single_choice", "multiple_choice", "dropdown", "ranking"] as const).map((type) => ({
        id: type,
        type,
        label: { de: "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft" },
        choices: ["a", "b"].map((id) => ({
          id,
          label: {
            de: `${id.repeat(40)}Grundstücksverkehrsgenehmigungszuständigkeitsübertragungsverordnung`,
          },
        })),
      })),
    },
    { id: "q", fields: [{ id: "x", type: "short_text", label: { de: "Weiter" } }] },
  ],
};

const askingForSecret: FormStructure = {
  title: { en: "Account" },
  default_language: "en",
  languages: ["en"],
  pages: [
    { id: "p", fields: [{ id: "password", type: "short_text", label: { en: "Password of your bank" } }] },
  ],
};

/** The upload that one state leaves running and the next state aborts. */
let runningUpload = Promise.withResolvers<Route>();

const file = (name: string, content: string | Buffer) => ({
  name,
  mimeType: "application/octet-stream",
  buffer: Buffer.from(content),
});

/** Pages while a form is filled in. */
export const filling: readonly State[] = [
  ["a first page", (world) => open(world, summerSchool)],
  ["mistakes that the browser reports", ({ page }) => goOn(page)],
  [
    "the menu of languages",
    async (world) => {
      await open(world, {
        ...summerSchool,
        languages: ["en", "de", "fr", "el", "bg", "ga", "mt", "fi", "hu"],
      });
      await world.page.click("details.languages summary");
    },
  ],
  ["words wider than a phone", (world) => open(world, longWords)],
  ["a form that asks for a secret", (world) => open(world, askingForSecret)],
  [
    "every type of field",
    async (world) => {
      await open(world, everyField);
      await comeNear(world.page, "#q-rank .rank", "#q-file .drop", "#q-sign .pad");
    },
  ],
  [
    "a custom choice, a ranked item, a rating and a typed signature",
    async ({ page }) => {
      await page.check("#q-multi [value='+other']");
      await page.locator("#q-rank li").first().click();
      await page.locator("#q-rating .star").nth(2).click();
      await page.locator("#q-sign .quiet").nth(1).click();
      await page.fill("#q-sign [autocomplete=name]", "Ada");
    },
  ],
  [
    "a running upload, a removed file and rejected files",
    async ({ page }) => {
      const none = file("none.pdf", "");
      const wrong = [
        file("run.exe", "MZ"),
        file("page.png", "<html>"),
        none,
        file("big.pdf", Buffer.alloc(10_000_001)),
      ];
      for (const one of wrong) {
        await page.setInputFiles("#f-file", one);
        await page.getByText(one.name).first().waitFor();
      }
      await page.locator(".file-row.failed").nth(3).waitFor();
      await page.setInputFiles("#f-file", file("right.pdf", "%PDF-1.7"));
      await page.locator(".file-remove").waitFor();
      await page.click(".file-remove");
      runningUpload = Promise.withResolvers();
      await page.route("**/files?**", (route) => runningUpload.resolve(route));
      await page.setInputFiles("#f-file", file("slow.pdf", "%PDF-1.7"));
      await page.locator("progress[aria-label^=Uploading]").waitFor();
    },
  ],
  [
    "an aborted upload",
    async ({ page }) => {
      await (await runningUpload.promise).abort();
      await page.locator(".file-row.failed").nth(4).waitFor();
      await page.unroute("**/files?**");
    },
  ],
  [
    "every kind of mistake, as the server reports it",
    async (world) => {
      await open(world, mistakenForm);
      await post(world.page, { ...wrongEntries, address: "nobody", go: "send" });
    },
  ],
  [
    "without scripts",
    async ({ forms, page }) => {
      await page.route("**/assets/**/*.js", (route) => route.abort());
      await page.goto(await forms.publish(everyField));
    },
  ],
  [
    "too many files, without scripts",
    async ({ page }) => {
      await page.evaluate(`document.querySelector("#f-file").multiple = true`);
      await page.setInputFiles("#f-file", [file("one.pdf", "%PDF-1.7"), file("two.pdf", "%PDF-1.7")]);
      await page.click("#form .actions .main");
      await page.waitForSelector("#summary");
      await page.unroute("**/assets/**/*.js");
    },
  ],
  [
    "one question of a form with a theme",
    async (world) => {
      const settings = {
        display: "one_question",
        imprint_url: "https://example.org/imprint",
        privacy_url: "https://example.org/privacy",
      } as const;
      const theme = { color: "#ffd400", font: "serif" } as const;
      await open(world, { ...summerSchool, settings, theme });
      await world.page.fill("#f-first_name", "Ada");
      await goOn(world.page);
      await world.page.locator("#q-child .card").first().click();
    },
  ],
  [
    "a total that changes with the answers",
    async (world) => {
      await open(world, orderForm);
      await world.page.fill("#f-name", "Ada");
      await goOn(world.page);
      await world.page.check("[value=cream]");
    },
  ],
  ["in a frame", (world) => open(world, summerSchool, {}, "?embed=1")],
  ["in a frame of a site without dark mode", (world) => open(world, summerSchool, {}, "?embed=light")],
  ["mistakes in a frame", ({ page }) => goOn(page)],
];
