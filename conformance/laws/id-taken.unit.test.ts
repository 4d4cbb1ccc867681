import { expect, test } from "vitest";
import { refusedCall, successfulCall } from "../behaviour/calls/answered-calls.ts";
import type { EntityInstance } from "../behaviour/instances/entity-instance.ts";
import { noBehaviour } from "../behaviour/rules/rules.ts";
import type { Shown, Spec } from "../engine/law.ts";
import { idTaken } from "./id-taken.ts";

const madeBy = { tool: "add", input: {}, path: "/sku" };
const product = { at: "", madeBy, arguments: [], results: [], observedBy: [] };
const spec = { rules: { ...noBehaviour, entities: { product } } } as unknown as Spec;
const subject = {
  ...{ id: "effects/add/product/id-taken", tool: "add", kind: "effects", check: "id-taken", bases: [] },
  ...{ entity: "product", argument: "/sku", must: "It does not take its place.", others: {} },
} as unknown as Parameters<typeof idTaken.judge>[1];

const one = { entity: "product", id: "S-1", input: { sku: "S-1" } } as unknown as EntityInstance;
const again = successfulCall("add", { sku: "S-1", name: "Saw" }, { sku: "S-1" });
const change = { tool: "get", at: "/name", before: "Hammer", after: "Saw", called: again };

test.each<[string, Partial<Shown>, object]>([
  ["takes its place", { acts: [again], changes: [change] }, { is: "broken", key: "get /name" }],
  ["is refused", { acts: [refusedCall("add", { sku: "S-1" }, "taken")] }, { is: "held" }],
  [
    "is refused, and takes its place all the same",
    { acts: [refusedCall("add", { sku: "S-1" }, "taken")], changes: [change] },
    { is: "broken", in: "change" },
  ],
  ["changes nothing", { acts: [again] }, { is: "open", cause: "unobserved" }],
  ["gets another id", { acts: [successfulCall("add", {}, { sku: "S-2" })] }, { is: "inapplicable" }],
  [
    "comes after one that got another id",
    { acts: [again], things: { one: { ...one, id: "S-9" } } },
    { is: "inapplicable" },
  ],
])("a second thing with the id %s", (_, shown, judgement) => {
  const all = { things: { one }, changes: [], ...shown } as unknown as Shown;
  expect(idTaken.judge(all, subject, spec)).toMatchObject(judgement);
});
