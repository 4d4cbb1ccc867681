/** Runs with few requests at servers of one spec, which name the places of invalid arguments in different ways. */
import { join } from "node:path";
import type { Tool } from "@toolwright/runtime";
import { afterEach, expect, test } from "vitest";
import type { InputCase } from "../../cases/format.ts";
import type { Report } from "../../results/report.ts";
import { casesOf, serveNotes } from "../../test/support/notes-server.ts";
import { idsOf, testServer } from "../../test/support/test-server.ts";

/** Cases of a spec with every keyword, each of which a run would try in one request. */
const cases = casesOf(join(import.meta.dirname, "../../test/keywords"));
const breaking = cases.cases.filter(
  (each): each is InputCase => each.kind === "input" && each.expect === "refused",
);
const maxRequests = 200;

const running: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const server of running.splice(0)) await server.close();
});

type Errors = NonNullable<Tool["input"]["errors"]>;

/** Tests a server that reports only some of the errors which its validator finds, and accepts arguments without any. */
async function testNaming(select: (errors: Errors) => Errors): Promise<Report> {
  const answer = () => [{ type: "text", text: "ok" }];
  const server = await serveNotes({
    cases,
    handlers: Object.fromEntries(cases.manifest.map(({ name }) => [name, answer])),
    changeTool({ input, ...tool }) {
      const validate: Tool["input"] = (value) => {
        input(value);
        validate.errors = select(input.errors ?? []);
        return validate.errors.length === 0;
      };
      return { ...tool, input: validate };
    },
  });
  running.push(server);
  return testServer(server.url, {
    cases,
    maxRequests,
    selection: { kinds: ["input"] },
    target: { tokens: [], bindings: {} },
  });
}

function countDecided({ results }: Report): number {
  return results.filter(({ verdict }) => verdict.status === "held").length;
}

test("a server that names all places has more breaches decided than it gets requests", async () => {
  const report = await testNaming((errors) => errors);
  expect(idsOf(report, "failed")).toEqual([]);
  expect(report.requests).toBeLessThanOrEqual(maxRequests);
  const undecided = new Set(idsOf(report, "unverified"));
  const decided = breaking.filter(({ id }) => !undecided.has(id));
  expect(decided.length).toBeGreaterThan(maxRequests);
});

test("a server that names one place has few requests in vain", async () => {
  const report = await testNaming((errors) => errors.slice(0, 1));
  expect(idsOf(report, "failed")).toEqual([]);
  expect(countDecided(report)).toBeGreaterThan(maxRequests - 15);
});

test("a server that does not check one keyword fails its cases, whatever else it names", async () => {
  const report = await testNaming((errors) => errors.filter(({ keyword }) => keyword !== "maxLength"));
  const failed = new Set(idsOf(report, "failed"));
  const ofKeyword = breaking
    .filter(({ breaks }) => breaks?.keyword === "maxLength" && breaks.also === undefined)
    .map(({ id }) => id);
  const undecided = new Set(idsOf(report, "unverified"));
  expect(failed.size).toBeGreaterThan(0);
  expect([...failed].filter((id) => !ofKeyword.includes(id))).toEqual([]);
  expect(ofKeyword.filter((id) => !failed.has(id) && !undecided.has(id))).toEqual([]);
});
