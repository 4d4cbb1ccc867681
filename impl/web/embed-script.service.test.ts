import { expect, test } from "vitest";
import { publicForms } from "../test/support/public-forms.ts";
import { EMBED_SCRIPT } from "./embed-script.ts";

/** The largest size that a browser may have to load, in bytes. */
const BUDGET = 2_200;

test("the script of other sites is within its size budget, and every site may load it without a cookie", async () => {
  const { publicUrl } = await publicForms();
  const headers = { "Accept-Encoding": "br", "Sec-Fetch-Site": "cross-site", "Sec-Fetch-Dest": "script" };
  const sent = await fetch(publicUrl + EMBED_SCRIPT, { headers });
  const length = Number(sent.headers.get("content-length"));
  expect(length).toBeGreaterThan(500);
  expect(length).toBeLessThanOrEqual(BUDGET);
  expect(Object.fromEntries(sent.headers)).toMatchObject({
    "cross-origin-resource-policy": "cross-origin",
    "cache-control": "public, max-age=3600",
    "content-type": "text/javascript; charset=utf-8",
    "x-content-type-options": "nosniff",
    vary: "Accept-Encoding",
  });
  expect(sent.headers.get("set-cookie")).toBeNull();
  expect(await sent.text()).not.toMatch(
    /fetch\(|XMLHttpRequest|sendBeacon|innerHTML|insertAdjacentHTML|document\.cookie|document\.write|\beval\b|\bimport\b(?!\.meta)/,
  );
  // No other file is meant for other sites.
  const own = await fetch(`${publicUrl}/assets/copy.js`, { headers });
  expect(own.headers.get("cross-origin-resource-policy")).toBeNull();
});
