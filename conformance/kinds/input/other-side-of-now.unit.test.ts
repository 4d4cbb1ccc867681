import { expect, test } from "vitest";
import type { LiveValue } from "../../cases/live-values.ts";
import { type Examples, isOnOtherSideOfNow } from "./other-side-of-now.ts";

const day = 86_400;

/**
 * The examples of a tool that accepts a reading of yesterday.
 * @param now how far the time of the refused reading is ahead of now, in seconds; if absent, that time is not live
 */
function casesWith(refused: { readonly meter: string; readonly on: string }, now?: number): Examples {
  const accepted = { meter: "m-1", on: "2031-05-13" };
  const yesterday: LiveValue = { path: "/on", sample: accepted.on, now: -day, as: "date" };
  const other: LiveValue[] = now === undefined ? [] : [{ path: "/on", sample: refused.on, now, as: "date" }];
  return {
    bases: {
      read: { tool: "read", input: accepted },
      "read:refused": { tool: "read", input: refused },
    },
    live: { read: [yesterday, ...other] },
  };
}

test.each([
  ["a day ahead", casesWith({ meter: "m-1", on: "2031-05-17" }, 3 * day), true],
  ["a year that is far ahead", casesWith({ meter: "m-1", on: "9031-05-17" }), true],
  ["tomorrow, which has begun in the east", casesWith({ meter: "m-1", on: "2031-05-15" }, day), false],
  ["an earlier day, before the last reading", casesWith({ meter: "m-1", on: "2031-05-05" }, -9 * day), false],
  ["another meter", casesWith({ meter: "m-2", on: "2031-05-17" }, 3 * day), false],
  ["the same day", casesWith({ meter: "m-1", on: "2031-05-13" }), false],
])("an example with %s", (_, cases, isOther) => {
  expect(isOnOtherSideOfNow("read", "read:refused", cases)).toBe(isOther);
});
