/** A run ends what it has made, unless its own calls have ended it. */
import { expect, test } from "vitest";
import type { JsonObject } from "../../cases/edits.ts";
import { refusedCall, successfulCall } from "../calls/answered-calls.ts";
import { noBehaviour } from "../rules/rules.ts";
import { CreatedInstances } from "./created-instances.ts";

const endedBy = {
  tool: "change_form",
  id: "/form_id",
  input: { form_id: "frm_1", action: "archive", notify: false },
  declared: { action: "archive" },
};
const rules = {
  ...noBehaviour,
  entities: {
    form: {
      at: "",
      madeBy: { tool: "create_form", input: {}, path: "/form_id" },
      endedBy,
      arguments: [{ tool: "change_form", path: "/form_id" }],
      results: [],
      observedBy: [],
    },
  },
};
const tools = { create_form: { readOnly: false }, change_form: { readOnly: false } };

test.each<[what: string, input: JsonObject, left: number]>([
  ["the call that ends it", { form_id: "frm_1", action: "archive" }, 0],
  ["such a call with other arguments beside", { form_id: "frm_1", action: "archive", notify: true }, 0],
  ["another action", { form_id: "frm_1", action: "publish", notify: false }, 1],
  ["the end of another form", { form_id: "frm_2", action: "archive" }, 1],
])("after %s", (_, input, left) => {
  const created = new CreatedInstances(tools, rules);
  created.record(successfulCall("create_form", {}, { form_id: "frm_1" }));
  created.record(successfulCall("change_form", input, {}));
  expect(created.pendingRequests()).toBe(left);
});

test.each([
  ["archived", 0],
  ["lapsed", 0],
  ["published", 1],
])("a form that its call does not end, since it is %s", async (status, left) => {
  const form = {
    ...rules,
    states: {
      form: {
        at: "",
        entity: "form",
        field: { tool: "get_form", id: "/form_id", input: {}, path: "/status" },
        initial: "draft",
        states: ["draft", "published", "lapsed", "archived"],
        transitions: {
          publish: { at: "", from: ["draft"], to: "published", by: { ...endedBy, tool: "publish_form" } },
          archive: { at: "", from: ["published"], to: "archived", by: endedBy },
        },
        serverTransitions: { lapse: { at: "", from: ["draft"], to: "lapsed" } },
      },
    },
  };
  const created = new CreatedInstances(tools, form);
  created.record(successfulCall("create_form", {}, { form_id: "frm_1" }));
  const call = async ({ tool }: { readonly tool: string }) =>
    tool === "get_form" ? successfulCall(tool, {}, { status }) : refusedCall(tool, {}, "wrong_state");
  expect(await created.end({ call }, 10)).toHaveLength(left);
});
