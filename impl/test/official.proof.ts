import { spawn } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { newCommandWith } from "../../generator/cli/new.ts";
import { registryPackages } from "../../generator/cli/project-packages.ts";
import { captured } from "../../generator/test/support/cli/cli.ts";
import {
  type Revision,
  runExtension,
  runSuite,
  scenarioOf,
  skillScenarios,
} from "../../generator/test/support/official/suite.ts";
import { inTemporaryProject } from "../../generator/test/support/temporary-project.ts";
import { headerProxy } from "./support/header-proxy.ts";
import { startService } from "./support/service.ts";

/** The scenarios of the official suite that call no tool of its own, and what they cannot find in a server without their tools. */
const scenarios: Readonly<Record<Revision, Readonly<Record<string, readonly string[]>>>> = {
  "2025-11-25": {
    "server-initialize": [],
    "server-session-lifecycle": [],
    ping: [],
    "tools-list": [],
    "resources-list": [],
    "prompts-list": [],
    "dns-rebinding-protection": [],
  },
  "2026-07-28": {
    "server-stateless": [
      // Tools that only a fixture has.
      "server-stateless:sep-2575-server-rejects-undeclared-capability",
      "server-stateless:sep-2575-missing-capability-http-400",
      "server-stateless:sep-2575-http-server-no-independent-requests-on-stream",
      "server-stateless:sep-2575-server-no-log-without-loglevel",
    ],
    "tools-list": [],
    "resources-list": [],
    "sep-2164-resource-not-found": [],
    "prompts-list": [],
    "server-sse-multiple-streams": [],
    "dns-rebinding-protection": [],
    "http-header-validation": [],
    caching: [],
  },
};

test.each(Object.keys(scenarios) as Revision[])(
  "passes the scenarios of the official suite for any server with tools, resources and prompts in %s",
  async (revision) => {
    const { endpoint, mint } = await startService();
    // More than one token: the suite asks more in a minute than one may.
    const tokens = await Promise.all(Array.from({ length: 4 }, () => mint()));
    const failed = await failures(
      endpoint,
      tokens.map(({ token }) => token),
      revision,
      scenarios[revision],
    );
    expect(failed).toEqual(Object.values(scenarios[revision]).flat().sort());
  },
);

/** Serves a new project to callers with any token, each with its own rate. */
const program = `import { createServer } from "./server.ts";
const scopes = new Set(["notes:read", "notes:write"]);
const server = createServer({ authenticate: ({ token }) => ({ account: "me", token, scopes }) });
console.log(await server.listen(0));
`;

test.each(Object.keys(scenarios) as Revision[])(
  "a new project passes its scenarios for any server with tools and resources in %s",
  async (revision) => {
    const { "prompts-list": _, ...others } = scenarios[revision];
    // It has no prompts.
    const asked = others.caching
      ? { ...others, caching: ["caching:sep-2549-prompts-list-caching-hints"] }
      : others;
    const tokens = Array.from({ length: 8 }, (_each, index) => `token-${index}`);
    await inTemporaryProject(async (parent) => {
      await captured(parent, {}, (io) => newCommandWith(registryPackages).run({}, ["notes"], io));
      writeFileSync(join(parent, "notes/src/official.ts"), program);
      const server = spawn(process.execPath, ["--conditions=toolwright-source", "src/official.ts"], {
        cwd: join(parent, "notes"),
        stdio: ["ignore", "pipe", "inherit"],
      });
      try {
        const [url] = (await once(server.stdout.setEncoding("utf8"), "data")) as [string];
        const failed = await failures(url.trim(), tokens, revision, asked);
        expect(failed).toEqual(Object.values(asked).flat().sort());
      } finally {
        server.kill();
      }
    });
  },
);

/** The failing checks of these scenarios; each of them has to run. */
async function failures(
  endpoint: string,
  tokens: readonly string[],
  revision: Revision,
  asked: Readonly<Record<string, readonly string[]>>,
): Promise<string[]> {
  let requests = 0;
  const url = await headerProxy(endpoint, () => ({
    authorization: `Bearer ${tokens[requests++ % tokens.length]}`,
  }));
  const { scenarios: ran, shortcomings } = await runSuite(url, revision, []);
  expect(ran).toEqual(expect.arrayContaining(Object.keys(asked)));
  const skills = await runExtension(url, revision, skillScenarios);
  expect(skills.flatMap((each) => each.scenarios)).toEqual(skillScenarios);
  const found = [
    ...shortcomings.filter(({ check }) => scenarioOf(check) in asked),
    ...skills.flatMap((each) => each.shortcomings),
  ];
  const failed = found.filter(({ outcome }) => outcome !== "SKIPPED").map(({ check }) => check);
  return [...new Set(failed)].sort();
}
