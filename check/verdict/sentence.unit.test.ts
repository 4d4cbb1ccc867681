import { expect, test } from "vitest";
import { judge } from "./judge.ts";
import type { Section } from "./verdict.ts";

const section = (name: "breaks" | "protocol", places: readonly string[]): Section => ({
  name,
  summary: "",
  findings: places.map((place) => ({ code: "tool-removed", level: "fail", says: "Gone.", places: [place] })),
  notes: [],
});

function sentenceOf(sections: readonly Section[], accepted: readonly string[]): string {
  const list = accepted.map((finding) => ({ finding, reason: "agreed" }));
  const server = { name: "a", version: "1" };
  return judge(sections, { checked: "x", server, accepted: list, base: [] }).sentence;
}

test("what is accepted is said in the one line that everybody reads", () => {
  const sections = [section("breaks", ["a tool", "b tool"]), section("protocol", [])];
  expect(sentenceOf(sections, ["tool-removed a tool", "tool-removed b tool"])).toBe(
    "Nothing that worked breaks, except for 2 accepted findings. No rule of MCP is broken.",
  );
  expect(sentenceOf([section("breaks", [])], [])).toBe("Nothing that worked breaks.");
  expect(sentenceOf(sections, ["tool-removed a tool"])).toBe("1 promise is broken.");
});
