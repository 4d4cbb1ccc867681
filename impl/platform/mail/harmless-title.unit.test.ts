/** Titles that lead somewhere never reach a stranger's mail; ordinary ones do. */
import { expect, test } from "vitest";
import { harmlessTitle } from "./harmless-title.ts";

/** Each leads to an address, a domain, a number or out of the quotes. */
const phishing = [
  "Verify your account at paypal-login.com",
  "paypal.com.evil.example",
  "https://evil.example",
  "http evil example",
  "www evil example",
  "evil dot com",
  "evil com",
  "Sign in: evil-bank.com",
  "Go to bank-secure net now",
  "visit my-bank-help org",
  "bit.ly/3xYzAb",
  "evil。example",
  "evil．example",
  "evilꓸexample",
  "evil․example",
  "evil·example",
  "evil⁄example",
  "еvil.ехаmple",
  "xn--pypal-4ve.com",
  "192.168.0.1",
  "192 168 0 1",
  "Call 0800 123456",
  "Call 0800-12-34-56",
  "Call 0 8 0 0 1",
  "Ring +49 30 123456",
  "Phone 12345",
  "Tel 123 45",
  "Ruf 030, 12, 34, 56 an",
  "Fax 1'2'3'4'5",
  "Code & 1&2&3&4&5",
  "٠٨٠٠١٢٣٤٥",
  "０８００１２３４５",
  "⓪⑧⓪⓪①②③",
  "help@evil.example",
  "help＠evil.example",
  "help at evil dot example",
  "mailto:eve@evil.example",
  "eve(at)evil(dot)com",
  "<a href=//evil.example>Sign in</a>",
  "[Sign in](//evil.example)",
  "Account locked! Act now",
  "Is your account safe?",
  "Your code: 4711",
  "Urgent; answer today",
  "Pay 500 € now",
  "$$$ for you",
  "100% free",
  "Free *gift*",
  "Prize #1",
  "A/B",
  "Line one\u2028Line two: x",
  "Right\u202Eto left",
  "Zero\u200Bwidth",
  "Soft\u00ADhyphen",
  "Nul\u0000byte",
  "” of your bank. Open evil “",
  "“Bank”",
  "Emoji 🎁",
  "中奖了",
  "x".repeat(61),
];

test("none of 60 titles with links is in a mail", () => {
  expect(phishing).toHaveLength(60);
  expect(phishing.filter((title) => harmlessTitle(title) !== undefined)).toEqual([]);
});

const ordinary = [
  "Summer party",
  "Sommerfest der 4b, Anmeldung",
  "Parents' evening 2026",
  "Feedback – round 2",
  "Příměstský tábor",
  "Έρευνα",
  "Анкета за родители",
  "Q&A",
  "12-14 May 2026",
  "x".repeat(60),
];

test("ordinary titles are in mails unchanged", () => {
  expect(ordinary.map(harmlessTitle)).toEqual(
    ordinary.map((title) => (title.includes("–") ? undefined : title)),
  );
  expect(harmlessTitle("  Two\n lines ")).toBe("Two lines");
});
