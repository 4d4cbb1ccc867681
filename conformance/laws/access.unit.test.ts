/** The judgements of the laws about accounts: what an attempt has shown, and what they make of it. */
import { describe, expect, test } from "vitest";
import { refusedCall, successfulCall } from "../behaviour/calls/answered-calls.ts";
import type { Called } from "../behaviour/calls/called.ts";
import { noBehaviour } from "../behaviour/rules/rules.ts";
import type { JsonObject } from "../cases/edits.ts";
import type { Law, Shown, Spec } from "../engine/law.ts";
import { makeShown } from "../engine/written-shown.ts";
import { otherAccount } from "./other-account.ts";
import { role } from "./role.ts";

const named = (tool: string, path: string) => [{ tool, path }];
const none = { at: "", results: [], observedBy: [] };
const entities = {
  folder: { ...none, arguments: named("move", "/folder"), private: "no_folder" },
  file: {
    ...none,
    arguments: [...named("move", "/file"), ...named("share", "/file")],
    private: "not_found",
    sharedBy: {
      ...{ tool: "share", account: "/with", id: "/file", calls: [{ file: "f0", with: "ida", role: "view" }] },
      roles: { argument: "/role", refused: "forbidden", allow: { view: [], edit: ["move"] } },
    },
  },
};
const states = {
  file: {
    ...{ at: "", entity: "file", states: ["draft", "final", "lost"], initial: "draft" },
    field: { tool: "get", path: "/state" },
    transitions: { finish: { from: ["draft"], to: "final", by: { tool: "finish", input: {} } } },
    serverTransitions: {},
  },
};
const bases = { move: { input: { file: "f0", folder: "d0" } } };
const output = { kind: "output", tool: "move", id: "output/move", base: "move" };
const file = { tools: { move: {} }, bases, cases: [output] };
const spec = { file, rules: { ...noBehaviour, entities, states } } as unknown as Spec;

const given = { file: "f1", folder: "d1" };
const unknown = { ...given, file: "f9" };
const refused = (code: string, input: JsonObject = given) => refusedCall("move", input, code);
/** A refusal with a text. */
const saying = (text: string, input: JsonObject = given): Called => {
  const result = { isError: true, content: [{ type: "text", text }] };
  return { ...refused("not_found", input), outcome: { is: "refusal", code: "not_found", result, text } };
};
const passed = successfulCall("move", given, {});
const change = { tool: "get", at: "/folder", before: "d0", after: "d1", called: passed };

function judge(law: Law, subject: object, shown: Partial<Shown>) {
  const common = { id: "access/move", tool: "move", entity: "file", base: "move", must: "It is refused." };
  return law.judge(makeShown(shown), { ...common, ...subject }, spec);
}

describe("an account without access", () => {
  const subject = { check: "other-account", argument: "/file" };
  const nothing = refused("not_found", unknown);

  test.each<[string, Partial<Shown>, object]>([
    ["is refused", { acts: [nothing, refused("not_found")] }, { is: "held" }],
    [
      "is refused for something else that the call names",
      { acts: [nothing, refused("no_folder")] },
      { is: "held" },
    ],
    ["is not refused", { acts: [nothing, passed] }, { is: "broken", in: "answer" }],
    [
      "is refused with another code, which tells that the thing is there",
      { acts: [nothing, refused("forbidden")] },
      { is: "broken", in: "answer", key: "move forbidden" },
    ],
    [
      "is refused, and the thing has changed",
      { acts: [nothing, refused("not_found")], changes: [change] },
      { is: "broken", in: "change", key: "get /folder" },
    ],
    [
      "is refused as its owner is",
      { acts: [nothing, refused("not_found")], afterwards: [refused("not_found")] },
      { is: "open", cause: "setup" },
    ],
    [
      "is refused, and its owner for another reason",
      { acts: [nothing, refused("not_found")], afterwards: [refused("locked")] },
      { is: "held" },
    ],
    [
      "is answered by no handler",
      { acts: [nothing, refused("not_implemented")] },
      { is: "open", cause: "not_implemented" },
    ],
    [
      "is refused with the id that it sent",
      { acts: [saying("No file f9.", unknown), saying("No file f1.")] },
      { is: "held" },
    ],
    [
      "is refused in another way than for an unknown id",
      { acts: [saying("No file f9.", unknown), saying("File f1 is of Ada.")] },
      { is: "needs-controls" },
    ],
    [
      "is refused in another way than for two unknown ids",
      {
        acts: [saying("No file f9.", unknown), saying("File f1 is of Ada.")],
        controls: [makeShown({ acts: [saying("No file f9.", unknown)] })],
      },
      { is: "broken", in: "answer" },
    ],
    [
      "is refused with the id of a request",
      {
        acts: [saying("No file. Request 1.", unknown), saying("No file. Request 2.")],
        controls: [makeShown({ acts: [saying("No file. Request 3.", unknown)] })],
      },
      { is: "held" },
    ],
  ])("%s", (_, shown, judgement) => {
    expect(judge(otherAccount, subject, shown)).toMatchObject(judgement);
  });

  test("is tried in each state to which calls lead, and its owner in the first one", () => {
    const attempts = otherAccount.attempts(
      { ...subject, tool: "move", entity: "file", base: "move" } as never,
      spec,
    );
    const thing = { thing: "it", entity: "file" };
    expect(attempts).toMatchObject([
      { given: [{ ...thing, state: "draft" }], afterwards: [{ about: { file: "it" } }] },
      { given: [{ ...thing, state: "final" }], afterwards: [] },
    ]);
    const [unknownId, ...foreign] = attempts[0]!.acts;
    expect(unknownId).toMatchObject({ by: "other", but: [{ set: "/file", unknownLike: "present" }] });
    for (const act of foreign)
      expect(act).toMatchObject({ by: "other", but: [{ set: "/file", idOf: "it" }] });
  });
});

describe("an account with a role", () => {
  const may = { check: "role", role: "edit", isAllowed: true };
  const mayNot = { check: "role", role: "view", isAllowed: false };
  const owner = (called: Called) => [makeShown({ acts: [called] })];

  test.each<[string, object, Partial<Shown>, object]>([
    ["may do what it allows", may, { acts: [passed] }, { is: "held" }],
    ["is refused what it allows", may, { acts: [refused("forbidden")] }, { is: "needs-controls" }],
    [
      "is refused what it allows, and its owner is not",
      may,
      { acts: [refused("forbidden")], controls: owner(passed) },
      { is: "broken", in: "answer" },
    ],
    [
      "sees nothing of what it allows",
      may,
      { acts: [refused("not_found")], controls: owner(passed) },
      { is: "broken", in: "answer" },
    ],
    [
      "is refused as the owner is",
      may,
      { acts: [refused("forbidden")], controls: owner(refused("closed")) },
      { is: "open", cause: "setup" },
    ],
    ["is refused for another reason", may, { acts: [refused("closed")] }, { is: "open", cause: "setup" }],
    ["is refused what it does not allow", mayNot, { acts: [refused("forbidden")] }, { is: "held" }],
    [
      "is refused what it does not allow, which happens all the same",
      mayNot,
      { acts: [refused("forbidden")], changes: [change] },
      { is: "broken", in: "change" },
    ],
    ["may do what it does not allow", mayNot, { acts: [passed] }, { is: "broken", in: "answer" }],
    [
      "is refused with another code",
      mayNot,
      { acts: [refused("not_found")], controls: owner(passed) },
      { is: "broken", in: "answer" },
    ],
    [
      "may not use its earlier role either",
      { ...mayNot, before: "edit" },
      { first: [successfulCall("share", {}, {}), refused("forbidden")] },
      { is: "open", cause: "unobserved" },
    ],
    [
      "cannot be given the role",
      mayNot,
      { first: [refusedCall("share", {}, "full")] },
      { is: "open", cause: "setup" },
    ],
  ])("%s", (_, subject, shown, judgement) => {
    expect(judge(role, subject, shown)).toMatchObject(judgement);
  });

  test("gets the earlier role, calls, and gets the present one", () => {
    const subject = { ...mayNot, before: "edit", tool: "move", entity: "file", base: "move" };
    const [attempt] = role.attempts(subject as never, spec);
    expect(attempt!.first).toMatchObject([
      { tool: "share", but: [{ set: "/role", to: "edit" }] },
      { tool: "move", by: "colleague" },
      { tool: "share", but: [{ set: "/role", to: "view" }] },
    ]);
    expect(attempt!.acts).toMatchObject([{ tool: "move", by: "colleague", within: "it" }]);
  });
});
