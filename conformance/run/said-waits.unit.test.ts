import { expect, test } from "vitest";
import { makeSaidWaits } from "./said-waits.ts";

test("a long wait is told once, however many cases wait for it", () => {
  const said: string[] = [];
  let time = 0;
  const tell = makeSaidWaits(
    (sentence) => said.push(sentence),
    () => time,
  );
  tell(500, "the rate allows more requests");
  tell(60_000, "the rate allows more requests");
  time = 100;
  tell(59_900, "the rate allows more requests");
  tell(20_000, "the hook answers");
  time = 60_000;
  tell(42_500, "the rate allows more requests");
  expect(said).toEqual([
    "Waiting 60 s until the rate allows more requests.",
    "Waiting 20 s until the hook answers.",
    "Waiting 43 s until the rate allows more requests.",
  ]);
});
