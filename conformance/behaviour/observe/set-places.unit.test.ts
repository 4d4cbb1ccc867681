import { setTimeout as delay } from "node:timers/promises";
import { expect, test } from "vitest";
import type { EntityRule, StateRule } from "../../cases/behaviour.ts";
import type { JsonObject } from "../../cases/edits.ts";
import { successfulCall } from "../calls/answered-calls.ts";
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
const active = { status: "active", completed_at: null };
const ended = { status: "completed", completed_at: "2026-03-14T00:00:00Z" };
const wrong = expect.stringMatching(/^\/completed_at of "spr_1" was null, and is /);

/** Looks at the sprint, and checks what the look shows. */
function look(place: SetPlace, result: JsonObject): ResultProblem {
  return place.check(input, result, successfulCall("get_sprint", input, result));
}

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
  look(place, active);
  await delay(2);
  expect(problemOf(look(place, shown))).toEqual(problem);
});

test.each<[what: string, maker: Pick<EntityRule, "madeBy">]>([
  ["which is no parent", {}],
  [
    "of the same kind as its parent",
    { madeBy: { tool: "create_sprint", input: { report_id: "rep_0" }, path: "/id" } },
  ],
])("a time is set by a call that names another thing beside, %s", (_, maker) => {
  const machine = sprintThat([]);
  const reports = ["complete_sprint", "create_sprint"].map((tool) => ({ tool, path: "/report_id" }));
  const rule = { at: "", results: [], observedBy: [] };
  const entities: Record<string, EntityRule> = {
    sprint: {
      ...rule,
      ...maker,
      arguments: ["complete_sprint", "get_sprint"].map((tool) => ({ tool, path: "/sprint_id" })),
    },
    report: { ...rule, arguments: reports },
  };
  const place = new SetPlace({ entities }, machine, "/completed_at");
  look(place, { status: "completed", completed_at: null });
  place.record(successfulCall("complete_sprint", { ...input, report_id: "rep_1" }, {}));
  expect(look(place, ended)).toBeUndefined();
});

test("a time is set by a call whose answer comes after that of the look which shows it", async () => {
  const place = new SetPlace({ entities: {} }, sprintThat([]), "/completed_at");
  look(place, active);
  await delay(2);
  const found = look(place, ended);
  expect(problemOf(found)).toEqual(wrong);
  place.record(successfulCall("complete_sprint", input, {}));
  expect(problemOf(found)).toBeUndefined();
});

/** Referrals that a tool lists by their patient, and calls that close one. */
function makeReferrals(ofCloser: readonly string[]): SetPlace {
  const rule = { at: "", results: [], observedBy: [] };
  const ids = ["get_patient", "refer", ...ofCloser].map((tool) => ({ tool, path: "/patient_id" }));
  const entities: Record<string, EntityRule> = {
    patient: { ...rule, arguments: ids },
    referral: {
      ...rule,
      madeBy: { tool: "refer", input: { patient_id: "p" }, path: "/id" },
      arguments: [{ tool: "close", path: "/referral_id" }],
    },
  };
  const by = { tool: "close", input: {}, id: "/referral_id" };
  const machine = {
    ...sprintThat([]),
    entity: "referral",
    field: { tool: "get_patient", input: {}, list: "/referrals/*/id", path: "/status" },
    transitions: { complete: { at: "", from: ["active"], to: "completed", by, sets: ["/completed_at"] } },
  };
  return new SetPlace({ entities }, machine, "/completed_at");
}

test.each<[what: string, ofCloser: string[], seen: unknown]>([
  ["checked where a call names one by its id alone", [], wrongReferral()],
  ["not compared where every call names its patient, too", ["close"], undefined],
])("the times of things in a list are %s", async (_, ofCloser, seen) => {
  const place = makeReferrals(ofCloser);
  const patient = { patient_id: "pat_1" };
  const show = (shown: JsonObject) => {
    const result = { referrals: [{ id: "ref_1", ...shown }] };
    return place.check(patient, result, successfulCall("get_patient", patient, result));
  };
  show(active);
  await delay(2);
  expect(problemOf(show({ ...ended, status: "active" }))).toEqual(seen);
});

function wrongReferral(): unknown {
  return expect.stringMatching(/^\/completed_at of "ref_1" was null/);
}
