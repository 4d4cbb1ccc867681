/** The section `cost` with the tokenizer and the code-mode host that npm has, at our own tools. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import manifest from "../../generated/manifest.json" with { type: "json" };
import type { PublishedTool } from "../surface/published-interface.ts";
import { costSection } from "./cost.ts";

const project = mkdtempSync(join(tmpdir(), "cost-"));
const published = { tools: manifest.tools as readonly PublishedTool[] };

beforeAll(() => {
  writeFileSync(join(project, "package.json"), '{ "private": true, "type": "module" }');
  const options = ["--ignore-scripts", "--no-audit", "--no-fund"];
  execFileSync("npm", ["install", "gpt-tokenizer@4.0.0", "@cloudflare/codemode@0.5.6", ...options], {
    cwd: project,
    stdio: "pipe",
  });
});

afterAll(() => rmSync(project, { recursive: true, force: true }));

test("a tokenizer that is installed counts, and a host that is installed is run", async () => {
  const { summary, notes, findings } = await costSection(published, { base: undefined, project });
  expect(summary).toMatch(/^14 tools, 1\d,\d{3} tokens$/);
  expect(notes[0]).toMatch(/^Tokens are counted by gpt-tokenizer 4\.0\.0 with OpenAI's o200k_base/);
  const [, shared, host] = /reads the tools as TypeScript: ([\d,]+) .*codemode 0\.5\.6 shows ([\d,]+)/.exec(
    notes[1]!,
  )!;
  const length = (digits = "") => Number(digits.replaceAll(",", ""));
  expect(length(shared)).toBeLessThan(60_000);
  expect(length(host)).toBeGreaterThan(200_000);
  expect(findings.map(({ code }) => code)).toContain("code-mode-inlined");
});

test("our estimate is within 8 % of the tokenizer", async () => {
  const tokens = async (folder: string) => {
    const { summary } = await costSection(published, { base: undefined, project: folder });
    return Number(/([\d,]+) tokens/.exec(summary)![1]!.replaceAll(",", ""));
  };
  const ratio = (await tokens(tmpdir())) / (await tokens(project));
  expect(Math.abs(ratio - 1)).toBeLessThan(0.08);
});
