/** A place is new if the run made what names it, or if its words have a new number at each call. */
import { expect, test } from "vitest";
import { LiveValues } from "../../calls/live-values.ts";
import type { Engine } from "../engine.ts";
import { isNew, type Place } from "./own-place.ts";

const live = { book: [{ path: "/room", sample: "Studio 1", nth: "Studio {n}" }] };
const values = new LiveValues({ cases: { live } as never, now: async () => 0, fits: () => true });
const entities = {
  hall: { madeBy: { tool: "add_hall" }, arguments: [{ tool: "book", path: "/hall" }], results: [] },
};
const engine = { live: values, rules: { entities } } as unknown as Engine;
const hall = { hall: { entity: "hall", id: 7 } } as unknown as Place;

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
