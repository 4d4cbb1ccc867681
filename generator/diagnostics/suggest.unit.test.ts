import { closestName } from "@toolwright/runtime/closest-name";
import { describe, expect, test } from "vitest";
import { nearest } from "./suggest.ts";

/** Word, the candidates, and the one that is meant; undefined where none is near. */
const cases: [string, string[], string | undefined][] = [
  ["slots_cancel", ["slots_create", "slots_list"], undefined],
  ["bookings_cancel_all", ["bookings_create_all"], undefined],
  ["notes_purge", ["notes_get", "notes_add"], undefined],
  ["notes_fnid", ["notes_find", "notes_add"], "notes_find"],
  ["note_find", ["notes_find", "notes_add"], "notes_find"],
  ["forms:raed", ["forms:read", "forms:write"], "forms:read"],
  ["notbook_full", ["notebook_full", "not_found"], "notebook_full"],
];

describe("the suggested name", () => {
  test.each(cases)("%s among %j: %s, by the hints of diagnostics", (word, candidates, meant) => {
    expect(nearest(word, candidates)).toBe(meant);
  });

  test.each(cases)("%s among %j: %s, by the hints of the runtime", (word, candidates, meant) => {
    expect(closestName(word, candidates)).toBe(meant);
  });
});
