import { expect, onTestFinished, test, vi } from "vitest";
import { tryBeforeEnd } from "../behaviour/clock.ts";

test("a try before an end is repeated with whole seconds more before it, where the calls took long", async () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  onTestFinished(() => void vi.useRealTimers());
  const tried: number[] = [];
  const clock = { hasHook: () => true, hook: () => Promise.resolve({}) };
  const problem = await tryBeforeEnd(600, clock, async (seconds) => {
    tried.push(seconds);
    vi.advanceTimersByTime(1_234);
    return tried.length === 1 ? "it has ended" : undefined;
  });
  expect(problem).toBeUndefined();
  // 600 - 2, and 600 - (2 + 3.702).
  expect(tried).toEqual([598, 594]);
});
