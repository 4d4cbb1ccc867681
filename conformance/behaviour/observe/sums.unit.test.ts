/** Adds up numbers, and texts of decimal numbers. */
import { expect, test } from "vitest";
import type { Json } from "../../cases/edits.ts";
import { checkSum } from "./sums.ts";

const rule = { parts: ["/paid", "/open"], total: "/total" };

test.each<[name: string, result: Json, problem: string | undefined]>([
  ["numbers", { paid: 0.1, open: 0.2, total: 0.3 }, undefined],
  ["texts of decimal numbers", { paid: "5.00", open: "14.40", total: "19.40" }, undefined],
  ["a text beside numbers", { paid: 5, open: "14.4", total: 19.4 }, undefined],
  [
    "texts that make another sum",
    { paid: "5.00", open: "14.40", total: "19.50" },
    "/total is 19.5, and its parts (5 + 14.4) make 19.4",
  ],
  [
    "a text with a currency",
    { paid: "5.00 EUR", open: "14.40", total: "19.40" },
    '/total is "19.40", and the parts are ["5.00 EUR","14.40"]',
  ],
  ["no sum", { paid: "5.00", open: "14.40" }, "absent"],
])("%s", (_, result, problem) => {
  expect(checkSum({ at: "", ...rule }, { input: {}, result })).toBe(problem);
});
