import { setImmediate as turn } from "node:timers/promises";
import { expect, test } from "vitest";
import { pdfTurns } from "./pdf-turns.ts";

test("two PDFs are written at a time, and an owner with many keeps others waiting for two", async () => {
  const take = pdfTurns();
  const running: string[] = [];
  const ends: (() => void)[] = [];
  const start = async (owner: string) => {
    ends.push(await take(owner));
    running.push(owner);
  };
  for (const owner of ["ana", "ana", "ana", "ana", "ben"]) void start(owner);
  await turn();
  expect(running).toEqual(["ana", "ana"]);
  ends[0]!();
  await turn();
  expect(running).toEqual(["ana", "ana", "ben"]);
  ends[1]!();
  ends[2]!();
  await turn();
  expect(running).toEqual(["ana", "ana", "ben", "ana", "ana"]);
});

test("a PDF that finds too many waiting leaves its place to others", async () => {
  const take = pdfTurns();
  const started = Array.from({ length: 102 }, (_, index) => take(`owner ${index}`));
  const ends = await Promise.all(started.slice(0, 2));
  await expect(take("owner 102")).rejects.toThrow("wait for their turn");
  for (const end of ends) end();
  for (const each of started.slice(2)) (await each)();
  (await take("owner 102"))();
});
