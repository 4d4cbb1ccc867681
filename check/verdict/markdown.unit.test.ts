import { expect, test } from "vitest";
import { judge } from "./judge.ts";
import { markdownText } from "./markdown.ts";
import type { CheckFinding } from "./verdict.ts";

const finding = (index: number): CheckFinding => ({
  code: "input-range-narrowed",
  level: "fail",
  says: `Argument ${index} takes less. ${"It is refused. ".repeat(20)}`,
  places: [`tool_${index} input /value`],
  shown: ["before  100", "after   10", `call    ${"x".repeat(400)}`],
  advice: "Keep the old bound.",
});

function verdictOf(findings: readonly CheckFinding[], base: readonly CheckFinding[] = []) {
  const section = { name: "breaks", summary: `${findings.length} breaks`, findings, notes: [] } as const;
  return judge([section], {
    checked: "python server.py",
    server: { name: "many", version: "1.0.0" },
    accepted: [],
    base: base.length === 0 ? [] : [{ ...section, findings: base }],
  });
}

test("a comment of 400 findings stays below the limit of GitHub, and says what it leaves out", () => {
  const text = markdownText(verdictOf(Array.from({ length: 400 }, (_, index) => finding(index))));
  expect(text.length).toBeLessThan(60_000);
  expect(text).toMatch(/^### ❌ 400 things that worked break now\./);
  expect(text).toContain("does not fit into a comment");
});

test("texts of a server are shown as they are: no Markdown, HTML or mention of theirs has an effect", () => {
  const hostile = {
    ...finding(1),
    says: "<img src=x onerror=alert(1)> **bold** @everyone [x](http://a)",
    places: ["`</details>`"],
  };
  const text = markdownText(verdictOf([hostile]));
  expect(text).toContain("\\<img src=x onerror=alert(1)\\>");
  expect(text).toContain("\\*\\*bold\\*\\*");
  expect(text).not.toMatch(/^<\/details>/m);
});

test("what the base had already is folded below what is new", () => {
  const text = markdownText(verdictOf([finding(1), finding(2)], [finding(1)]));
  expect(text.indexOf("Argument 2")).toBeLessThan(text.indexOf("<details>"));
  expect(text.indexOf("Argument 1")).toBeGreaterThan(text.indexOf("<details>"));
});
