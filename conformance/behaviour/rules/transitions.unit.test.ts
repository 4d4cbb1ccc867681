/** Which calls leave work to the server. */
import { expect, test } from "vitest";
import type { Behaviour, StateRule } from "../../cases/behaviour.ts";
import { startsWork } from "./transitions.ts";

const printing: StateRule = {
  at: "",
  entity: "order",
  field: { tool: "get_order", input: {}, path: "/status" },
  initial: "drafted",
  states: ["drafted", "queued", "printed", "expired"],
  transitions: {
    send: { at: "", from: ["drafted"], to: "queued", by: { tool: "send_order", input: {} } },
    take: { at: "", from: ["printed"], to: "drafted", by: { tool: "take_order", input: {} } },
  },
  serverTransitions: {
    print: { at: "", from: ["queued"], to: "printed" },
    replace: { at: "", from: ["drafted"], to: "queued", during: ["retire_printer"] },
    expire: { at: "", from: ["drafted"], to: "expired", after: 60 },
  },
};

const entities: Behaviour["entities"] = {
  order: {
    at: "",
    madeBy: { tool: "draft_order", input: {}, path: "/order_id" },
    arguments: [],
    results: [],
    observedBy: [],
  },
};

test.each([
  ["a call to a state that the server leaves", "send_order", printing, true],
  ["a call to a state that ends after a time or in another call", "take_order", printing, false],
  ["a new entity in a state that ends after a time or in another call", "draft_order", printing, false],
  ["a new entity in a state that the server leaves", "draft_order", { ...printing, initial: "queued" }, true],
  ["a call that only reads", "get_order", printing, false],
])("%s", (_, tool, machine, starts) => {
  expect(startsWork({ states: { order: machine }, entities }, tool)).toBe(starts);
});
