/** The official suite of MCP at a server that is generated, in each revision. */
import { join } from "node:path";
import { createMcpServer } from "@toolwright/runtime";
import { describe, expect, test } from "vitest";
import { changes, handlers } from "../support/official/handlers.ts";
import {
  excusedIn,
  readExcuses,
  requiredScenarios,
  revisions,
  runExtension,
  runSuite,
  skillScenarios,
} from "../support/official/suite.ts";
import { service } from "./want/tools.ts";

const excuses = readExcuses(join(import.meta.dirname, "baseline.yaml"));

describe.each(revisions)("the official suite for %s", (revision) => {
  test("finds exactly the failures of the baseline", async () => {
    const unexpected: unknown[] = [];
    const log = { info: () => undefined, warn: () => undefined, error: unexpected.push.bind(unexpected) };
    const server = createMcpServer({ service, handlers, changes, log });
    try {
      const excused = excusedIn(excuses, revision);
      const run = await runSuite(await server.listen(0), revision, excused);
      const shortcomings = run.shortcomings.map(({ check, outcome }) => `${check} ${outcome}`);
      const explained = excused.map(({ check, outcome }) => `${check} ${outcome}`);
      expect([...new Set(shortcomings)].sort()).toEqual(explained.sort());
      expect({ exitCode: run.exitCode, output: run.output }).toMatchObject({ exitCode: 0 });
      expect([...run.scenarios].sort()).toEqual([...requiredScenarios(revision)].sort());
      expect(unexpected).toEqual([]);
    } finally {
      await server.close();
    }
  });
});

describe.each(revisions)("the scenarios of skills in %s", (revision) => {
  test("pass, except for features that the revision lacks", async () => {
    const server = createMcpServer({ service, handlers, changes });
    try {
      const runs = await runExtension(await server.listen(0), revision, skillScenarios);
      expect(runs.flatMap(({ scenarios }) => scenarios)).toEqual(skillScenarios);
      expect(runs.map(({ exitCode }) => exitCode)).toEqual([0, 0, 0]);
      const skipped = ["list", "get"].map((method) => ({
        check: `sep-2640-skills-enumeration:sep-2640-skills-${method}-cache-attributes`,
        outcome: "SKIPPED",
        message: expect.stringContaining("not applicable on negotiated protocol 2025-11-25"),
      }));
      const shortcomings = runs.flatMap((run) => run.shortcomings);
      expect(shortcomings).toEqual(revision === "2025-11-25" ? skipped : []);
    } finally {
      await server.close();
    }
  });
});

test("every entry of the baseline names a scenario that some revision runs, and a reason", () => {
  const counted = new Set(
    revisions.flatMap((revision) => excusedIn(excuses, revision)).map(({ check }) => check),
  );
  const written = excuses.flatMap(({ checks }) => checks);
  expect(written.filter((check) => !counted.has(check))).toEqual([]);
  expect(excuses.filter(({ reason }) => !reason)).toEqual([]);
});
