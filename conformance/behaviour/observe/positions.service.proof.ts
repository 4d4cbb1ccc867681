/** An entry whose position changes, since another one has left its list, has not changed. */
import { expect, test } from "vitest";
import { comparingObserver } from "../../test/support/comparing-observer.ts";
import { successfulCall } from "../calls/answered-calls.ts";
import { noBehaviour } from "../rules/rules.ts";
import type { Observation } from "./observation.ts";

const observer = comparingObserver(noBehaviour);

/** The last entry of a list, as a look at the list shows it. */
function look(...positions: readonly number[]): Observation {
  const entries = positions.map((position) => ({ guest: "Ada", position }));
  const called = successfulCall("list_waiting", {}, { entries });
  return [{ tool: "list_waiting", value: entries.at(-1) ?? null, called }];
}

test.each([
  ["the last of three, when one has left", look(1, 2, 3), look(1, 2), []],
  ["the last of a second page, when one has left before it", look(21, 22), look(20, 21), []],
  ["an entry with a number that does not say its place", look(1, 2), look(1, 5), ["/position"]],
])("%s", async (_, before, after, changed) => {
  const list = (changes: readonly { readonly at: string }[]) => changes.map(({ at }) => at);
  const again = async () => after;
  expect(list(await observer.findChanges(again, before, after))).toEqual(changed);
  expect(list(await observer.findChangesAndMoves(again, before, after))).toEqual(["/position"]);
});
