/** Ids that name nothing: of the form that the schema allows, and far from those that results have shown. */
import { expect, test } from "vitest";
import type { Json } from "../../cases/edits.ts";
import { ShownIds } from "./shown-ids.ts";

const place = { tool: "get", path: "/id" };
const rules = { entities: { booking: { at: "", arguments: [], observedBy: [], results: [place] } } };

/** The ids that a run has shown. */
function shown(...ids: readonly Json[]): ShownIds {
  const known = new ShownIds(rules);
  for (const id of ids)
    known.record({ tool: "get", outcome: { is: "success", result: { structuredContent: { id } } } });
  return known;
}

const any = () => true;

test.each([["bkg_3"], ["own-12"], ["7"], ["INV2024001"]])(
  "%s counts up: the unknown one is far away",
  (id) => {
    const unknown = String(shown(id).findUnknown(id, any));
    expect(Number(/\d+$/.exec(unknown))).toBeGreaterThan(1_000_000_000);
    expect(unknown.replace(/\d+$/, "")).toBe(id.replace(/\d+$/, ""));
  },
);

test("an id that counts up gets as many digits as its pattern allows", () => {
  const fits = (id: Json) => /^[A-Z]{2,9}-[1-9]\d{0,6}$/.test(String(id));
  expect(shown("WEB-7").findUnknown("WEB-7", fits)).toMatch(/^WEB-9\d{6}$/);
});

test("a number is far from the numbers that were shown", () => {
  expect(shown(1, 2, 3).findUnknown(1, any)).toBeGreaterThan(1_000_000_000);
  expect(shown(1, 2, 3).findUnknown(1, any)).toBeLessThan(2 ** 31);
  expect(shown(7e15).findUnknown(1, any)).toBeGreaterThan(7.1e15);
});

test.each([
  [
    "3f2b8c1e-5a77-4d0e-9b1c-2f4a6d8e0c11",
    /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-9[0-9a-f]{3}-[0-9a-f]{12}$/,
  ],
  [
    "wh-3f2b8c1e-5a77-4d0e-9b1c-2f4a6d8e0c11",
    /^wh-[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-9[0-9a-f]{3}-[0-9a-f]{12}$/,
  ],
  [
    "ord_01901E3A-7C44-7B21-8F00-6A1B2C3D4E5F",
    /^ord_[0-9A-F]{8}-[0-9A-F]{4}-7[0-9A-F]{3}-8[0-9A-F]{3}-[0-9A-F]{12}$/,
  ],
])("%s has a UUID: the unknown one has its prefix, version and variant", (id, pattern) => {
  expect(shown(id).findUnknown(id, any)).toMatch(pattern);
  expect(shown(id).findUnknown(id, any)).not.toBe(id);
});

test("an unknown id has the characters of the one that it is like, where its alphabet lacks some digits", () => {
  const id = "fil_2345672345672345";
  const fits = (unknown: Json) => /^fil_[a-z2-7]{16}$/.test(String(unknown));
  const unknown = shown(id).findUnknown(id, fits);
  expect(unknown).toSatisfy(fits);
  expect(unknown).not.toBe(id);
});

test("two unknown ids differ", () => {
  const ids = Array.from({ length: 20 }, () => shown(1).findUnknown(1, any));
  expect(new Set(ids).size).toBeGreaterThan(15);
});

test("if the schema allows few ids, the unknown id is not one that was shown", () => {
  const fits = (id: Json) => /^r_9\d{3}$/.test(String(id));
  const all = Array.from({ length: 999 }, (_, index) => `r_${9_000 + index}`);
  expect(shown(...all).findUnknown("r_9001", fits)).toSatisfy((id) => id === undefined || id === "r_9999");
  expect(shown("r_1").findUnknown("r_9001", (id) => id === "r_1")).toBeUndefined();
});
