/** Which calls leave work to the server, and how a state is reached. */
import { expect, test } from "vitest";
import type { Behaviour, StateRule } from "../../cases/behaviour.ts";
import { findRoute, startsWork, sumSeconds } from "./transitions.ts";

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

const sprint: StateRule = {
  ...printing,
  states: ["planned", "active", "completed", "archived"],
  initial: "planned",
  transitions: {
    start: { at: "", from: ["planned"], to: "active", by: { tool: "change_sprint", input: {} } },
    complete: { at: "", from: ["active"], to: "completed", by: { tool: "change_sprint", input: {} } },
  },
  serverTransitions: {
    end: { at: "", from: ["planned", "active"], to: "completed", after: 86_400 },
    archive: { at: "", from: ["completed"], to: "archived", after: 86_400 },
  },
};

test.each([
  ["completed", ["start", "complete"]],
  // The shortest one of those on which time has to pass.
  ["archived", ["end", "archive"]],
  ["lost", undefined],
])("the way to %s takes no time where calls lead there", (to, names) => {
  expect(findRoute(sprint, "planned", to)?.map(({ name }) => name)).toEqual(names);
});

test("a state that begins at a time of the thing itself is ahead, however few seconds the spec says", () => {
  const machine: StateRule = {
    ...printing,
    serverTransitions: {
      begin: { at: "", from: ["drafted"], to: "queued", after: 0, before: "/begins_on" },
      expire: { at: "", from: ["drafted"], to: "expired", after: 60 },
    },
  };
  expect(sumSeconds(machine, [{ name: "begin" }])).toBeGreaterThanOrEqual(86_400);
  expect(sumSeconds(machine, [{ name: "expire" }])).toBe(60);
  expect(sumSeconds(machine, [{ name: "send" }])).toBe(0);
});
