import { expect, test } from "vitest";
import type { CaseFile } from "../../cases/format.ts";
import { isOnOtherSideOfNow } from "./other-side-of-now.ts";

const day = 86_400;

/** A tool that accepts `read` with a time in the past. */
const casesWith = (refused: { readonly [name: string]: string }, now?: number) =>
  ({
    bases: {
      read: { tool: "read", input: { meter: "m-1", on: "2031-05-13" } },
      "read:refused": { tool: "read", input: refused },
    },
    live: {
      read: [
        { path: "/on", sample: "2031-05-13", now: -day, as: "date" },
        ...(now === undefined ? [] : [{ path: "/on", sample: refused.on, now, as: "date" }]),
      ],
    },
  }) as unknown as CaseFile;

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
