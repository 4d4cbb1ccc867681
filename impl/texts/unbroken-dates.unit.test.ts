import { expect, test } from "vitest";
import { languageCodes } from "./languages.ts";
import { translation } from "./translate.ts";

test.for(languageCodes)("in %s no line breaks between a day and its month", (language) => {
  const t = translation(language, language);
  for (const month of Array.from({ length: 12 }, (_, at) => `2026-${String(at + 1).padStart(2, "0")}`)) {
    const written = t.date(`${month}-27`);
    const lines = written.split(" ").filter((part) => part.includes("27"));
    expect([written, lines.filter((line) => /\p{L}{2}|\d+[./]\d/u.test(line))]).toEqual([written, lines]);
    expect(t.datetime(`${month}-27T13:45`).replaceAll("\u00a0", " ")).toContain(
      written.replaceAll("\u00a0", " "),
    );
  }
});

test("no line breaks behind the word before a time", () => {
  expect(translation("en", "en").datetime("2026-11-27T13:45")).toBe("27\u00a0November 2026 at\u00a013:45");
  expect(translation("de", "de").datetime("2026-11-27T13:45")).toBe("27.\u00a0November 2026 um\u00a013:45");
  expect(translation("pt", "pt").date("2026-11-27")).toBe("27\u00a0de novembro de 2026");
  expect(translation("hu", "hu").date("2026-11-27")).toBe("2026. november\u00a027.");
});
