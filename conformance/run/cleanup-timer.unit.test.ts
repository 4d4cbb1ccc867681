import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { CleanupTimer } from "./cleanup-timer.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("aborts once no call has succeeded for the time, and says once that it takes long", () => {
  const onSlow = vi.fn();
  const timer = new CleanupTimer(60_000, onSlow);
  for (let calls = 0; calls < 10; calls++) {
    vi.advanceTimersByTime(50_000);
    timer.noteSuccess();
  }
  expect(timer.signal.aborted).toBe(false);
  vi.advanceTimersByTime(60_000);
  expect(timer.signal.aborted).toBe(true);
  expect(onSlow).toHaveBeenCalledTimes(1);
});

test("does nothing after its end", () => {
  const onSlow = vi.fn();
  const timer = new CleanupTimer(60_000, onSlow);
  timer.stop();
  vi.advanceTimersByTime(120_000);
  expect(timer.signal.aborted).toBe(false);
  expect(onSlow).not.toHaveBeenCalled();
});
