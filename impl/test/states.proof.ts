/** Proof: every state of the pages in a browser, in all languages. */
import { expect, onTestFinished, test } from "vitest";
import { DESKTOP, openBrowser, PHONE } from "./support/browser.ts";
import { walkStates } from "./support/browser-states.ts";

// `npm test` looks at a phone in the dark.
test("no state of any page has a barrier on a phone in the light and on a desktop", async () => {
  const browser = await openBrowser();
  onTestFinished(() => browser.close());
  const { found } = await walkStates(browser, [
    { viewport: PHONE, colorScheme: "light" },
    { viewport: DESKTOP, colorScheme: "light" },
    { viewport: DESKTOP, colorScheme: "dark" },
  ]);
  expect(found).toEqual({});
}, 600_000);
