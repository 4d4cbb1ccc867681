import { setTimeout as delay } from "node:timers/promises";
import type { FormStructure } from "../../../../generated/types.ts";
import { findAccount } from "../../../accounts/accounts.ts";
import { setWaitingList } from "../../../responses/waiting/waiting-list.ts";
import { letter, open, type State, type World } from "./respondent.ts";

async function openWaitingList({ forms, page }: World): Promise<void> {
  const url = await forms.publish(letter, { settings: { closes_at: "2020-01-01T00:00:00Z" } });
  const id = new URL(url).pathname.split("/").at(-1)!;
  const owner = await findAccount(forms.storage.db, "owner@example.org");
  await setWaitingList({ storage: forms.storage, clock: forms.now }, owner!.id, id, true);
  await page.goto(url);
}

/** A form with a choice that is full, and one that is not. */
const workshops: FormStructure = {
  ...letter,
  pages: [
    {
      id: "p",
      fields: [
        {
          id: "workshop",
          type: "single_choice",
          label: { en: "Which workshop?" },
          choices: [
            { id: "drones", label: { en: "Drones" }, capacity: 0 as never },
            { id: "robots", label: { en: "Robots" }, capacity: 0 as never },
            { id: "music", label: { en: "Music" } },
          ],
        },
      ],
    },
  ],
};

async function openFullChoices({ forms, page }: World): Promise<void> {
  const url = await forms.publish(workshops);
  const id = new URL(url).pathname.split("/").at(-1)!;
  const owner = await findAccount(forms.storage.db, "owner@example.org");
  await setWaitingList({ storage: forms.storage, clock: forms.now }, owner!.id, id, true);
  await page.goto(url);
}

/** Enters an address, and waits for its mail. */
async function join({ forms, page }: World, address: string): Promise<void> {
  const count = (await forms.mails.list()).length;
  await page.fill("#f-address", address);
  await press(page, "Tell me when a place is free");
  await page.getByText("Check your email").waitFor();
  while ((await forms.mails.list()).length === count) await delay(10);
}

async function press(page: World["page"], name: string): Promise<void> {
  await Promise.all([page.waitForEvent("load"), page.getByRole("button", { name }).click()]);
}

/** Pages of the waiting list of a form that takes no answers, and a form with a video. */
export const waiting: readonly State[] = [
  ["a closed form with a waiting list", openWaitingList],
  [
    "no address for the waiting list",
    async ({ page }) => {
      await press(page, "Tell me when a place is free");
      await page.waitForSelector("[role=alert]");
    },
  ],
  ["an address for the waiting list", (world) => join(world, "ada@example.org")],
  ["the link to the waiting list", async ({ forms, page }) => page.goto((await forms.mail()).link)],
  ["on the waiting list", ({ page }) => press(page, "Put me on the list")],
  ["off the waiting list", ({ page }) => press(page, "Take me off the list")],
  ["a question with full choices", openFullChoices],
  [
    "the waiting list of full choices",
    async ({ page }) => {
      const address = await page.getByRole("link", { name: "Tell me when a place is" }).getAttribute("href");
      await page.goto(new URL(address!, page.url()).href);
    },
  ],
  [
    "no choice for the waiting list",
    async ({ page }) => {
      await press(page, "Tell me when a place is free");
      await page.waitForSelector("[role=alert]");
    },
  ],
  [
    "a question with a video",
    (world) =>
      open(world, {
        ...letter,
        pages: [
          {
            id: "p",
            fields: [
              {
                id: "seen",
                type: "short_text",
                label: { en: "What did it do?" },
                image: { video: "https://youtu.be/aqz-KE-bpKQ", alt: { en: "A rabbit" } },
              },
            ],
          },
        ],
      }),
  ],
];
