/** A place is new if the run made what names it, or if its words have a new number at each call. */
import { expect, test } from "vitest";
import { LiveValues } from "../../calls/live-values.ts";
import type { EntityRule } from "../../cases/behaviour.ts";
import type { LiveValue } from "../../cases/live-values.ts";
import { noBehaviour } from "../rules/rules.ts";
import { isNew, type Place } from "./own-place.ts";

const studio: LiveValue = { path: "/room", sample: "Studio 1", nth: "Studio {n}", as: "text" };
const cases = { live: { book: [studio] } };
const hallRule: EntityRule = {
  at: "",
  madeBy: { tool: "add_hall", input: {}, path: "/id" },
  arguments: [{ tool: "book", path: "/hall" }],
  results: [],
  observedBy: [],
};
const engine = {
  live: new LiveValues({ cases, now: async () => 0, fits: () => true }),
  rules: { ...noBehaviour, entities: { hall: hallRule } },
};
const hall: Place = {
  hall: {
    entity: "hall",
    id: 7,
    account: undefined,
    input: {},
    result: { id: 7 },
    states: new Map(),
    parents: {},
  },
};

test.each([
  [true, "a hall of the run", { hall: 7 }, ["/hall"], hall],
  [true, "a numbered room", { room: "Studio 1" }, ["/room"], {}],
  [true, "a numbered room in a hall of the run", { room: "Studio 1", hall: 7 }, ["/room", "/hall"], hall],
  [false, "a room that the example names", { room: "Studio West" }, ["/room"], {}],
  [false, "a numbered room with a floor", { room: "Studio 1", floor: "2" }, ["/room", "/floor"], {}],
  [false, "the whole house", {}, [], {}],
])("%s for %s", (expected, _, input, within, place) => {
  expect(isNew(place, { tool: "book", input, within }, engine)).toBe(expected);
});
