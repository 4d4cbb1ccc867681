import { expect, test } from "vitest";
import { subjectText } from "./subject-text.ts";

test.for([
  ["line breaks", "Order\r\nBcc: eve@example.org\n\n<html>", "Order Bcc: eve@example.org <html>"],
  ["folded lines and tabs", "Order\r\n\t of\u2028Ada\u2029!\u0085?", "Order of Ada ! ?"],
  ["control characters", "Order\u0000\u001b[2J\u007f of Ada", "Order [2J of Ada"],
  ["marks of direction", "\u202egro.live\u202c \u2066Ada\u2069 \u200fBo\u061c", "gro.live Ada Bo"],
  ["characters that hide a part", "Or\u200bder\ufeff \u00adof\u2060 Ada\u{e0041}", "Order of Ada"],
  ["encoded words", "=?utf-8?Q?=E2=80=AEadA?= 2+2=?", "= ?utf-8?Q?=E2=80=AEadA?= 2+2=?"],
  ["half a character", "Order \ud83d of Ada", "Order of Ada"],
  ["blanks of all kinds", "\u00a0 Order\u3000of\u2003Ada ", "Order of Ada"],
  ["nothing that is seen", "\u200b \r\n\u202e\u200d", ""],
  ["joiners in emoji and words", "👨\u200d👩\u200d👧 می\u200cخواهم", "👨\u200d👩\u200d👧 می\u200cخواهم"],
  ["letters of every script", "Ödön, 李, Ελένη, مريم – №1 🎉", "Ödön, 李, Ελένη, مريم – №1 🎉"],
] as const)("a subject is one line of visible characters: %s", ([, text, line]) => {
  expect(subjectText(text, 100)).toBe(line);
});

test("a subject is cut between characters", () => {
  expect(subjectText("🎉".repeat(10), 4)).toBe("🎉🎉🎉…");
  expect([...subjectText(`${"long ".repeat(1_000)}`, 150)]).toHaveLength(150);
});
