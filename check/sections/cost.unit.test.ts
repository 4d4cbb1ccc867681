/** The section `cost` where nothing optional is installed: estimates, and the names of what is missing. */
import { tmpdir } from "node:os";
import { expect, test } from "vitest";
import manifest from "../../generated/manifest.json" with { type: "json" };
import type { PublishedTool } from "../surface/published-interface.ts";
import { costSection } from "./cost.ts";

const tools = manifest.tools as readonly PublishedTool[];
const project = tmpdir();

test("estimates say that they are some, and missing packages are named", async () => {
  const { summary, notes, notInstalled } = await costSection({ tools }, { base: undefined, project });
  expect(summary).toMatch(/^14 tools, about [\d,]+ tokens$/);
  expect(notes[0]).toContain("Tokens are an estimate by the letters of a text");
  expect(notInstalled).toEqual(["gpt-tokenizer", "@cloudflare/codemode"]);
});

test("definitions that are inlined many times are said, with the tools", async () => {
  const { findings } = await costSection({ tools }, { base: undefined, project });
  const inlined = findings.find(({ code }) => code === "code-mode-inlined");
  expect(inlined?.level).toBe("note");
  expect(inlined?.places).toEqual(["service_get_form", "service_update_form"]);
});

test("small tools get no finding, and a base is compared with", async () => {
  const small = [{ name: "ping", inputSchema: { type: "object" } }];
  const base = { tools: [{ name: "ping", description: "Answers.", inputSchema: { type: "object" } }] };
  const { summary, findings } = await costSection({ tools: small }, { base, project });
  expect(summary).toMatch(/^1 tool, about \d+ tokens \(\d+ before\)$/);
  expect(findings).toEqual([]);
});

/** Five tools, of which one is nine times as long as the others together. */
const unequalTools = (words: number): PublishedTool[] =>
  [words * 36, words, words, words, words].map((count, index) => ({
    name: `tool_${index}`,
    description: "It says this. ".repeat(count),
    inputSchema: { type: "object" },
  }));

test.each<[title: string, words: number, named: readonly string[]]>([
  ["no tool of a list of about 200 tokens is dear", 1, []],
  ["a tool that takes most of a long list is dear", 30, ["tool_0"]],
])("%s", async (_, words, named) => {
  const { findings } = await costSection({ tools: unequalTools(words) }, { base: undefined, project });
  expect(findings.flatMap(({ code, places }) => (code === "dear-tool" ? places : []))).toEqual(named);
});
