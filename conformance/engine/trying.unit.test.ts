/** What may change late, controls, and things that several cases use. */
import { expect, test } from "vitest";
import { type Faults, SimulatedServer, simulateWorld } from "../test/support/simulated-server.ts";
import { held, missingChange, needsControls, open, wrongChange } from "./judgements.ts";
import type { Attempt, Law } from "./law.ts";
import { judgeAttempt, judgeShared, type Trying } from "./trying.ts";

const about = { document: "document" };
const attempt: Attempt = {
  given: [{ thing: "document", entity: "document" }],
  watch: ["document"],
  acts: [{ tool: "rename", about }],
};
const unused = { must: "A call changes the text.", finding: "", over: () => [], attempts: () => [attempt] };

const changes: Law = {
  ...unused,
  name: "changes",
  judge: ({ acts, changes: [change] }) =>
    change ? held : missingChange({ tool: "get", at: "/text" }, acts[0]!, "another text", "the same"),
};

function tryAt(law: Law, faults: Faults = {}): Trying {
  const subject = { id: "case", tool: "rename", must: law.must };
  return { law, subject, world: simulateWorld(new SimulatedServer(faults)) };
}

test.each<[string, Faults, string]>([
  ["is seen at once", {}, "held"],
  [
    "is seen a second later",
    { show: ({ text, changedAt }, ms) => (ms - changedAt < 1_000 ? "Hello" : text) },
    "held",
  ],
  ["never comes", { show: () => "Hello" }, "broken"],
])("an effect that %s", async (_, faults, is) => {
  expect((await judgeAttempt(attempt, tryAt(changes, faults))).judgement.is).toBe(is);
});

test("controls are made on other things if a judgement needs them", async () => {
  const withControl = { ...attempt, controls: [attempt] };
  const law: Law = {
    ...changes,
    judge({ things, controls }) {
      if (controls === undefined) return needsControls;
      return controls[0]!.things.document!.id === things.document!.id ? open("setup", "the same") : held;
    },
  };
  expect((await judgeAttempt(withControl, tryAt(law))).judgement).toEqual(held);
});

test("a case uses the things of an earlier one, and new ones for what does not hold there", async () => {
  const seen: string[] = [];
  const shared: Law = {
    ...changes,
    isShared: true,
    judge({ things, acts, changes: [change] }) {
      seen.push(String(things.document!.id));
      return change
        ? held
        : wrongChange({ tool: "get", at: "", before: 0, after: 0, called: acts[0]! }, acts[0]!, "");
    },
  };
  const trying = tryAt(shared);
  // The second call gives the document the text that it has, so it changes nothing.
  for (const is of ["held", "held"]) expect((await judgeShared(attempt, trying)).judgement.is).toBe(is);
  expect(seen).toEqual(["d0", "d0", "d1"]);
});
