/** A mock against the suite of its own spec; `conformance.proof.ts` has all kinds of all specs. */
import { join } from "node:path";
import { expect, test } from "vitest";
import { readSpec } from "../files/spec.ts";
import type { Model } from "../model/model.ts";
import { conformance, modelOf, templateModel } from "../test/support/mock/serving.ts";
import { librarySpec } from "../test/support/spec-steps.ts";
import { repository } from "../test/support/temporary-project.ts";

test("the only finding for the mock of a new project is that it does not search", async () => {
  const judged = await conformance(templateModel());
  const found = judged.filter(({ status }) => status === "failed").map(({ id }) => id);
  expect(found).toEqual(["scenarios/find-a-note/by-a-part", "scenarios/find-a-note/by-other-words"]);
  expect(judged.filter(({ status }) => status === "held").length).toBeGreaterThan(200);
});

test("no case fails at the mock of the guide's spec", async () => {
  const judged = await conformance(modelOf(librarySpec()));
  expect(judged.filter(({ status }) => status === "failed")).toEqual([]);
  expect(judged.filter(({ status }) => status === "held").length).toBeGreaterThan(300);
});

test("calls add to lists, also of objects, and remove from them", async () => {
  const model = modelOf(readSpec(join(repository, "conformance/test/support/servers/labels")));
  const judged = await conformance(model, { cases: ["effects/*/adds/**", "effects/*/removes/**"] });
  expect(judged.map(({ id, status }) => [id, status])).toEqual([
    ["effects/add_labels/adds/labels", "held"],
    ["effects/add_labels/adds/labels/once", "held"],
    ["effects/add_labels/adds/labels/at-once", "held"],
    ["effects/remove_labels/removes/labels", "held"],
    ["effects/remove_label/removes/label", "held"],
    ["effects/invite/adds/reader", "held"],
    ["effects/invite/adds/reader/at-once", "held"],
    ["effects/uninvite/removes/reader", "held"],
  ]);
});

/** A new project whose accounts can be suspended. @param applies to what tools that applies */
function suspendable(applies: string): Model {
  return templateModel((path, text) => {
    if (path !== "service.yaml") return text;
    const state = `account_states:\n  suspended: { when: bills are not paid, refused: suspended, applies_to: ${applies} }\n`;
    const failure = "  suspended: { when: the account is suspended, retryable: false }\n";
    return text.replace("failures:\n", `${state}failures:\n${failure}`);
  });
}

test("the runtime refuses accounts in a state, and the suite tells one that applies to other tools", async () => {
  const selection = { cases: ["accounts/**"] };
  const judged = await conformance(suspendable("all"), selection);
  const ids = ["notes_find", "notes_get", "notes_add", "notes_delete"];
  expect(judged).toEqual(
    ids.map((name) => ({ id: `accounts/suspended/${name}`, kind: "accounts", status: "held" })),
  );
  const other = await conformance(suspendable("[notes_delete]"), selection, undefined, suspendable("writes"));
  expect(other.filter(({ status }) => status === "failed").map(({ id }) => id)).toEqual([
    "accounts/suspended/notes_add",
  ]);
});

test("a list is read by an offset to its total, and has no cursors", async () => {
  const model = modelOf(readSpec(join(repository, "conformance/test/strangers/landlord/spec")));
  const judged = await conformance(model, { cases: ["pages/list_units/**"] });
  const held = judged.filter(({ status }) => status === "held").map(({ id }) => id);
  expect(held).toEqual(
    expect.arrayContaining([
      "pages/list_units/every-item-once",
      "pages/list_units/stable-order",
      "pages/list_units/total",
      "pages/list_units/limit",
      "pages/list_units/filter/property_id/every-page",
    ]),
  );
  expect(judged.filter(({ id, status }) => status === "failed" || id.includes("cursor"))).toEqual([]);
});

test("results in words are written and read by the lines of the spec", async () => {
  const model = modelOf(readSpec(join(repository, "conformance/test/support/servers/chores")));
  const judged = await conformance(model, { cases: ["output/**", "states/**", "effects/**", "pages/**"] });
  expect(judged.filter(({ status }) => status === "failed")).toEqual([]);
  const held = judged.filter(({ status }) => status === "held").map(({ id }) => id);
  expect(held).toEqual(expect.arrayContaining(["output/add_chore/fits", "states/chore/open/finish"]));
});
