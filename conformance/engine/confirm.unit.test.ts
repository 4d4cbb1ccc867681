/**
 * Faults that show themselves at some moments: confirmation must not hide them, and must find no fault in a healthy server. The server is
 * simulated, and so is its time.
 */
import { expect, test } from "vitest";
import {
  type Faults,
  SimulatedServer,
  type SimulatedWorld,
  simulateWorld,
} from "../test/support/simulated-server.ts";
import { wholeBudget } from "./budget.ts";
import { Decision, Suspected } from "./decision.ts";
import { held, isRefusal, wrongAnswer, wrongChange } from "./judgements.ts";
import type { Attempt, Law } from "./law.ts";

const given = [
  { thing: "neighbour", entity: "document" },
  { thing: "document", entity: "document" },
];
const about = { document: "document" };

/** Whether an answer is right. */
const accessEnds: Law = {
  name: "access-ends",
  must: "Who no longer has access is refused.",
  finding: "",
  over: () => [],
  attempts: (): readonly Attempt[] => [
    {
      given,
      watch: [],
      first: [
        { tool: "share", about },
        { tool: "read", about, by: "other" },
        { tool: "unshare", about },
      ],
      acts: [{ tool: "read", about, by: "other" }],
    },
  ],
  judge: ({ acts }) => (isRefusal(acts[0]!) ? held : wrongAnswer(acts[0]!, "a refusal")),
};

/** Whether a neighbour stays as it was. */
const neighbourStays: Law = {
  name: "neighbour-stays",
  must: "A call changes nothing that it does not name.",
  finding: "",
  over: () => [],
  attempts: () => [{ given, watch: ["neighbour"], acts: [{ tool: "touch", about, by: "other" }] }],
  judge: ({ acts, changes: [change] }) => (change ? wrongChange(change, acts[0]!, "no change") : held),
};

/** The same for a neighbour that was changed before. */
const renamedStays: Law = {
  ...neighbourStays,
  attempts: () => [
    {
      given,
      watch: ["neighbour"],
      first: [{ tool: "rename", about: { document: "neighbour" } }],
      acts: [{ tool: "touch", about }],
    },
  ],
};

const seconds = (count: number) => count * 1_000;
const cached =
  (life: number): NonNullable<Faults["mayRead"]> =>
  ({ seenAt }, { ms }) =>
    seenAt >= 0 && ms - seenAt < seconds(life);

/** Shows a change of a neighbour for so many seconds. */
const shownFor = (life: number): Faults => ({
  changesNeighbour: () => true,
  show: ({ text, changedAt }, ms) => (ms - changedAt < seconds(life) ? text : "Hello"),
});

/** Shows a new text of a document after so many seconds. */
const shownLate = (late: number): Faults => ({
  show: ({ text, changedAt }, ms) => (ms - changedAt < seconds(late) ? "Hello" : text),
});

/** Decides a case as a run does, while so many other calls are under way until it has a suspicion. */
async function decide(law: Law, faults: Faults, company = 0) {
  const server = new SimulatedServer(faults);
  const world: SimulatedWorld = simulateWorld(server);
  const busy = { is: company > 0 };
  const other = server.make();
  const load = async () => {
    while (busy.is) await server.call("load", other.id, "owner");
  };
  const loads = Array.from({ length: company }, load);
  const stop = async () => {
    busy.is = false;
    await Promise.all(loads);
  };
  const subject = { id: "case", tool: "touch", must: law.must };
  const decision = new Decision({ law, subject, world }, wholeBudget, { access: [] });
  const goOn = async (judge: () => ReturnType<Decision["decide"]>): ReturnType<Decision["decide"]> => {
    try {
      return await judge();
    } catch (error) {
      if (!(error instanceof Suspected)) throw error;
      await stop();
      return goOn(error.goOn);
    }
  };
  const verdict = await goOn(() => decision.decide());
  await stop();
  return { verdict, world };
}

test.each<[string, Law, Faults, number?]>([
  ["a cache of 1 s", accessEnds, { mayRead: cached(1) }],
  ["a cache of 10 s", accessEnds, { mayRead: cached(10) }],
  ["a cache of 60 s", accessEnds, { mayRead: cached(60) }],
  ["wrong once in two", accessEnds, { mayRead: (_, { earlier }) => Math.floor(earlier / 2) % 2 === 0 }],
  ["wrong while another call runs", accessEnds, { mayRead: (_, { company }) => company > 0 }, 1],
  // The acts of the first attempt come at 80 ms.
  ["worse with time", accessEnds, { mayRead: (_, { ms }) => ms > 60 }],
  ["wrong for the second account only", accessEnds, { mayRead: (_, { account }) => account === "other" }],
  ["a change that is shown for 10 s", neighbourStays, shownFor(10)],
  ["a change that is shown for 60 s", neighbourStays, shownFor(60)],
  ["a change once in two", neighbourStays, { changesNeighbour: ({ earlier }) => earlier % 2 === 0 }],
  ["a change while another call runs", neighbourStays, { changesNeighbour: ({ company }) => company > 0 }, 1],
  [
    "a change for the second account only",
    neighbourStays,
    { changesNeighbour: ({ account }) => account === "other" },
  ],
])("%s is found", async (_, law, faults, company = 0) => {
  expect((await decide(law, faults, company)).verdict).toMatchObject({ status: "failed" });
});

test.each<[string, Law, Faults]>([
  ["wrong at the first call only", accessEnds, { mayRead: (_, { earlier }) => earlier < 2 }],
  ["a change at the first call only", neighbourStays, { changesNeighbour: ({ earlier }) => earlier === 0 }],
  ["a change that is shown for 1 s", neighbourStays, shownFor(1)],
])("%s is said, since it is not seen again", async (_, law, faults) => {
  const { verdict } = await decide(law, faults);
  expect(verdict).toMatchObject({ status: "unverified", cause: "once" });
  expect(verdict).toMatchObject({
    why: expect.stringContaining("it was seen once, and not again: expected "),
  });
});

test.each<[string, Law, Faults]>([
  ["a healthy server", accessEnds, {}],
  ["a healthy server that is observed", neighbourStays, {}],
  // The rename is shown between the two observations.
  ["a healthy server with a cache of 50 ms", renamedStays, shownLate(0.05)],
  ["a healthy server with a cache of 1 s", renamedStays, shownLate(1)],
  ["a healthy server with a cache of 10 s", renamedStays, shownLate(10)],
  ["a healthy server with a cache of 60 s", renamedStays, shownLate(60)],
])("%s has no finding", async (_, law, faults) => {
  expect((await decide(law, faults)).verdict).toEqual({ status: "held" });
});

test("a location that changes by itself is no finding, and is named", async () => {
  const { verdict, world } = await decide(neighbourStays, { show: (_, ms) => `after ${ms} ms` });
  expect(verdict).toEqual({ status: "held" });
  expect([...world.volatile]).toEqual(["get /text"]);
});

test("a suspicion of a location that another case has found to change by itself is none", async () => {
  const world = simulateWorld(new SimulatedServer({ changesNeighbour: ({ earlier }) => earlier === 0 }));
  const subject = { id: "case", tool: "touch", must: neighbourStays.must };
  const trying = { law: neighbourStays, subject, world };
  const suspicion = await new Decision(trying, wholeBudget, { access: [] }).decide().catch((error) => error);
  world.observations.learnVolatile([{ tool: "get", at: "/text", before: "", after: "", called: suspicion }]);
  expect(await suspicion.goOn()).toEqual({ status: "held" });
});

test("a location that changes by itself does not hide another one", async () => {
  const law: Law = {
    ...neighbourStays,
    judge({ acts, changes }) {
      const [first] = changes;
      return first ? wrongChange(first, acts[0]!, "no change") : wrongAnswer(acts[0]!, "a refusal");
    },
  };
  const { verdict } = await decide(law, { show: (_, ms) => `after ${ms} ms` });
  expect(verdict).toMatchObject({ status: "failed", expected: "a refusal" });
});
