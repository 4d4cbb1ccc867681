import { expect, test } from "vitest";
import type { StateRule } from "../../cases/behaviour.ts";
import type { Engine } from "../engine.ts";
import type { EntityInstance } from "../instances/entity-instance.ts";
import { keepSpare, takeInstanceInState } from "./spare-instances.ts";

const trip: StateRule = {
  at: "service.yaml#/states/trip",
  entity: "trip",
  field: { tool: "get_trip", input: {}, path: "/state" },
  initial: "planned",
  states: ["planned", "driving"],
  transitions: {
    depart: { at: "", from: ["planned"], to: "driving", by: { tool: "depart", input: {} } },
  },
  serverTransitions: {},
};

function instance(id: string): EntityInstance {
  const states = new Map([["trip", "planned"]]);
  return { entity: "trip", id, account: undefined, input: {}, result: {}, parents: {}, states };
}

/** An engine that makes new trips, and whose calls may need another shape of a trip. */
function makeEngine(needsShapes: boolean): Engine {
  let made = 0;
  const states = {
    makeIn: async () => instance(`new ${++made}`),
    findShapesToward: async () => (needsShapes ? new Map() : undefined),
  };
  return { rules: { states: { trip } }, states } as unknown as Engine;
}

const takeToDepart = async (engine: Engine) =>
  (await takeInstanceInState(engine, "trip", "planned", { toward: "depart" })).instance.id;

test("two cases at once take different instances", async () => {
  const engine = makeEngine(false);
  keepSpare(engine, { instance: instance("kept") });
  expect(await Promise.all([takeToDepart(engine), takeToDepart(engine)])).toEqual(["kept", "new 1"]);
});

test("an instance of no use stays for other cases", async () => {
  const engine = makeEngine(true);
  keepSpare(engine, { instance: instance("kept") });
  expect(await takeToDepart(engine)).toBe("new 1");
  expect((await takeInstanceInState(engine, "trip", "planned")).instance.id).toBe("kept");
});
