/** Runs the cases about states against a render farm, and lists what finds each of its faults. */
import { expect } from "vitest";
import type { Report } from "../../results/report.ts";
import { type RenderFault, rendersCases, serveRenders } from "./renders-server.ts";
import { testServer } from "./test-server.ts";

/** The cases about the cost of work, and what its end returns. */
const aboutWork = ["effects/render_start/render/charged", "limits/starts/render_start/work-ends"];

export async function testRenders(
  fault: RenderFault | undefined,
  cases: readonly string[] = ["states/**", ...aboutWork],
): Promise<Report> {
  const { url, hook, close } = await serveRenders(fault);
  return testServer(url, {
    cases: rendersCases,
    target: { name: "renders", tokens: [], bindings: {}, hooks: { clock: hook, work: hook } },
    selection: { cases },
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
  "the-first-end-ends-all": ["states/render/queued/led", /^it became "(queued|running)" without a call$/],
  "done-before-it-is-stored": ["states/render/queued/led", /^render_get: \/frames is 24 instead of 0$/],
  "start-begins-others": ["states/render/queued/step-by-step", /\/state is "running" instead of "queued"/],
  "a-step-ends-all": ["states/render/queued/step-by-step", /\/state is "running" instead of "queued"/],
  "a-step-breaks-the-done": ["states/render/queued/step-by-step", /\/state is "failed" instead of "done"/],
  // The suite waits for a minute before it says so.
  "the-last-step-shows-no-end": [
    "states/render/queued/step-by-step",
    /^one is shown as at work for a minute, and the server has no step of it left$/,
  ],
  "failed-renders-cost": [
    "effects/render_start/render/charged",
    /^the account has 3 less, and render_get says 0$/,
  ],
  "failed-renders-count": ["limits/starts/render_start/work-ends", /^it is failed, and the use rose by 1$/],
  "start-moves-others": ["states/render/path", /^ren_\d+ was done, and is failed$/],
};

/** The suite finds the fault, by its case. */
export async function expectRenderFault(fault: RenderFault): Promise<void> {
  const [id, got] = findings[fault];
  const report = await testRenders(fault, fault === "start-moves-others" ? ["states/**"] : [id]);
  const found = report.results.find(({ subject }) => subject.id === id);
  expect(found!.verdict).toMatchObject({ status: "failed", got: expect.stringMatching(got) });
}
