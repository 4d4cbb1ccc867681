import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Progress } from "./progress.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function progressOn(isTTY: boolean) {
  const written: string[] = [];
  return { progress: new Progress({ isTTY, write: (text) => written.push(text) }), written };
}

test("where no terminal is, a line each ten seconds names what is waited for", () => {
  const { progress, written } = progressOn(false);
  progress.begin("tools/list");
  vi.advanceTimersByTime(9_000);
  expect(written).toEqual([]);
  vi.advanceTimersByTime(12_000);
  progress.end();
  vi.advanceTimersByTime(60_000);
  expect(written).toEqual(["Waiting for tools/list: 10 seconds.\n", "Waiting for tools/list: 20 seconds.\n"]);
});

test("a line names the part that takes its time", () => {
  const { progress, written } = progressOn(false);
  progress.begin("section protocol");
  progress.beginPart("errors/unknown-method");
  progress.tick();
  progress.beginPart("arguments/may-be-deep");
  vi.advanceTimersByTime(10_000);
  progress.end();
  expect(written).toEqual(["Waiting for section protocol: 10 seconds, 1 done (arguments/may-be-deep).\n"]);
});

test("on a terminal, one line is renewed each second, and removed in the end", () => {
  const { progress, written } = progressOn(true);
  progress.begin("a\u001b[2J\nb");
  progress.tick();
  vi.advanceTimersByTime(3_000);
  progress.end();
  const shown = written.map((text) => text.replace("\r\u001b[K", ""));
  expect(shown).toEqual([
    "a\ufffd[2J b...",
    "a\ufffd[2J b, 1 done...",
    "a\ufffd[2J b, 1 done...",
    "a\ufffd[2J b, 1 done, 2 s...",
    "a\ufffd[2J b, 1 done, 3 s...",
    "",
  ]);
});
