import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { signedUrls } from "../../../platform/signing/signed-urls.ts";
import { installationSecret } from "../../../platform/storage/secrets.ts";
import { quiz } from "../quiz.ts";
import { summerSchool } from "../sample-forms.ts";
import { enterCode, goOn, letter, open, type State, send, submitAs, type World } from "./respondent.ts";

/** Pages after a form has been submitted. */
export const confirming: readonly State[] = [
  ["a submitted form", (world) => send(world, "ada@example.org")],
  ["an incomplete code", (world) => enterCode(world, "12")],
  [
    "a wrong code",
    async (world) => enterCode(world, (await world.forms.mail()).code === "000000" ? "000001" : "000000"),
  ],
  [
    "a new code too soon",
    async ({ page }) => {
      await page.click("[value=again]");
      await page.getByText("You can have a new code sent in").waitFor();
    },
  ],
  [
    "a new code",
    async ({ forms, page }) => {
      forms.later(61_000);
      await page.click("[value=again]");
      await page.getByText("A new code is on its way").waitFor();
    },
  ],
  [
    "an expired code",
    async (world) => {
      world.forms.later(11 * 60_000);
      await enterCode(world, (await world.forms.mail()).code);
    },
  ],
  ["another address", ({ page }) => page.click(".aside summary")],
  [
    "an invalid address",
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
    "the outbox with mails",
    async ({ forms, page }) => {
      await rm(join(forms.folder, "outbox"));
      await page.click("[value=again]");
      await page.getByText("A new code is on its way").waitFor();
      await page.goto(forms.outboxUrl ?? "");
    },
  ],
  ["a mail in the outbox", ({ page }) => Promise.all([page.waitForEvent("load"), page.click(".mails a")])],
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
    "an ending that the form defines",
    async (world) => {
      const calendar = { title: summerSchool.title, start: "2027-07-05", end: "2027-07-16" };
      const endings = summerSchool.endings!.map((ending) => ({ ...ending, calendar }));
      await send(world, "bob@example.org", { ...letter, endings });
      await enterCode(world, (await world.forms.mail()).code);
      await world.page.waitForURL("**/done/**");
    },
  ],
  ["a quiz with a right answer, one in part and none", (world) => endQuiz(world, "canberra")],
  ["a quiz with a wrong answer", (world) => endQuiz(world, "melbourne")],
  [
    "an expired link",
    async (world) => {
      await send(world, "eve@example.org");
      world.forms.later(25 * 3_600_000);
      await world.page.goto((await world.forms.mail()).link);
    },
  ],
  [
    "an unknown link",
    async ({ forms, page }) =>
      page.goto((await forms.mail()).link.replace(/confirm\/.{8}/, "confirm/AAAAAAAA")),
  ],
  [
    "a respondent who has answered before",
    async (world) => {
      const url = await world.forms.publish(letter, { settings: { one_response_per_email: true } });
      for (const _ of ["once", "twice"]) {
        await world.page.goto(url);
        await submitAs(world, "ada@example.org");
        await enterCode(world, (await world.forms.mail()).code);
      }
    },
  ],
  [
    "a form that reached its limit while it was open",
    async (world) => {
      const url = await world.forms.publish(letter, { settings: { response_limit: 1 } });
      const codes: string[] = [];
      const addresses: string[] = [];
      for (const email of ["first@example.org", "second@example.org"]) {
        await world.page.goto(url);
        await submitAs(world, email);
        codes.push((await world.forms.mail()).code);
        addresses.push(world.page.url());
      }
      for (const at of [0, 1]) {
        await world.page.goto(addresses[at]!);
        await enterCode(world, codes[at]!);
      }
    },
  ],
  ["a form at its limit", ({ page }) => page.goto(page.url().replace(/\/sent.*/, ""))],
  [
    "an expired link to a file",
    async ({ forms, page }) => {
      const key = await installationSecret(forms.storage, "links");
      const links = signedUrls(key, () => forms.publicUrl, forms.now);
      await page.goto(links.sign(`/files/file_${"0".repeat(22)}`, new Date(0)));
    },
  ],
];

async function endQuiz(world: World, capital: string): Promise<void> {
  const { forms, page } = world;
  await open(world, quiz);
  await page.check(`[value=${capital}]`);
  await page.check("[value=mars]");
  await page.fill("#f-address", "quinn@example.org");
  forms.later(5_000);
  await goOn(page);
  await page.waitForURL("**/sent/**");
  await enterCode(world, (await forms.mail()).code);
  await page.waitForURL("**/done/**");
}
