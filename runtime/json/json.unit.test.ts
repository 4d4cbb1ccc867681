/** Tests JSON Pointers, canonical JSON, differences and the edit distance. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { editDistance } from "../names/edit-distance.ts";
import { canonical, childPointer, differences, pointerSteps, toPointer, valueAt } from "./index.ts";

test("a pointer and its steps convert into each other", () => {
  expect(pointerSteps("/a~1b/m~0n/~01/0/")).toEqual(["a/b", "m~n", "~1", "0", ""]);
  fc.assert(
    fc.property(fc.array(fc.string({ unit: fc.constantFrom("~", "/", "0", "1", "a") })), (steps) => {
      expect(pointerSteps(toPointer(steps))).toEqual(steps);
      expect(steps.reduce(childPointer, "")).toBe(toPointer(steps));
    }),
  );
});

test("a value is found by its path, and inherited properties are not", () => {
  expect(valueAt({ a: [{ "b/c": 1 }] }, pointerSteps("/a/0/b~1c"))).toBe(1);
  expect(valueAt({}, ["toString"])).toBeUndefined();
});

test("canonical JSON does not depend on the order of keys", () => {
  expect(canonical({ b: [{ d: 1, c: 2 }], a: null })).toBe('{"a":null,"b":[{"c":2,"d":1}]}');
  // RFC 8785 sorts by UTF-16 code units, numbers too.
  expect(canonical({ 9: 1, 10: 2, "\u20ac": 3, "\r": 4 })).toBe('{"\\r":4,"10":2,"9":1,"€":3}');
  expect(canonical({ a: undefined, b: [undefined] })).toBe('{"b":[null]}');
});

test("differences are named by pointers, and none is left out", () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.jsonValue(), (one, other) => {
      const found = differences(one, other, Number.POSITIVE_INFINITY);
      expect(found.length === 0).toBe(canonical(one) === canonical(other));
      for (const { at, expected, actual } of found) {
        expect(expected).toEqual(valueAt(one, pointerSteps(at)));
        expect(actual).toEqual(valueAt(other, pointerSteps(at)));
      }
    }),
  );
  expect(differences({ "a/b": 1, c: 2 }, { "a/b": 3 })).toEqual([
    { at: "/a~1b", expected: 1, actual: 3 },
    { at: "/c", expected: 2, actual: undefined },
  ]);
});

test.each([
  ["", "", 0],
  ["form", "form", 0],
  ["form", "from", 1],
  ["form", "forms", 1],
  ["", "abc", 3],
  ["kitten", "sitting", 3],
])("the distance from %j to %j is %i", (one, other, distance) => {
  expect(editDistance(one, other)).toBe(distance);
  expect(editDistance(other, one)).toBe(distance);
});
