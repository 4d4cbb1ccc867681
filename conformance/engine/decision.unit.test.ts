/** Cases of several attempts, and the cells of the access matrix that they fill. */
import { expect, test } from "vitest";
import type { AccessEntry } from "../results/run-log.ts";
import { SimulatedServer, simulateWorld } from "../test/support/simulated-server.ts";
import { wholeBudget } from "./budget.ts";
import { Decision } from "./decision.ts";
import { held, isSuccess, open, wrongChange } from "./judgements.ts";
import type { Attempt, Law } from "./law.ts";

const given = [{ thing: "document", entity: "document" }];
const about = { document: "document" };
const accepted: Attempt = { given, watch: [], acts: [{ tool: "rename", about }] };
const refused: Attempt = {
  given,
  watch: ["document"],
  acts: [{ tool: "read", about, by: "other" }],
  afterwards: [{ tool: "rename", about }],
};

async function decide(law: Partial<Law>, attempts: readonly Attempt[]) {
  const access: AccessEntry[] = [];
  const whole: Law = {
    ...{ name: "accepted", must: "Each call is accepted.", finding: "" },
    over: () => [],
    attempts: () => attempts,
    judge: ({ acts }) => (isSuccess(acts[0]!) ? held : open("unobserved", "it was refused")),
    cell: () => ({ argument: "/id", caller: "other account" }),
    ...law,
  };
  const subject = { id: "case", tool: "read", must: whole.must };
  const world = simulateWorld(new SimulatedServer());
  const verdict = await new Decision({ law: whole, subject, world }, wholeBudget, { access }).decide();
  return { verdict, access };
}

test.each<[string, Partial<Law>, readonly Attempt[], string]>([
  ["one of its attempts shows that it holds", {}, [refused, accepted], "held"],
  ["each of its attempts does", { needsAll: true }, [accepted, accepted], "held"],
  ["only the first does, and all are needed", { needsAll: true }, [accepted, refused], "unverified"],
  ["only the last does, and all are needed", { needsAll: true }, [refused, accepted], "unverified"],
])("a case of which %s", async (_, law, attempts, status) => {
  expect((await decide(law, attempts)).verdict.status).toBe(status);
});

test("calls after the last observation change nothing that is judged, and fill the cell of the owner", async () => {
  const judge: Law["judge"] = ({ acts, changes: [change] }) =>
    change ? wrongChange(change, acts[0]!, "no change") : held;
  const { verdict, access } = await decide({ judge }, [refused]);
  expect(verdict.status).toBe("held");
  expect(access).toMatchObject([
    { tool: "read", argument: "/id", caller: "other account", answer: "not_found", verdict: "held" },
    { tool: "read", argument: "/id", caller: "owner", answer: "success", verdict: "held" },
  ]);
});

test("a case that is not verified leaves its cell open", async () => {
  const { access } = await decide({}, [refused]);
  expect(access[0]).toMatchObject({ answer: "not verified", verdict: "unverified" });
});
