/** Tests the law about `changes` of a transition: when a rental lapses, two places of its locker change, and nothing else of it. */
import { expect, onTestFinished, test } from "vitest";
import { serveClock } from "../../test/support/servers/clock-hook.ts";
import {
  type LapseBehaviour,
  lockersCases,
  lockersTokens,
  serveLockers,
} from "../../test/support/servers/lockers-server.ts";
import { testServer } from "../../test/support/test-server.ts";

const id = "states/rental/active/lapse/changes/locker";

async function findVerdict(behaviour?: LapseBehaviour, hasClock = true) {
  const clock = await serveClock();
  const served = await serveLockers(clock.now, behaviour);
  onTestFinished(async () => {
    clock.close();
    await served.close();
  });
  const hooks = hasClock ? { hooks: { clock: clock.url } } : {};
  const target = {
    name: "lockers",
    tokens: lockersTokens,
    bindings: {},
    refusalCode: "/_meta/code",
    ...hooks,
  };
  const { results } = await testServer(served.url, {
    cases: lockersCases,
    target,
    selection: { cases: [id] },
  });
  expect(results.map(({ subject }) => subject.id)).toEqual([id]);
  return results[0]!.verdict;
}

test("a transition by time changes the places of the other entity that the spec names", async () => {
  expect(await findVerdict()).toEqual({ status: "held" });
});

test.each<[behaviour: LapseBehaviour, expected: string, got: string]>([
  ["keeps-locker", "lapse gives /free of the locker the value true", "get_locker shows false there"],
  ["counts-nothing", "lapse changes /times_rented of the locker", "get_locker shows [0] there as before"],
  [
    "clears-note",
    "of a locker, lapse changes /free, /times_rented, and all else stays as it was",
    'get_locker: /note is "" instead of "Upper row"',
  ],
])("%s is a finding", async (behaviour, expected, got) => {
  expect(await findVerdict(behaviour)).toMatchObject({ status: "failed", expected, got });
});

test("places may change a little later", async () => {
  expect(await findVerdict("shows-it-later")).toEqual({ status: "held" });
});

test("another client may change the place at the same moment", async () => {
  expect(await findVerdict("rents-the-first-again")).toEqual({ status: "held" });
});

test("without a clock that can be moved, a long time is not verified", async () => {
  expect(await findVerdict(undefined, false)).toMatchObject({ status: "unverified", cause: "no-control" });
});
