import type { FormSettings, FormStructure } from "../../../../generated/types.ts";
import { summerSchool } from "../sample-forms.ts";
import { letter, open, post, type State, type World } from "./respondent.ts";

async function unlock({ page }: World, password: string): Promise<void> {
  await page.fill("#f-password", password);
  await Promise.all([page.waitForEvent("load"), page.click(".entry .main")]);
}

function withSettings(settings: FormSettings): FormStructure {
  return { ...summerSchool, settings: { ...summerSchool.settings, ...settings } };
}

const closed_text = { en: "The places are **given away**. See you [next summer](https://example.org/next)!" };

/** Pages shown in place of a form, or when a submitted form is rejected. */
export const around: readonly State[] = [
  ["a password", (world) => open(world, summerSchool, { password: "open sesame" })],
  ["a wrong password", (world) => unlock(world, "wrong")],
  [
    "too many wrong passwords",
    async (world) => {
      for (let tries = 0; tries < 10; tries++) await unlock(world, "wrong");
    },
  ],
  ["a paused form", (world) => open(world, summerSchool, { status: "paused" })],
  ["a closed form", (world) => open(world, summerSchool, { status: "archived" })],
  [
    "a closed form with a text of its owner",
    (world) => open(world, withSettings({ closed_text }), { status: "archived" }),
  ],
  [
    "a form before its opening date",
    (world) => open(world, withSettings({ opens_at: "2099-03-01T08:00:00Z" })),
  ],
  [
    "submitted from a foreign origin",
    async ({ forms, page }) => {
      const form = `<form method="post" action="${forms.publicUrl}/f/none"><button>Send</button></form>`;
      await page.goto(`data:text/html,${encodeURIComponent(form)}`);
      await page.click("button");
      await page.waitForSelector(".words");
    },
  ],
  ["an unknown form", ({ forms, page }) => page.goto(`${forms.publicUrl}/f/none`)],
  [
    "submitted too quickly",
    async (world) => {
      await open(world, letter);
      await post(world.page, { "a.email": "quick@example.org", go: "send" });
    },
  ],
  [
    "an expired ticket",
    async (world) => {
      await open(world, letter);
      await post(world.page, { ticket: "old.ticket", "a.email": "ada@example.org", go: "send" });
    },
  ],
  [
    "a request body that no form sends",
    async (world) => {
      await open(world, letter);
      await post(world.page, {}, "text/plain");
    },
  ],
  [
    "taking answers to another device",
    async (world) => {
      await open(world, summerSchool);
      await world.page.fill("#f-first_name", "Ada");
      await world.page.goto(`${world.page.url()}/continue`);
      await world.page.waitForSelector("[data-case=offer]:not([hidden])");
    },
  ],
  [
    "answers that arrive where others are",
    async ({ page }) => {
      await page.goto(await page.inputValue("#carry-link"));
      await page.waitForSelector("[data-case=arrived]:not([hidden])");
    },
  ],
  ["an empty outbox", ({ forms, page }) => page.goto(forms.outboxUrl ?? "")],
];
