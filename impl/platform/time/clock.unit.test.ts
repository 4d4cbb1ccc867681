import { expect, onTestFinished, test, vi } from "vitest";
import { movableClock } from "./clock.ts";

test("a held clock stands until it is released, and moves only on request", () => {
  vi.useFakeTimers({ now: 1_000_000, toFake: ["Date"] });
  onTestFinished(() => void vi.useRealTimers());
  const { now, move } = movableClock();
  const hold = (still: boolean) => move({ seconds: 0, still });
  const ahead = () => now().getTime() - 1_000_000;
  const later = () => vi.setSystemTime(Date.now() + 5_000);
  hold(true);
  later();
  hold(true);
  expect(ahead()).toBe(0);
  move({ seconds: 600 });
  later();
  expect(ahead()).toBe(600_000);
  hold(false);
  expect(ahead()).toBe(600_000);
  later();
  expect(ahead()).toBe(605_000);
  hold(false);
  expect(ahead()).toBe(605_000);
});
