import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "playwright-core";
import type { FormStructure } from "../../generated/types.ts";
import { signedUrls } from "../signed-urls.ts";
import { installationSecret } from "../storage/secrets.ts";
import { mistakenForm, wrongEntries } from "./mistaken-form.ts";
import { orderForm } from "./order-form.ts";
import type { Publishing, publicForms } from "./public-forms.ts";
import { everyField, summerSchool } from "./sample-forms.ts";

export interface World {
  readonly forms: Awaited<ReturnType<typeof publicForms>>;
  readonly page: Page;
}

/** One way that a page can look, and how somebody comes to it. */
export type State = readonly [name: string, reach: (world: World) => Promise<unknown>];

/** A form whose respondents are known by its one answer. */
const letter: FormStructure = {
  title: { en: "Letter" },
  default_language: "en",
  languages: ["en", "de"],
  pages: [{ id: "p", fields: [{ id: "email", type: "email", label: { en: "Email" }, required: true }] }],
};

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

async function open({ forms, page }: World, structure: FormStructure, wish: Publishing = {}, query = "") {
  await page.goto((await forms.publish(structure, wish)) + query);
}

async function goOn(page: Page): Promise<void> {
  await page.click("#form .actions .main");
  await page.waitForLoadState();
}

/** To the page that asks for the code. */
async function send(world: World, email: string, structure = letter, wish: Publishing = {}): Promise<void> {
  await open(world, structure, wish);
  await world.page.fill("#f-email", email);
  world.forms.later(5_000);
  await goOn(world.page);
  await world.page.waitForURL("**/sent/**");
}

async function enterCode({ page }: World, code: string): Promise<void> {
  await page.fill("#f-code", code);
  await page.click(".entry .main");
  await page.waitForLoadState();
}

/** Sends what browsers would not: by a form of its own in the page, past all checks. */
async function post(page: Page, entries: Readonly<Record<string, string>>, type = "multipart/form-data") {
  const ticket = await page.inputValue("[name=ticket]");
  const pairs = Object.entries({ ticket, page: "p", ...entries }).flatMap(([name, values]) =>
    values.split(",").map((value) => [name, value]),
  );
  await page.evaluate(
    `const form = Object.assign(document.createElement("form"), { method: "post", enctype: ${JSON.stringify(type)}, action: document.forms[0].action });
    for (const [name, value] of ${JSON.stringify(pairs)})
      form.append(Object.assign(document.createElement("input"), { type: "hidden", name, value }));
    document.body.append(form); form.submit()`,
  );
  await page.waitForLoadState();
  await page.waitForSelector("#summary, .notice, .words");
}

async function unlock({ page }: World, password: string): Promise<void> {
  await page.fill("#f-password", password);
  await page.click(".entry .main");
  await page.waitForLoadState();
}

const file = (name: string, content: string | Buffer) => ({
  name,
  mimeType: "application/octet-stream",
  buffer: Buffer.from(content),
});

/** Every way that pages of the service look to respondents, in an order that makes them quick to reach. */
export const states: readonly State[] = [
  ["a first page", (world) => open(world, summerSchool)],
  ["what the browser finds wrong", ({ page }) => goOn(page)],
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
  ["words longer than a phone", (world) => open(world, longWords)],
  ["every type of field", (world) => open(world, everyField)],
  [
    "a choice of one's own, a place and a typed signature",
    async ({ page }) => {
      await page.check("#q-multi [value='+other']");
      await page.locator("#q-rank li").first().click();
      await page.locator("#q-rating .star").nth(2).click();
      await page.locator("#q-sign .quiet").nth(1).click();
      await page.fill("#q-sign [autocomplete=name]", "Ada");
    },
  ],
  [
    "a file on its way, one that came and ones that were refused",
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
      await page.route("**/files?**", () => {});
      await page.setInputFiles("#f-file", file("slow.pdf", "%PDF-1.7"));
      await page.locator("progress[aria-label^=Uploading]").waitFor();
    },
  ],
  [
    "a file that broke off",
    async ({ page }) => {
      await page.unroute("**/files?**");
      await page.route("**/files?**", (route) => route.abort());
      await page.reload();
      await page.setInputFiles("#f-file", file("broken.pdf", "%PDF-1.7"));
      await page.locator(".file-row.failed").waitFor();
      await page.unroute("**/files?**");
    },
  ],
  [
    "every kind of mistake, as the server finds it",
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
    "a total that follows the answers",
    async (world) => {
      await open(world, orderForm);
      await world.page.fill("#f-name", "Ada");
      await goOn(world.page);
      await world.page.check("[value=cream]");
    },
  ],
  ["in a frame", (world) => open(world, summerSchool, {}, "?embed=1")],
  ["wrong in a frame", ({ page }) => goOn(page)],
  ["a password", (world) => open(world, summerSchool, { password: "open sesame" })],
  ["a wrong password", (world) => unlock(world, "wrong")],
  [
    "too many passwords",
    async (world) => {
      for (let tries = 0; tries < 10; tries++) await unlock(world, "wrong");
    },
  ],
  ["paused", (world) => open(world, summerSchool, { status: "paused" })],
  ["closed", (world) => open(world, summerSchool, { status: "archived" })],
  ["not there", ({ forms, page }) => page.goto(`${forms.publicUrl}/f/none`)],
  [
    "too quick",
    async (world) => {
      await open(world, letter);
      await post(world.page, { "a.email": "quick@example.org", go: "send" });
    },
  ],
  [
    "open for too long",
    async (world) => {
      await open(world, letter);
      await post(world.page, { ticket: "old.ticket", "a.email": "ada@example.org", go: "send" });
    },
  ],
  [
    "what no form sends",
    async (world) => {
      await open(world, letter);
      await post(world.page, {}, "text/plain");
    },
  ],
  ["an empty outbox", ({ forms, page }) => page.goto(`${forms.publicUrl}/dev/mail`)],
  ["sent", (world) => send(world, "ada@example.org")],
  ["half a code", (world) => enterCode(world, "12")],
  [
    "a wrong code",
    async (world) => enterCode(world, (await world.forms.mail()).code === "000000" ? "000001" : "000000"),
  ],
  ["a new code too soon", ({ page }) => page.click("[value=again]")],
  [
    "a new code",
    async ({ forms, page }) => {
      forms.later(61_000);
      await page.click("[value=again]");
      await page.getByText("A new code is on its way").waitFor();
    },
  ],
  [
    "a code too late",
    async (world) => {
      world.forms.later(11 * 60_000);
      await enterCode(world, (await world.forms.mail()).code);
    },
  ],
  ["another address", ({ page }) => page.click(".aside summary")],
  [
    "an address that is none",
    async ({ page }) => {
      await page.fill("#f-address", "nobody");
      await page.click("[value=address]");
      await page.waitForSelector("#e-address");
    },
  ],
  [
    "a mail that cannot be sent",
    async ({ forms, page }) => {
      const outbox = join(forms.folder, "outbox");
      await rm(outbox, { recursive: true });
      await writeFile(outbox, "");
      forms.later(61_000);
      await page.click("[value=again]");
      await page.getByText("could not be sent").waitFor();
    },
  ],
  [
    "the outbox",
    async ({ forms, page }) => {
      await rm(join(forms.folder, "outbox"));
      await page.click("[value=again]");
      await page.getByText("A new code is on its way").waitFor();
      await page.goto(`${forms.publicUrl}/dev/mail`);
    },
  ],
  ["a mail", ({ page }) => page.click(".mails a")],
  [
    "the mail itself",
    async ({ forms, page }) => {
      await page.goto("about:blank");
      await page.setContent((await forms.mail()).html);
    },
  ],
  ["the link of a mail", async ({ forms, page }) => page.goto((await forms.mail()).link)],
  [
    "thank you",
    async ({ page }) => {
      await page.click("form .main");
      await page.waitForURL("**/done/**");
    },
  ],
  [
    "an ending of the form's own",
    async (world) => {
      const endings = summerSchool.endings!;
      await send(world, "bob@example.org", { ...letter, endings });
      await enterCode(world, (await world.forms.mail()).code);
      await world.page.waitForURL("**/done/**");
    },
  ],
  [
    "a link that is too old",
    async (world) => {
      await send(world, "eve@example.org");
      world.forms.later(25 * 3_600_000);
      await world.page.goto((await world.forms.mail()).link);
    },
  ],
  [
    "a link that is gone",
    async ({ forms, page }) =>
      page.goto((await forms.mail()).link.replace(/confirm\/.{8}/, "confirm/AAAAAAAA")),
  ],
  [
    "somebody who has answered before",
    async (world) => {
      const url = await world.forms.publish(letter, { settings: { one_response_per_email: true } });
      for (const _ of ["once", "twice"]) {
        await world.page.goto(url);
        await world.page.fill("#f-email", "ada@example.org");
        world.forms.later(61_000);
        await goOn(world.page);
        await enterCode(world, (await world.forms.mail()).code);
      }
    },
  ],
  [
    "full while it was filled in",
    async (world) => {
      const url = await world.forms.publish(letter, { settings: { response_limit: 1 } });
      const codes: string[] = [];
      const addresses: string[] = [];
      for (const email of ["first@example.org", "second@example.org"]) {
        await world.page.goto(url);
        await world.page.fill("#f-email", email);
        world.forms.later(61_000);
        await goOn(world.page);
        codes.push((await world.forms.mail()).code);
        addresses.push(world.page.url());
      }
      for (const at of [0, 1]) {
        await world.page.goto(addresses[at]!);
        await enterCode(world, codes[at]!);
      }
    },
  ],
  ["full", ({ page }) => page.goto(page.url().replace(/\/sent.*/, ""))],
  [
    "a link to a file, too old",
    async ({ forms, page }) => {
      const key = await installationSecret(forms.storage, "links");
      const links = signedUrls(key, () => forms.publicUrl, forms.now);
      await page.goto(links.sign(`/files/file_${"0".repeat(22)}`, new Date(0)));
    },
  ],
];
