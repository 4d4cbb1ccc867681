/**
 * `toolwright portability` with the libraries of clients, installed from npm into empty folders: what each makes of the
 * tools, resources and prompts of the form service, and of entries that are not as MCP has them.
 */
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import manifest from "../../generated/manifest.json" with { type: "json" };
import { inProcess } from "../../generator/test/support/cli/cli.ts";
import { writeOddLists } from "../../generator/test/support/odd-lists.ts";
import { succeeds } from "../../generator/test/support/packed/shell.ts";
import { repository } from "../../generator/test/support/temporary-project.ts";

const names = manifest.tools.map(({ name }) => name);

/**
 * The packages of one application, and the column that shows them. `resources`, `prompts`: what it makes of ours. `odd`: the entries
 * that cost it a list.
 */
const applications: readonly {
  readonly client: string;
  readonly packages: readonly string[];
  readonly resources?: string;
  readonly prompts?: string;
  readonly odd?: readonly string[];
}[] = [
  { client: "sdk", packages: ["@modelcontextprotocol/sdk@1.32.2"] },
  { client: "agents", packages: ["@openai/agents@0.20.0", "zod@4.6.7"], prompts: "noted" },
  { client: "ai-sdk", packages: ["@ai-sdk/mcp@2.0.99", "ai@7.0.173", "zod@4.6.7"], odd: [] },
  {
    ...{ client: "zod", packages: ["zod@4.6.7"] },
    ...{ resources: "unchecked", prompts: "unchecked", odd: [] },
  },
  { client: "mastra", packages: ["@mastra/mcp@0.14.5", "@mastra/core@0.24.9", "zod@4.1.13"] },
  { client: "mastra", packages: ["@mastra/mcp@1.18.0", "@mastra/core@1.71.0", "zod@4.6.7"] },
  {
    client: "langchain",
    packages: ["@langchain/mcp-adapters@1.1.4", "@langchain/core@1.4.0", "@langchain/langgraph@1.7.3"],
    // It passes on name, URI, description and type alone.
    ...{ resources: "noted", prompts: "noted" },
  },
];
const oddEntries = ["resource odd://dated", "resource odd://notes/{id}"];

let folder: string;
let file: string;
let oddSpec: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "toolwright-"));
  file = join(folder, "manifest.json");
  await writeFile(file, JSON.stringify(manifest));
  oddSpec = writeOddLists(folder);
});

afterAll(() => rm(folder, { recursive: true, force: true }));

describe("the tools of the form service", () => {
  // Most of the time, each waits for the network.
  test.concurrent.each(applications)("$packages", async (application) => {
    const { client, packages } = application;
    const project = join(folder, packages.join("-").replaceAll(/\W/g, "-"));
    await mkdir(project);
    await writeFile(join(project, "package.json"), '{ "private": true, "type": "module" }');
    await succeeds(project, "npm", [
      ...["install", "--ignore-scripts", "--no-audit", "--no-fund", "--legacy-peer-deps"],
      ...packages,
    ]);
    const args = ["portability", "--manifest", file, "--format", "json"];
    const { code, stdout, stderr } = await inProcess(project, args);
    expect(stderr).not.toContain("could not be run");
    const report = JSON.parse(stdout);
    const cells = (column: string) => names.filter((name) => report.tools[name][column] === "refused");
    const unchecked = names.filter((name) => report.tools[name][client] === "unchecked");
    expect({ refused: cells(client), unchecked }).toEqual({ refused: [], unchecked: [] });
    const lost = report.findings.filter(({ effect }: { effect: string }) => effect === "lost");
    expect(lost).toEqual([]);
    expect(code).toBe(0);
    await expectLists(project, application);
    await rm(project, { recursive: true });
  });
});

async function expectLists(
  project: string,
  { client, resources = "taken", prompts = "taken", odd = oddEntries }: (typeof applications)[number],
): Promise<void> {
  const run = async (spec: string) => {
    const { code, stdout } = await inProcess(project, ["portability", "--spec", spec, "--format", "json"]);
    const offers = Object.entries<Readonly<Record<string, string>>>(JSON.parse(stdout).offers);
    return { code, cells: offers.map(([name, cells]) => [name, String(cells[client])] as const) };
  };
  const own = await run(join(repository, "spec"));
  expect(own.code).toBe(0);
  expect(own.cells.map(([, cell]) => cell)).toEqual(
    own.cells.map(([name]) => (name.startsWith("prompt ") ? prompts : resources)),
  );
  const { code, cells } = await run(oddSpec);
  expect(cells.filter(([, cell]) => cell === "refused").map(([name]) => name)).toEqual(odd);
  expect(code).toBe(odd.length === 0 ? 0 : 1);
}

test("rules find no refused or lost part", async () => {
  const { stdout } = await inProcess(folder, ["portability", "--manifest", file, "--format", "json"]);
  const bad = JSON.parse(stdout).findings.filter(({ effect }: { effect: string }) => effect !== "noted");
  expect(bad).toEqual([]);
});
