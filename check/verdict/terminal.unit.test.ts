/** A verdict in a terminal: short, whatever the number of findings. */
import { expect, test } from "vitest";
import { judge } from "./judge.ts";
import { markdownText } from "./markdown.ts";
import { terminalText } from "./terminal.ts";
import type { CheckFinding, Level } from "./verdict.ts";

const finding = (level: Level, index: number): CheckFinding => ({
  code: `code-${index}`,
  level,
  says: "It takes less.",
  places: [`tool_${index} input /value`],
  calls: level === "fail" ? [{ tool: `tool_${index}`, arguments: { value: 200 } }] : [],
  shown: ["before  100", "after   10"],
  advice: "Keep the old bound.",
});

const findings = (level: Level, count: number) =>
  Array.from({ length: count }, (_, index) => finding(level, index));

/** The lines below the head of the section. */
function linesOf(all: readonly CheckFinding[], notes: readonly string[], reportFile?: string): string[] {
  const section = { name: "breaks", summary: "looked at", findings: all, notes } as const;
  const named = { checked: "x", server: { name: "many", version: "1" }, accepted: [], base: [] };
  const text = terminalText(judge([section], named), { colour: false, reportFile });
  const [, below = ""] = text.split("looked at\n");
  return below.split("\n\n")[0]?.split("\n") ?? [];
}

test("400 that fail are ten lines, and a line that says where the others are", () => {
  const lines = linesOf(findings("fail", 400), [], "check.json");
  expect(lines).toHaveLength(11);
  expect(lines[0]).toBe("  FAIL    tool_0 input /value  [code-0]");
  expect(lines[2]).toBe('          call    tool_0 {"value":200}  was right, is refused');
  expect(lines[6]).toBe("  FAIL    tool_1 input /value  [code-1]");
  expect(lines.at(-1)).toBe("  395 more in check.json");
  expect(linesOf(findings("fail", 400), []).at(-1)).toBe("  395 more; --report FILE writes all");
});

test("two that fail are shown in full where they fit, and advice only where it fits in full", () => {
  const [first, second] = findings("fail", 2) as [CheckFinding, CheckFinding];
  const { shown: _, ...short } = second;
  const lines = linesOf([first, short, ...findings("advice", 3)], []);
  expect(lines.filter((line) => line.includes("was right"))).toHaveLength(2);
  expect(lines.slice(10)).toEqual(["  3 more; --report FILE writes all"]);
});

test("notes are five lines, and the others are counted", () => {
  const notes = Array.from({ length: 12 }, (_, index) => `Note ${index}.`);
  expect(linesOf([], notes).slice(-2)).toEqual(["  Note 4.", "  7 more notes"]);
});

test("packages that are not installed are one line, and the comment of a pull request has none", () => {
  const sections = (["clients", "cost"] as const).map((name, index) => ({
    name,
    summary: "looked at",
    findings: [],
    notes: [],
    notInstalled: [`package-${index}`],
  }));
  const verdict = judge(sections, {
    checked: "x",
    server: { name: "a", version: "1" },
    accepted: [],
    base: [],
  });
  expect(terminalText(verdict, { colour: false })).toContain(
    "\nNot installed here, so not run: package-0, package-1. Add one as",
  );
  expect(markdownText(verdict)).not.toContain("package-");
});

test("a remedy of two findings is printed once", () => {
  const advice =
    "Set the option of the transport that compares the host and the origin of each request with a list.";
  const both = findings("advice", 2).map((each) => ({ ...each, advice, shown: [] }));
  const remedies = linesOf(both, []).filter((line) => line.startsWith("          do "));
  expect(remedies).toEqual([`          do      ${advice}`, "          do      As for code-0, above."]);
});

test("the option that accepts names the one that fails, and several together", () => {
  const lastLines = (count: number) => {
    const section = { name: "breaks", summary: "", findings: findings("fail", count), notes: [] } as const;
    const named = { checked: "x", server: { name: "a", version: "1" }, accepted: [], base: [] };
    return terminalText(judge([section], named), { colour: false });
  };
  const first = '--accept "code-0 tool_0 input /value"';
  expect(lastLines(1)).toContain(`If it is meant: ${first} --reason "..." accepts it.\n`);
  expect(lastLines(2)).toContain(
    `If it is meant: --accept all --reason "..." accepts all that fails; to choose, name each: ${first}.\n`,
  );
});
