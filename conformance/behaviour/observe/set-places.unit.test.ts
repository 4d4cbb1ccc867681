import { setTimeout as delay } from "node:timers/promises";
import { expect, test } from "vitest";
import type { CompletedCall } from "../../calls/completed-call.ts";
import type { StateRule } from "../../cases/behaviour.ts";
import type { ResultProblem } from "./result-check.ts";
import { SetPlace } from "./set-places.ts";

/** A sprint is completed by a call, or by the server when its days are over. */
function sprintThat(ofServer: readonly string[] | undefined): StateRule {
  const by = { tool: "complete_sprint", input: {}, id: "/sprint_id" };
  return {
    at: "",
    entity: "sprint",
    field: { tool: "get_sprint", input: {}, id: "/sprint_id", path: "/status" },
    initial: "active",
    states: ["active", "completed"],
    transitions: { complete: { at: "", from: ["active"], to: "completed", by, sets: ["/completed_at"] } },
    serverTransitions: {
      end: { at: "", from: ["active"], to: "completed", after: 60, ...(ofServer && { sets: ofServer }) },
    },
  };
}

const input = { sprint_id: "spr_1" };
const ended = { status: "completed", completed_at: "2026-03-14T00:00:00Z" };
const wrong = expect.stringMatching(/^\/completed_at of "spr_1" was null, and is /);

/** The problem that is left when all calls were answered. */
function problemOf(found: ResultProblem): string | undefined {
  if (typeof found !== "object") return typeof found === "string" ? found : undefined;
  return found.isExplained() ? undefined : found.problem;
}

test.each([
  ["the server that names the place", ["/completed_at"], ended, undefined],
  ["the server that names no place", undefined, ended, undefined],
  ["the server that names another place", ["/points"], ended, wrong],
  ["nobody, since the state is the same", ["/completed_at"], { ...ended, status: "active" }, wrong],
])("a time is set by %s", async (_, ofServer, shown, problem) => {
  const place = new SetPlace({ entities: {} }, sprintThat(ofServer), "/completed_at");
  const call = { tool: "get_sprint", input, outcome: { is: "success" }, credential: { scopes: [] }, ms: 0 };
  const look = (result: typeof ended | { status: string; completed_at: null }) =>
    place.check(input, result, call as unknown as CompletedCall);
  look({ status: "active", completed_at: null });
  await delay(2);
  expect(problemOf(look(shown))).toEqual(problem);
});

test.each([
  ["which is no parent", undefined],
  ["of the same kind as its parent", { tool: "create_sprint", input: { report_id: "rep_0" }, path: "/id" }],
])("a time is set by a call that names another thing beside, %s", (_, madeBy) => {
  const machine = sprintThat([]);
  const reports = ["complete_sprint", "create_sprint"].map((tool) => ({ tool, path: "/report_id" }));
  const entities = {
    sprint: {
      at: "",
      madeBy,
      arguments: ["complete_sprint", "get_sprint"].map((tool) => ({ tool, path: "/sprint_id" })),
    },
    report: { at: "", arguments: reports },
  };
  const place = new SetPlace({ entities } as never, machine, "/completed_at");
  const completed = { ...input, report_id: "rep_1" };
  const outcome = { is: "success" };
  const call = { tool: "get_sprint", input, outcome, credential: { scopes: [] }, ms: 0 };
  place.check(input, { status: "completed", completed_at: null }, call as unknown as CompletedCall);
  place.record({ ...call, tool: "complete_sprint", input: completed } as unknown as CompletedCall);
  expect(place.check(input, ended, call as unknown as CompletedCall)).toBeUndefined();
});

test("a time is set by a call whose answer comes after that of the look which shows it", async () => {
  const place = new SetPlace({ entities: {} }, sprintThat([]), "/completed_at");
  const call = { tool: "get_sprint", input, outcome: { is: "success" }, credential: { scopes: [] }, ms: 0 };
  const look = (result: typeof ended | { status: string; completed_at: null }) =>
    place.check(input, result, call as unknown as CompletedCall);
  look({ status: "active", completed_at: null });
  await delay(2);
  const found = look(ended);
  expect(problemOf(found)).toEqual(wrong);
  place.record({ ...call, tool: "complete_sprint" } as unknown as CompletedCall);
  expect(problemOf(found)).toBeUndefined();
});
