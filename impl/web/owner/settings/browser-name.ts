/** Returns the common name of a browser from the header User-Agent. */
import type { OwnerTranslation } from "../../../texts/owner/owner-texts.ts";

/** Browsers in the order of checks: most browsers also name the browser that they are derived from. */
const BROWSERS = [
  ["Edge", /\bEdg/],
  ["Opera", /\bOPR\//],
  ["Samsung Internet", /SamsungBrowser/],
  ["Firefox", /Firefox|FxiOS/],
  ["Chrome", /Chrome|CriOS/],
  ["Safari", /Safari/],
] as const;

const SYSTEMS = [
  ["iOS", /iPhone|iPad/],
  ["Android", /Android/],
  ["Windows", /Windows/],
  ["macOS", /Mac OS X/],
  ["Linux", /Linux/],
] as const;

export function browserName(t: OwnerTranslation, userAgent: string): string {
  const browser = BROWSERS.find(([, pattern]) => pattern.test(userAgent))?.[0];
  const system = SYSTEMS.find(([, pattern]) => pattern.test(userAgent))?.[0];
  if (browser === undefined) return t.say("session_unknown");
  return system === undefined ? browser : t.say("session_on", { browser, system });
}
