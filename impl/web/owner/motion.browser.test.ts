/** A list fades into the list without the removed row, unless the user does not want motion. */
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { editors, small } from "../../test/support/editors.ts";

/** The moving parts of a page that has replaced another one, and their milliseconds. */
interface Moved {
  readonly part: string;
  readonly duration: number;
}

/** Notes how each page of the window appears. */
const watch = (page: Page) =>
  page.addInitScript(() => {
    addEventListener("pagereveal", async ({ viewTransition }) => {
      const seen = { moved: [] as Moved[] };
      Object.assign(globalThis, { revealed: seen });
      await viewTransition?.ready;
      seen.moved = document.getAnimations().flatMap(({ effect }) => {
        const part = (effect as KeyframeEffect).pseudoElement ?? "";
        const duration = Number(effect!.getTiming().duration);
        return part.startsWith("::view-transition") ? [{ part, duration }] : [];
      });
    });
  });

const readMoved = (page: Page) => page.evaluate("globalThis.revealed.moved") as Promise<Moved[]>;

test.for([
  ["reduce", []],
  [
    "no-preference",
    [
      ["::view-transition-group(main)", 200],
      ["::view-transition-new(main)", 200],
      ["::view-transition-old(main)", 200],
    ],
  ],
] as const)(
  "with motion set to %s, a list without a deleted form moves: %s",
  async ([reducedMotion, parts]) => {
    const { openWindow, create, publicUrl } = await editors();
    for (const title of ["Summer school", "Chess club"]) await create({ ...small, title: { en: title } });
    const page = await openWindow({ reducedMotion });
    await watch(page);
    await page.goto(`${publicUrl}/forms`);
    const menu = page.locator(".row-menu", { hasText: "Chess club" });
    await menu.locator("summary").click();
    await menu.getByRole("button", { name: "Delete" }).click();
    await page.getByText("The form is in the bin.").waitFor();
    const moved = (await readMoved(page)).map(({ part, duration }) => [part, duration]);
    expect([...new Map(moved as [string, number][])].toSorted()).toEqual(parts);
    // The page takes clicks from the beginning.
    await page.getByRole("link", { name: "Summer school", exact: true }).click();
    await page.waitForURL("**/forms/frm_*");
  },
);
