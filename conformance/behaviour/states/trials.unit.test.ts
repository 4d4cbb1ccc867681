/** Trials that need the results of each other end, and each tool is tried once. */
import { expect, test } from "vitest";
import { Trials } from "./trials.ts";

test("trials that need each other end, each with its own result", async () => {
  const trials: Trials<string> = new Trials(async (tool) => {
    await Promise.resolve();
    const other = await trials.resultOf(tool === "start" ? "load" : "start");
    return `${tool} after ${other}`;
  }, "nothing");
  const results = await Promise.all([trials.resultOf("start"), trials.resultOf("load")]);
  expect(results).toEqual(["start after load after nothing", "load after start after nothing"]);
});

test("a tool is tried once", async () => {
  let count = 0;
  const trials = new Trials(async () => ++count, 0);
  expect(await Promise.all([trials.resultOf("start"), trials.resultOf("start")])).toEqual([1, 1]);
  expect(await trials.resultOf("start")).toBe(1);
});
