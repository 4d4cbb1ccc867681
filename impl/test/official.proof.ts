import { expect, test } from "vitest";
import { type Revision, runSuite, scenarioOf } from "../../generator/test/support/official/suite.ts";
import { headerProxy } from "./support/header-proxy.ts";
import { startService } from "./support/service.ts";

/** The scenarios of the official suite that call no tool of its own, and what they cannot find in a server of tools. */
const scenarios: Readonly<Record<Revision, Readonly<Record<string, readonly string[]>>>> = {
  "2025-11-25": {
    "server-initialize": [],
    "server-session-lifecycle": [],
    ping: [],
    "tools-list": [],
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
    "server-sse-multiple-streams": [],
    "dns-rebinding-protection": [],
    "http-header-validation": [],
    caching: [],
  },
};

test.each(Object.keys(scenarios) as Revision[])(
  "passes what the official suite asks of any server of tools in %s",
  async (revision) => {
    const { endpoint, mint } = await startService();
    // More than one token: the suite asks more in a minute than one may.
    const tokens = await Promise.all(Array.from({ length: 4 }, () => mint()));
    let requests = 0;
    const url = await headerProxy(endpoint, () => ({
      authorization: `Bearer ${tokens[requests++ % tokens.length]!.token}`,
    }));

    const { scenarios: ran, shortcomings } = await runSuite(url, revision, []);
    const meant = scenarios[revision];
    const failed = shortcomings
      .filter(({ check, outcome }) => outcome !== "SKIPPED" && scenarioOf(check) in meant)
      .map(({ check }) => check);
    expect(ran).toEqual(expect.arrayContaining(Object.keys(meant)));
    expect([...new Set(failed)].sort()).toEqual(Object.values(meant).flat().sort());
  },
);
