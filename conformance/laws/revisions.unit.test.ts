/** The judgements of the laws about revisions: what an attempt has shown, and what they make of it. */
import { expect, test } from "vitest";
import { refusedCall, successfulCall } from "../behaviour/calls/answered-calls.ts";
import type { EntityInstance } from "../behaviour/instances/entity-instance.ts";
import type { Observation } from "../behaviour/observe/observation.ts";
import { noBehaviour } from "../behaviour/rules/rules.ts";
import type { Law, Shown, Spec } from "../engine/law.ts";
import { makeShown } from "../engine/written-shown.ts";
import { presentRevision } from "./present-revision.ts";
import { revisionRace } from "./revision-race.ts";
import { staleRevision } from "./stale-revision.ts";
import { unknownRevision } from "./unknown-revision.ts";

const page = { entity: "page", id: "p1" } as unknown as EntityInstance;
const rule = { at: "", entity: "page", argument: "/version", refused: "conflict" };
const revisions = { edit: { ...rule, shownBy: { tool: "get", path: "/version" } } };
const file = {
  tools: { edit: { failures: ["conflict", "busy", "invalid"] } },
  failures: { conflict: {}, busy: { retryable: true }, invalid: {} },
};
const spec = { file, rules: { ...noBehaviour, revisions } } as unknown as Spec;

const passed = (version: number) => successfulCall("edit", { version, title: "Hello" }, {});
const refused = (code: string, version = 1) => refusedCall("edit", { version, title: "Hello" }, code);
const at = (version: number): Observation => [
  { tool: "get", of: page, value: { version }, called: successfulCall("get", {}, { version }) },
];
const renamed = { tool: "get", at: "/title", before: "Hi", after: "Hello", called: passed(1) };

/** Judges what an attempt has shown that began and ended with the revision 1, unless it says something else. */
function judge(law: Law, check: string, shown: Partial<Shown>) {
  const subject = { id: "concurrency/edit", tool: "edit", must: "It holds.", check };
  const all = makeShown({ before: at(1), after: at(1), things: { page }, ...shown });
  return law.judge(all, subject, spec);
}

test.each<[string, string, Partial<Shown>, object]>([
  ["moves the revision", "moves", { acts: [passed(1)], after: at(2) }, { is: "held" }],
  [
    "changes something, and no revision",
    "moves",
    { acts: [passed(1)], changes: [renamed] },
    { is: "broken", in: "missing", key: "get /version" },
  ],
  ["changes nothing", "moves", { acts: [passed(1)] }, { is: "open", cause: "unobserved" }],
  ["is refused as stale", "moves", { acts: [refused("conflict")] }, { is: "broken", in: "answer" }],
  ["is refused since it is moved", "moves", { acts: [refused("conflict")], after: at(2) }, { is: "open" }],
  ["is refused for another reason", "moves", { acts: [refused("invalid")] }, { is: "open", cause: "setup" }],
  ["leaves the revision", "stays", { acts: [passed(1)] }, { is: "held" }],
  [
    "moves a revision that stays",
    "stays",
    { acts: [passed(1)], after: at(2) },
    { is: "broken", in: "change", got: "it is 2 after 1" },
  ],
])("a call with the present revision %s", (_, check, shown, judgement) => {
  expect(judge(presentRevision, check, shown)).toMatchObject(judgement);
});

const moved = { before: at(2), after: at(2) };
const control = (...acts: Shown["acts"]) => ({ controls: [{ acts, ...moved } as unknown as Shown] });

test.each<[string, Partial<Shown>, object]>([
  ["is refused", { ...moved, acts: [refused("conflict")] }, { is: "held" }],
  ["passes", { ...moved, acts: [passed(1)], changes: [renamed] }, { is: "broken", in: "change" }],
  ["passes and changes nothing", { ...moved, acts: [passed(1)] }, { is: "open", cause: "unobserved" }],
  [
    "is refused, and changes something",
    { ...moved, acts: [refused("conflict")], changes: [renamed] },
    { is: "broken", got: expect.stringMatching(/^conflict, but then get: /) },
  ],
  ["is refused with another code", { ...moved, acts: [refused("invalid")] }, { is: "needs-controls" }],
  [
    "is refused with another code, where the present one passes",
    { ...moved, acts: [refused("invalid")], ...control(passed(2)) },
    { is: "broken", in: "answer" },
  ],
  [
    "is refused with another code, as the present one",
    { ...moved, acts: [refused("invalid")], ...control(refused("invalid", 2)) },
    { is: "open", cause: "setup" },
  ],
  ["comes after a call that moved none", { acts: [passed(1)] }, { is: "open", cause: "setup" }],
])("a call with a stale revision %s", (_, shown, judgement) => {
  expect(judge(staleRevision, "stale", shown)).toMatchObject(judgement);
});

test.each<[string, Partial<Shown>, object]>([
  ["is refused", { acts: [refused("conflict", 9)] }, { is: "held" }],
  ["passes", { acts: [passed(9)], changes: [renamed] }, { is: "broken", in: "change" }],
  ["passes and changes nothing", { acts: [passed(9)] }, { is: "open", cause: "unobserved" }],
  ["is refused with another code", { acts: [refused("invalid", 9)] }, { is: "needs-controls" }],
  [
    "is refused with another code, where the present one passes",
    { acts: [refused("invalid", 9)], ...control(passed(1)) },
    { is: "held" },
  ],
])("a call with an unknown revision %s", (_, shown, judgement) => {
  expect(judge(unknownRevision, "unknown", shown)).toMatchObject(judgement);
});

const alone = (act: ReturnType<typeof passed>, after: number) =>
  ({ acts: [act], before: at(1), after: at(after) }) as unknown as Shown;

test.each<[string, Partial<Shown>, object]>([
  ["one passes", { acts: [passed(1), refused("conflict")] }, { is: "held" }],
  ["one is told to try again", { acts: [refused("busy"), passed(1)] }, { is: "held" }],
  ["none passes", { acts: [refused("invalid"), refused("conflict")] }, { is: "open", cause: "setup" }],
  ["both pass", { acts: [passed(1), passed(1)] }, { is: "needs-controls" }],
  [
    "both pass, and each alone moves the revision",
    { acts: [passed(1), passed(1)], controls: [alone(passed(1), 2), alone(passed(1), 2)] },
    { is: "broken", in: "answer", got: "both passed" },
  ],
  [
    "both pass, and one alone changes nothing",
    { acts: [passed(1), passed(1)], controls: [alone(passed(1), 2), alone(passed(1), 1)] },
    { is: "open", cause: "unobserved" },
  ],
  [
    "one is refused for another reason, as alone",
    { acts: [passed(1), refused("invalid")], controls: [alone(passed(1), 2), alone(refused("invalid"), 1)] },
    { is: "open", cause: "setup" },
  ],
  [
    "one is refused for another reason, and passes alone",
    { acts: [passed(1), refused("invalid")], controls: [alone(passed(1), 2), alone(passed(1), 2)] },
    { is: "broken", expected: "conflict" },
  ],
])("of two calls at once with one revision, %s", (_, shown, judgement) => {
  expect(judge(revisionRace, "at-once", shown)).toMatchObject(judgement);
});
