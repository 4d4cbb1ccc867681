/** States that the server changes by itself: silent while a render farm keeps its spec, red for each promise that it breaks. */
import { describe, expect, test } from "vitest";
import { readRepeatedly } from "../../kinds/modes/repeated-reads.ts";
import { statesPage } from "../../report/states-page.ts";
import { PreconditionError } from "../../results/precondition-error.ts";
import type { Report } from "../../results/report.ts";
import {
  type RenderFault,
  renderFaults,
  rendersCases,
  serveRenders,
} from "../../test/support/renders-server.ts";
import { idsOf, testServer } from "../../test/support/test-server.ts";
import type { Snapshot } from "../observe/observation.ts";
import { Observer } from "../observe/observer.ts";

async function run(fault: RenderFault | undefined, cases: readonly string[] = []): Promise<Report> {
  const { url, clock, close } = await serveRenders(fault);
  return testServer(url, {
    cases: rendersCases,
    target: { name: "renders", tokens: [], bindings: {}, hooks: { clock } },
    selection: { kinds: ["states"], cases },
    timeoutMs: 20_000,
  }).finally(close);
}

/** Fault -> a case that finds it, and what its finding says. */
const findings: Readonly<Record<RenderFault, readonly [id: string, got: RegExp]>> = {
  "done-goes-back": ["states/render/queued/led", /^it became "running" without a call$/],
  "shows-an-undeclared-state": [
    "states/render/queued/led",
    /^it is "paused", which is not one of its states$/,
  ],
  "goes-where-no-transition-leads": [
    "states/render/queued/led",
    /^it went from queued to lapsed, which the server must not do$/,
  ],
  "stays-queued": ["states/render/queued/led", /^it was still queued after 0.2 s$/],
  "cancelled-renders-finish": ["states/render/queued/cancel", /^it became "done" without a call$/],
  "refused-cancel-is-applied": [
    "states/render/done/cancel",
    /refused the call, but then render_get: .*"cancelled"/,
  ],
  "start-cannot-be-repeated": ["states/render/queued/start", /It has been started/],
  "start-again-starts-again": ["states/render/queued/start", /^done became queued$/],
  "never-lapses": ["states/render/offered/lapse", /^it is "offered"$/],
  "lapses-early": ["states/render/offered/lapse", /^it is "lapsed"$/],
  // This fault shows only in instances that other cases have created.
  "the-first-end-ends-all": ["states/render/queued/led", /^it became "queued" without a call$/],
  "done-before-it-is-stored": ["states/render/queued/led", /^render_get: \/frames is 24 instead of 0$/],
  "start-moves-others": ["states/render/path", /^ren_\d+ was done, and is failed$/],
};

test("a healthy render farm has no finding, and a state to which the server does not happen to lead is not verified", async () => {
  const report = await run(undefined);
  expect(idsOf(report, "failed")).toEqual([]);
  expect(idsOf(report, "unverified")).toEqual(["states/render/failed/cancel"]);
  const html = statesPage(report);
  expect(html).toContain("<small>the server</small>");
  expect(html).toMatch(/<th scope="row">queued.*?leads to running/s);
  expect(html).toContain("answered again");
});

test("a render is not stable between two steps of the server, however long the server takes for the next", async () => {
  const states = ["running", "running", "done"];
  const observe = async (): Promise<Snapshot[]> => [
    { tool: "render_get", value: { state: states.shift() ?? "done" }, called: {} as never },
  ];
  const runLog = { volatile: [] } as never;
  const observer = new Observer({
    rules: rendersCases.behaviour!,
    runLog,
    reader: {} as never,
    make: () => Promise.reject(new Error("nothing is made")),
  });
  expect(await observer.waitUntilStable(observe)).toMatchObject([{ value: { state: "done" } }]);
  const working = [{ tool: "render_get", value: { state: "running" }, called: {} as never }];
  expect(observer.isAtWork(working, 49)).toBe(true);
  // The case is not verified then, and no finding.
  expect(() => observer.isAtWork(working, 50)).toThrow(PreconditionError);
});

test("fields that change while a render is at work do not count as changing by themselves, since its state is at work", async () => {
  const runLog = { volatile: [] as object[] };
  const observer = new Observer({
    rules: rendersCases.behaviour!,
    runLog: runLog as never,
    reader: {} as never,
    make: () => Promise.reject(new Error("nothing is made")),
  });
  const look = (state: string): Snapshot => ({ tool: "render_get", value: { state }, called: {} as never });
  await observer.findChanges(async () => [look("done")], [look("queued")], [look("running")]);
  expect(runLog.volatile).toEqual([]);
  const states = ["queued", "running", "done"];
  const read = async () => {
    const structuredContent = { state: states.shift() ?? "done" };
    return { tool: "render_get", outcome: { is: "success", result: { structuredContent } } } as never;
  };
  const engine = { observer, rules: rendersCases.behaviour!, context: { cases: rendersCases } } as never;
  expect(await readRepeatedly("render_get", engine, read)).not.toHaveProperty("change");
  expect(runLog.volatile).toEqual([]);
});

describe.concurrent("the suite detects a render farm with a fault", () => {
  test.each(renderFaults.map((fault) => [fault, ...findings[fault]] as const))(
    "reports the fault %s",
    async (fault, id, got) => {
      const report = await run(fault, fault === "start-moves-others" ? [] : [id]);
      const found = report.results.find(({ subject }) => subject.id === id);
      expect(found!.verdict).toMatchObject({ status: "failed", got: expect.stringMatching(got) });
    },
  );
});
