/** Tests steps of scenarios that leave something unchanged, criteria that come to hold within a time, and steps that stop the clock. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { expect, onTestFinished, test } from "vitest";
import type { JsonObject } from "../cases/edits.ts";
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

/** The slots, with a step that moves the clock before the others of a workflow. */
function withClock(payload: JsonObject): CaseFile {
  const { behaviour, cases, ...rest } = slotsCases;
  const workflow = behaviour!.workflows["slots-are-confirmed"]!;
  const step: StepRule = {
    ...{ id: "stop", at: workflow.at, hook: "clock", payload },
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

const time = 1_800_000_000_000;

/** Runs the workflow with such a step; returns the results of its first and last step, and the questions to the hook. */
async function runWithClock(
  payload: JsonObject,
  { stands = true, ...options }: SlotsOptions & { stands?: boolean } = {},
) {
  const now = () => (stands ? time : Date.now());
  const questions: { still?: boolean; seconds?: number }[] = [];
  const hook = createServer(async (request, response) => {
    questions.push(JSON.parse(await text(request)));
    response.end(JSON.stringify({ now: new Date(now()).toISOString() }));
  });
  await new Promise<void>((resolve) => hook.listen(0, "127.0.0.1", resolve));
  const served = await serveSlots({ ...options, now });
  onTestFinished(async () => void (await Promise.all([served.close(), hook.close()])));
  const hooks = { clock: `http://127.0.0.1:${(hook.address() as AddressInfo).port}` };
  const target = { name: "slots", tokens: slotsTokens, bindings: {}, refusalCode: "/_meta/code", hooks };
  const selection = { cases: [stop, another] };
  const { results } = await testServer(served.url, { cases: withClock(payload), target, selection });
  const statuses = [stop, another].map(
    (id) => results.find(({ subject }) => subject.id === id)?.verdict.status,
  );
  return { statuses, questions };
}

test.each([
  { title: "goes on when the workflow has ended", options: {}, statuses: ["held", "held"] },
  {
    title: "goes on after a step that failed",
    ...{ options: { leadMs: Number.MAX_VALUE }, statuses: ["held", "unverified"] },
  },
  {
    title: "that does not stop decides no step after it",
    ...{ options: { stands: false }, statuses: ["unverified", "unverified"] },
  },
])("a stopped clock $title", async ({ options, statuses }) => {
  const run = await runWithClock({ seconds: 0, still: true }, options);
  expect(run.statuses).toEqual(statuses);
  expect(run.questions.findLast(({ still }) => still !== undefined)).toMatchObject({ still: false });
});

test.each([
  [90_500, 90],
  [90_000, 89],
  [-1, 0],
])("the clock moves to the last second before a time: of %i ms, %i s", async (ahead, seconds) => {
  const { questions } = await runWithClock({ until: new Date(time + ahead).toISOString() });
  expect(questions).toContainEqual(expect.objectContaining({ seconds }));
});
