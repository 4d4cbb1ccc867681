/** The verdict is a function of the server, not of its speed: slow starts and slow answers give the same lock file and report. */
import { describe, expect, test } from "vitest";
import { checkCommand, checkOverHttp } from "./support/slow-checks.ts";

const quick = { startMs: 0, answerMs: 0 };

describe.concurrent("over stdio", () => {
  test.for([
    { startMs: 1_000, answerMs: 0 },
    { startMs: 4_000, answerMs: 0 },
    { startMs: 20_000, answerMs: 0 },
    { startMs: 0, answerMs: 500 },
    { startMs: 1_000, answerMs: 500 },
    { startMs: 4_000, answerMs: 500 },
    { startMs: 20_000, answerMs: 500 },
  ])("a start of $startMs ms, and answers after $answerMs ms", async (speed) => {
    const [first, slow] = await checkCommand([quick, speed]);
    expect(first?.code).toBe(0);
    expect(slow).toEqual(first);
  });
});

test("over HTTP, answers after 500 ms", async () => {
  const [first, slow] = await checkOverHttp([quick, { startMs: 0, answerMs: 500 }]);
  expect(JSON.parse(first?.lock ?? "").protocolVersions).toEqual(["2025-11-25", "2026-07-28"]);
  expect(slow).toEqual(first);
});
