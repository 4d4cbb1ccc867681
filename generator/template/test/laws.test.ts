import assert from "node:assert/strict";
import { test } from "node:test";
import { makeShown, successfulCall } from "@toolwright/conformance/laws";
import foundInCapitals from "../conformance/laws/found-in-capitals.ts";

/** The law judges answers that are written by hand: no server runs. */
function judge(count: number) {
  const find = successfulCall("notes_find", { query: "ELDERFLOWER" }, { total_count: count });
  return foundInCapitals.judge(makeShown({ acts: [find] })).is;
}

test("a note that is found in capital letters is correct", () => {
  assert.equal(judge(1), "held");
});

test("a note that is not found is a finding", () => {
  assert.equal(judge(0), "broken");
});
