/** Tests what is taken for held work, where steps and things at work differ for as long as the suite waits. */
import { expect, test } from "vitest";
import type { Target } from "../target/target.ts";
import { HeldWork } from "./held-work.ts";
import { Hooks } from "./hooks.ts";

const target = { hooks: { work: {} } } as unknown as Target;

/** Hooks of a target whose steps are held as this function says, from the time at which a hold begins. */
function holding(stepsAt: (msOfHold: number, hold: number) => number): Hooks {
  let holds = 0;
  let begin = 0;
  return new Hooks(target, async (_, input) => {
    if ("hold" in input && input.hold === true) {
      holds += 1;
      begin = performance.now();
    }
    return { held: "hold" in input ? 0 : stepsAt(performance.now() - begin, holds) };
  });
}

/** Holds work while one thing is at work, and returns how often that was tried. */
async function holdOne(hooks: Hooks): Promise<{ readonly tried: number; readonly end: unknown }> {
  let tried = 0;
  const run = (work: HeldWork) => {
    tried += 1;
    return work.waitUntilHeld(async () => 1);
  };
  const end = await HeldWork.during(hooks, run).catch((error: Error) => error.message);
  return { tried, end };
}

/** The time in which the suite looks whether earlier cases have left work. */
const looksMs = 1_000;

test.concurrent.each([
  {
    title: "a step is held at once",
    stepsAt: (ms: number) => (ms < looksMs ? 0 : 1),
    want: { tried: 1, end: "held" },
  },
  {
    title: "a step of an earlier case comes late, and the work is begun again without it",
    stepsAt: (ms: number, hold: number) => (ms < looksMs ? 0 : hold === 1 ? 2 : 1),
    want: { tried: 2, end: "held" },
  },
  {
    title: "more steps are held each time",
    stepsAt: (ms: number) => (ms < looksMs ? 0 : 3),
    want: { tried: 2, end: "the hook work holds 3 steps, and 1 are shown at work" },
  },
  {
    title: "the hook holds nothing",
    stepsAt: () => 0,
    want: { tried: 1, end: "the hook work holds 0 steps, and 1 are shown at work" },
  },
])("$title", async ({ stepsAt, want }) => {
  expect(await holdOne(holding(stepsAt))).toEqual(want);
});
