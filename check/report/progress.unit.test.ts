import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Progress } from "./progress.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function progressOn(isTTY: boolean, columns?: number) {
  const written: string[] = [];
  return { progress: new Progress({ isTTY, columns, write: (text) => written.push(text) }), written };
}

test("where no terminal is, a line each ten seconds names what is waited for", () => {
  const { progress, written } = progressOn(false);
  progress.begin("tools/list");
  vi.advanceTimersByTime(9_000);
  expect(written).toEqual([]);
  progress.tick();
  vi.advanceTimersByTime(12_000);
  progress.end();
  vi.advanceTimersByTime(60_000);
  expect(written).toEqual([
    "Waiting for tools/list: 10 seconds, 1 done.\n",
    "Waiting for tools/list: 20 seconds, 1 done.\n",
  ]);
});

test("a line names the part that takes its time", () => {
  const { progress, written } = progressOn(false);
  progress.begin("section protocol");
  progress.beginPart("errors/unknown-method");
  progress.beginPart("arguments/may-be-deep");
  progress.beginPart("tools/must-exist");
  progress.tick("tools/must-exist");
  progress.tick("errors/unknown-method");
  vi.advanceTimersByTime(10_000);
  progress.end();
  expect(written).toEqual(["Waiting for section protocol: 10 seconds, 2 done (arguments/may-be-deep).\n"]);
});

test("on a terminal, one line is written over when it changes, and removed in the end", () => {
  const { progress, written } = progressOn(true);
  progress.begin("a\u001b[2J\nb");
  vi.advanceTimersByTime(900);
  progress.tick();
  vi.advanceTimersByTime(2_500);
  progress.end();
  expect(written).toEqual([
    "\ra\ufffd[2J b...\u001b[K",
    "\ra\ufffd[2J b, 1 done...\u001b[K",
    "\ra\ufffd[2J b, 1 done, 2 s...\u001b[K",
    "\ra\ufffd[2J b, 1 done, 3 s...\u001b[K",
    "\r\u001b[K",
  ]);
});

test("a terminal is written to at most five times a second, however fast the steps are", () => {
  const { progress, written } = progressOn(true);
  for (let step = 0; step < 1_000; step++) {
    progress.begin(`step ${step}`);
    vi.advanceTimersByTime(1);
  }
  progress.end();
  expect(written).toHaveLength(7);
  expect(written.slice(-3)).toEqual(["\rstep 799...\u001b[K", "\rstep 999...\u001b[K", "\r\u001b[K"]);
});

test("the same step again counts", () => {
  const { progress, written } = progressOn(true);
  for (let page = 0; page < 3; page++) progress.begin("tools/list");
  vi.advanceTimersByTime(200);
  expect(written.at(-1)).toBe("\rtools/list, 2 done...\u001b[K");
});

test("the line is shorter than the terminal is wide, so it stays one line", () => {
  const { progress, written } = progressOn(true, 20);
  progress.begin("the start of the server");
  vi.advanceTimersByTime(200);
  expect(written).toEqual(["\rthe start of the se\u001b[K"]);
});
