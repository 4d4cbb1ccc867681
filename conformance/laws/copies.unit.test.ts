/** The judgements about copies and their sources. */
import { expect, test } from "vitest";
import { refusedCall, successfulCall } from "../behaviour/calls/answered-calls.ts";
import type { EntityInstance } from "../behaviour/instances/entity-instance.ts";
import type { Observation } from "../behaviour/observe/observation.ts";
import { noBehaviour } from "../behaviour/rules/rules.ts";
import type { Json } from "../cases/edits.ts";
import type { Shown, Spec } from "../engine/law.ts";
import { copies } from "./copies.ts";
import { copyApart } from "./copy-apart.ts";

const describe = (id: string) => ({ entity: "job", id, input: {}, parents: {} }) as unknown as EntityInstance;
const source = describe("job-source-1");
const copy = describe("job-copy-22");
const madeBy = { tool: "make", input: {}, path: "/id" };
const results = [{ tool: "get", path: "/id" }];
const job = { at: "", madeBy, arguments: [], results, observedBy: [{ tool: "get", id: "/id" }] };
const rules = {
  ...noBehaviour,
  entities: { job },
  copies: { copy: { at: "", entity: "job", source: "/id", copy: "/id", except: ["/name"] } },
};
const spec = { rules } as unknown as Spec;
const subject = {
  id: "effects/copy",
  tool: "copy",
  entity: "job",
  must: "It has the same.",
  bases: ["copy"],
};

const copied = successfulCall("copy", { id: source.id }, { id: copy.id });
const show = (of: EntityInstance, value: Json): Observation => [
  { tool: "get", of, value, called: successfulCall("get", { id: of.id }, value) },
];
const before = show(source, { id: source.id, name: "A", notes: ["urgent"], url: `/jobs/${source.id}` });
const after = (value: Json) => [...before, ...show(copy, value)];
const renamed = { tool: "get", of: source, at: "/name", before: "A", after: "B", called: copied };
const like = { id: copy.id, name: "Copy of A", notes: ["urgent"], url: `/jobs/${copy.id}` };

function judge(law: typeof copies | typeof copyApart, shown: Partial<Shown>) {
  const things = { source, copy };
  const none = { first: [], acts: [copied], before, afterwards: [], changes: [], isVolatile: () => false };
  return law.judge({ things, ...none, after: after(like), ...shown }, subject as never, spec);
}

test.each<[string, Partial<Shown>, object]>([
  ["shows what its source shows", {}, { is: "held" }],
  [
    "lacks a part of its source",
    { after: after({ ...like, notes: [] }) },
    { is: "broken", in: "missing", key: "get /notes/*" },
  ],
  [
    "is not shown",
    { after: [{ tool: "get", of: copy, absent: "not_found", called: copied }] },
    { is: "broken", in: "missing", got: expect.stringContaining("not_found") },
  ],
  [
    "lacks a part that changes by itself",
    { after: after({ ...like, notes: [] }), isVolatile: ({ at }) => at.startsWith("/notes") },
    { is: "held" },
  ],
  ["has no id", { things: { source } }, { is: "broken", in: "answer" }],
  ["changes its source", { changes: [renamed] }, { is: "broken", in: "change", key: "get /name" }],
  ["is refused", { acts: [refusedCall("copy", {}, "busy")] }, { is: "open", cause: "setup" }],
  [
    "comes after a refused change",
    { first: [refusedCall("change", {}, "closed")], acts: [] },
    { is: "inapplicable" },
  ],
])("a copy that %s", (_, shown, judgement) => {
  expect(judge(copies, shown)).toMatchObject(judgement);
});

const change = successfulCall("rename", { id: copy.id }, {});

test.each<[string, Partial<Shown>, object]>([
  ["leave the source", { acts: [change] }, { is: "held" }],
  ["change the source", { acts: [change], changes: [renamed] }, { is: "broken", key: "get /name" }],
  ["are refused", { acts: [refusedCall("rename", {}, "closed")] }, { is: "open", cause: "unobserved" }],
  ["have no copy", { things: { source }, first: [copied] }, { is: "open", cause: "setup" }],
])("calls that name a copy and %s", (_, shown, judgement) => {
  expect(judge(copyApart, { first: [copied], ...shown })).toMatchObject(judgement);
});
