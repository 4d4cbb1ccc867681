/** Tests what calls take out of a place, at servers with and without mistakes. */
import { describe, expect, onTestFinished, test } from "vitest";
import {
  type CoursesOptions,
  coursesCases,
  coursesTokens,
  serveCourses,
} from "../../test/support/servers/courses-server.ts";
import {
  type SheetsMistake,
  type SheetsOptions,
  serveSheets,
  sheetsCases,
  sheetsTokens,
} from "../../test/support/servers/sheets-server.ts";
import { testServer } from "../../test/support/test-server.ts";

async function findVerdicts(options: SheetsOptions): Promise<ReadonlyMap<string, string>> {
  const served = await serveSheets(options);
  onTestFinished(() => served.close());
  const target = { name: "sheets", tokens: sheetsTokens, bindings: {}, refusalCode: "/_meta/code" };
  const selection = { cases: ["effects/take_sheets/takes/**"] };
  const { results } = await testServer(served.url, { cases: sheetsCases, target, selection });
  return new Map(
    results.map(({ subject, verdict }) => [
      subject.id.slice("effects/take_sheets/takes/".length),
      verdict.status,
    ]),
  );
}

const all = ["nothing", "all", "more", "twice", "at-once", "other/shelf", "other/paper"];

test("what was put in can be taken once", async () => {
  expect(await findVerdicts({})).toEqual(new Map(all.map((name) => [name, "held"])));
});

test.each<[SheetsMistake, readonly string[]]>([
  ["stays", ["twice", "at-once"]],
  ["any-paper", ["other/paper"]],
  ["one-more", ["more"]],
  ["keeps-one", ["all"]],
])("the mistake %s fails %j", async (mistake, failing) => {
  const verdicts = [...(await findVerdicts({ mistake }))];
  expect(verdicts.flatMap(([name, status]) => (status === "failed" ? [name] : []))).toEqual(failing);
});

test("sheets that are taken from any shelf fail the case of the other shelf", async () => {
  const served = await serveSheets({ mistake: "any-shelf" });
  onTestFinished(() => served.close());
  const target = { name: "sheets", tokens: sheetsTokens, bindings: {}, refusalCode: "/_meta/code" };
  const selection = { cases: ["effects/take_sheets/takes/other/shelf"] };
  const { results } = await testServer(served.url, { cases: sheetsCases, target, selection });
  expect(results.map(({ verdict }) => verdict.status)).toEqual(["failed"]);
});

test("where a new place has something, only that is a finding", async () => {
  const verdicts = await findVerdicts({ atFirst: 3 });
  expect(verdicts.get("nothing")).toBe("failed");
  expect([...verdicts.values()].filter((status) => status === "failed")).toHaveLength(1);
});

describe("kits with which a course is made", () => {
  const names = ["all", "more", "twice", "at-once", "other/course"];

  async function findFailed(options: CoursesOptions): Promise<readonly string[]> {
    const served = await serveCourses(options);
    onTestFinished(() => served.close());
    const target = { name: "courses", tokens: coursesTokens, bindings: {}, refusalCode: "/_meta/code" };
    const selection = { cases: ["effects/give_kits/takes/**"] };
    const { results } = await testServer(served.url, { cases: coursesCases, target, selection });
    expect(results.map(({ subject }) => subject.id)).toEqual(
      names.map((name) => `effects/give_kits/takes/${name}`),
    );
    return results.flatMap(({ verdict: { status } }, index) =>
      status === "held" ? [] : [`${names[index]} ${status}`],
    );
  }

  test.each<[CoursesOptions["mistake"], readonly string[]]>([
    [undefined, []],
    ["one-kit-more", ["more failed", "twice failed", "other/course failed"]],
    ["endless-kits", ["twice failed", "at-once failed"]],
    ["one-stock", ["more failed", "twice failed", "other/course failed"]],
    ["looks-before", ["at-once failed"]],
  ])("can be given away once; the mistake %s fails %j", async (mistake, failing) => {
    expect(await findFailed(mistake === undefined ? {} : { mistake })).toEqual(failing);
  });
});
