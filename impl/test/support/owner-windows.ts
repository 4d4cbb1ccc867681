/** Windows of a signed-in owner in which all of a page is looked at: a large one in English, and a dark phone in German. */
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { barriers, DESKTOP, keepPicture, openPage, PHONE } from "./browser.ts";
import type { ownerPages } from "./owner.ts";

const windows = [
  { viewport: DESKTOP, colorScheme: "light", locale: "en" },
  { viewport: PHONE, colorScheme: "dark", locale: "de" },
] as const;

/** @returns what opens an address in all windows, and finds no barrier in any */
export async function ownerWindows(service: Awaited<ReturnType<typeof ownerPages>>, email: string) {
  const session = (await service.signIn(email)).cookie("session")!;
  const pages = await Promise.all(windows.map((window) => openPage(window)));
  for (const page of pages)
    await page.context().addCookies([{ name: "session", value: session, url: service.publicUrl }]);
  return async (name: string, address: string): Promise<Page[]> => {
    for (const [at, page] of pages.entries()) {
      await page.goto(address);
      expect([name, await barriers(page)]).toEqual([name, []]);
      await keepPicture(page, `${name}-${windows[at]!.locale}`);
    }
    return pages;
  };
}
