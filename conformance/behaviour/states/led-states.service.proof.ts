/** States that the server changes by itself: silent while a render farm keeps its spec, red for each promise that it breaks. */
import { describe, expect, test } from "vitest";
import { readRepeatedly } from "../../kinds/modes/repeated-reads.ts";
import { statesPage } from "../../report/states-page.ts";
import { PreconditionError } from "../../results/precondition-error.ts";
import { comparingObserver, makeEmptyLog } from "../../test/support/comparing-observer.ts";
import { expectRenderFault, testRenders } from "../../test/support/render-findings.ts";
import { renderFaults, rendersCases } from "../../test/support/renders-server.ts";
import { idsOf } from "../../test/support/test-server.ts";
import { successfulCall } from "../calls/answered-calls.ts";
import type { Snapshot } from "../observe/observation.ts";

const rules = rendersCases.behaviour!;

test("a healthy render farm has no finding, and a state to which the server does not happen to lead is not verified", async () => {
  const report = await testRenders(undefined);
  expect(idsOf(report, "failed")).toEqual([]);
  expect(idsOf(report, "unverified")).toEqual(["states/render/failed/cancel"]);
  const html = statesPage(report);
  expect(html).toContain("<small>the server</small>");
  expect(html).toMatch(/<th scope="row">queued.*?leads to running/s);
  expect(html).toContain("answered again");
});

test("a render is not stable between two steps of the server, however long the server takes for the next", async () => {
  const observer = comparingObserver(rules);
  const { observe } = showStates("running", "running", "done");
  expect(await observer.waitUntilStable(observe)).toMatchObject([{ value: { state: "done" } }]);
  const working = [look("running")];
  expect(observer.isAtWork(working, 49)).toBe(true);
  // The case is not verified then, and no finding.
  expect(() => observer.isAtWork(working, 50)).toThrow(PreconditionError);
});

test("work has ended when one observation shows its end, without a second observation", async () => {
  const observer = comparingObserver(rules);
  const { observe, rest } = showStates("queued", "running", "done", "not looked at");
  expect(await observer.observeFinished(observe)).toMatchObject([{ value: { state: "done" } }]);
  expect(rest).toEqual(["not looked at"]);
});

test("fields that change while a render is at work do not count as changing by themselves, since its state is at work", async () => {
  const runLog = makeEmptyLog();
  const observer = comparingObserver(rules, runLog);
  await observer.findChanges(async () => [look("done")], [look("queued")], [look("running")]);
  expect(runLog.volatile).toEqual([]);
  const states = ["queued", "running", "done"];
  const read = async () => successfulCall("render_get", {}, { state: states.shift() ?? "done" });
  const engine = { observer, rules, context: { cases: rendersCases } };
  expect(await readRepeatedly("render_get", engine, read)).not.toHaveProperty("change");
  expect(runLog.volatile).toEqual([]);
});

test("what comes with a step of the work is no change by a call, unless the server leads nowhere from that state", async () => {
  const observer = comparingObserver(rules);
  const between = (was: string, is: string) =>
    observer.findChanges(async () => [look(is)], [look(was)], [look(is)]);
  expect(await between("queued", "done")).toEqual([]);
  expect(await between("done", "queued")).toMatchObject([{ at: "/state" }]);
});

test("an observer waits until the work on what it looks at has ended", async () => {
  const observer = comparingObserver(rules);
  const { observe, rest } = showStates("queued", "running", "done", "not looked at");
  expect(await observer.observeSettled(observe)).toMatchObject([{ value: { state: "done" } }]);
  expect(rest).toEqual(["not looked at"]);
});

/** The first faults; `led-states.proof.ts` tries the others. */
describe.concurrent("the suite detects a render farm with a fault", () => {
  test.each(renderFaults.slice(0, 4))("reports the fault %s", expectRenderFault);
});

function look(state: string): Snapshot {
  const called = successfulCall("render_get", {}, { state });
  return { tool: called.tool, value: { state }, called };
}

/** Shows one state after the other, and then the last one. `rest` has those that were not looked at. */
function showStates(...rest: string[]) {
  let last = "";
  const observe = async () => {
    last = rest.shift() ?? last;
    return [look(last)];
  };
  return { observe, rest };
}
