import { expect, test } from "vitest";
import { judge } from "./judge.ts";
import { markdownText } from "./markdown.ts";
import { type CheckFinding, sectionNames } from "./verdict.ts";

const finding = (index: number): CheckFinding => ({
  code: "input-range-narrowed",
  level: "fail",
  says: `Argument ${index} takes less. ${"It is refused. ".repeat(20)}`,
  places: [`tool_${index} input /value`],
  calls: [{ tool: `tool_${index}`, arguments: { value: "x y ".repeat(100) } }],
  shown: ["before  100", "after   10"],
  advice: "Keep the old bound.",
});

const many = Array.from({ length: 400 }, (_, index) => finding(index));

function verdictOf(findings: readonly CheckFinding[], base: readonly CheckFinding[] = []) {
  const section = {
    name: "descriptions",
    summary: `${findings.length} broken`,
    findings,
    notes: [],
  } as const;
  const others = sectionNames.map((name) => ({ name, summary: "held", findings: [], notes: [] }));
  return judge(
    others.map((other) => (other.name === section.name ? section : other)),
    {
      checked: "python server.py",
      server: { name: "many", version: "1.0.0" },
      accepted: [],
      base: base.length === 0 ? [] : [{ ...section, findings: base }],
    },
  );
}

test.each([
  ["400 findings in one section", [many, [], [], [], [], []]],
  ["400 findings in each section", sectionNames.map(() => many)],
])("a comment of %s stays below the limit of GitHub, with the head of each section", (_, lists) => {
  const sections = sectionNames.map((name, index) => ({
    name,
    summary: `${name} were looked at`,
    findings: lists[index] ?? [],
    notes: [],
  }));
  const text = markdownText(
    judge(sections, { checked: "x", server: { name: "many", version: "1" }, accepted: [], base: [] }),
  );
  expect(text.length).toBeLessThan(60_000);
  expect(text).toMatch(/^### ❌ 400 calls that worked are refused now/);
  for (const name of sectionNames)
    expect(text).toMatch(new RegExp(`${name}(\\*\\*)?: ${name} were looked at\n`));
  expect(text).toMatch(/\d+ more: the report as JSON has them/);
  // Cut or not, it is Markdown that ends: each fold and each block of code is closed.
  expect(text.match(/<details>/g)?.length).toBe(text.match(/<\/details>/g)?.length);
  expect((text.match(/^ *```/gm)?.length ?? 0) % 2).toBe(0);
});

test("a remedy of two findings is printed once in a comment", () => {
  const advice =
    "Set the option of the transport that compares the host and the origin of each request with a list.";
  const both = [0, 1].map((index) => ({ ...finding(index), code: `code-${index}`, advice }));
  const text = markdownText(verdictOf(both));
  expect(text.match(/\*\*Do:\*\* .*/g)).toEqual([`**Do:** ${advice}`, "**Do:** As for code-0, above."]);
});

test("a break shows the call that was right, and what to do", () => {
  const breaks = { name: "breaks", summary: "1 break", findings: [finding(1)], notes: [] } as const;
  const named = { checked: "x", server: { name: "many", version: "1" }, accepted: [], base: [] };
  const text = markdownText(judge([breaks], named));
  expect(text).toContain("This call was right, and is refused now");
  expect(text).toContain('  ```text\n  tool_1 {"value":');
  expect(text).toContain("  ```diff\n  - 100\n  + 10\n  ```\n");
  expect(text).toContain("**Do:** Keep the old bound.");
});

test("texts of a server are shown as they are: no Markdown, HTML, mention or reference of theirs has an effect", () => {
  const hostile = {
    ...finding(1),
    says: "<img src=x onerror=alert(1)> **bold** @everyone [x](http://a) see #12",
    places: ["`</details>`"],
    shown: ["```", "</details>", "@everyone"],
  };
  const text = markdownText(verdictOf([hostile]));
  expect(text).toContain("\\<img src=x onerror=alert(1)\\>");
  expect(text).toContain("\\*\\*bold\\*\\*");
  // A fence that is longer than theirs: it is code, in which GitHub makes no mention.
  expect(text).toContain("  ````text\n  ```\n");
  const prose = text.replaceAll(/^ {2}(`{3,4})text[\s\S]*?^ {2}\1$/gm, "").replaceAll("&#8203;", " ");
  expect(prose).not.toMatch(/^\s*<\/details>$|@\w|#\d/m);
});

test("what the base had already is folded below what is new, and a place that is new comes first", () => {
  const advice = (places: readonly string[], says: string) => ({
    code: "usage-missing",
    level: "advice" as const,
    says,
    places,
  });
  const base = [advice(["old", "older"], "No usage."), { ...advice(["old"], "No verb."), code: "no-verb" }];
  const now = [
    advice(["old", "new", "older"], "No usage."),
    { ...advice(["old"], "No verb."), code: "no-verb" },
  ];
  const text = markdownText(verdictOf(now, base));
  expect(text).toContain("⚠️ `new` (2 as before): No usage.");
  expect(text.indexOf("No verb")).toBeGreaterThan(text.indexOf("<summary>1 as before</summary>"));
});

test("a finding that fails is shown although the base had it", () => {
  const { sections, exitCode } = verdictOf([finding(1)], [finding(1)]);
  expect(sections.flatMap(({ findings }) => findings).map(({ isKnown }) => isKnown)).toEqual([false]);
  expect(exitCode).toBe(1);
});

test("a section without a failure is one line to unfold, and breaks are always shown", () => {
  const note = { code: "strict-noted", level: "note" as const, says: "It cannot be strict.", places: ["a"] };
  const sections = sectionNames.map((name) => ({
    name,
    summary: `${name} <b>&`,
    findings: name === "clients" ? [note] : [],
    notes: name === "cost" || name === "breaks" ? ["An estimate."] : [],
  }));
  const text = markdownText(
    judge(sections, { checked: "x", server: { name: "a", version: "1" }, accepted: [], base: [] }),
  );
  expect(text).toContain("#### ✅ breaks: breaks \\<b\\>&\n\n- An estimate.\n");
  expect(text).toContain("\n✅ **protocol**: protocol \\<b\\>&\n");
  expect(text).toContain("<details><summary>✅ <b>clients</b>: clients &lt;b>&amp;</summary>");
  expect(text).toContain("<details><summary>1 note</summary>");
  expect(text).toContain("<details><summary>✅ <b>cost</b>: cost &lt;b>&amp;</summary>\n\n- An estimate.\n");
});

test("the first five that fail are read at once, and the others of the first ten are unfolded", () => {
  const text = markdownText(verdictOf(many.slice(0, 12)));
  const [open = "", folded = ""] = text.split("<details><summary>5 more that fail</summary>");
  const named = (part: string) => part.match(/^- ❌ `tool_\d+ input/gm)?.length;
  expect(named(open)).toBe(5);
  expect(named(folded.split("</details>")[0] ?? "")).toBe(5);
  expect(folded).toContain("<details><summary>2 more</summary>");
});

test("the last line says how the reader accepts what fails, at the same base", () => {
  const section = { name: "breaks", summary: "1 break", findings: [finding(1)], notes: [] } as const;
  const named = { checked: "x", server: { name: "many", version: "1" }, accepted: [], base: [] };
  const last = (comparedWith?: string) =>
    markdownText(judge([section], { ...named, ...(comparedWith && { comparedWith }) }))
      .trim()
      .split("\n")
      .at(-1);
  expect(last("mcp.lock.json at origin/main")).toContain(
    '`toolwright check ... --base origin/main --accept all --reason "..."` accepts it in the lock file',
  );
  expect(last("mcp.lock.json")).toContain('`toolwright check ... --accept all --reason "..."`');
});
