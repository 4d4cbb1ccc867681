import { setTimeout as delay } from "node:timers/promises";
import { expect, test } from "vitest";
import type { Behaviour } from "../../cases/behaviour.ts";
import type { JsonObject } from "../../cases/edits.ts";
import type { RevisionRule } from "../../cases/rules/repetition.ts";
import { refusedCall, successfulCall } from "../calls/answered-calls.ts";
import { noBehaviour } from "../rules/rules.ts";
import { MovedRevision } from "./moved-revisions.ts";
import { notApplicable } from "./result-check.ts";

const input = { member_id: "mem_1" };
const freezing = { ...input, action: "freeze", reason: "travel" };
const freeze = successfulCall("set_membership", freezing, {});

/** Members are frozen by a call that takes no revision. */
const rules: Behaviour = {
  ...noBehaviour,
  entities: {
    member: {
      at: "",
      arguments: ["get_member", "set_membership"].map((tool) => ({ tool, path: "/member_id" })),
      results: [],
      observedBy: [{ tool: "get_member", input, id: "/member_id" }],
    },
  },
  states: {
    membership: {
      at: "",
      entity: "member",
      field: { tool: "get_member", input, id: "/member_id", path: "/status" },
      initial: "active",
      states: ["active", "frozen"],
      transitions: {
        freeze: {
          at: "",
          from: ["active"],
          to: "frozen",
          by: { tool: freeze.tool, id: "/member_id", input: { action: "freeze" } },
        },
      },
      serverTransitions: {},
    },
  },
  repeats: { set_membership: [{ at: "", argument: "/reason", path: "/reason" }] },
};
const rule: RevisionRule = {
  at: "",
  entity: "member",
  argument: "/revision",
  shownBy: { tool: "get_member", path: "/revision" },
  movedBy: ["set_membership"],
};

const active = { status: "active", revision: 1 };
const kept = expect.stringMatching(/, and \/revision is 1 as before$/);

test.each([
  ["a state that the call sets keeps the revision", { ...active, status: "frozen" }, [freeze], kept],
  ["an argument that is shown keeps the revision", { ...active, reason: "travel" }, [freeze], kept],
  ["the revision moves", { status: "frozen", revision: 2 }, [freeze], undefined],
  ["no such call was made", { ...active, status: "frozen" }, [], notApplicable],
  [
    "the call was refused",
    { ...active, status: "frozen" },
    [refusedCall("set_membership", freezing, "frozen_already")],
    notApplicable,
  ],
  [
    "the call was about another one",
    { ...active, status: "frozen" },
    [{ ...freeze, input: { ...freezing, member_id: "mem_2" } }],
    notApplicable,
  ],
  [
    "the call ran while the first look did",
    { ...active, status: "frozen" },
    [{ ...freeze, ms: 60_000 }],
    notApplicable,
  ],
  ["something else changed", { ...active, visits: 3 }, [freeze], notApplicable],
  ["nothing changed", active, [freeze], notApplicable],
])("%s", async (_, shown, calls, problem) => {
  const moved = new MovedRevision(rules, rule, "set_membership");
  const see = (result: JsonObject) => moved.check(input, result, successfulCall("get_member", input, result));
  see(active);
  await delay(2);
  for (const call of calls) moved.record(call);
  await delay(2);
  expect(see(shown)).toEqual(problem);
});
