import http from "node:http";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Json } from "../cases/edits.ts";
import type { CaseFile } from "../cases/format.ts";
import { notesCases, serveNotes } from "../test/support/notes-server.ts";
import { idsOf, testServer } from "../test/support/test-server.ts";
import type { Fault, HealthyServer } from "./fault.ts";
import { listFindings, toleratedSurvivors } from "./findings.ts";
import { operators } from "./operators/index.ts";
import { startProxy } from "./proxy.ts";
import { Recorder } from "./recorder.ts";
import { drawSample, makeFaults } from "./sample.ts";
import { selectCases } from "./scope.ts";
import { makePassThrough } from "./trial.ts";

const allScopes = "tkn_k3Vq8ZrT1xWm5LbY";
const tokens: Pick<HealthyServer, "authorization" | "stateOf"> = {
  authorization: (scopes) =>
    `Bearer ${scopes?.length === 1 ? { "notes:read": "tkn_p9Hd2CsN7uJf4GaE", "notes:write": "tkn_w6Bt0RyK8eQi3MxU" }[scopes[0]!] : allScopes}`,
  stateOf: (authorization) => {
    if (authorization === undefined) return "none";
    if (authorization === "Bearer") return "malformed";
    if (authorization.startsWith("Bearer tkn_e2X")) return "expired";
    if (authorization.startsWith("Bearer tkn_r7Y")) return "revoked";
    return /tkn_(k3V|p9H|w6B|z1L)/.test(authorization) ? "valid" : "unknown";
  },
};

const agent = new http.Agent({ keepAlive: true });
const recorder = new Recorder();
let notes: Awaited<ReturnType<typeof serveNotes>>;
let possible: ReadonlyMap<string, readonly Fault[]>;

/** Runs the suite against the notes server behind a faulty proxy. */
async function behind(faulty: ReturnType<Fault["start"]>, ids?: readonly string[]) {
  const proxy = await startProxy({ endpoint: notes.url, faulty, tokens, agent });
  try {
    const report = await testServer(proxy.url, {
      target: { coded: true },
      ...(ids && { selection: { cases: ids } }),
    });
    return { report, changed: proxy.changed() };
  } finally {
    await proxy.close();
  }
}

beforeAll(async () => {
  notes = await serveNotes();
  const { report, changed } = await behind(makePassThrough((...exchange) => recorder.record(...exchange)));
  expect([...idsOf(report, "failed"), ...idsOf(report, "unverified")]).toEqual([]);
  expect(changed).toBe(0);
  possible = makeFaults(operators, { cases: notesCases, observed: recorder });
});

afterAll(async () => {
  agent.destroy();
  await notes.close();
});

test("a proxy without a fault changes nothing", () => {
  // The results were recorded while the suite ran in beforeAll.
  expect([...recorder.successes.keys()].sort()).toEqual(Object.keys(notesCases.tools).sort());
});

describe("each operator makes a faulty server that the suite detects", () => {
  test.each(operators.map(({ name }) => name))("%s", async (name) => {
    const [fault] = drawSample(new Map([[name, possible.get(name) ?? []]]), 1, 7).chosen;
    if (fault === undefined) {
      // The notes have no tool with two failure codes, and no enum.
      expect(["other-declared-code", "forget-enum-value", "modern-result"]).toContain(name);
      return;
    }
    const cases = selectCases(fault.scope, notesCases.cases as CaseFile["cases"], notesCases);
    const ids = fault.scope.part === "server" ? ["protocol/**", "manifest/*"] : cases.map(({ id }) => id);
    const { report, changed } = await behind(fault.start(), ids);
    expect({ fault: fault.id, changed: changed > 0 }).toEqual({ fault: fault.id, changed: true });
    expect({ fault: fault.id, found: idsOf(report, "failed").length > 0 }).toEqual({
      fault: fault.id,
      found: true,
    });
  });
});

test("the names of faults are unique, and the same sample follows from the same seed", () => {
  const ids = [...possible.values()].flat().map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  const drawn = (seed: number) => drawSample(possible, 40, seed).chosen.map(({ id }) => id);
  expect(drawn(3)).toEqual(drawn(3));
  expect(drawn(3)).not.toEqual(drawn(4));
});

describe("the verdict of an experiment", () => {
  const fault = (id: string): Fault => ({
    id,
    operator: "leak",
    description: "",
    scope: { part: "server" },
    start: () => makePassThrough(),
  });
  const plan = {
    cases: [],
    standby: [],
    omitted: [],
    exclude: [],
    unselected: [],
    requests: 0,
    writes: false,
    maxRequests: Number.POSITIVE_INFINITY,
  };
  const firstFinding = { subject: { id: "x" } as never, verdict: { status: "held" as const } };
  const report = { results: [firstFinding], wrongEntries: [] } as never;

  function findings(survivors: readonly string[], caught: number, entries: readonly Json[] = [], alarms = 0) {
    const caughtIds = Array.from({ length: caught }, (_, index) => `leak/${index}`);
    const outcomes = [
      ...caughtIds.map((id) => ({ trial: { fault: fault(id), plan }, firstFinding, changed: 1 })),
      ...survivors.map((id) => ({ trial: { fault: fault(id), plan }, firstFinding: undefined, changed: 1 })),
      ...Array.from({ length: alarms }, () => ({
        trial: { fault: undefined, plan },
        firstFinding,
        changed: 0,
      })),
    ];
    const all = new Map([["leak", [...caughtIds, ...survivors].map(fault)]]);
    return listFindings(
      { reference: report, possible: all, equivalent: [], outcomes, healthy: [report] },
      { share: 0.98, known: entries as never, tolerated: toleratedSurvivors, isComplete: true },
    );
  }

  test("98 of 100 caught faults pass if the other two are listed as known", () => {
    const known = [{ fault: "leak/a*", reason: "r" }];
    expect(findings(["leak/a1", "leak/a2"], 98, known)).toMatchObject({
      passed: true,
      caught: 98,
      tried: 100,
    });
    expect(findings(["leak/a1", "leak/a2", "leak/a3"], 97, known)).toMatchObject({ passed: false });
    expect(findings(["leak/b"], 99, [])).toMatchObject({ passed: false, stale: [] });
  });

  test("a list entry that no survivor needs does not pass, and neither does one that matches no fault", () => {
    expect(findings([], 100, [{ fault: "leak/1*", reason: "r" }])).toMatchObject({ passed: false });
    expect(findings([], 100, [{ fault: "leak/none", reason: "r" }])).toMatchObject({ passed: false });
    expect(findings(["leak/1x"], 99, [{ fault: "leak/1*", reason: "r" }])).toMatchObject({ passed: true });
  });

  test("a finding for a healthy server does not pass", () => {
    expect(findings([], 100, [], 1)).toMatchObject({ passed: false });
  });
});
