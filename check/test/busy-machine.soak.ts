/**
 * Servers of npm that others wrote, each checked twice alone, and twice while eight programs use the processors: the lock
 * files and the reports are equal. evidence/other-servers.md has the table.
 */
import { type ChildProcess, execFile, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, describe, expect, test } from "vitest";
import { runIn } from "./support/run-check.ts";

interface NpmServer {
  readonly name: string;
  readonly version: string;
  readonly args?: readonly string[];
  /** Variables without which it does not start. Their values open nothing. */
  readonly env?: Readonly<Record<string, string>>;
}

const servers: readonly NpmServer[] = [
  { name: "@antv/mcp-server-chart", version: "0.9.10" },
  { name: "@executeautomation/playwright-mcp-server", version: "1.0.12" },
  { name: "@ericthered926/duckduckgo-mcp-server", version: "0.6.0" },
  { name: "@dangahagan/weather-mcp", version: "1.23.0" },
  { name: "@h1deya/mcp-server-weather", version: "0.1.3" },
  { name: "@fabriqa.ai/youtube-transcript-mcp", version: "1.0.3" },
  { name: "@kimtaeyoon83/mcp-server-youtube-transcript", version: "0.1.1" },
  { name: "@gongrzhe/server-travelplanner-mcp", version: "0.1.2" },
  { name: "@jinzcdev/leetcode-mcp-server", version: "1.4.0" },
  { name: "@jpisnice/shadcn-ui-mcp-server", version: "2.0.0" },
  { name: "@kimsungwhee/apple-docs-mcp", version: "1.0.26" },
  { name: "@mantine/mcp-server", version: "9.5.2" },
  { name: "@heroui/react-mcp", version: "1.1.2" },
  {
    name: "@modelcontextprotocol/server-gitlab",
    version: "2025.4.25",
    env: { GITLAB_PERSONAL_ACCESS_TOKEN: "none" },
  },
  {
    name: "@modelcontextprotocol/server-slack",
    version: "2025.4.25",
    env: { SLACK_BOT_TOKEN: "none", SLACK_TEAM_ID: "none" },
  },
  { name: "@modelcontextprotocol/server-system-monitor", version: "2.0.3", args: ["--stdio"] },
  { name: "@hugeicons/mcp-server", version: "0.2.2" },
  { name: "@djankies/vitest-mcp", version: "0.5.1" },
  // It prints a tip between its messages, another one at each start, and the report quotes it.
  {
    name: "@aashari/boilerplate-mcp-server",
    version: "3.2.0",
    env: { DOTENV_CONFIG_QUIET: "true" },
  },
  { name: "@circleci/mcp-server-circleci", version: "0.20.0" },
];

const folder = mkdtempSync(join(tmpdir(), "npm-servers-"));
const busy: ChildProcess[] = [];
afterAll(() => {
  for (const each of busy) each.kill("SIGKILL");
  rmSync(folder, { recursive: true, force: true });
});

/** Installs a server in a folder of its own. @returns the options that start it */
async function install({ name, version, args = [], env = {} }: NpmServer, own: string): Promise<string[]> {
  mkdirSync(own, { recursive: true });
  writeFileSync(join(own, "package.json"), '{"private":true}');
  const flags = ["--ignore-scripts", "--prefer-offline", "--no-audit", "--no-fund"];
  await promisify(execFile)("npm", ["install", ...flags, `${name}@${version}`], { cwd: own });
  const home = join(own, "node_modules", name);
  const { bin } = JSON.parse(readFileSync(join(home, "package.json"), "utf8"));
  const program = typeof bin === "string" ? bin : String(Object.values(bin)[0]);
  const words = [process.execPath, join(home, program), ...args].map((word) => `"${word}"`);
  // Some servers do not start in a test.
  const variables = Object.entries({ NODE_ENV: "production", ...env }).flatMap(([key, value]) => [
    "--env",
    `${key}=${value}`,
  ]);
  return ["--command", words.join(" "), ...variables];
}

/** The lock file that `--update` writes, and the report. */
async function checkOnce(options: readonly string[], own: string): Promise<object> {
  const lock = join(own, "mcp.lock.json");
  rmSync(lock, { force: true });
  const updated = await runIn(folder, [...options, "--lock", lock, "--update"]);
  const { code, out, err } = await runIn(folder, [...options, "--lock", lock, "--format", "json"]);
  expect(updated).toMatchObject({ code: 0 });
  return {
    lock: readFileSync(lock, "utf8"),
    code,
    out,
    problem: code === 2 ? err : "",
  };
}

describe("the lock files and the reports of four checks are equal", () => {
  const options = new Map<string, string[]>();
  const quiet = new Map<string, object>();
  const ownOf = (name: string) => join(folder, name.replaceAll("/", "+"));

  test.each(servers)("$name, checked alone", async (server) => {
    const own = ownOf(server.name);
    options.set(server.name, await install(server, own));
    const first = await checkOnce(options.get(server.name) ?? [], own);
    expect(first).toMatchObject({ problem: "" });
    quiet.set(server.name, first);
    expect(await checkOnce(options.get(server.name) ?? [], own)).toEqual(first);
  });

  test.concurrent.for(servers)("$name, beside eight busy programs", async ({ name }) => {
    while (busy.length < 8) busy.push(spawn(process.execPath, ["--eval", "for (;;);"], { stdio: "ignore" }));
    for (let run = 0; run < 2; run++)
      expect(await checkOnce(options.get(name) ?? [], ownOf(name))).toEqual(quiet.get(name));
  });
});
