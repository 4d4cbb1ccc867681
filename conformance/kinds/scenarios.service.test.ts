/** Tests steps of scenarios that leave something unchanged, criteria that come to hold within a time, and steps that stop the clock. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { expect, onTestFinished, test } from "vitest";
import type { CaseFile } from "../cases/format.ts";
import type { StepRule } from "../cases/workflows.ts";
import {
  type SlotsOptions,
  serveSlots,
  slotsCases,
  slotsTokens,
} from "../test/support/servers/slots-server.ts";
import { testServer } from "../test/support/test-server.ts";

const confirmed = "scenarios/slots-are-confirmed/confirmed";
const another = "scenarios/slots-are-confirmed/another";

async function findVerdicts(options: SlotsOptions): Promise<Record<string, string>> {
  const served = await serveSlots(options);
  onTestFinished(served.close);
  const target = { name: "slots", tokens: slotsTokens, bindings: {}, refusalCode: "/_meta/code" };
  const selection = { cases: [confirmed, another] };
  const { results } = await testServer(served.url, { cases: slotsCases, target, selection });
  const entries = results.map(({ subject: { id }, verdict }) => [
    id,
    verdict.status === "failed" ? `${verdict.expected}: ${verdict.got}` : verdict.status,
  ]);
  return Object.fromEntries(entries);
}

test("a criterion may come to hold within the time of its step", async () => {
  expect(await findVerdicts({ confirmsAfterMs: 500 })).toEqual({ [confirmed]: "held", [another]: "held" });
});

test("a criterion that does not hold within the time fails", async () => {
  const verdicts = await findVerdicts({ confirmsAfterMs: 60_000 });
  expect(verdicts[confirmed]).toMatch(/confirmed == true within 2 s: structuredContent\/confirmed is false$/);
});

test("a step that changes what stays as it was fails", async () => {
  const verdicts = await findVerdicts({ renamesOthers: true });
  expect(verdicts).toMatchObject({
    [confirmed]: "held",
    [another]: expect.stringMatching(/as it was.*"renamed"/),
  });
});

const stop = "scenarios/slots-are-confirmed/stop";

/** The slots, with a step that stops the clock before the others of a workflow. */
function withStoppedClock(): CaseFile {
  const { behaviour, cases, ...rest } = slotsCases;
  const workflow = behaviour!.workflows["slots-are-confirmed"]!;
  const step: StepRule = {
    ...{ id: "stop", at: workflow.at, hook: "clock", payload: { seconds: 0, still: true } },
    ...{ expressions: [], criteria: [], outputs: {} },
  };
  const workflows = { "slots-are-confirmed": { ...workflow, steps: [step, ...workflow.steps] } };
  const own = cases.find(({ id }) => id === another)!;
  return {
    ...rest,
    behaviour: { ...behaviour!, workflows },
    cases: [{ ...own, id: stop, step: "stop" } as CaseFile["cases"][number], ...cases],
  };
}

test.each([
  { title: "goes on when the workflow has ended", stands: true, options: {}, at: "held", last: "held" },
  {
    title: "goes on after a step that failed",
    ...{ stands: true, options: { leadMs: Number.MAX_VALUE }, at: "held", last: "unverified" },
  },
  {
    title: "that does not stop decides no step after it",
    ...{ stands: false, options: {}, at: "unverified", last: "unverified" },
  },
])("a stopped clock $title", async ({ stands, options, at, last }) => {
  const questions: { still?: boolean }[] = [];
  const hook = createServer(async (request, response) => {
    questions.push(JSON.parse(await text(request)));
    const now = stands ? 1_800_000_000_000 : Date.now();
    response.end(JSON.stringify({ now: new Date(now).toISOString() }));
  });
  await new Promise<void>((resolve) => hook.listen(0, "127.0.0.1", resolve));
  const served = await serveSlots({ ...options, now: () => (stands ? 1_800_000_000_000 : Date.now()) });
  onTestFinished(async () => void (await Promise.all([served.close(), hook.close()])));
  const clock = `http://127.0.0.1:${(hook.address() as AddressInfo).port}`;
  const target = {
    name: "slots",
    tokens: slotsTokens,
    bindings: {},
    refusalCode: "/_meta/code",
    hooks: { clock },
  };
  const { results } = await testServer(served.url, {
    ...{ cases: withStoppedClock(), target, selection: { cases: [stop, another] } },
  });
  const statuses = Object.fromEntries(results.map(({ subject: { id }, verdict }) => [id, verdict.status]));
  expect(statuses).toEqual({ [stop]: at, [another]: last });
  expect(questions.findLast(({ still }) => still !== undefined)).toMatchObject({ still: false });
});
